// The list of files at the side: what each is, how far it is, and a way to remove it.

import { h, replace } from "./dom.js";

export const KINDS = { screenplay: "Screenplay", table: "Table", text: "Short texts" };

export function stateText(job) {
  if (job.state === "queued") return job.waiting > 1 ? `Waiting, number ${job.waiting} in line` : "Waiting";
  if (job.state === "running") return job.stage ? job.stage[0].toUpperCase() + job.stage.slice(1) : "Starting";
  if (job.state === "failed") return "Not read";
  if (job.state === "cancelled") return "Cancelled";
  return KINDS[job.kind] ?? "Done";
}

export function fileList(list, jobs, openId, { remove }) {
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
          h("span", { class: "name" }, job.name),
          h("span", { class: "about" }, stateText(job)),
        ),
        h(
          "button",
          {
            type: "button",
            class: "plain",
            "data-key": `remove ${job.id}`,
            "aria-label": `Remove ${job.name}`,
            title: "Remove",
            onclick: () => remove(job),
          },
          "×",
        ),
      ),
    ),
  );
}
