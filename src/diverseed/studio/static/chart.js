// The chart: drawn by the server as a page, shown whole; pointing at a sequence lists its scenes below the chart.

import { drawing, fileAddress } from "./api.js";
import { button, h, svg as draw } from "./dom.js";

const SMALLEST = 10.2; // pixels of the smallest lettering in a chart that opens as a part to scroll
const SMALLEST_WHOLE = 8; // and in one that opens whole: a window of 1280 pixels has 8.1
const MOST_PEOPLE = 40;
const LETTERS = 8; // the same on the chart's page

export function chartPanel(job, { choose }) {
  const stage = h("div.stage", { tabindex: 0, role: "group", "aria-label": "Chart: arrow keys go through it" });
  const shown = h("div.scenes-shown", { role: "status" });
  const bands = h("input", {
    type: "checkbox",
    checked: true,
    onchange: () => stage.classList.toggle("bare", !bands.checked),
  });
  const tool = (text, label, onclick) => button(text, onclick, { class: "plain", "aria-label": label, title: label });
  const slider = h("input", { type: "range", id: "most-present", min: 1, step: 1 });
  const number = h("output", { for: "most-present" });
  slider.addEventListener("input", () => sayPeople(Number(slider.value)));
  slider.addEventListener("change", () => choose(Number(slider.value)));
  const element = h(
    "section.chart",
    { "aria-label": "Chart" },
    h(
      "div.row",
      h("label.check", { for: "most-present" }, "Most present", slider, number),
      h("span.grow"),
      h("label.check", bands, "Locations"),
      tool("−", "Smaller", () => zoom(1 / 1.25)),
      tool("+", "Larger", () => zoom(1.25)),
      tool("Fit", "Show the whole chart", () => fit(true)),
    ),
    stage,
    shown,
  );
  const cursor = draw("rect.cursor");
  const view = { svg: null, width: 0, height: 0, scale: 0, fitted: true, turn: 0, at: null, result: null };

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
  // As wide as the panel if that is large enough to read; a phone shows a part to scroll, and the whole on demand.
  function fit(whole = false) {
    const scale = stage.clientWidth / view.width;
    view.fitted = true;
    resize(whole || scale * LETTERS >= SMALLEST_WHOLE ? scale : SMALLEST / LETTERS);
  }
  function sayPeople(people) {
    number.textContent = people === Number(slider.max) ? `all ${people}` : people;
  }
  new ResizeObserver(() => view.svg && view.fitted && fit()).observe(element);

  // Pointing at a sequence marks it and lists its scenes.
  function point(index) {
    if (!view.svg || index === view.at) return;
    view.at = index;
    const { chart, scenes } = view.result;
    if (index === null) {
      cursor.setAttribute("width", 0);
      shown.replaceChildren(
        h("p.quiet", "Point at the chart, or use the arrow keys on it, to see the scenes of a sequence."),
        h("p.quiet", "● enters \u2002○ leaves \u2002× dies \u2002thin line: elsewhere"),
      );
      return;
    }
    const sequence = chart.sequences[index];
    const [first, last] = sequence.scenes;
    const place = { x: sequence.from, y: chart.head, width: sequence.to - sequence.from, height: view.height };
    for (const [name, value] of Object.entries(place)) cursor.setAttribute(name, value);
    const row = ({ id, heading, characters }) => {
      const names = characters.map((one) => one.name).join(", ");
      return h("li", h("span.no", id), h("span.heading", heading.trim() || "(no heading)"), h("span.quiet", names));
    };
    shown.replaceChildren(h("b", sequence.label), h("ol", scenes.slice(first - 1, last).map(row)));
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
      stage.replaceChildren(h("p.problem", result.chart_problem));
      shown.replaceChildren();
      view.svg = null;
      return;
    }
    const turn = ++view.turn;
    const svg = await drawing(fileAddress(job, "chart.svg"));
    if (turn !== view.turn) return; // a newer one is on its way
    const { head, on_dark: onDark, names } = result.chart;
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    svg.setAttribute("viewBox", `0 ${head} ${width} ${height - head}`);
    svg.classList.add("drawn");
    for (const line of svg.querySelectorAll(".line, .marks [data-line]")) {
      line.style.setProperty("--on-dark", onDark[line.getAttribute("stroke")] ?? "currentColor");
      const number = line.dataset.line;
      for (const part of [line, ...svg.querySelectorAll(`text[data-line="${number}"]`)]) {
        part.addEventListener("pointerenter", () => light(svg, number));
        part.addEventListener("pointerleave", () => light(svg, null));
      }
    }
    svg.querySelector(".lines").before(cursor);
    Object.assign(view, { svg, width, height: height - head, result, at: undefined });
    stage.replaceChildren(svg);
    point(null);
    if (view.fitted) fit();
    else resize(view.scale);
    slider.max = Math.min(result.characters.length - result.hidden.length, MOST_PEOPLE);
    if (document.activeElement !== slider) slider.value = names.length;
    sayPeople(names.length);
  }

  return { element, update };
}

// Fade all lines but one.
function light(svg, which) {
  svg.classList.toggle("one-line", which !== null);
  for (const element of svg.querySelectorAll("[data-line]"))
    element.classList.toggle("on", which !== null && element.dataset.line === which);
}
