// The rows as points: choose axes and colour, zoom and pan, point at one to see its values.

import { gradient, range, short, ticks } from "./axes.js";
import { readable, title } from "./clusters.js";
import { button, h, replace } from "./dom.js";

const LEFT = 58;
const BELOW = 44;
const PAD = 12;
const NEAR = 14;

export function scatter() {
  const canvas = h("canvas", { role: "img", tabindex: 0 });
  const tip = h("div", { class: "tip", hidden: true });
  const caption = h("p", { class: "quiet" });
  const choices = h("div", { class: "row axes" });
  const element = h(
    "section",
    { class: "plane", "aria-label": "The clusters" },
    h(
      "div",
      { class: "row" },
      h("h2", {}, "The clusters"),
      h("span", { class: "grow" }),
      button("−", () => zoom(1 / 1.5), { class: "plain", "aria-label": "Zoom out" }),
      button("+", () => zoom(1.5), { class: "plain", "aria-label": "Zoom in" }),
      button("Fit", () => reset(), { class: "plain", "aria-label": "Show all points" }),
    ),
    choices,
    h("div", { class: "canvas" }, canvas, tip),
    caption,
  );
  const chosen = { x: "", y: "", colour: "" }; // "" is the overview, or the cluster
  let picture = null;
  let only = null;
  let view = null; // [left, right, low, high]
  let spots = [];

  const column = (name) => picture.columns.find((one) => one.name === name);
  const along = (axis) => (chosen[axis] ? column(chosen[axis]).values : picture.positions.map((spot) => spot[axis === "x" ? 0 : 1]));
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
  const px = (x) => LEFT + ((x - view[0]) / (view[1] - view[0])) * size().across;
  const py = (y) => PAD + (1 - (y - view[2]) / (view[3] - view[2])) * size().up;

  function draw() {
    const { width, height, across, up } = size();
    if (!picture || !view || !width) return;
    const sharp = devicePixelRatio || 1;
    canvas.width = width * sharp;
    canvas.height = height * sharp;
    const pen = canvas.getContext("2d");
    pen.scale(sharp, sharp);
    const style = getComputedStyle(canvas);
    frame(pen, style, { width, height, across, up });
    pen.save();
    pen.beginPath();
    pen.rect(LEFT, PAD, across, up);
    pen.clip();
    points(pen, style, across, up);
    if (!chosen.colour && picture.names.length > 1) number(pen, style);
    pen.restore();
  }

  function frame(pen, style, { width, height, across, up }) {
    pen.font = `11px ${style.fontFamily}`;
    pen.strokeStyle = style.getPropertyValue("--rule");
    pen.fillStyle = style.getPropertyValue("--quiet");
    pen.lineWidth = 1;
    pen.textAlign = "center";
    const kind = (axis) => (chosen[axis] ? column(chosen[axis]).kind : "number");
    const write = (value, axis) => (kind(axis) === "date" ? readable(value, "date") : short(value));
    for (const x of ticks(view[0], view[1], across / 90)) {
      line(pen, px(x), PAD, px(x), PAD + up);
      pen.fillText(write(x, "x"), px(x), height - BELOW + 15);
    }
    pen.textAlign = "right";
    for (const y of ticks(view[2], view[3], up / 60)) {
      line(pen, LEFT, py(y), LEFT + across, py(y));
      pen.fillText(write(y, "y"), LEFT - 6, py(y) + 4);
    }
    pen.fillStyle = style.getPropertyValue("--ink");
    pen.font = `12px ${style.fontFamily}`;
    pen.textAlign = "center";
    pen.fillText(axisTitle("x"), LEFT + across / 2, height - 8, across);
    pen.save();
    pen.translate(12, PAD + up / 2);
    pen.rotate(-Math.PI / 2);
    pen.fillText(axisTitle("y"), 0, 0, up);
    pen.restore();
  }

  function points(pen, style, across, up) {
    const n = picture.positions.length;
    const radius = Math.min(Math.max(60 / Math.sqrt(n), 1.6), 4);
    const by = chosen.colour && column(chosen.colour).values;
    const [low, high] = by ? range(by) : [0, 1];
    const [xs, ys] = [along("x"), along("y")];
    const [left, right, bottom, top] = view;
    spots = xs.map((x, i) => [
      LEFT + ((x - left) / (right - left)) * across,
      PAD + (1 - (ys[i] - bottom) / (top - bottom)) * up,
    ]);
    spots.forEach(([x, y], i) => {
      const cluster = picture.clusters[i];
      pen.globalAlpha = only === null || only === cluster ? 0.75 : 0.1;
      pen.fillStyle = by
        ? gradient((by[i] - low) / (high - low))
        : picture.names.length === 1
          ? style.getPropertyValue("--quiet")
          : picture.colours[cluster];
      pen.beginPath();
      pen.arc(x, y, radius, 0, 7);
      pen.fill();
    });
    pen.globalAlpha = 1;
  }

  // Each cluster's name at the mean of its points; one that would cover another moves up.
  function number(pen, style) {
    const sums = picture.names.map(() => [0, 0, 0]);
    spots.forEach(([x, y], i) => {
      const sum = sums[picture.clusters[i]];
      sum[0] += x;
      sum[1] += y;
      sum[2] += 1;
    });
    pen.font = `600 ${picture.names.length > 40 ? 10 : 13}px ${style.fontFamily}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineWidth = 4;
    pen.lineJoin = "round";
    pen.strokeStyle = style.getPropertyValue("--paper");
    pen.fillStyle = style.getPropertyValue("--ink");
    const taken = [];
    sums.forEach(([x, y, n], i) => {
      if (!n || (only !== null && only !== i)) return;
      const half = pen.measureText(picture.names[i]).width / 2 + 3;
      const spot = [x / n, y / n];
      for (let tries = 0; tries < 12; tries++) {
        if (!taken.some(([tx, ty, th]) => Math.abs(tx - spot[0]) < th + half && Math.abs(ty - spot[1]) < 15)) break;
        spot[1] -= 15;
      }
      taken.push([...spot, half]);
      pen.strokeText(picture.names[i], ...spot);
      pen.fillText(picture.names[i], ...spot);
    });
    pen.textBaseline = "alphabetic";
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
      ...picture.columns.slice(0, 8).map(({ name, kind, values }) => [name, readable(values[best], kind, true)]),
    ];
    const head = `${place[0].toUpperCase()}${place.slice(1)} · ${title(picture.names[picture.clusters[best]])}`;
    const pair = ([name, value]) => [h("dt", {}, name), h("dd", {}, value)];
    replace(tip, h("b", {}, head), h("dl", {}, rows.flatMap(pair)));
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
    const select = (axis, label, first) => {
      const option = (value, text) => h("option", { value, selected: value === chosen[axis] }, text);
      const id = `axis-${axis}`;
      const box = h("select", { id, "data-key": id }, option("", first), names.map((name) => option(name, name)));
      box.addEventListener("change", () => {
        chosen[axis] = box.value;
        say();
        if (axis === "colour") draw();
        else reset();
      });
      return h("span", {}, h("label", { for: id }, label), " ", box);
    };
    replace(
      choices,
      select("x", "Horizontal axis", picture.share < 1 ? "Overview" : picture.axes[0]),
      select("y", "Vertical axis", picture.share < 1 ? "Overview" : picture.axes[1]),
      select("colour", "Colour by", "Cluster"),
    );
  }

  function say() {
    const overview = !chosen.x && !chosen.y && picture.share < 1;
    const by = chosen.colour && column(chosen.colour);
    const [low, high] = by ? range(by.values) : [];
    caption.textContent = [
      overview && `The overview looks at the rows from where they differ most; it shows ${Math.round(100 * picture.share)}% of the differences.`,
      by && `Blue: ${readable(low, by.kind, true)}. Orange: ${readable(high, by.kind, true)}.`,
      picture.positions.length < picture.n && `${picture.positions.length.toLocaleString("en")} of ${picture.n.toLocaleString("en")} rows are drawn.`,
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
        `${picture.positions.length} rows in ${picture.names.length} clusters; arrow keys move, + and − zoom, 0 shows all`,
      );
      if (first || before !== JSON.stringify([picture.axes, picture.n])) reset();
      else draw();
    },
  };
}

function line(pen, x1, y1, x2, y2) {
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x2, y2);
  pen.stroke();
}
