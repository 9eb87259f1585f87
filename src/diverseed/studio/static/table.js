// A table: how many clusters and why, the clusters as a picture and one by one, and the data they were found in.

import { clustersTable } from "./clusters.js";
import { dataPanel } from "./data.js";
import { evidencePanel } from "./evidence.js";
import { button, count, h, list, replace } from "./dom.js";
import { stepHistory } from "./history.js";
import { scatter } from "./scatter.js";
import { tabbed } from "./tabs.js";

const SCALES = { none: "columns as they are", standard: "columns standardised", robust: "columns scaled robustly" };

export function tableView({ change, settings }) {
  const headline = h("p.headline");
  const reasons = h("p.lead");
  const looked = h("p.quiet");
  const tools = h("div.row.corrections");
  const hint = h("div");
  const clusters = h("section", { "aria-label": "Cluster details" });
  const words = h("section");
  let result = null;
  // Another choice of clusters; names are kept with the clusters they were given to.
  const choose = (choice) => change({ kind: "table", k: null, level: null, stability: false, ...choice });
  const say = (...steps) => {
    const edits = steps.map((step) => ({ ...step, of: result.signature }));
    if (edits.length) change({ kind: "table", steps: [...settings().steps, ...edits] });
  };
  const history = stepHistory({ change, settings, mine: (step) => step.of === result?.signature });
  const picture = scatter();
  const evidence = evidencePanel({ choose, test: () => change({ kind: "table", stability: true }) });
  const data = dataPanel({ choose, settings });
  const tabs = tabbed([
    ["clusters", "Clusters", h("div.pad", hint, h("div.halves", evidence.element, picture.element), clusters, words)],
    ["data", "Data", data.element],
  ]);
  const top = h("div.row.top", looked, h("span.grow"), tools);
  const element = h("div.table-view", headline, reasons, top, tabs.element);

  function showHint({ texts }) {
    const ask = (column) => button(`Group the texts in ${column}`, () => change({ kind: "text", column, k: null }));
    const about = "Columns of text are not compared here.";
    replace(hint, texts.length > 0 && h("div.hint", h("p", about), texts.slice(0, 4).map(ask)));
  }

  function update(shown) {
    result = shown;
    headline.textContent = result.headline;
    headline.className = `headline ${result.verdict}`;
    reasons.textContent = result.reasons.join(" ");
    looked.textContent = sizes(result);
    replace(tools, history.buttons());
    showHint(result.preview);
    evidence.update(result, settings());
    picture.update(result.picture);
    data.update(result);
    replace(clusters, clustersTable(result, { highlight: picture.highlight, say }));
    replace(words, notes("Limits", result.limits), notes("Notes", result.notes));
    tabs.count({ clusters: result.n_clusters > 1 ? result.n_clusters : "", data: count(result.n_rows, "row") });
  }

  return { element, update, close: history.close };
}

function sizes({ n, n_rows: all, preview, scale }) {
  const rows = n < all ? `${count(n, "row")} of ${all.toLocaleString("en")}` : count(n, "row");
  const used = preview.columns.filter((column) => column.used).length;
  const columns = `${used} of ${count(preview.columns.length + preview.more, "column")} used`;
  return [rows, columns, SCALES[scale]].filter(Boolean).join(" · ");
}

const notes = (title, sentences) =>
  sentences.length > 0 && h("div.notes", h("h2", title), list(sentences));
