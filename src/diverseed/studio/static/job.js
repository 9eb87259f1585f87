// One file: its progress, its problem, or its result, and what can be exported.

import { call, fileAddress } from "./api.js";
import { announce, h, replace } from "./dom.js";
import { stateText } from "./files.js";
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
  const shown = { revision: 0, kind: "", view: null, settings: null, looks: "", error: "" };
  let closed = false;

  // Ask for other settings; those not named stay as they were asked for last.
  async function change(settings) {
    shown.settings = { ...shown.settings, ...settings };
    try {
      await call("PUT", `${path}/settings`, shown.settings);
    } catch (error) {
      complain(error.message);
      shown.settings = (await call("GET", path).catch(() => ({ settings: shown.settings }))).settings;
    }
    changed();
  }

  async function load(job) {
    shown.revision = job.revision;
    const [result, details] = await Promise.all([call("GET", `${path}/result`), call("GET", path)]);
    if (closed) return;
    if (details.state === "done" || shown.settings === null) shown.settings = details.settings;
    if (shown.kind !== result.kind || shown.view === null) {
      shown.kind = result.kind;
      shown.view = VIEWS[result.kind]({ job, change, complain, settings: () => shown.settings });
      body.replaceChildren(shown.view.element);
    }
    await shown.view.update(result);
    replace(tools, exportMenu(job, result.files));
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
    if (job.revision > shown.revision) load(job).catch((error) => complain(error.message));
    if (job.error && job.error !== shown.error && job.revision) revert();
    shown.error = job.error;
    showProgress(job);
    shown.view?.busy?.(job.state === "running" || job.state === "queued");
  }

  // What was asked for last could not be done: the settings are again those of what is shown.
  async function revert() {
    shown.settings = (await call("GET", path)).settings;
    shown.view?.update(await call("GET", `${path}/result`));
  }

  function showProgress(job) {
    const looks = JSON.stringify([job.state, stateText(job), job.error, job.revision > 0, Math.floor(job.seconds)]);
    if (looks === shown.looks) return;
    shown.looks = looks;
    const busy = job.state === "running" || job.state === "queued";
    progress.classList.toggle("small", job.revision > 0);
    if (busy) announce(stateText(job));
    if (job.error) announce(job.error);
    replace(progress,
      busy && h("div", { class: "progress" },
        h("progress", { "aria-label": stateText(job) }),
        h("span", {}, stateText(job), job.seconds >= 2 ? `, ${Math.floor(job.seconds)} s` : ""),
        h("button", { type: "button", "data-key": "cancel", onclick: () => call("POST", `${path}/cancel`).then(changed, (error) => complain(error.message)) }, "Cancel")),
      job.state === "cancelled" && h("div", { class: "problem" }, h("p", {}, "Cancelled."), again("Start again")),
      job.error && h("div", { class: "problem", role: "alert" }, h("p", {}, job.error), job.state === "failed" && wayOut(job)));
  }

  const again = (label, settings = {}) =>
    h("button", { type: "button", "data-key": label, onclick: async () => {
      shown.settings ??= (await call("GET", path)).settings;
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
