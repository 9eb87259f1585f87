// What the reader was not sure about: each entry links to its line, and a wrong heading can be marked as such.

import { actButton } from "./corrections.js";
import { button, h } from "./dom.js";

export function reviewList({ review, scenes, characters, hidden }, { jump, correct }) {
  if (!review.length) return h("p.quiet", "Nothing to check: every line was read with confidence.");
  const headings = new Set(scenes.map((scene) => scene.line));
  const shown = characters.map(({ name }) => name).filter((name) => !hidden.includes(name));
  const doubted = (message) => shown.find((name) => message.startsWith(`'${name}' is in `));
  const item = ({ line, message }) =>
    h(
      "li",
      line
        ? button(`Line ${line}`, () => jump(line), { class: "link", "data-key": `line ${line}` })
        : h("span.quiet", "Whole file"),
      h("span.message", message),
      headings.has(line) && notHeading(line, correct),
      doubted(message) && actButton("Hide", doubted(message), () => correct({ what: "hide", name: doubted(message) })),
    );
  const about = "Please check these lines. Click a line number to see the line in the script.";
  return h("div", h("p.quiet", about), h("ul.review", review.map(item)));
}

export const notHeading = (line, correct) =>
  button("Not a heading", () => correct({ what: "not a heading", line }), {
    "aria-label": `Line ${line} is not a heading`,
    "data-key": `not ${line}`,
  });
