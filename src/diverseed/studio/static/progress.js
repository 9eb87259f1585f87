// The progress of a file, or why it failed and what can be done about it.

import { button, h } from "./dom.js";
import { stateText } from "./files.js";

export function progressRow(job, { cancel, again }) {
  if (job.state === "running" || job.state === "queued") return progress(job, cancel);
  const retry = (label, settings) => button(label, () => again(settings), { "data-key": label });
  if (job.state === "cancelled")
    return h("div.problem", h("p", "Cancelled."), retry("Start again", {}));
  if (!job.error) return null;
  const ways = (job.state === "failed" || job.text_columns.length > 0) && otherKinds(job, retry);
  const title = job.state === "failed" && h("b", "Could not be read");
  return h("div.problem", { role: "alert" }, title, h("p", job.error), ways);
}

function progress(job, cancel) {
  const text = stateText(job);
  const known = job.total > 0 && { value: job.done, max: job.total };
  return h(
    "div.progress",
    h("progress", { "aria-label": text, ...known }),
    h("span", text, job.seconds >= 2 ? `, ${Math.floor(job.seconds)} s` : ""),
    button("Cancel", cancel, { "data-key": "cancel" }),
  );
}

function otherKinds(job, retry) {
  const texts = job.text_columns.map((column) => retry(`Texts in column ${column}`, { kind: "text", column }));
  return h(
    "div.ways",
    h("span.quiet", "Read it as"),
    retry("Screenplay", { kind: "screenplay" }),
    retry("Table", { kind: "table" }),
    texts.length ? texts : retry("Short texts", { kind: "text" }),
  );
}
