// The first page: drop or choose a file, or take an example.

import { count, h } from "./dom.js";

const ROADS = [
  ["auto", "Whatever it is"],
  ["screenplay", "A screenplay"],
  ["table", "A table of numbers"],
  ["text", "Lines of text"],
];

export function startView(facts, { take, takeExample }) {
  let kind = "auto";
  const chooser = h("input", {
    type: "file", id: "chooser", class: "unseen", multiple: true,
    onchange: () => { take([...chooser.files], kind); chooser.value = ""; },
  });
  const roads = h("fieldset", { class: "choice" }, h("legend", {}, "Read it as"),
    ROADS.map(([value, label]) =>
      h("label", {}, h("input", { type: "radio", name: "kind", value, checked: value === kind, onchange: () => { kind = value; } }), h("span", {}, label))));
  const element = h("div", { class: "start" },
    h("h1", {}, "Drop a file, and look at what is in it"),
    h("p", { class: "lead" }, "The number of clusters is found, not asked for. Nothing leaves this machine."),
    h("div", { class: "drop" },
      chooser,
      h("label", { for: "chooser", class: "button primary large" }, "Choose a file"),
      h("p", {}, "or drop it anywhere on this page"),
      roads,
      h("p", { class: "quiet" }, `Screenplay: Fountain, Final Draft, PDF, text, web page. Table: CSV, TSV, Parquet, NPY. Text: one string a line. Up to ${facts.upload_bytes / 1e6} MB.`)),
    h("h2", {}, "Or take an example"),
    h("div", { class: "examples" },
      group("Screenplays", "Scenes, locations and people, as a chart to correct",
        facts.screenplays.map((card) => [card.name, count(card.n, "scene"), () => takeExample(card.name, "screenplay")])),
      group("Tables", "How many clusters, why, and what tells them apart",
        facts.tables.map((card) => [card.name, card.summary.replace("needs --scale standard", "to be standardised"), () => takeExample(card.name, "table")])),
      group("Short texts", "Near-equal lines, and the words they share",
        facts.screenplays.map((card) => [card.name, `${card.n} scene headings`, () => takeExample(card.name, "text")]))));
  return { element };
}

function group(title, about, cards) {
  return h("section", {}, h("h3", {}, title), h("p", { class: "quiet" }, about),
    h("ul", {}, cards.map(([name, detail, onclick]) =>
      h("li", {}, h("button", { type: "button", class: "card", onclick }, h("b", {}, name), h("span", {}, detail))))));
}
