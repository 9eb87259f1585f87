// The page as a whole: which files there are, which one is open, and keeping both up to date.

import { call, server, upload } from "./api.js";
import { ask } from "./dialog.js";
import { button, h } from "./dom.js";
import { fileList } from "./files.js";
import { jobView } from "./job.js";
import { startView } from "./start.js";

const main = document.getElementById("view");
const list = document.getElementById("files");
const lost = document.getElementById("lost");
const cover = document.getElementById("drop");
const studio = { facts: null, jobs: [], view: null };

const openId = () => decodeURIComponent(location.hash.match(/^#\/file\/([\w-]+)$/)?.[1] ?? "");
const open = (id) => {
  location.hash = `#/file/${id}`;
};
const active = (job) => job.state === "queued" || job.state === "running";

// Files: several at once become several jobs, one after another.
async function take(files, kind) {
  const added = [];
  for (const file of files) {
    try {
      const most = studio.facts?.upload_bytes ?? Infinity; // a file may be dropped before anything is known
      if (file.size > most) throw new Error(`${file.name} exceeds the studio's limit of ${most / 1e6} MB.`);
      added.push(await upload(file, { kind }));
    } catch (error) {
      complain(error.message);
    }
  }
  await refresh();
  if (added.length) open(added[0].id);
}

async function takeExample(name, kind) {
  try {
    const job = await call("POST", `/api/examples/${encodeURIComponent(name)}?kind=${kind}`);
    await refresh();
    open(job.id);
  } catch (error) {
    complain(error.message);
  }
}

async function remove(job) {
  const about = "The studio's copy and your changes to it are deleted. The file you opened it from stays where it is.";
  const worked = job.revision > 1;
  if (worked && !(await ask({ title: `Remove ${job.name}?`, about, fields: [], action: "Remove" }))) return;
  await call("DELETE", `/api/jobs/${job.id}`).catch((error) => complain(error.message));
  await refresh();
  if (openId() === job.id) location.hash = "#/";
}

async function removeAll() {
  const about = "The studio's copies and all your changes are deleted. The files you opened them from stay.";
  if (!(await ask({ title: "Remove all files?", about, fields: [], action: "Remove all" }))) return;
  await call("DELETE", "/api/jobs").catch((error) => complain(error.message));
  await refresh();
}

// One note at a time: the last one is what matters.
function say(message, look, role) {
  document.querySelector(".toast")?.remove();
  const close = button("×", () => note.remove(), { "aria-label": "Close" });
  const note = h("div", { class: `toast ${look}`, role }, h("p", message), close);
  document.body.append(note);
}
const complain = (message) => say(message, "bad", "alert");

// What is shown follows the address, so that a reload shows the same.
function show() {
  if (studio.facts === null) return; // the page is still being set up, and shown after that
  const id = openId();
  studio.view?.close?.();
  if (id) {
    studio.view = jobView(id, { complain, changed: refresh });
  } else {
    studio.view = startView(studio.facts, { take, takeExample, removeAll });
    document.title = "diverseed studio";
  }
  main.replaceChildren(studio.view.element);
  render();
}

function render() {
  fileList(list, studio.jobs, openId(), { remove });
  const job = studio.jobs.find((one) => one.id === openId());
  studio.view?.update?.(openId() ? job : studio.jobs);
}

// While the studio is away, everything stays as it was, with a line that says so.
function offline(message) {
  lost.hidden = !message;
  if (lost.textContent !== message) lost.textContent = message;
}

let timer;
async function refresh() {
  clearTimeout(timer);
  const before = server.run;
  try {
    studio.jobs = await call("GET", "/api/jobs");
    if (before !== null && server.run !== before)
      say("Reconnected: the studio was restarted. Your files and changes are still here.", "good", "status");
    offline("");
    render();
  } catch (error) {
    offline(error.lost ? `${error.message} Start it again in the terminal; this page will reconnect.` : error.message);
  }
  timer = setTimeout(refresh, studio.jobs.some(active) ? 250 : 2500);
}

// Files can be dropped anywhere; scenes that are dragged inside the page are not files.
const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
addEventListener("dragover", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  cover.hidden = false;
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) cover.hidden = true;
});
addEventListener("drop", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  cover.hidden = true;
  take([...event.dataTransfer.files], "auto");
});
addEventListener("hashchange", () => {
  show();
  main.focus({ preventScroll: true });
});
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

// From now on a cookie carries the token.
if (location.search) history.replaceState(null, "", location.pathname + location.hash);
studio.facts = await call("GET", "/api/studio");
await refresh();
show();
