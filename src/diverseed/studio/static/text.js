// Short texts: groups of near-identical lines, with the words they share.

import { button, count, h, list, replace, select } from "./dom.js";

const GRANULARITIES = [
  ["coarse", "Coarse: fewer, wider"],
  ["normal", "Normal"],
  ["fine", "Fine: more, tighter"],
];

export function textView({ change, settings }) {
  const headline = h("p", { class: "headline" });
  const looked = h("p", { class: "lead" });
  const knob = h("div", { class: "row" });
  const number = h("form", { class: "row" });
  const notes = h("div", {});
  const groups = h("div", { class: "groups" });
  const element = h("div", { class: "text-view" }, headline, looked, knob, number, notes, groups);

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
    const input = {
      type: "number",
      id: "groups",
      name: "k",
      "data-key": "k",
      min: 1,
      max,
      step: 1,
      required: true,
      value,
    };
    replace(
      number,
      h("label", { for: "groups" }, "Number of groups"),
      h("input", input),
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
    const sentences = result.notes.map((note) => h("p", { class: "quiet" }, note));
    replace(notes, sentences);
    replace(groups, groupList(result));
  }

  return { element, update, busy: (is) => element.classList.toggle("busy", is) };
}

function groupList({ clusters, n_clusters: all, n_shared: shared }) {
  const together = clusters.filter((cluster) => cluster.size > 1);
  const alone = clusters.filter((cluster) => cluster.size === 1).map((one) => h("bdi", {}, one.representative));
  const largest = together[0]?.size ?? 1;
  return [
    h("h2", {}, `${count(shared, "group")} of two lines or more`),
    ...together.map((cluster) => group(cluster, largest)),
    alone.length > 0 && h("h2", {}, `${count(all - shared, "line stands", "lines stand")} alone`),
    alone.length > 0 && list(alone, { class: "alone" }),
  ];
}

function group(cluster, largest) {
  const bar = h("span", { class: "bar", style: { width: `${Math.max(6, (100 * cluster.size) / largest)}%` } });
  const words = cluster.shared_words.map((word) => h("span", {}, word));
  const none = h("i", { class: "quiet" }, "no shared words");
  const lines = cluster.lines.map(({ text, count: times }) =>
    h("span", {}, h("bdi", {}, text), times > 1 && h("span", { class: "quiet" }, ` × ${times}`)),
  );
  const more = h("span", { class: "quiet" }, `and ${cluster.more} more; the export lists all`);
  const typical = h("span", { class: "quiet" }, cluster.representative);
  const about = cluster.template ? typical : h("span", { class: "words" }, words.length ? words : none);
  return h(
    "details",
    { class: "group" },
    h(
      "summary",
      { "data-key": `group ${cluster.id}` },
      h("span", { class: "size" }, cluster.size, bar),
      h("span", { class: "what" }, h("bdi", {}, cluster.template ?? cluster.representative), about),
    ),
    list(cluster.more > 0 ? [...lines, more] : lines),
  );
}
