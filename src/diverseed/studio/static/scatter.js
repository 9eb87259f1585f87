// The rows as points: choose axes and colour, zoom and pan, point at one to see its values.

import { gradient, range } from "./axes.js";
import { readable, title } from "./clusters.js";
import { button, count, h, replace, select } from "./dom.js";
import { BELOW, LEFT, PAD, drawFrame, drawNames, drawPoints, sharpened } from "./plot.js";

const NEAR = 14; // pixels from the pointer at which a row is pointed at

export function scatter() {
  const canvas = h("canvas", { role: "img", tabindex: 0 });
  const tip = h("div.tip", { hidden: true });
  const caption = h("p.quiet");
  const choices = h("div.row.axes");
  const element = h(
    "section.plane",
    { "aria-label": "The clusters" },
    h(
      "div.row",
      h("h2", "The clusters"),
      h("span.grow"),
      button("−", () => zoom(1 / 1.5), { class: "plain", "aria-label": "Zoom out" }),
      button("+", () => zoom(1.5), { class: "plain", "aria-label": "Zoom in" }),
      button("Fit", () => reset(), { class: "plain", "aria-label": "Show all points" }),
    ),
    choices,
    h("div.canvas", canvas, tip),
    caption,
  );
  const chosen = { x: "", y: "", colour: "" }; // "" is the overview, or the cluster
  let picture = null;
  let only = null;
  let view = null; // [left, right, low, high]
  let spots = [];

  const column = (name) => picture.columns.find((one) => one.name === name);
  const along = (axis) =>
    chosen[axis] ? column(chosen[axis]).values : picture.positions.map((spot) => spot[axis === "x" ? 0 : 1]);
  const axisTitle = (axis) => chosen[axis] || picture.axes[axis === "x" ? 0 : 1];

  function reset() {
    const grown = ([low, high]) => [low - 0.04 * (high - low), high + 0.04 * (high - low)];
    view = [...grown(range(along("x"))), ...grown(range(along("y")))];
    draw();
  }
  function zoom(factor, at) {
    const [left, right, low, high] = view;
    const [x, y] = at ?? [(left + right) / 2, (low + high) / 2];
    view = [x + (left - x) / factor, x + (right - x) / factor, y + (low - y) / factor, y + (high - y) / factor];
    draw();
  }
  function pan(dx, dy) {
    const [left, right, low, high] = view;
    const [sx, sy] = [dx * (right - left), dy * (high - low)];
    view = [left + sx, right + sx, low + sy, high + sy];
    draw();
  }

  function size() {
    const { width, height } = canvas.getBoundingClientRect();
    return { width, height, across: width - LEFT - PAD, up: height - BELOW - PAD };
  }
  function draw() {
    const box = size();
    if (!picture || !view || !box.width) return;
    const pen = sharpened(canvas, box);
    const style = getComputedStyle(canvas);
    const kind = (axis) => (chosen[axis] ? column(chosen[axis]).kind : "number");
    drawFrame(pen, style, box, view, { titles: [axisTitle("x"), axisTitle("y")], kinds: [kind("x"), kind("y")] });
    const [left, right, low, high] = view;
    const ys = along("y");
    spots = along("x").map((x, i) => [
      LEFT + ((x - left) / (right - left)) * box.across,
      PAD + (1 - (ys[i] - low) / (high - low)) * box.up,
    ]);
    pen.save();
    pen.beginPath();
    pen.rect(LEFT, PAD, box.across, box.up);
    pen.clip();
    drawPoints(pen, spots, { fill: colouring(style), faded: (i) => only !== null && only !== picture.clusters[i] });
    if (!chosen.colour && picture.names.length > 1) drawNames(pen, style, spots, picture, only);
    pen.restore();
  }

  // The colour of each row: its cluster's, or where it stands between the lowest and the highest value of a column.
  function colouring(style) {
    if (chosen.colour) {
      const { values } = column(chosen.colour);
      const [low, high] = range(values);
      return (i) => gradient((values[i] - low) / (high - low));
    }
    const plain = style.getPropertyValue("--quiet");
    return (i) => (picture.names.length === 1 ? plain : picture.colours[picture.clusters[i]]);
  }

  function nearest(x, y) {
    let [best, far] = [-1, NEAR ** 2];
    spots.forEach(([sx, sy], i) => {
      const distance = (sx - x) ** 2 + (sy - y) ** 2;
      if (distance < far) [best, far] = [i, distance];
    });
    return best;
  }

  function showTip(best, x, y) {
    tip.hidden = best < 0;
    if (best < 0) return;
    const place = picture.places[best];
    const rows = [
      ...picture.labels.map(({ name, cells }) => [name, cells[best]]),
      ...picture.columns.slice(0, 8).map(({ name, kind, values }) => [name, readable(values[best], kind)]),
    ];
    const head = `${place[0].toUpperCase()}${place.slice(1)} · ${title(picture.names[picture.clusters[best]])}`;
    const pair = ([name, value]) => [h("dt", name), h("dd", value)];
    replace(tip, h("b", head), h("dl", rows.flatMap(pair)));
    const { width, height } = size();
    tip.style.setProperty("left", `${Math.max(0, Math.min(x + 14, width - tip.offsetWidth))}px`);
    tip.style.setProperty("top", `${Math.max(0, Math.min(y + 14, height - tip.offsetHeight))}px`);
  }

  let held = null;
  const inside = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  canvas.addEventListener("pointerdown", (event) => {
    held = inside(event);
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointerup", () => {
    held = null;
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!picture) return;
    const [x, y] = inside(event);
    if (held) {
      const { across, up } = size();
      pan((held[0] - x) / across, (y - held[1]) / up);
      held = [x, y];
    }
    showTip(held ? -1 : nearest(x, y), x, y);
  });
  canvas.addEventListener("pointerleave", () => showTip(-1));
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!picture || !(event.ctrlKey || document.activeElement === canvas)) return; // else the page scrolls
      event.preventDefault();
      const { across, up } = size();
      const [x, y] = inside(event);
      const [left, right, low, high] = view;
      const at = [left + ((x - LEFT) / across) * (right - left), low + (1 - (y - PAD) / up) * (high - low)];
      zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, at);
    },
    { passive: false },
  );
  canvas.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
    if (moves[event.key]) pan(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") zoom(1.5);
    else if (event.key === "-") zoom(1 / 1.5);
    else if (event.key === "0") reset();
    else return;
    event.preventDefault();
  });
  new ResizeObserver(draw).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

  function showChoices() {
    const names = picture.columns.map((one) => one.name);
    for (const axis of Object.keys(chosen)) if (!names.includes(chosen[axis])) chosen[axis] = "";
    const choice = (axis, label, first) => {
      const options = [["", first], ...names.map((name) => [name, name])];
      return select(`axis-${axis}`, label, options, chosen[axis], (name) => {
        chosen[axis] = name;
        say();
        if (axis === "colour") draw();
        else reset();
      });
    };
    replace(
      choices,
      choice("x", "Horizontal axis", picture.share < 1 ? "Overview" : picture.axes[0]),
      choice("y", "Vertical axis", picture.share < 1 ? "Overview" : picture.axes[1]),
      choice("colour", "Colour by", "Cluster"),
    );
  }

  function say() {
    const overview = !chosen.x && !chosen.y && picture.share < 1;
    const by = chosen.colour && column(chosen.colour);
    const [low, high] = by ? range(by.values) : [];
    caption.textContent = [
      overview && `The two directions in which the rows differ most: ${Math.round(100 * picture.share)}% of the variance.`,
      by && `Blue: ${readable(low, by.kind)}. Orange: ${readable(high, by.kind)}.`,
      picture.positions.length < picture.n &&
        `${picture.positions.length.toLocaleString("en")} of ${picture.n.toLocaleString("en")} rows are drawn.`,
      "Point at a row to see its values; drag to move; Ctrl and wheel, or + and −, to zoom.",
    ]
      .filter(Boolean)
      .join(" ");
  }

  return {
    element,
    highlight(cluster) {
      only = cluster;
      draw();
    },
    update(shown) {
      const first = picture === null;
      const before = picture && JSON.stringify([picture.axes, picture.n]);
      picture = shown;
      only = null;
      showChoices();
      say();
      canvas.setAttribute(
        "aria-label",
        `${count(picture.positions.length, "row")} in ${count(picture.names.length, "cluster")}; arrows move, + and − zoom, 0 shows all`,
      );
      if (first || before !== JSON.stringify([picture.axes, picture.n])) reset();
      else draw();
    },
  };
}
