// The evidence for each number of clusters: a chart, the levels as steps to click, and a slider over all numbers.

import { mean, percent } from "./clusters.js";
import { button, count, h, radios, replace, svg } from "./dom.js";

const HEIGHT = 150;
const MOST_LEVELS = 8;
const ABOUT = "Taller bars mean better separated clusters. The dashed line is the highest score of random data.";
const SHAPES = [
  ["auto", "Automatic"],
  ["round", "Round"],
  ["any", "Any shape"],
];

export function evidencePanel({ choose, test }) {
  const levels = h("div.levels", { role: "group", "aria-label": "Levels" });
  const bars = h("div.bars");
  const slider = h("input", { type: "range", id: "k", min: 1, step: 1 });
  const value = h("output", { for: "k" });
  const sentence = h("p.verdict");
  const shape = h("div.row.shape");
  const stable = h("div.row.stable");
  const back = button("", () => choose({}));
  const element = h(
    "section.evidence",
    { "aria-label": "How many clusters" },
    h("h2", "How many clusters"),
    bars,
    h("div.slide", slider),
    h("div.row", h("label", { for: "k" }, "Number of clusters: ", value), h("span.grow"), back),
    sentence,
    h("p.quiet", ABOUT),
    levels,
    shape,
    stable,
  );
  let evidence = null;
  let said = null; // the number whose score the page's first sentences give

  function say(k) {
    value.textContent = k;
    slider.setAttribute("aria-valuetext", count(k, "cluster"));
    sentence.textContent = verdict(k, evidence);
    sentence.hidden = k === said;
    for (const bar of bars.querySelectorAll("rect")) bar.classList.toggle("on", Number(bar.dataset.k) === k);
  }

  const chosen = () => Number(slider.value);
  slider.addEventListener("input", () => say(chosen()));
  slider.addEventListener("change", () => choose(chosen() === evidence.n_clusters ? {} : { k: chosen() }));

  // From coarse to fine: each step is a plausible number of clusters.
  function showLevels(k) {
    const strongest = [...evidence.levels].sort((a, b) => b.share - a.share).slice(0, MOST_LEVELS);
    const steps = evidence.levels.filter((level) => level.k > 1 && strongest.includes(level));
    const step = ({ k: number, share }) =>
      button(
        [h("b", number), h("span.quiet", ` ${share < 0.005 ? "<1%" : percent(share)}`)],
        () => choose(number === evidence.n_clusters ? {} : { level: number }),
        {
          "aria-pressed": String(number === k),
          "aria-label": `${number} clusters, ${share < 0.005 ? "under 1%" : percent(share)} of the evidence`,
          "data-key": `level ${number}`,
        },
      );
    replace(
      levels,
      steps.length > 1 && h("span", "Plausible numbers, from coarse to fine"),
      steps.length > 1 && h("div.steps", steps.map(step)),
    );
  }

  // Whether clusters are round is known of the number that was found, and of no other.
  function showShape(asked, k, chosen) {
    const sentences = { true: "The clusters are round.", false: "The clusters are not round." };
    const found = k === evidence.n_clusters && sentences[evidence.is_round];
    const choice = radios("shape", "Shape of the clusters", SHAPES, asked, (key) => choose({ ...chosen, shape: key }));
    replace(shape, choice, found && h("span.quiet", found));
  }

  // Whether halves of the rows show the same clusters takes as long as twenty clusterings: only on demand.
  function showStability({ stability, n_clusters: n }, level) {
    const start = button("How stable is this?", test, { "data-key": "stable" });
    const found = stability && stabilitySentence(stability);
    replace(stable, found ? h("p", { role: "status" }, found) : n > 1 && level === null && start);
  }

  return {
    element,
    update(result, { k: given = null, level = null, shape: asked }) {
      evidence = result.evidence;
      said = result.verdict === "given" ? null : evidence.n_clusters;
      const k = given ?? level ?? evidence.n_clusters;
      slider.max = Math.max(evidence.scores.length, k);
      if (document.activeElement !== slider || chosen() !== k) slider.value = k;
      replace(bars, drawn(evidence));
      say(k);
      showLevels(k);
      showShape(asked, k, { k: given, level });
      showStability(result, level);
      back.textContent = `Back to ${evidence.n_clusters}`;
      back.hidden = k === evidence.n_clusters;
    },
  };
}

