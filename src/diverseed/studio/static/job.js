// One file: its progress, its problem, or its result, and what can be exported.

import { call, fileAddress } from "./api.js";
import { announce, h, replace } from "./dom.js";
import { KINDS, stateText } from "./files.js";
import { screenplayView } from "./screenplay.js";
import { tableView } from "./table.js";
import { textView } from "./text.js";

const VIEWS = { screenplay: screenplayView, table: tableView, text: textView };
const EXPORTS = {
  "chart.svg": "Chart, SVG", "chart.png": "Chart, PNG", "chart.html": "Chart, interactive page",
  "report.html": "Report, HTML page", "scenes.csv": "Scenes, CSV", "locations.csv": "Locations, CSV",
  "characters.csv": "Characters, CSV", "network.graphml": "Who meets whom, GraphML",
  "overrides.toml": "Corrections, TOML", "labels.csv": "Cluster of every row, CSV",
  "clusters.svg": "Clusters, SVG", "clusters.png": "Clusters, PNG", "evidence.svg": "Evidence, SVG",
  "evidence.png": "Evidence, PNG", "groups.csv": "Group of every line, CSV",
};

export function jobView(id, { complain, changed }) {
  const title = h("h1", {});
  const tools = h("div", { class: "tools" });
  const progress = h("div", { class: "progress-row" });
  const body = h("div", { class: "job-body" });
  const element = h("article", { class: "job" }, h("header", { class: "job-head" }, title, tools), progress, body);
  const path = `/api/jobs/${id}`;
  const shown = { revision: 0, kind: "", view: null, settings: null, looks: "", asked: 0, pending: false };
  let closed = false;

  // Ask for other settings; those not named stay as they were asked for last.
  async function change(settings) {
    shown.settings = { ...shown.settings, ...settings };
    const asked = ++shown.asked;
    try {
      await call("PUT", `${path}/settings`, shown.settings);
    } catch (error) {
      complain(error.message);
    }
    if (asked === shown.asked) shown.pending = true;
    changed();
  }

  // The settings of what is shown: as asked for, or those before if that could not be done.
  async function learnSettings() {
    const asked = shown.asked;
    const details = await call("GET", path);
    if (asked === shown.asked) shown.settings = details.settings;
  }

  async function load(job) {
    const revision = job.revision;
    const [result] = await Promise.all([call("GET", `${path}/result`), learnSettings()]);
    if (closed || revision < shown.revision) return;
    if (shown.kind !== result.kind || shown.view === null) {
      shown.kind = result.kind;
      shown.view = VIEWS[result.kind]({ job, change, complain, settings: () => shown.settings });
      body.replaceChildren(shown.view.element);
    }
    replace(tools, roadChoice(result.kind), exportMenu(job, result.files));
    await shown.view.update(result);
    announce(`${job.name} is ready`);
  }

  function update(job) {
    if (job === undefined) {
      replace(progress, h("p", { class: "problem" }, "This file is not in the studio any more. Open it again."));
      body.replaceChildren();
      return;
    }
    document.title = `${job.name} · diverseed studio`;
    if (title.textContent !== job.name) title.textContent = job.name;
    const busy = job.state === "running" || job.state === "queued";
    if (job.revision > shown.revision || (shown.pending && !busy && job.revision)) {
      shown.pending = false;
      shown.revision = job.revision;
      load(job).catch((error) => complain(error.message));
    }
    showProgress(job, busy);
    shown.view?.busy(busy);
  }

  function showProgress(job, busy) {
    const looks = JSON.stringify([job.state, stateText(job), job.done, job.error, job.revision > 0, Math.floor(job.seconds)]);
    if (looks === shown.looks) return;
    shown.looks = looks;
    progress.classList.toggle("small", job.revision > 0);
    if (busy) announce(stateText(job));
    if (job.error) announce(job.error);
    replace(progress,
      busy && h("div", { class: "progress" },
        h("progress", { "aria-label": stateText(job), ...(job.total > 0 && { value: job.done, max: job.total }) }),
        h("span", {}, stateText(job), job.seconds >= 2 ? `, ${Math.floor(job.seconds)} s` : ""),
        h("button", { type: "button", "data-key": "cancel", onclick: () => call("POST", `${path}/cancel`).then(changed, (error) => complain(error.message)) }, "Cancel")),
      job.state === "cancelled" && h("div", { class: "problem" }, h("p", {}, "Cancelled."), again("Start again")),
      job.error && h("div", { class: "problem", role: "alert" }, h("p", {}, job.error), (job.state === "failed" || job.text_columns.length > 0) && wayOut(job)));
  }

  const again = (label, settings = {}) =>
    h("button", { type: "button", "data-key": label, onclick: async () => {
      if (shown.settings === null) await learnSettings();
      change(settings);
    } }, label);

  function wayOut(job) {
    return h("div", { class: "ways" },
      h("span", { class: "quiet" }, "Read it as"),
      again("Screenplay", { kind: "screenplay" }),
      again("Table", { kind: "table" }),
      job.text_columns.length
        ? job.text_columns.map((column) => again(`Texts in column ${column}`, { kind: "text", column }))
        : again("Lines of text", { kind: "text" }));
  }

  function roadChoice(kind) {
    const choice = h("select", { "data-key": "road", "aria-label": "Read the file as", title: "Read the file as" },
      Object.entries(KINDS).map(([value, label]) => h("option", { value, selected: value === kind }, label)));
    choice.addEventListener("change", () => change({ kind: choice.value, k: null }));
    return choice;
  }

  return { element, update, close: () => { closed = true; } };
}

function exportMenu(job, files) {
  const menu = h("details", { class: "menu" },
    h("summary", { class: "button", "data-key": "export" }, "Export"),
    h("ul", {}, files.map((file) => h("li", {}, h("a", { href: fileAddress(job, file), download: "" }, EXPORTS[file] ?? file)))));
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  menu.addEventListener("focusout", (event) => { if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false; });
  return menu;
}
