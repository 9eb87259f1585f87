"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const chart = document.getElementById("chart");
  const stage = document.getElementById("stage");
  const tip = document.getElementById("tip");
  const lens = document.getElementById("lens");
  const search = document.getElementById("search");
  const slider = document.getElementById("top");
  const buttons = [...document.querySelectorAll("#people button")];
  const SVG = "http://www.w3.org/2000/svg";
  const lineOf = (element) => element.closest?.("[data-line]")?.dataset.line;
  const byLine = data.lines.map((_, i) => [...chart.querySelectorAll(`[data-line="${i}"]`)]);
  const bands = [...chart.querySelectorAll(".band")];
  const state = { view: null, pinned: new Set(), hover: null, scene: null };

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

  // View: the part of the chart in sight, always of the stage's own proportions.
  const full = { x: 0, y: data.top, w: data.width, h: data.height - data.top };
  function show(view) {
    const aspect = stage.clientWidth / Math.max(stage.clientHeight, 1);
    const w = Math.min(Math.max(view.w, 120), 1.2 * Math.max(full.w, full.h * aspect));
    const h = w / aspect;
    const keep = (at, size, from, length) =>
      size >= length ? from + (length - size) / 2 : Math.min(Math.max(at, from), from + length - size);
    state.view = { x: keep(view.x, w, full.x, full.w), y: keep(view.y, h, full.y, full.h), w, h };
    const v = state.view;
    chart.setAttribute("viewBox", `${v.x} ${v.y} ${v.w} ${v.h}`);
    for (const [name, value] of [["x", v.x], ["y", v.y], ["width", v.w], ["height", v.h]]) lens.setAttribute(name, value);
  }
  const aspect = () => stage.clientWidth / Math.max(stage.clientHeight, 1);
  const fit = () => show({ x: 0, y: 0, w: Math.max(full.w, full.h * aspect()) });
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
    const found = event.target.closest("#minimap") ? -1 : data.scenes.findIndex((scene) => x >= scene.from && x < scene.to);
    choose(found < 0 ? null : found, event);
  }

  // Scenes: a band in the chart and a note about it.
  const cursor = document.createElementNS(SVG, "rect");
  cursor.setAttribute("class", "cursor");
  chart.querySelector(".lines").before(cursor);
  function choose(index, event) {
    state.scene = index;
    tip.hidden = cursor.hidden = index === null;
    cursor.setAttribute("width", 0);
    if (index === null) return;
    const scene = data.scenes[index];
    for (const [name, value] of [["x", scene.from], ["y", full.y], ["width", scene.to - scene.from], ["height", full.h]]) cursor.setAttribute(name, value);
    tip.replaceChildren();
    const add = (tag, kind, text) => {
      const element = document.createElement(tag);
      element.className = kind;
      element.textContent = text;
      tip.append(element);
    };
    add("strong", "", `${index + 1}. ${scene.label}`);
    scene.groups.forEach((group) => {
      if (group.place) add("span", "where", `${group.place} `);
      add("div", "who", group.who.map((line) => data.lines[line].name).join(", "));
    });
    if (scene.text) add("span", "text", scene.text);
    const box = stage.getBoundingClientRect();
    const at = event ? [event.clientX - box.left, event.clientY - box.top]
      : [((scene.to - state.view.x) / state.view.w) * box.width, 24];
    tip.style.left = `${Math.max(8, at[0] + 18 + tip.offsetWidth > box.width ? at[0] - tip.offsetWidth - 14 : at[0] + 18)}px`;
    tip.style.top = `${Math.max(8, Math.min(at[1] + 16, box.height - tip.offsetHeight - 8))}px`;
  }
  function step(by) {
    const last = data.scenes.length - 1;
    const index = state.scene === null ? (by > 0 ? 0 : last) : Math.min(Math.max(state.scene + by, 0), last);
    const scene = data.scenes[index];
    const v = state.view;
    if (scene.from < v.x || scene.to > v.x + v.w) show({ ...v, x: (scene.from + scene.to - v.w) / 2 });
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
      Home: () => step(-data.scenes.length), End: () => step(data.scenes.length),
      "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: fit,
      "/": () => search.focus(),
    };
    if (actions[event.key]) { event.preventDefault(); actions[event.key](); }
  });

  // Legend: search, and only the most present characters.
  function filter() {
    const text = search.value.trim().toLocaleLowerCase();
    const top = Number(slider.value);
    document.getElementById("top-value").textContent = top;
    data.lines.forEach((line, i) => {
      byLine[i].forEach((element) => element.classList.toggle("hidden", line.rank >= top));
    });
    bands.forEach((band) => {
      const empty = band.dataset.lines.split(" ").every((line) => data.lines[line].rank >= top);
      band.classList.toggle("hidden", empty);
    });
    chart.querySelectorAll("text.place").forEach((name) => {
      const first = bands.find((band) => band.dataset.place === name.dataset.place);
      name.classList.toggle("hidden", first.classList.contains("hidden"));
    });
    buttons.forEach((button) => {
      const line = data.lines[button.dataset.line];
      button.parentElement.hidden = line.rank >= top || !line.name.toLocaleLowerCase().includes(text);
    });
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
  document.getElementById("fit").addEventListener("click", fit);
  document.getElementById("closer").addEventListener("click", () => zoom(1.4));
  document.getElementById("farther").addEventListener("click", () => zoom(1 / 1.4));

  const map = document.getElementById("minimap");
  function travel(event) {
    if (event.type === "pointermove" && !event.buttons) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(lens.ownerSVGElement.getScreenCTM().inverse());
    show({ ...state.view, x: at.x - state.view.w / 2, y: at.y - state.view.h / 2 });
  }
  map.addEventListener("pointerdown", travel);
  map.addEventListener("pointermove", travel);

  // Export: the whole chart as it was made, with what is hidden now left out.
  function copied(unwanted) {
    const copy = chart.cloneNode(true);
    copy.querySelectorAll(`.hidden, .hit, .cursor${unwanted}`).forEach((element) => element.remove());
    if (copy.classList.contains("bare")) copy.querySelectorAll(".band, .place").forEach((element) => element.remove());
    for (const name of ["class", "id", "width", "height"]) copy.removeAttribute(name);
    return copy;
  }
  function source() {
    const copy = copied("");
    copy.setAttribute("viewBox", `0 0 ${data.width} ${data.height}`);
    copy.setAttribute("width", data.width);
    copy.setAttribute("height", data.height);
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
    line.querySelectorAll("path").forEach((path) => {
      const hit = document.createElementNS(SVG, "path");
      hit.setAttribute("class", "hit");
      hit.setAttribute("d", path.getAttribute("d"));
      line.append(hit);
    });
  });
  // Print: a long chart as strips below each other, as many as fill a landscape page.
  const strips = () => stage.querySelectorAll(".strip");
  addEventListener("beforeprint", () => {
    strips().forEach((strip) => strip.remove());
    const count = Math.max(1, Math.round(Math.sqrt(full.w / full.h / 1.75)));
    const width = full.w / count;
    for (let i = 0; i < count; i += 1) {
      const strip = copied(", .paper, .title, .note");
      strip.setAttribute("viewBox", `${full.x + i * width} ${full.y} ${width} ${full.h}`);
      strip.setAttribute("class", "strip");
      stage.append(strip);
    }
  });
  addEventListener("afterprint", () => strips().forEach((strip) => strip.remove()));
  new ResizeObserver(() => (state.view ? show(state.view) : readable())).observe(stage);
  readable();
})();
