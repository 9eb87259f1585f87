// The people of a screenplay: rename one, merge two names of the same person, leave somebody out of the chart.

import { actButton, merge, rename } from "./corrections.js";
import { button, count, h, replace } from "./dom.js";

export function peopleEditor({ correct }) {
  const find = "Find a person";
  const search = h("input", { type: "search", placeholder: find, "aria-label": find, oninput: show });
  const joins = h("div");
  const list = h("ul.people");
  const element = h(
    "div.pad",
    joins,
    h("p.find", search),
    h("p.quiet", "Hidden people are left out of the chart. Italics: never speaks."),
    list,
  );
  let result = null;

  function acts(person, hidden) {
    const others = result.characters.filter((one) => one !== person).map(({ name }) => ({ value: name, label: name }));
    const choices = [{ value: "", label: "Choose a name" }, ...others];
    const { name } = person;
    const toggle = hidden ? ["Show", "show"] : ["Hide", "hide"];
    return [
      actButton("Rename", name, async () => correct(await rename("character", name))),
      actButton("Merge", name, async () => correct(await merge("character", name, choices)), others.length === 0),
      actButton(toggle[0], name, () => correct({ what: toggle[1], name })),
    ];
  }

  function show() {
    const words = search.value.trim().toUpperCase();
    const hidden = new Set(result.hidden);
    const found = result.characters.filter(({ name, aliases }) =>
      [name, ...aliases].some((one) => one.toUpperCase().includes(words)),
    );
    const rows = found.map((person) => row(person, hidden.has(person.name), acts(person, hidden.has(person.name))));
    const none = result.characters.length ? "Nobody has that name." : "Nobody was found.";
    replace(list, rows.length ? rows : h("li.quiet", none));
  }

  return {
    element,
    update(shown) {
      result = shown;
      replace(joins, result.joins.length > 0 && suggestions(result.joins, correct));
      show();
    },
  };
}

function suggestions(joins, correct) {
  const item = ({ name, into, why }) =>
    h(
      "li",
      h("span", h("b", name), " and ", h("b", into), h("span.quiet", `: ${why}`)),
      button(`Merge into ${into}`, () => correct({ what: "character", name, new: into }), {
        "data-key": `join ${name} ${into}`,
        "aria-label": `Merge ${name} into ${into}`,
      }),
      button("Different people", () => correct({ what: "different people", name, other: into }), {
        "data-key": `different ${name} ${into}`,
        "aria-label": `${name} and ${into} are different people`,
      }),
    );
  const title = "The same person?";
  return h("section.joins", { "aria-label": title }, h("h3", title), h("ul", joins.map(item)));
}

function row(person, hidden, acts) {
  const speeches = person.speeches ? `, ${count(person.speeches, "speech", "speeches")}` : "";
  return h(
    "li",
    { class: hidden ? "hidden-one" : null },
    h(
      "div",
      h("span", { class: person.speaks ? "name" : "name silent" }, person.name),
      h("span.quiet", count(person.scenes.length, "scene") + speeches + (hidden ? ", hidden" : "")),
      person.aliases.length > 0 && h("span.quiet.also", `also ${person.aliases.join(", ")}`),
    ),
    h("span.acts", acts),
  );
}
