// The script as it was read, line by line, some hundred lines at a time.

import { call, fileAddress } from "./api.js";
import { button, h, replace } from "./dom.js";
import { notHeading } from "./review.js";

const AT_ONCE = 300;

export function scriptView(job, { correct, complain }) {
  const body = h("div.script");
  const element = h("div", body);
  let lines = [];
  let from = 0;
  let marked = 0;

  function row([number, kind, text]) {
    const look = { class: `line-of ${kind}${number === marked ? " marked" : ""}`, "data-line": number };
    const about =
      kind === "blank" ? "" : kind === "character" ? "speaker" : kind === "expression" ? "parenthetical" : kind;
    return h(
      "li",
      look,
      h("span.no", number),
      h("span.text", text),
      h("span.quiet.kind", about),
      kind === "heading" && notHeading(number, correct),
    );
  }

  function turn(step) {
    from = Math.min(Math.max(from + step * AT_ONCE, 0), Math.max(lines.length - 1, 0));
    draw();
    element.scrollIntoView({ block: "start" });
  }

  function draw() {
    const to = Math.min(from + AT_ONCE, lines.length);
    const bar = () =>
      lines.length > AT_ONCE &&
      h(
        "div.row.pad",
        button("Earlier lines", () => turn(-1), { disabled: from === 0 }),
        h("span.quiet", `Lines ${lines[from]?.[0]} to ${lines[to - 1]?.[0]} of ${lines.at(-1)?.[0]}`),
        button("Later lines", () => turn(1), { disabled: to === lines.length }),
      );
    replace(body, bar(), h("ol", lines.slice(from, to).map(row)), bar());
  }

  return {
    element,
    async update() {
      try {
        lines = await call("GET", fileAddress(job, "script.json"));
      } catch (error) {
        complain(error.message);
      }
      from = Math.min(from, Math.max(lines.length - 1, 0));
      draw();
    },
    // Show a line in the middle of the window, marked.
    show(number) {
      marked = number;
      const at = lines.findIndex(([line]) => line >= number);
      from = Math.max(0, at - Math.floor(AT_ONCE / 2));
      draw();
      const found = body.querySelector(".marked");
      found?.scrollIntoView({ block: "center" });
      (found?.querySelector("button") ?? element.closest("[tabindex]"))?.focus({ preventScroll: true });
    },
  };
}
