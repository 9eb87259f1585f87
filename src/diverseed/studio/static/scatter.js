// Points in the plane on a canvas: ten thousand of them are drawn at once.

import { h } from "./dom.js";

const PAD = 26;

export function scatter() {
  const canvas = h("canvas", { role: "img" });
  const tip = h("div", { class: "tip", hidden: true });
  const caption = h("p", { class: "quiet" });
  const element = h(
    "section",
    { class: "plane", "aria-label": "The clusters" },
    h("h2", {}, "The clusters"),
    h("div", { class: "canvas" }, canvas, tip),
    caption,
  );
  let picture = null;
  let only = null;
  let spots = [];

  function place() {
    const { width, height } = canvas.getBoundingClientRect();
    const both = [...picture.positions, ...picture.seeds];
    const [left, right] = range(both.map(([x]) => x));
    const [low, high] = range(both.map(([, y]) => y));
    let [sx, sy] = [(width - 2 * PAD) / (right - left), (height - 2 * PAD) / (high - low)];
    if (picture.share < 1) sx = sy = Math.min(sx, sy); // principal axes have one unit
    const [cx, cy] = [(left + right) / 2, (low + high) / 2];
    return ([x, y]) => [width / 2 + (x - cx) * sx, height / 2 - (y - cy) * sy];
  }

  function draw() {
    const { width, height } = canvas.getBoundingClientRect();
    if (!picture || !width) return;
    const sharp = devicePixelRatio || 1;
    canvas.width = width * sharp;
    canvas.height = height * sharp;
    const pen = canvas.getContext("2d");
    pen.scale(sharp, sharp);
    const at = place();
    const n = picture.positions.length;
    const radius = Math.min(Math.max(60 / Math.sqrt(n), 1.4), 4);
    const style = getComputedStyle(canvas);
    spots = picture.positions.map(at);
    spots.forEach(([x, y], i) => {
      const cluster = picture.clusters[i];
      pen.globalAlpha = only === null || only === cluster ? 0.7 : 0.15;
      pen.fillStyle = picture.labels.length === 1 ? style.getPropertyValue("--quiet") : picture.colours[cluster];
      pen.beginPath();
      pen.arc(x, y, radius, 0, 7);
      pen.fill();
    });
    pen.globalAlpha = 1;
    if (picture.labels.length === 1) return;
    for (const [x, y] of picture.seeds.map(at)) cross(pen, x, y, style);
    number(pen, style);
  }

  // Each cluster's number at the mean of its points.
  function number(pen, style) {
    const sums = picture.labels.map(() => [0, 0, 0]);
    spots.forEach(([x, y], i) => {
      const sum = sums[picture.clusters[i]];
      sum[0] += x;
      sum[1] += y;
      sum[2] += 1;
    });
    pen.font = `600 ${picture.labels.length > 40 ? 10 : 13}px ${style.fontFamily}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineWidth = 4;
    pen.lineJoin = "round";
    pen.strokeStyle = style.getPropertyValue("--paper");
    pen.fillStyle = style.getPropertyValue("--ink");
    sums.forEach(([x, y, count], i) => {
      if (!count || (only !== null && only !== i)) return;
      const spot = [x / count, y / count - 11]; // above the middle, where a seed often is
      pen.strokeText(picture.labels[i], ...spot);
      pen.fillText(picture.labels[i], ...spot);
    });
  }

  canvas.addEventListener("pointermove", (event) => {
    if (!picture) return;
    const box = canvas.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    let [best, far] = [-1, 12 ** 2];
    spots.forEach(([x, y], i) => {
      const distance = (x - px) ** 2 + (y - py) ** 2;
      if (distance < far) [best, far] = [i, distance];
    });
    tip.hidden = best < 0;
    if (best < 0) return;
    tip.textContent = `row ${picture.rows[best]}, cluster ${picture.labels[picture.clusters[best]]}`;
    tip.style.setProperty("left", `${Math.min(px + 12, box.width - 150)}px`);
    tip.style.setProperty("top", `${py + 12}px`);
  });
  canvas.addEventListener("pointerleave", () => {
    tip.hidden = true;
  });
  new ResizeObserver(draw).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

  return {
    element,
    highlight(cluster) {
      only = cluster;
      draw();
    },
    update(shown) {
      picture = shown;
      only = null;
      canvas.setAttribute(
        "aria-label",
        `${picture.positions.length} points in ${picture.labels.length} clusters; the table below tells them apart`,
      );
      const share = picture.share < 1 ? ` They show ${Math.round(100 * picture.share)}% of the variance.` : "";
      const seeds = picture.labels.length > 1 ? " A cross is a seed, a number a cluster." : "";
      caption.textContent = `Across: ${picture.axes[0]}. Up: ${picture.axes[1]}.${share}${seeds}`;
      draw();
    },
  };
}

// A seed.
function cross(pen, x, y, style) {
  pen.beginPath();
  for (const [dx, dy] of [
    [4, 4],
    [4, -4],
  ]) {
    pen.moveTo(x - dx, y - dy);
    pen.lineTo(x + dx, y + dy);
  }
  pen.lineCap = "round";
  for (const [width, colour] of [
    [4.5, "--paper"],
    [1.8, "--ink"],
  ]) {
    pen.lineWidth = width;
    pen.strokeStyle = style.getPropertyValue(colour);
    pen.stroke();
  }
}

function range(values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low < high ? [low, high] : [low - 1, high + 1];
}
