// The chart: drawn by the server as a page, shown whole; pointing at a sequence tells its scenes below the chart.

import { drawing, fileAddress } from "./api.js";
import { h, svg as draw } from "./dom.js";

export function chartPanel(job) {
  const stage = h("div", { class: "stage", tabindex: 0, role: "group", "aria-label": "Chart: arrow keys go through it" });
  const note = h("span", { class: "quiet crossings" });
  const told = h("div", { class: "told", role: "status" });
  const bands = h("input", {
    type: "checkbox",
    checked: true,
    onchange: () => stage.classList.toggle("bare", !bands.checked),
  });
  const wide = button("Wide", "Use the whole width", () => {
    const on = element.closest(".beside").classList.toggle("wide");
    wide.setAttribute("aria-pressed", String(on));
    fit();
  });
  const element = h(
    "section",
    { class: "chart", "aria-label": "Chart" },
    h(
      "div",
      { class: "row" },
      h("h2", {}, "Chart"),
      note,
      h("span", { class: "grow" }),
      h("label", { class: "check" }, bands, "Locations"),
      button("−", "Smaller", () => zoom(1 / 1.25)),
      button("+", "Larger", () => zoom(1.25)),
      button("Fit", "Show the whole chart", () => fit()),
      wide,
    ),
    stage,
    told,
  );
  const cursor = draw("rect", { class: "cursor" });
  const lit = draw("g", { class: "lit" });
  const view = { svg: null, width: 0, height: 0, scale: 0, fitted: true, turn: 0, at: null, result: null };

  function button(text, label, onclick) {
    return h("button", { type: "button", class: "plain", "aria-label": label, title: label, onclick }, text);
  }

  function resize(scale) {
    if (!view.svg) return;
    view.scale = Math.min(Math.max(scale, 0.1), 6);
    view.svg.style.setProperty("width", `${view.width * view.scale}px`);
    view.svg.style.setProperty("height", `${view.height * view.scale}px`);
  }
  function zoom(factor) {
    const middle = [
      (stage.scrollLeft + stage.clientWidth / 2) / view.scale,
      (stage.scrollTop + stage.clientHeight / 2) / view.scale,
    ];
    view.fitted = false;
    resize(view.scale * factor);
    stage.scrollLeft = middle[0] * view.scale - stage.clientWidth / 2;
    stage.scrollTop = middle[1] * view.scale - stage.clientHeight / 2;
  }
  // The whole chart in sight: as wide as the panel, unless the window is too low for that.
  function fit() {
    view.fitted = true;
    const room = Math.max(innerHeight - stage.getBoundingClientRect().top - scrollY - told.offsetHeight - 24, 260);
    resize(Math.min(stage.clientWidth / view.width, room / view.height));
  }
  new ResizeObserver(() => view.svg && view.fitted && fit()).observe(element);
  addEventListener("resize", () => view.svg && view.fitted && fit());

  // Pointing at a sequence marks it and lists its scenes.
  function point(index) {
    if (!view.svg || index === view.at) return;
    view.at = index;
    const { chart, scenes } = view.result;
    if (index === null) {
      cursor.setAttribute("width", 0);
      told.replaceChildren(h("p", { class: "quiet" }, "Point at the chart to see the scenes of a sequence."));
      return;
    }
    const sequence = chart.sequences[index];
    const [first, last] = sequence.scenes;
    for (const [name, value] of Object.entries({
      x: sequence.from,
      y: chart.head,
      width: sequence.to - sequence.from,
      height: view.height,
    }))
      cursor.setAttribute(name, value);
    const rows = scenes.slice(first - 1, last).map((scene) =>
      h(
        "li",
        {},
        h("span", { class: "no" }, scene.id),
        h("span", { class: "heading" }, scene.heading.trim() || "(no heading)"),
        h("span", { class: "quiet" }, scene.characters.map((one) => one.name).join(", ")),
      ),
    );
    told.replaceChildren(h("b", {}, sequence.label), h("ol", {}, ...rows));
  }
  function under(event) {
    const box = view.svg.getBoundingClientRect();
    const x = (event.clientX - box.left) / view.scale;
    const index = view.result.chart.sequences.findIndex((sequence) => x >= sequence.from - 8 && x <= sequence.to);
    return index < 0 ? null : index;
  }
  stage.addEventListener("pointermove", (event) => {
    if (!view.svg) return;
    const index = under(event);
    if (index !== null) point(index); // the list stays when the pointer leaves, to be read
  });
  stage.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !view.svg) return;
    event.preventDefault();
    const last = view.result.chart.sequences.length - 1;
    point(view.at === null ? (step > 0 ? 0 : last) : Math.min(Math.max(view.at + step, 0), last));
  });

  async function update(result) {
    if (!result.chart) {
      stage.replaceChildren(h("p", { class: "problem" }, result.chart_problem));
      note.textContent = "";
      told.replaceChildren();
      view.svg = null;
      return;
    }
    const turn = ++view.turn;
    const svg = await drawing(fileAddress(job, "chart.svg"));
    if (turn !== view.turn) return; // a newer one is on its way
    const { head, on_dark: onDark, crossings } = result.chart;
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    svg.setAttribute("viewBox", `0 ${head} ${width} ${height - head}`);
    svg.classList.add("drawn");
    for (const line of svg.querySelectorAll(".line, .marks [data-line]")) {
      line.style.setProperty("--on-dark", onDark[line.getAttribute("stroke")] ?? "currentColor");
      const number = line.dataset.line;
      for (const part of [line, ...svg.querySelectorAll(`text[data-line="${number}"]`)]) {
        part.addEventListener("pointerenter", () => light(svg, "line", number));
        part.addEventListener("pointerleave", () => light(svg, "line", null));
      }
    }
    svg.querySelector(".lines").before(cursor, lit);
    Object.assign(view, { svg, width, height: height - head, result, at: undefined });
    stage.replaceChildren(svg);
    point(null);
    if (view.fitted) fit();
    else resize(view.scale);
    note.textContent = `${crossings} ${crossings === 1 ? "crossing" : "crossings"}`;
  }

  // Light up the scenes of a place, wherever they are.
  function highlight(place) {
    if (!view.svg) return;
    const { chart, locations } = view.result;
    const scenes = new Set(locations.find(({ name }) => name === place)?.scenes ?? []);
    const boxes = chart.meetings.filter(([scene]) => scenes.has(scene));
    lit.replaceChildren(
      ...boxes.map(([, left, right, top, bottom]) =>
        draw("rect", { x: left, y: top - 9, width: Math.max(right - left, 3), height: bottom - top + 18, rx: 4 }),
      ),
    );
    light(view.svg, "place", place === null ? null : chart.places.indexOf(place));
  }

  return { element, update, highlight, busy: (is) => element.classList.toggle("busy", is) };
}

// Fade all but one line or place.
function light(svg, what, which) {
  svg.classList.toggle(`one-${what}`, which !== null && which !== -1);
  for (const element of svg.querySelectorAll(`[data-${what}]`))
    element.classList.toggle("on", which !== null && element.dataset[what] === String(which));
}
