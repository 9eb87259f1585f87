// The evidence for each number of clusters, and a slider over them.

import { button, h, replace, svg } from "./dom.js";

const HEIGHT = 150;
const ABOUT =
  "A bar is the score of that many clusters: the widest gap in the spectrum after them, times the root of their " +
  "number. The dashed line is the highest score of data of the same spread without clusters.";

export function evidencePanel({ choose }) {
  const bars = h("div", { class: "bars" });
  const slider = h("input", { type: "range", id: "k", min: 1, step: 1 });
  const value = h("output", { for: "k" });
  const verdict = h("p", { class: "verdict" });
  const back = button("", () => choose(null));
  const element = h(
    "section",
    { class: "evidence", "aria-label": "How many clusters" },
    h("h2", {}, "How many clusters"),
    bars,
    slider,
    h("div", { class: "row" }, h("label", { for: "k" }, "Clusters: ", value), h("span", { class: "grow" }), back),
    verdict,
    h("p", { class: "quiet" }, ABOUT),
  );
  let evidence = null;

  function say(k) {
    const score = evidence.scores[k - 1];
    const against = `the level without clusters, ${evidence.null_level.toFixed(2)}`;
    value.textContent = k;
    slider.setAttribute("aria-valuetext", `${k} clusters`);
    verdict.textContent =
      k === 1
        ? "All points together: there is no gap to score."
        : score === undefined
          ? `${k} clusters were not looked at: more than the data can show.`
          : `${k} clusters score ${score.toFixed(2)}, ${score > evidence.null_level ? "above" : "below"} ${against}.`;
    for (const bar of bars.querySelectorAll("rect")) bar.classList.toggle("on", Number(bar.dataset.k) === k);
  }

  const chosen = () => Number(slider.value);
  slider.addEventListener("input", () => say(chosen()));
  slider.addEventListener("change", () => choose(chosen() === evidence.n_clusters ? null : chosen()));

  return {
    element,
    update(result, given) {
      evidence = result.evidence;
      const k = given ?? evidence.n_clusters;
      slider.max = Math.max(evidence.scores.length, k);
      if (document.activeElement !== slider || chosen() !== k) slider.value = k;
      replace(bars, ...drawn(evidence));
      say(k);
      back.textContent = `Back to ${evidence.n_clusters}, as found`;
      back.hidden = given === null;
    },
  };
}

// The scores as bars, each over its place on the slider, and the level they must pass.
function drawn({ scores, null_level: level, best }) {
  const n = scores.length;
  const top = 1.12 * Math.max(...scores, level, 0.1);
  const at = (i) => (n === 1 ? 50 : (100 * i) / (n - 1));
  const y = (score) => HEIGHT * (1 - Math.max(score, 0) / top);
  const width = Math.min(70 / n, 6);
  const bar = (score, i) => {
    const place = { x: at(i) - width / 2, width, y: y(score), height: Math.max(HEIGHT - y(score), 1.5) };
    const look = { "data-k": i + 1, class: score > level ? "above" : null };
    return svg("rect", { ...look, ...place }, svg("title", {}, `${i + 1}: ${score.toFixed(2)}`));
  };
  const about = `Scores of 1 to ${n} clusters; the best is ${best}`;
  const box = { viewBox: `0 0 100 ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": about };
  const line = svg("line", { class: "level", x1: -2, x2: 102, y1: y(level), y2: y(level) });
  const mark = { left: `${at(best - 1)}%`, top: `${y(scores[best - 1])}px` };
  return [svg("svg", box, scores.map(bar), line), h("span", { class: "best", style: mark }, `k = ${best}`)];
}
