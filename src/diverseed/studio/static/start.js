// The first page: drop or choose a file, or take an example.

import { count, h, list } from "./dom.js";

const ROADS = [
  ["auto", "Whatever it is"],
  ["screenplay", "A screenplay"],
  ["table", "A table of numbers"],
  ["text", "Lines of text"],
];

const FORMATS =
  "Screenplay: Fountain, Final Draft, PDF, text, web page. Table: CSV, TSV, Parquet, NPY. Text: one string a line.";

export function startView(facts, { take, takeExample }) {
  let kind = "auto";
  const chooser = h("input", {
    type: "file",
    id: "chooser",
    class: "unseen",
    multiple: true,
    onchange: () => {
      take([...chooser.files], kind);
      chooser.value = "";
    },
  });
  const road = ([value, label]) => {
    const choose = () => {
      kind = value;
    };
    const input = { type: "radio", name: "kind", value, checked: value === kind, onchange: choose };
    return h("label", {}, h("input", input), h("span", {}, label));
  };
  const element = h(
    "div",
    { class: "start" },
    h("h1", {}, "Drop a file, and look at what is in it"),
    h("p", { class: "lead" }, "The number of clusters is found, not asked for. Nothing leaves this machine."),
    h(
      "div",
      { class: "drop" },
      chooser,
      h("label", { for: "chooser", class: "button primary large" }, "Choose a file"),
      h("p", {}, "or drop it anywhere on this page"),
      h("fieldset", { class: "choice" }, h("legend", {}, "Read it as"), ROADS.map(road)),
      h("p", { class: "quiet" }, `${FORMATS} Up to ${facts.upload_bytes / 1e6} MB.`),
    ),
    h("h2", {}, "Or take an example"),
    h("div", { class: "examples" }, examples(facts, takeExample)),
  );
  return { element };
}

function examples({ screenplays, tables }, take) {
  const script = ({ name, n }) => card(name, count(n, "scene"), () => take(name, "screenplay"));
  const table = ({ name, summary }) =>
    card(name, summary.replace("needs --scale standard", "to be standardised"), () => take(name, "table"));
  const text = ({ name, n }) => card(name, `${n} scene headings`, () => take(name, "text"));
  return [
    group("Screenplays", "Scenes, locations and people, as a chart to correct", screenplays.map(script)),
    group("Tables", "How many clusters, why, and what tells them apart", tables.map(table)),
    group("Short texts", "Near-equal lines, and the words they share", screenplays.map(text)),
  ];
}

const card = (name, about, onclick) =>
  h("button", { type: "button", class: "card", onclick }, h("b", {}, name), h("span", {}, about));

const group = (title, about, cards) =>
  h("section", {}, h("h3", {}, title), h("p", { class: "quiet" }, about), list(cards));
