// The people of a screenplay: rename one, or join two names of the same person.

import { actButton, joinCharacter, renameCharacter } from "./corrections.js";
import { count, h, replace } from "./dom.js";

export function peopleEditor({ correct }) {
  const list = h("ul", { class: "people" });
  const about = "Two names for one person? Join them. In italics: seen, but never speaking.";
  const element = h("div", {}, h("p", { class: "quiet pad" }, about), list);
  return {
    element,
    update({ characters }) {
      const others = (person) =>
        characters.filter((one) => one !== person).map(({ name }) => ({ value: name, label: name }));
      const acts = [
        ["Rename", async (person) => correct(await renameCharacter(person))],
        ["Join", async (person) => correct(await joinCharacter(person, others(person)))],
      ];
      const rows = characters.map((person) => row(person, characters.length > 1 ? acts : acts.slice(0, 1)));
      replace(list, rows.length ? rows : h("li", { class: "quiet" }, "Nobody was found."));
    },
  };
}

function row(person, acts) {
  const speeches = person.speeches ? `, ${count(person.speeches, "speech", "speeches")}` : "";
  return h(
    "li",
    {},
    h(
      "div",
      {},
      h("span", { class: person.speaks ? "name" : "name silent" }, person.name),
      h("span", { class: "quiet" }, count(person.scenes.length, "scene") + speeches),
      person.aliases.length > 0 && h("span", { class: "quiet also" }, `also ${person.aliases.join(", ")}`),
    ),
    h(
      "span",
      { class: "acts" },
      acts.map(([label, act]) => actButton(label, person.name, () => act(person))),
    ),
  );
}
