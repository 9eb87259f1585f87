// One file: its progress, its problem, or its result, and what can be exported.

import { call } from "./api.js";
import { announce, h, radios, replace } from "./dom.js";
import { exportMenu } from "./exports.js";
import { KINDS, stateText } from "./files.js";
import { progressRow } from "./progress.js";
import { screenplayView } from "./screenplay.js";
import { tableView } from "./table.js";
import { textView } from "./text.js";

const VIEWS = { screenplay: screenplayView, table: tableView, text: textView };
export function jobView(id, { complain, changed }) {
  const title = h("h1");
  const tools = h("div.tools");
  const progress = h("div.progress-row");
  const body = h("div.job-body");
  const element = h("article.job", h("header.job-head", title, tools), progress, body);
  const path = `/api/jobs/${id}`;
  const shown = { revision: 0, kind: "", view: null, settings: null, looks: "", asked: 0, pending: false };
  let closed = false;

  // Ask for other settings; those not named stay as they were asked for last.
  async function change(settings) {
    shown.settings = { ...shown.settings, ...settings };
    if (settings.steps && !("undone" in settings)) shown.settings.undone = [];
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
      shown.view?.close?.();
      shown.view = VIEWS[result.kind]({ job, change, complain, settings: () => shown.settings });
      body.replaceChildren(shown.view.element);
    }
    replace(tools, kindChoice(result.kind), exportMenu(job, result.files));
    await shown.view.update(result);
    announce(`${job.name} is ready`);
  }

  function update(job) {
    if (job === undefined) {
      replace(progress, h("p.problem", "This file is no longer in the studio. Open it again."));
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
    body.classList.toggle("busy", busy);
  }

  function showProgress(job, busy) {
    const looks = JSON.stringify([{ ...job, seconds: Math.floor(job.seconds) }]);
    if (looks === shown.looks) return;
    shown.looks = looks;
    progress.classList.toggle("small", job.revision > 0);
    if (busy || job.error) announce(job.error || stateText(job));
    replace(progress, progressRow(job, { cancel, again }));
  }

  const cancel = () => call("POST", `${path}/cancel`).then(changed, (error) => complain(error.message));

  async function again(settings) {
    if (shown.settings === null) await learnSettings();
    change(settings);
  }

  // A wrong guess is changed with one click.
  const kindChoice = (kind) =>
    radios("kind", "Read as", Object.entries(KINDS), kind, (value) => change({ kind: value, k: null }));

  return {
    element,
    update,
    close: () => {
      closed = true;
      shown.view?.close?.();
    },
  };
}
