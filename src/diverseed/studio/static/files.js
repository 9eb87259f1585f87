// The list of files at the side: what each one is, its progress, and a button to remove it.

import { button, h, replace } from "./dom.js";

export const KINDS = { screenplay: "Screenplay", table: "Table", text: "Short texts" };

export function stateText(job) {
  if (job.state === "queued") return job.waiting > 1 ? `Waiting, number ${job.waiting} in the queue` : "Waiting";
  if (job.state === "running") return job.stage ? job.stage[0].toUpperCase() + job.stage.slice(1) : "Starting";
  if (job.state === "failed") return "Could not be read";
  if (job.state === "cancelled") return "Cancelled";
  return KINDS[job.kind] ?? "Done";
}

// Files of the same name get a number, except the first one opened.
export function titles(jobs) {
  const seen = new Map();
  const named = [...jobs].reverse().map((job) => {
    const times = (seen.get(job.name) ?? 0) + 1;
    seen.set(job.name, times);
    return [job.id, times > 1 ? `${job.name} (${times})` : job.name];
  });
  return new Map(named);
}

export function fileList(list, jobs, openId, { remove }) {
  const title = titles(jobs);
  const looks = JSON.stringify([openId, jobs.map((job) => [job.id, job.name, job.state, stateText(job)])]);
  if (list.dataset.looks === looks) return;
  list.dataset.looks = looks;
  replace(
    list,
    jobs.map((job) =>
      h(
        "li",
        { class: `file ${job.state}` },
        h(
          "a",
          { href: `#/file/${job.id}`, "data-key": `open ${job.id}`, "aria-current": job.id === openId ? "page" : null },
          h("span.name", title.get(job.id)),
          h("span.about", stateText(job)),
        ),
        button("×", () => remove(job), {
          class: "plain",
          "data-key": `remove ${job.id}`,
          "aria-label": `Remove ${title.get(job.id)}`,
          title: "Remove",
        }),
      ),
    ),
  );
}
