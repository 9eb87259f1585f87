// The chart: drawn by the server, shown here at any size, its places and people to be lit up.

import { drawing, fileAddress } from "./api.js";
import { h, svg as draw } from "./dom.js";

const HEAD = 96; // the drawing's own title, which the page has already

export function chartPanel(job) {
  const stage = h("div", { class: "stage", tabindex: 0, role: "group", "aria-label": "Chart, scrolls sideways" });
  const note = h("span", { class: "quiet crossings" });
  const lens = draw("rect", { class: "lens" });
  const whole = draw("svg", { preserveAspectRatio: "none" }, draw("use", { href: "#chart-lines" }), lens);
  const overview = h(
    "div",
    { class: "overview", "aria-hidden": "true", title: "The whole chart: click to go there" },
    whole,
  );
  const bands = h("input", {
    type: "checkbox",
    checked: true,
    onchange: () => stage.classList.toggle("bare", !bands.checked),
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
      button("Fit", "Fit the height", fit),
    ),
    stage,
    overview,
  );
  const view = { svg: null, width: 0, height: 0, scale: 0, places: [], turn: 0 };

  function button(text, label, onclick) {
    return h("button", { type: "button", class: "plain", "aria-label": label, title: label, onclick }, text);
  }

  function resize(scale) {
    if (!view.svg) return;
    view.scale = Math.min(Math.max(scale, 0.1), 4);
    view.svg.style.setProperty("width", `${view.width * view.scale}px`);
    view.svg.style.setProperty("height", `${view.height * view.scale}px`);
    look();
  }
  function zoom(factor) {
    const middle = (stage.scrollLeft + stage.clientWidth / 2) / view.scale;
    resize(view.scale * factor);
    stage.scrollLeft = middle * view.scale - stage.clientWidth / 2;
  }
  // The whole chart in a strip below, with the part in sight marked.
  function look() {
    if (!view.svg) return;
    overview.hidden = stage.scrollWidth <= stage.clientWidth;
    const values = {
      x: stage.scrollLeft / view.scale,
      y: HEAD,
      width: stage.clientWidth / view.scale,
      height: view.height,
    };
    for (const [name, value] of Object.entries(values)) lens.setAttribute(name, value);
  }
  function go(event) {
    const box = overview.getBoundingClientRect();
    stage.scrollLeft = ((event.clientX - box.left) / box.width) * view.width * view.scale - stage.clientWidth / 2;
  }
  stage.addEventListener("scroll", look);
  new ResizeObserver(look).observe(stage);
  overview.addEventListener("pointerdown", (event) => {
    overview.setPointerCapture(event.pointerId);
    go(event);
  });
  overview.addEventListener("pointermove", (event) => {
    if (event.buttons) go(event);
  });

  function fit() {
    resize(Math.min(1, Math.max(0.55, (innerHeight - 340) / view.height)));
  }

  async function update(result) {
    if (!result.chart) {
      stage.replaceChildren(h("p", { class: "problem" }, result.chart_problem));
      note.textContent = "";
      overview.hidden = true;
      return;
    }
    const turn = ++view.turn;
    const svg = await drawing(fileAddress(job, "chart.svg"));
    if (turn !== view.turn) return; // a newer one is on its way
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    svg.setAttribute("viewBox", `0 ${HEAD} ${width} ${height - HEAD}`);
    svg.classList.add("drawn");
    for (const line of svg.querySelectorAll(".line")) {
      line.style.setProperty("--on-dark", result.chart.on_dark[line.getAttribute("stroke")] ?? "currentColor");
      for (const part of [line, ...svg.querySelectorAll(`text[data-line="${line.dataset.line}"]`)]) {
        part.addEventListener("pointerenter", () => light(svg, "line", line.dataset.line));
        part.addEventListener("pointerleave", () => light(svg, "line", null));
      }
    }
    const left = stage.scrollLeft;
    const first = view.svg === null;
    Object.assign(view, { svg, width, height: height - HEAD, places: result.chart.places });
    whole.setAttribute("viewBox", svg.getAttribute("viewBox"));
    svg.querySelector(".lines").id = "chart-lines";
    stage.replaceChildren(svg);
    if (first) fit();
    else resize(view.scale);
    stage.scrollLeft = left;
    const crossings = result.chart.crossings;
    note.textContent = `${crossings} ${crossings === 1 ? "crossing" : "crossings"}`;
  }

  return {
    element,
    update,
    busy: (is) => element.classList.toggle("busy", is),
    highlight: (place) => view.svg && light(view.svg, "place", place === null ? null : view.places.indexOf(place)),
  };
}

// Fade all but one line or place.
function light(svg, what, which) {
  svg.classList.toggle(`one-${what}`, which !== null && which !== -1);
  for (const element of svg.querySelectorAll(`[data-${what}]`))
    element.classList.toggle("on", which !== null && element.dataset[what] === String(which));
}
