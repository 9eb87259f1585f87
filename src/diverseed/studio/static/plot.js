// What a scatter plot is made of: axes with numbers and titles, points, and the names of clusters.

import { short, ticks } from "./axes.js";
import { readable } from "./clusters.js";

// Pixels left of the plot and below it for numbers and titles, and around the rest.
export const LEFT = 58;
export const BELOW = 44;
export const PAD = 12;

// A pen on a canvas as sharp as the screen is.
export function sharpened(canvas, { width, height }) {
  const sharp = devicePixelRatio || 1;
  canvas.width = width * sharp;
  canvas.height = height * sharp;
  const pen = canvas.getContext("2d");
  pen.scale(sharp, sharp);
  return pen;
}

export function drawFrame(pen, style, { height, across, up }, [left, right, low, high], { titles, kinds }) {
  const write = (value, kind) => (kind === "date" ? readable(value, "date") : short(value));
  pen.font = `11px ${style.fontFamily}`;
  pen.strokeStyle = style.getPropertyValue("--rule");
  pen.fillStyle = style.getPropertyValue("--quiet");
  pen.lineWidth = 1;
  pen.textAlign = "center";
  for (const value of ticks(left, right, across / 90)) {
    const x = LEFT + ((value - left) / (right - left)) * across;
    line(pen, x, PAD, x, PAD + up);
    pen.fillText(write(value, kinds[0]), x, height - BELOW + 15);
  }
  pen.textAlign = "right";
  for (const value of ticks(low, high, up / 60)) {
    const y = PAD + (1 - (value - low) / (high - low)) * up;
    line(pen, LEFT, y, LEFT + across, y);
    pen.fillText(write(value, kinds[1]), LEFT - 6, y + 4);
  }
  pen.fillStyle = style.getPropertyValue("--ink");
  pen.font = `12px ${style.fontFamily}`;
  pen.textAlign = "center";
  pen.fillText(titles[0], LEFT + across / 2, height - 8, across);
  pen.save();
  pen.translate(12, PAD + up / 2);
  pen.rotate(-Math.PI / 2);
  pen.fillText(titles[1], 0, 0, up);
  pen.restore();
}

export function drawPoints(pen, spots, { fill, faded }) {
  const radius = Math.min(Math.max(60 / Math.sqrt(spots.length), 1.6), 4);
  spots.forEach(([x, y], i) => {
    pen.globalAlpha = faded(i) ? 0.1 : 0.75;
    pen.fillStyle = fill(i);
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    pen.fill();
  });
  pen.globalAlpha = 1;
}

// Each cluster's name at the mean of its points; one that would cover another moves up.
export function drawNames(pen, style, spots, { names, clusters }, only) {
  const sums = names.map(() => [0, 0, 0]);
  spots.forEach(([x, y], i) => {
    const sum = sums[clusters[i]];
    sum[0] += x;
    sum[1] += y;
    sum[2] += 1;
  });
  pen.font = `600 ${names.length > 40 ? 10 : 13}px ${style.fontFamily}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.strokeStyle = style.getPropertyValue("--paper");
  pen.fillStyle = style.getPropertyValue("--ink");
  const taken = [];
  sums.forEach(([x, y, n], i) => {
    if (!n || (only !== null && only !== i)) return;
    const half = pen.measureText(names[i]).width / 2 + 3;
    const spot = [x / n, y / n];
    const covers = ([tx, ty, th]) => Math.abs(tx - spot[0]) < th + half && Math.abs(ty - spot[1]) < 15;
    for (let tries = 0; tries < 12 && taken.some(covers); tries++) spot[1] -= 15;
    taken.push([...spot, half]);
    pen.strokeText(names[i], ...spot);
    pen.fillText(names[i], ...spot);
  });
}

function line(pen, x1, y1, x2, y2) {
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x2, y2);
  pen.stroke();
}
