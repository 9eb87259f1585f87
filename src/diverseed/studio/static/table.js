// A table: how many clusters and why, the clusters in the plane, and what tells them apart.

import { evidencePanel } from "./evidence.js";
import { count, h, replace } from "./dom.js";
import { scatter } from "./scatter.js";

export function tableView({ change, settings }) {
  const headline = h("p", { class: "headline" });
  const reasons = h("p", { class: "lead" });
  const looked = h("div", { class: "row looked" });
  const picture = scatter();
  const evidence = evidencePanel({ choose: (k) => change({ kind: "table", k }) });
  const hint = h("div", {});
  const clusters = h("section", {});
  const words = h("section", {});
  const element = h("div", { class: "table-view" }, headline, reasons, looked, hint,
    h("div", { class: "halves" }, evidence.element, picture.element), clusters, words);

  function scaleSwitch(result) {
    return h("fieldset", { class: "choice small" }, h("legend", {}, "Columns"),
      [["none", "As they are"], ["standard", "Standardised"]].map(([value, label]) => h("label", {},
        h("input", { type: "radio", name: "scale", value, "data-key": `scale ${value}`, checked: result.scale === value, onchange: () => change({ kind: "table", scale: value, k: null }) }),
        h("span", {}, label))));
  }

  return {
    element,
    busy: (is) => element.classList.toggle("busy", is),
    update(result) {
      headline.textContent = result.headline;
      headline.className = `headline ${result.verdict}`;
      reasons.textContent = result.reasons.join(" ");
      replace(looked, h("span", { class: "quiet" }, `${count(result.n, "row")}, ${count(result.n_features, "column")} of numbers`), scaleSwitch(result));
      const unequal = result.notes.find((note) => note.includes("--scale standard"));
      replace(hint, unequal && h("div", { class: "hint" }, h("p", {}, `Note: ${unequal}.`),
        h("button", { type: "button", "data-key": "standardise", onclick: () => change({ kind: "table", scale: "standard", k: null }) }, "Standardise the columns")));
      evidence.update(result, settings().k);
      picture.update(result.picture);
      replace(clusters, clustersTable(result, picture.highlight));
      replace(words, notes("What not to conclude", result.limits), notes("Notes", result.notes.filter((note) => note !== unequal)));
    },
  };
}

const notes = (title, sentences) => sentences.length > 0 && h("div", { class: "notes" }, h("h2", {}, title), h("ul", {}, sentences.map((one) => h("li", {}, one))));

function clustersTable(result, highlight) {
  const some = result.columns.length < result.n_columns ? `; the ${result.columns.length} of ${result.n_columns} columns that differ most between clusters` : "";
  const cut = result.clusters.length < result.n_clusters ? `; the first ${result.clusters.length} clusters` : "";
  return [
    h("h2", {}, "Cluster by cluster"),
    h("p", { class: "quiet" }, `Means in the units of the file${some}${cut}. Tinted: above (orange) or below (blue) the mean of all rows.`),
    h("div", { class: "scroll" }, h("table", { class: "clusters" },
      h("thead", {}, h("tr", {},
        ["Cluster", "Rows", "Spread", "What tells it apart"].map((name, i) => h("th", { scope: "col", class: i === 1 || i === 2 ? "number" : null }, name)),
        result.columns.map((name) => h("th", { scope: "col", class: "number" }, name)))),
      h("tbody", {}, result.clusters.map((cluster, i) => clusterRow(cluster, result.n, () => highlight(i), () => highlight(null))))))];
}

function clusterRow(cluster, n, enter, leave) {
  const traits = cluster.traits.map(({ column, offset }) => `${column} ${offset > 0 ? "↑" : "↓"}${Math.abs(offset).toFixed(1)}`).join(", ");
  return h("tr", { onpointerenter: enter, onpointerleave: leave },
    h("th", { scope: "row" }, h("span", { class: "dot", style: { "--colour": cluster.colour } }), cluster.label),
    h("td", { class: "number" }, cluster.size.toLocaleString("en"), h("span", { class: "quiet" }, ` ${(100 * cluster.size / n).toFixed(1)}%`)),
    h("td", { class: "number" }, figure(cluster.spread)),
    h("td", { class: "traits" }, traits || "near the mean of all"),
    cluster.means.map((mean, i) => {
      const offset = cluster.offsets[i] ?? 0;
      return h("td", { class: `number mean ${offset > 0 ? "above" : "below"}`, style: { "--share": `${Math.round(Math.min(Math.abs(offset) / 2, 1) * 42)}%` } }, figure(mean));
    }));
}

const figure = (value) => (value === null ? "–" : Number(value.toPrecision(4)).toLocaleString("en", { maximumSignificantDigits: 4 }));
