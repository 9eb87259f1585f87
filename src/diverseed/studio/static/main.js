// The page as a whole: which files there are, which one is open, and keeping both up to date.

import { call, upload } from "./api.js";
import { ask } from "./dialog.js";
import { announce, h } from "./dom.js";
import { fileList } from "./files.js";
import { jobView } from "./job.js";
import { startView } from "./start.js";

const main = document.getElementById("view");
const list = document.getElementById("files");
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
      if (file.size > studio.facts.upload_bytes)
        throw new Error(
          `${file.name} is larger than ${studio.facts.upload_bytes / 1e6} MB, the most the studio takes. ` +
            "Use the command line.",
        );
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
  const worked = job.kind === "screenplay" && job.revision > 1;
  const sure =
    !worked ||
    (await ask({
      title: `Remove ${job.name}?`,
      about: "Its corrections go with it. Save them first if they matter.",
      fields: [],
      action: "Remove",
    }));
  if (!sure) return;
  await call("DELETE", `/api/jobs/${job.id}`).catch((error) => complain(error.message));
  await refresh();
  if (openId() === job.id) location.hash = "#/";
}

function complain(message) {
  const note = h(
    "div",
    { class: "toast", role: "alert" },
    h("p", {}, message),
    h("button", { type: "button", "aria-label": "Close", onclick: () => note.remove() }, "×"),
  );
  document.body.append(note);
}

// What is shown follows the address, so that a reload shows the same.
function show() {
  const id = openId();
  studio.view?.close?.();
  if (id) {
    studio.view = jobView(id, { complain, changed: refresh });
  } else {
    studio.view = startView(studio.facts, { take, takeExample });
    document.title = "diverseed studio";
  }
  main.replaceChildren(studio.view.element);
  render();
}

function render() {
  fileList(list, studio.jobs, openId(), { remove });
  if (openId()) studio.view?.update?.(studio.jobs.find((job) => job.id === openId()));
}

let timer;
async function refresh() {
  clearTimeout(timer);
  try {
    studio.jobs = await call("GET", "/api/jobs");
    document.body.classList.remove("offline");
  } catch (error) {
    document.body.classList.add("offline");
    announce(error.message);
  }
  render();
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

studio.facts = await call("GET", "/api/studio");
await refresh();
show();