function stabilitySentence({ n_clusters: k, given, n_agreeing: same, n_halves: of, numbers, agreement }) {
  if (given)
    return `Mean agreement with ${of} random halves of the rows: ${percent(mean(agreement))}.`;
  const others = numbers.filter((one) => one.k !== k);
  const differing = others.map(({ k: other, halves }) => `${count(other, "cluster")} in ${halves}`);
  const rest = differing.length ? ` (${differing.join(", ")})` : "";
  return `${same} of ${of} random halves of the rows also have ${count(k, "cluster")}${rest}.`;
}

function verdict(k, { scores, null_scores: chance, best, levels }) {
  const score = scores[k - 1];
  const nullLevel = chance[best - 1]; // 0 if there was nothing to compare
  const random = nullLevel > 0 ? `; random data with the same spread, up to ${nullLevel.toFixed(2)}` : "";
  const compared = `${scores[best - 1].toFixed(2)}${random}.`;
  if (k === 1) return best > 1 ? `One cluster. The best number of clusters, ${best}, scores ${compared}` : "One cluster.";
  if (score === undefined) return `${k} clusters were not scored.`;
  if (k === best) return `${k} clusters score ${compared}`;
  const so = levels.some((other) => other.k === k) ? "clearly" : "not clearly";
  return `${k} clusters score ${score.toFixed(2)}, ${so} above random data.`;
}

// The scores as bars, each over its place on the slider, with numbers on both axes and the line they must pass.
function drawn({ scores, null_scores: chance, best }) {
  const n = scores.length;
  const top = 1.12 * Math.max(...scores, ...chance, 0.1);
  const at = (i) => (n === 1 ? 50 : (100 * i) / (n - 1));
  const y = (score) => HEIGHT * (1 - Math.max(score, 0) / top);
  const width = Math.min(70 / n, 6);
  const bar = (score, i) => {
    const place = { x: at(i) - width / 2, width, y: y(score), height: Math.max(HEIGHT - y(score), 1.5) };
    const look = { "data-k": i + 1, class: score > chance[i] ? "above" : null };
    return svg("rect", { ...look, ...place }, svg("title", `${count(i + 1, "cluster")}: ${score.toFixed(2)}`));
  };
  const about = `Scores of 1 to ${n} clusters; the best is ${best}`;
  const box = { viewBox: `0 0 100 ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": about };
  const aside = n === 1 ? 50 : 50 / (n - 1);
  const end = 100 + width / 2; // of the last bar: half a step beyond it may lie outside the card
  const stepOf = (score, i) => [at(i) - aside, Math.min(at(i) + aside, end)].map((x) => `${x},${y(score)}`);
  const steps = chance.map(stepOf).slice(1).flat(); // one cluster has no score
  const line = svg("polyline.level", { points: steps.join(" ") });
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => n / one <= 13) ?? 200;
  const numbers = scores.map((_, i) => i + 1).filter((k) => k === 1 || k % step === 0);
  const tick = (k) => h("span.tick", { style: { left: `${at(k - 1)}%` } }, k);
  const half = top > 1 ? 0.5 : top > 0.4 ? 0.2 : 0.1;
  const heights = Array.from({ length: Math.floor(top / half) + 1 }, (_, i) => i * half).filter(
    (s) => y(s) > 8 || s === 0,
  );
  const mark = (score) => h("span.mark", { style: { top: `${y(score)}px` } }, score.toFixed(1));
  return [
    svg("svg", box, scores.map(bar), line),
    heights.map(mark),
    h("span.level-name", { style: { top: `${y(chance[n - 1])}px` } }, "random data"),
    numbers.map(tick),
    h("span.axis-y", "Score"),
  ].flat();
}
