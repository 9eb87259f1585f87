// The first page: drop or choose a file, go back to a recent one, or take an example.

import { button, count, h, list, radios, replace } from "./dom.js";
import { stateText, titles } from "./files.js";

const KINDS = [
  ["auto", "Detect automatically"],
  ["screenplay", "Screenplay"],
  ["table", "Table"],
  ["text", "List of short texts"],
];

const FORMATS =
  "Screenplays: Fountain, Final Draft, PDF, text, web page. Tables: CSV, Excel, TSV, Parquet, NPY, JSON. " +
  "Lists: one text per line.";
const SHOWN = 8;

export function startView(facts, { take, takeExample, removeAll }) {
  let kind = "auto";
  const chooser = h("input.unseen", {
    type: "file",
    id: "chooser",
    multiple: true,
    onchange: () => {
      take([...chooser.files], kind);
      chooser.value = "";
    },
  });
  const choose = (value) => {
    kind = value;
  };
  const recent = h("section", { "aria-label": "Recent files" });
  const element = h(
    "div.start",
    h("h1", "Drop a file to explore it"),
    h("p.lead", "The number of clusters is found for you. Nothing leaves this computer."),
    h(
      "div.drop",
      chooser,
      h("label.button.primary.large", { for: "chooser" }, "Choose a file"),
      h("p", "or drop it anywhere on this page"),
      radios("kind", "Read it as", KINDS, kind, choose),
      h("p.quiet", `${FORMATS} Up to ${facts.upload_bytes / 1e6} MB.`),
    ),
    recent,
    h("h2", "Or try an example"),
    h("div.examples", examples(facts, takeExample)),
  );
  const update = (jobs) => replace(recent, jobs.length > 0 && recentFiles(jobs, facts, removeAll));
  return { element, update };
}

function recentFiles(jobs, facts, removeAll) {
  const title = titles(jobs);
  const files = jobs
    .slice(0, SHOWN)
    .map((job) =>
      h(
        "a.button.card",
        { href: `#/file/${job.id}`, "data-key": `recent ${job.id}` },
        h("b", title.get(job.id)),
        h("span", `${stateText(job)} · ${new Date(1000 * job.added).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })}`),
      ),
    );
  const kept = facts.kept
    ? `Files and corrections are kept on this computer, in ${facts.folder}, until you remove them.`
    : "Another studio is open, so the files of this one are removed when it stops.";
  return [
    h("div.row", h("h2", "Recent files"), h("span.grow"), button("Remove all files", removeAll)),
    h("div.recent", list(files)),
    h("p.quiet", kept),
  ];
}

function examples({ screenplays, tables }, take) {
  const script = ({ name, n }) => card(name, count(n, "scene"), () => take(name, "screenplay"));
  const table = ({ name, summary }) => card(name, summary, () => take(name, "table"));
  const text = ({ name, n }) => card(name, `${n} scene headings`, () => take(name, "text"));
  return [
    group("Screenplays", "Scenes, locations and people, as a chart you can correct", screenplays.map(script)),
    group("Tables", "How many clusters, why, and what makes them different", tables.map(table)),
    group("Short texts", "Near-identical lines, and the words they share", screenplays.map(text)),
  ];
}

const card = (name, about, onclick) => button([h("b", name), h("span", about)], onclick, { class: "card" });

const group = (title, about, cards) => h("section", h("h3", title), h("p.quiet", about), list(cards));
