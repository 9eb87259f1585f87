"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const chart = document.getElementById("chart");
  const stage = document.getElementById("stage");
  const tip = document.getElementById("tip");
  const lens = document.getElementById("lens");
  const map = document.getElementById("minimap");
  const search = document.getElementById("search");
  const slider = document.getElementById("top");
  const buttons = [...document.querySelectorAll("#people button")];
  const MOST_SCENES = 7; // that a sequence lists
  const SVG = "http://www.w3.org/2000/svg";
  const set = (element, attributes) => Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  function made(tag, attributes) {
    const element = document.createElementNS(SVG, tag);
    set(element, attributes);
    return element;
  }
  const lineOf = (element) => element.closest?.("[data-line]")?.dataset.line;
  const byLine = data.lines.map((_, i) => [...chart.querySelectorAll(`[data-line="${i}"]`)]);
  const bands = [...chart.querySelectorAll(".band")];
  const isHidden = (line) => data.lines[line].rank >= Number(slider.value);
  const linesOf = (element) => element.dataset.lines.split(" ");
  const state = { view: null, pinned: new Set(), hover: null, scene: null, closer: false };

  // Focus: the hovered line, else the pinned ones, stand out.
  function refocus() {
    const on = new Set(state.pinned);
    if (state.hover !== null) on.add(state.hover);
    chart.classList.toggle("focused", on.size > 0);
    byLine.forEach((elements, i) => elements.forEach((element) => element.classList.toggle("on", on.has(String(i)))));
    buttons.forEach((button) => button.setAttribute("aria-pressed", String(state.pinned.has(button.dataset.line))));
  }
  function hover(line) {
    if (state.hover === line) return;
    state.hover = line;
    refocus();
  }
  function pin(line) {
    if (!state.pinned.delete(line)) state.pinned.add(line);
    refocus();
  }

  // A poster shows sequences; closer up, their scenes. Letters and strokes then grow less than the rest.
  const CLOSER = 2.2, GROWTH = 0.3;
  const units = () => (data.steps.length && !state.closer ? data.steps : data.scenes);
  const strokes = [...chart.querySelectorAll("[stroke-width], circle")].filter((element) => !element.closest("[data-at]")).map((element) => ({
    element, values: ["stroke-width", "r"].map((name) => [name, Number(element.getAttribute(name))]).filter(([, value]) => value),
  }));
  const labels = [...chart.querySelectorAll("[data-at]")].map((element) => ({ element, at: element.dataset.at.split(" ").map(Number) }));
  function grow(factor) {
    strokes.forEach(({ element, values }) => values.forEach(([name, value]) => element.setAttribute(name, value * factor)));
    labels.forEach(({ element, at: [x, y] }) => element.setAttribute("transform", `translate(${x * (1 - factor)} ${y * (1 - factor)}) scale(${factor})`));
  }
  const meetings = made("g", { class: "meetings" });
  chart.querySelector(".labels").before(meetings);
  const whole = () => Math.max(full.w, full.h * aspect()); // what is in sight when the chart is fitted
  function semantic(view) {
    if (!data.steps.length) return;
    const nearer = Math.max(1, Math.min(whole(), stage.clientWidth) / view.w); // on a phone, than a point a pixel
    if (nearer !== state.nearer) grow((state.factor = nearer ** (GROWTH - 1)));
    state.nearer = nearer;
    const closer = nearer >= CLOSER;
    if (closer !== state.closer) {
      state.closer = closer;
      chart.classList.toggle("closer", closer);
      choose(null);
    }
    meetings.replaceChildren(...(closer ? data.scenes.flatMap((scene, i) => drawn(scene, i, view)) : []));
  }
  // A scene: a stem through the lines shown that meet, and above it as much of its heading as there is room for.
  function drawn(scene, index, view) {
    if (!scene.at || scene.at[1] < view.x || scene.at[0] > view.x + view.w) return [];
    const pixel = view.w / Math.max(stage.clientWidth, 1);
    const x = (scene.at[0] + scene.at[1]) / 2;
    return scene.groups.flatMap(({ who }, group) => {
      const heights = scene.heights[group].filter((_, i) => !isHidden(who[i])).sort((a, b) => a - b);
      if (!heights.length) return [];
      const stem = made("path", { d: `M${x},${heights[0]}V${heights[heights.length - 1]}`, "stroke-width": 1.2 * pixel });
      const ends = made("path", { d: heights.map((y) => `M${x},${y}h0.01`).join(""), "stroke-width": 5 * pixel });
      const letters = Math.floor((scene.at[1] - scene.at[0]) / pixel / 7);
      const text = `${index + 1} ${scene.label}`;
      const shown = letters >= text.length ? text : letters > 12 ? `${text.slice(0, letters - 1)}…` : letters * 7 > 9 * String(index + 1).length ? String(index + 1) : "";
      if (!shown) return [stem, ends];
      const label = made("text", { x, y: heights[0] - 8 * pixel, "font-size": 11 * pixel, "text-anchor": "middle" });
      label.textContent = shown;
      return [stem, ends, label];
    });
  }

  // View: the part of the chart in sight, always of the stage's own proportions.
  const aspect = () => stage.clientWidth / Math.max(stage.clientHeight, 1);
  const full = { x: 0, y: data.top, w: data.width, h: data.height - data.top };
  function show(view) {
    state.fitted = false;
    const w = Math.min(Math.max(view.w, 120), 1.2 * whole());
    const h = w / aspect();
    const keep = (at, size, from, length) =>
      size >= length ? from + (length - size) / 2 : Math.min(Math.max(at, from), from + length - size);
    state.view = { x: keep(view.x, w, full.x, full.w), y: keep(view.y, h, full.y, full.h), w, h };
    const v = state.view;
    chart.setAttribute("viewBox", `${v.x} ${v.y} ${v.w} ${v.h}`);
    set(lens, { x: v.x, y: v.y, width: v.w, height: v.h });
    map.classList.toggle("whole", v.w >= 0.98 * whole());
    semantic(v);
  }
  const fit = () => {
    show({ x: 0, y: 0, w: whole() });
    state.fitted = true; // and stays so when the window changes
  };
  // Where the whole would be too small to read, as on a phone, a chart opens at its start.
  const opening = () => {
    if (!data.steps.length) return readable();
    const w = 1.15 * stage.clientWidth;
    return 2 * w < whole() ? show({ x: 0, y: full.y + (full.h - w / aspect()) / 2, w }) : fit();
  };
  const readable = () => show({ x: 0, y: full.y, w: Math.min(Math.max(full.w, full.h * aspect()), Math.max(full.h * aspect(), 1.15 * stage.clientWidth)) });
  // What was at the share `from` of the stage is then at the share `to`.
  function zoom(factor, from = [0.5, 0.5], to = from) {
    const v = state.view;
    const [w, h] = [v.w / factor, v.h / factor];
    show({ x: v.x + v.w * from[0] - w * to[0], y: v.y + v.h * from[1] - h * to[1], w });
  }
  function share(event) {
    const box = stage.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  }
  stage.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), share(event));
  }, { passive: false });

  const pointers = new Map();
  let moved = 0;
  stage.addEventListener("pointerdown", (event) => {
    if (event.target.closest("#minimap")) return;
    if (!pointers.size) moved = 0;
    pointers.set(event.pointerId, event);
  });
  addEventListener("pointerup", (event) => {
    pointers.delete(event.pointerId);
    stage.classList.remove("dragging");
  });
  addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
  stage.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return point(event);
    // What was under the pointer, or midway between two, stays there; two that move apart also zoom.
    const other = [...pointers.values()].find((held) => held.pointerId !== event.pointerId);
    const centre = (held) => share({ clientX: (held.clientX + (other ?? held).clientX) / 2, clientY: (held.clientY + (other ?? held).clientY) / 2 });
    const span = (held) => (other ? Math.hypot(held.clientX - other.clientX, held.clientY - other.clientY) || 1 : 1);
    zoom(span(event) / span(before), centre(before), centre(event));
    moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    if (moved > 4) { stage.classList.add("dragging"); choose(null); }
    pointers.set(event.pointerId, event);
  });
  stage.addEventListener("pointerleave", () => { hover(null); choose(null); });
  stage.addEventListener("click", (event) => {
    if (moved > 4) return;
    const line = lineOf(event.target);
    if (line !== undefined) pin(line);
    note(event);
  });
  function point(event) {
    hover(lineOf(event.target) ?? null);
    note(event);
  }
  function note(event) {
    const x = state.view.x + share(event)[0] * state.view.w;
    const found = event.target.closest("#minimap") ? -1 : units().findIndex((unit) => x >= unit.from && x < unit.to);
    choose(found < 0 ? null : found, event);
  }

  // Scenes: a band in the chart and a note about it.
  const cursor = made("rect", { class: "cursor" });
  chart.querySelector(".lines").before(cursor);
  function choose(index, event) {
    state.scene = index;
    tip.hidden = cursor.hidden = index === null;
    cursor.setAttribute("width", 0);
    if (index === null) return;
    const unit = units()[index];
    set(cursor, { x: unit.from, y: full.y, width: unit.to - unit.from, height: full.h });
    tip.replaceChildren();
    const add = (tag, kind, text) => {
      const element = document.createElement(tag);
      element.className = kind;
      element.textContent = text;
      tip.append(element);
    };
    add("strong", "", unit.scenes ? unit.label : `${index + 1}. ${unit.label}`);
    unit.groups.forEach((group) => {
      const who = group.who.filter((line) => !unit.seen || unit.seen.includes(line));
      if (!who.length) return;
      if (group.place) add("span", "where", `${group.place} `);
      add("div", "who", who.map((line) => data.lines[line].name).join(", "));
    });
    if (unit.scenes) {
      const [first, end] = unit.scenes;
      data.scenes.slice(first, Math.min(end, first + MOST_SCENES)).forEach((scene, i) => add("span", "text", `${first + i + 1}. ${scene.label}`));
      if (end - first > MOST_SCENES) add("span", "text", `and ${end - first - MOST_SCENES} more: zoom in to see them`);
    }
    if (unit.text) add("span", "text", unit.text);
    const box = stage.getBoundingClientRect();
    const at = event ? [event.clientX - box.left, event.clientY - box.top]
      : [((unit.to - state.view.x) / state.view.w) * box.width, 24];
    tip.style.left = `${Math.max(8, at[0] + 18 + tip.offsetWidth > box.width ? at[0] - tip.offsetWidth - 14 : at[0] + 18)}px`;
    tip.style.top = `${Math.max(8, Math.min(at[1] + 16, box.height - tip.offsetHeight - 8))}px`;
  }
  function step(by) {
    const last = units().length - 1;
    const index = state.scene === null ? (by > 0 ? 0 : last) : Math.min(Math.max(state.scene + by, 0), last);
    const unit = units()[index];
    const v = state.view;
    if (unit.from < v.x || unit.to > v.x + v.w) show({ ...v, x: (unit.from + unit.to - v.w) / 2 });
    choose(index);
  }
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      state.pinned.clear();
      search.value = "";
      filter();
      hover(null);
      choose(null);
      return refocus();
    }
    if (event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      ArrowRight: () => step(1), ArrowLeft: () => step(-1),
      Home: () => step(-units().length), End: () => step(units().length),
      "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: fit,
      "/": () => search.focus(),
    };
    if (actions[event.key]) { event.preventDefault(); actions[event.key](); }
  });

  // Legend: search, and only the most present characters.
  function filter() {
    const text = search.value.trim().toLocaleLowerCase();
    document.getElementById("top-value").textContent = slider.value;
    byLine.forEach((elements, i) => elements.forEach((element) => element.classList.toggle("hidden", isHidden(i))));
    bands.forEach((band) => band.classList.toggle("hidden", linesOf(band).every(isHidden)));
    chart.querySelectorAll(".event").forEach((event) => event.classList.toggle("hidden", linesOf(event).some(isHidden)));
    const shown = new Set(bands.filter((band) => !band.classList.contains("hidden")).map((band) => band.dataset.place));
    chart.querySelectorAll(".labels .place").forEach((name) => name.classList.toggle("hidden", !shown.has(name.dataset.place)));
    buttons.forEach((button) => {
      const line = data.lines[button.dataset.line];
      button.parentElement.hidden = isHidden(button.dataset.line) || !line.name.toLocaleLowerCase().includes(text);
    });
    semantic(state.view);
    const found = buttons.filter((button) => !button.parentElement.hidden);
    hover(text && found.length === 1 ? found[0].dataset.line : null);
  }
  search.addEventListener("input", filter);
  search.addEventListener("keydown", (event) => {
    const found = buttons.filter((button) => !button.parentElement.hidden);
    if (event.key === "Enter" && found.length) pin(found[0].dataset.line);
  });
  slider.addEventListener("input", filter);
  buttons.forEach((button) => {
    const line = button.dataset.line;
    button.addEventListener("click", () => pin(line));
    for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => hover(line));
    for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => hover(null));
  });
  document.getElementById("locations")?.addEventListener("change", (event) => chart.classList.toggle("bare", !event.target.checked));
  const people = document.getElementById("show-people");
  people?.addEventListener("click", () => {
    const open = document.body.classList.toggle("people");
    people.setAttribute("aria-expanded", String(open));
  });
  document.getElementById("fit").addEventListener("click", fit);
  document.getElementById("closer").addEventListener("click", () => zoom(1.4));
  document.getElementById("farther").addEventListener("click", () => zoom(1 / 1.4));

  function travel(event) {
    if (event.type === "pointermove" && !event.buttons) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(lens.ownerSVGElement.getScreenCTM().inverse());
    show({ ...state.view, x: at.x - state.view.w / 2, y: at.y - state.view.h / 2 });
  }
  map.addEventListener("pointerdown", travel);
  map.addEventListener("pointermove", travel);

  // Export: the whole chart as it was made, with what is hidden now left out.
  function copied(unwanted) {
    if (data.steps.length) grow(1);
    const copy = chart.cloneNode(true);
    if (data.steps.length) grow(state.factor ?? 1);
    copy.querySelectorAll(`.hidden, .hit, .cursor, .meetings${unwanted}`).forEach((element) => element.remove());
    if (copy.classList.contains("bare")) copy.querySelectorAll(".band, .place").forEach((element) => element.remove());
    for (const name of ["class", "id", "width", "height"]) copy.removeAttribute(name);
    return copy;
  }
  function source() {
    const copy = copied("");
    set(copy, { viewBox: `0 0 ${data.width} ${data.height}`, width: data.width, height: data.height });
    return new XMLSerializer().serializeToString(copy);
  }
  function save(blob, extension) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${data.file}.${extension}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
  const asSvg = () => new Blob([source()], { type: "image/svg+xml" });
  document.getElementById("save-svg").addEventListener("click", () => save(asSvg(), "svg"));
  document.getElementById("save-png").addEventListener("click", () => {
    const image = new Image();
    const url = URL.createObjectURL(asSvg());
    image.addEventListener("load", () => {
      const scale = Math.min(2, 16000 / Math.max(data.width, data.height));
      const canvas = document.createElement("canvas");
      canvas.width = Math.round(data.width * scale);
      canvas.height = Math.round(data.height * scale);
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      URL.revokeObjectURL(url);
      canvas.toBlob((blob) => save(blob, "png"), "image/png");
    });
    image.src = url;
  });

  chart.querySelectorAll(".line").forEach((line) => {
    line.querySelectorAll("path").forEach((path) => line.append(made("path", { class: "hit", d: path.getAttribute("d") })));
  });
  // Print: a long chart as strips below each other, as many as fill a landscape page.
  const strips = () => stage.querySelectorAll(".strip");
  addEventListener("beforeprint", () => {
    strips().forEach((strip) => strip.remove());
    const count = Math.max(1, Math.round(Math.sqrt(full.w / full.h / 1.75)));
    const width = full.w / count;
    for (let i = 0; i < count; i += 1) {
      const strip = copied(", .paper, .title, .note");
      set(strip, { viewBox: `${full.x + i * width} ${full.y} ${width} ${full.h}`, class: "strip" });
      stage.append(strip);
    }
  });
  addEventListener("afterprint", () => strips().forEach((strip) => strip.remove()));
  new ResizeObserver(() => (state.view && !state.fitted ? show(state.view) : opening())).observe(stage);
  opening();
})();
