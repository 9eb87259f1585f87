// Short texts: groups of near-identical lines, with the words they share.

import { button, count, h, list, replace, select } from "./dom.js";

const GRANULARITIES = [
  ["coarse", "Coarse: fewer, wider"],
  ["normal", "Normal"],
  ["fine", "Fine: more, tighter"],
];

export function textView({ change, settings }) {
  const headline = h("p.headline");
  const looked = h("p.lead");
  const knob = h("div.row");
  const number = h("form.row");
  const notes = h("div");
  const groups = h("div.groups");
  const element = h("div.text-view", headline, looked, knob, number, notes, groups);

  // A table may hold texts in several columns.
  function columnChoice({ column, columns }) {
    if (columns.length < 2) return null;
    const names = columns.map((name) => [name, name]);
    return select("column", "Column", names, column, (name) => change({ kind: "text", k: null, column: name }));
  }

  function granularity(result) {
    const chosen = settings().granularity ?? "normal";
    const choose = (value) => change({ kind: "text", k: null, granularity: value });
    replace(knob, columnChoice(result), select("granularity", "Grouping", GRANULARITIES, chosen, choose));
  }

  function numberForm({ n_clusters: value, n_distinct: max, given }) {
    const limits = { min: 1, max, step: 1, required: true };
    replace(
      number,
      h("label", { for: "groups" }, "Number of groups"),
      h("input", { type: "number", id: "groups", name: "k", "data-key": "k", value, ...limits }),
      h("button", { type: "submit", "data-key": "use" }, "Apply"),
      given && button("Detect automatically", () => change({ kind: "text", k: null }), { "data-key": "auto" }),
    );
  }
  number.addEventListener("submit", (event) => {
    event.preventDefault();
    change({ kind: "text", k: Number(number.elements.k.value) });
  });

  function update(result) {
    const column = result.column ? ` in column ${result.column}` : "";
    headline.textContent = `${count(result.n_clusters, "group")}${result.given ? " (you chose this)" : ""}`;
    looked.textContent =
      `${count(result.n, "line")}${column}, ${result.n_distinct.toLocaleString("en")} of them distinct. ` + result.how;
    granularity(result);
    number.hidden = result.numbers === "mask"; // for templates there is no number to choose
    if (!number.hidden) numberForm(result);
    const sentences = result.notes.map((note) => h("p.quiet", note));
    replace(notes, sentences);
    replace(groups, groupList(result));
  }

  return { element, update };
}

function groupList({ clusters, n_clusters: all, n_shared: shared }) {
  const together = clusters.filter((cluster) => cluster.size > 1);
  const alone = clusters.filter((cluster) => cluster.size === 1).map((one) => h("bdi", one.representative));
  const largest = together[0]?.size ?? 1;
  return [
    h("h2", `${count(shared, "group")} of two lines or more`),
    ...together.map((cluster) => group(cluster, largest)),
    alone.length > 0 && h("h2", `${count(all - shared, "line")} without a near-duplicate`),
    alone.length > 0 && list(alone, { class: "alone" }),
  ];
}

function group(cluster, largest) {
  const bar = h("span.bar", { style: { width: `${Math.max(6, (100 * cluster.size) / largest)}%` } });
  const words = cluster.shared_words.map((word) => h("span", word));
  const none = h("i.quiet", "no shared words");
  const lines = cluster.lines.map(({ text, count: times }) =>
    h("span", h("bdi", text), times > 1 && h("span.quiet", ` × ${times}`)),
  );
  const more = h("span.quiet", `and ${cluster.more} more; the export lists all`);
  const typical = h("span.quiet", cluster.representative);
  const about = cluster.template ? typical : h("span.words", words.length ? words : none);
  return h(
    "details.group",
    h(
      "summary",
      { "data-key": `group ${cluster.id}` },
      h("span.size", cluster.size, bar),
      h("span.what", h("bdi", cluster.template ?? cluster.representative), about),
    ),
    list(cluster.more > 0 ? [...lines, more] : lines),
  );
}
