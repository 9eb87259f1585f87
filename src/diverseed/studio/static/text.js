// Short texts: groups of near-equal lines, with the words that hold them together.

import { count, h, replace } from "./dom.js";

export function textView({ change, settings }) {
  const headline = h("p", { class: "headline" });
  const looked = h("p", { class: "lead" });
  const number = h("form", { class: "row" });
  const notes = h("div", {});
  const groups = h("div", { class: "groups" });
  const element = h("div", { class: "text-view" }, headline, looked, number, notes, groups);

  function numberForm(result) {
    const input = h("input", { type: "number", id: "groups", name: "k", "data-key": "k", min: 1, max: result.n_distinct, step: 1, required: true, value: result.n_clusters });
    replace(number, h("label", { for: "groups" }, "Number of groups"), input,
      h("button", { type: "submit", "data-key": "use" }, "Use it"),
      result.given && h("button", { type: "button", "data-key": "auto", onclick: () => change({ kind: "text", k: null }) }, "Find it again"));
  }
  number.addEventListener("submit", (event) => {
    event.preventDefault();
    change({ kind: "text", k: Number(number.elements.k.value) });
  });

  return {
    element,
    busy: (is) => element.classList.toggle("busy", is),
    update(result) {
      headline.textContent = `${count(result.n_clusters, "group")}${result.given ? ", as asked for" : ""}`;
      const column = settings().column ? ` of column ${settings().column}` : "";
      looked.textContent = `${count(result.n, "line")}${column}, ${result.n_distinct.toLocaleString("en")} of them different. The paper's process draws ${result.expected_size.toFixed(1)} ± ${result.size_sd.toFixed(1)}.`;
      numberForm(result);
      replace(notes, result.notes.map((note) => h("p", { class: "quiet" }, note)));
      const shared = result.clusters.filter((cluster) => cluster.size > 1);
      const alone = result.clusters.filter((cluster) => cluster.size === 1);
      const largest = shared[0]?.size ?? 1;
      replace(groups,
        h("h2", {}, `${count(result.n_shared, "group")} of two lines or more`),
        shared.map((cluster) => group(cluster, largest)),
        alone.length > 0 && h("h2", {}, `${count(result.n_clusters - result.n_shared, "line stands", "lines stand")} alone`),
        alone.length > 0 && h("ul", { class: "alone" }, alone.map((cluster) => h("li", {}, h("bdi", {}, cluster.representative)))));
    },
  };
}

function group(cluster, largest) {
  return h("details", { class: "group" },
    h("summary", { "data-key": `group ${cluster.id}` },
      h("span", { class: "size" }, cluster.size, h("span", { class: "bar", style: { width: `${Math.max(6, (100 * cluster.size) / largest)}%` } })),
      h("span", { class: "what" }, h("bdi", {}, cluster.representative),
        h("span", { class: "words" }, cluster.shared_words.length ? cluster.shared_words.map((word) => h("span", {}, word)) : h("i", { class: "quiet" }, "no word in most lines")))),
    h("ul", {}, cluster.lines.map(({ text, count: times }) => h("li", {}, h("bdi", {}, text), times > 1 && h("span", { class: "quiet" }, ` × ${times}`))),
      cluster.more > 0 && h("li", { class: "quiet" }, `and ${cluster.more} more; the export holds all`)));
}
