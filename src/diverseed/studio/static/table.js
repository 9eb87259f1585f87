// A table: how many clusters and why, the clusters in the plane, and what tells them apart.

import { evidencePanel } from "./evidence.js";
import { button, count, h, list, replace } from "./dom.js";
import { scatter } from "./scatter.js";

export function tableView({ change, settings }) {
  const headline = h("p", { class: "headline" });
  const reasons = h("p", { class: "lead" });
  const looked = h("div", { class: "row looked" });
  const picture = scatter();
  const evidence = evidencePanel({ choose: (k) => change({ kind: "table", k, stability: false }) });
  const hint = h("div", {});
  const stability = h("div", { class: "row" });
  const clusters = h("section", {});
  const words = h("section", {});
  const element = h(
    "div",
    { class: "table-view" },
    headline,
    reasons,
    stability,
    looked,
    hint,
    h("div", { class: "halves" }, evidence.element, picture.element),
    clusters,
    words,
  );

  const rescale = (scale) => change({ kind: "table", scale, k: null, stability: false });

  // Columns of unequal spread: the command line's note, with its way out as a button.
  function showHint(note) {
    const way = () => button("Standardise the columns", () => rescale("standard"), { "data-key": "standardise" });
    replace(hint, note && h("div", { class: "hint" }, h("p", {}, `Note: ${note.split(". --scale")[0]}.`), way()));
  }

  // Twenty more fits, so only when asked for.
  function showStability(sentence) {
    const ask = () =>
      button("Check stability", () => change({ kind: "table", stability: true }), {
        "data-key": "stability",
        title: "Cluster 20 random halves of the rows and count how many agree",
      });
    replace(stability, sentence ? h("p", { class: "lead" }, `Stability: ${sentence}`) : ask());
  }

  function update(result) {
    headline.textContent = result.headline;
    headline.className = `headline ${result.verdict}`;
    reasons.textContent = result.reasons.join(" ");
    const size = `${count(result.n, "row")}, ${count(result.n_features, "column")} of numbers`;
    replace(looked, h("span", { class: "quiet" }, size), scaleSwitch(result.scale, rescale));
    showStability(result.stability);
    const unequal = result.notes.find((note) => note.includes("--scale standard"));
    showHint(unequal);
    evidence.update(result, settings().k);
    picture.update(result.picture);
    replace(clusters, clustersTable(result, picture.highlight));
    const others = result.notes.filter((note) => note !== unequal);
    replace(words, notes("What not to conclude", result.limits), notes("Notes", others));
  }

  return { element, update, busy: (is) => element.classList.toggle("busy", is) };
}

function scaleSwitch(scale, choose) {
  const option = (value, label) => {
    const look = { type: "radio", name: "scale", value, "data-key": `scale ${value}`, checked: scale === value };
    return h("label", {}, h("input", { ...look, onchange: () => choose(value) }), h("span", {}, label));
  };
  const options = [option("none", "As they are"), option("standard", "Standardised")];
  return h("fieldset", { class: "choice small" }, h("legend", {}, "Columns"), options);
}

const notes = (title, sentences) =>
  sentences.length > 0 && h("div", { class: "notes" }, h("h2", {}, title), list(sentences));

// A long name may break after the marks that join its words.
const breakable = (name) => name.split(/(?<=[_/.-])/).flatMap((part, i) => (i ? [h("wbr", {}), part] : [part]));

const head = (name, number) => h("th", { scope: "col", class: number ? "number" : null }, breakable(name));

function clustersTable(result, highlight) {
  const { clusters, columns } = result;
  const some = `; the ${columns.length} of ${result.n_columns} columns that differ most between clusters`;
  const cut = `; the first ${clusters.length} clusters`;
  const about =
    "Means in the units of the file" +
    (columns.length < result.n_columns ? some : "") +
    (clusters.length < result.n_clusters ? cut : "") +
    ". Tinted: above (orange) or below (blue) the mean of all rows.";
  const heads = [
    head("Cluster"),
    head("Rows", true),
    head("Spread", true),
    head("What tells it apart"),
    ...columns.map((name) => head(name, true)),
  ];
  const rows = clusters.map((cluster, i) => clusterRow(cluster, result.n, (on) => highlight(on ? i : null)));
  const table = h("table", { class: "clusters" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows));
  return [h("h2", {}, "Cluster by cluster"), h("p", { class: "quiet" }, about), h("div", { class: "scroll" }, table)];
}

function clusterRow(cluster, n, light) {
  const traits = cluster.traits
    .map(({ column, offset }) => `${column} ${offset > 0 ? "↑" : "↓"}${Math.abs(offset).toFixed(1)}`)
    .join(", ");
  const share = h("span", { class: "quiet" }, ` ${((100 * cluster.size) / n).toFixed(1)}%`);
  return h(
    "tr",
    { onpointerenter: () => light(true), onpointerleave: () => light(false) },
    h("th", { scope: "row" }, h("span", { class: "dot", style: { "--colour": cluster.colour } }), cluster.label),
    h("td", { class: "number" }, cluster.size.toLocaleString("en"), share),
    h("td", { class: "number" }, figure(cluster.spread)),
    h("td", { class: "traits" }, traits || "near the mean of all"),
    cluster.means.map((mean, i) => meanCell(mean, cluster.offsets[i] ?? 0)),
  );
}

// The tint is full at two standard deviations from the mean of all rows.
function meanCell(mean, offset) {
  const tint = `${Math.round(Math.min(Math.abs(offset) / 2, 1) * 42)}%`;
  const look = `number mean ${offset > 0 ? "above" : "below"}`;
  return h("td", { class: look, style: { "--share": tint } }, figure(mean));
}

const figure = (value) =>
  value === null ? "–" : Number(value.toPrecision(4)).toLocaleString("en", { maximumSignificantDigits: 4 });
