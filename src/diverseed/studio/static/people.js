// The people of a screenplay: rename one, or join two names of the same person.

import { ask } from "./dialog.js";
import { count, h, replace } from "./dom.js";

export function peopleEditor({ correct }) {
  const list = h("ul", { class: "people" });
  const element = h("div", {}, h("p", { class: "quiet pad" }, "Two names for one person? Join them. In italics: seen, but never speaking."), list);
  let people = [];

  async function rename(person) {
    const answer = await ask({ title: "Rename character", fields: [{ kind: "text", name: "name", label: "Name", value: person.name }], action: "Rename" });
    if (answer && answer.name.trim() !== person.name) correct({ what: "character", name: person.name, new: answer.name });
  }

  async function join(person) {
    const answer = await ask({
      title: `Join ${person.name}`, about: "Both names mean one person; the other name stays.",
      fields: [{ kind: "select", name: "with", label: "With", options: people.filter((one) => one !== person).map((one) => ({ value: one.name, label: one.name })) }],
      action: "Join",
    });
    if (answer?.with) correct({ what: "character", name: person.name, new: answer.with });
  }

  const row = (person) => h("li", {},
    h("div", {}, h("span", { class: person.speaks ? "name" : "name silent" }, person.name),
      h("span", { class: "quiet" }, `${count(person.scenes.length, "scene")}${person.speeches ? `, ${count(person.speeches, "speech", "speeches")}` : ""}`),
      person.aliases.length > 0 && h("span", { class: "quiet also" }, `also ${person.aliases.join(", ")}`)),
    h("span", { class: "acts" }, [["Rename", rename], ["Join", join]].map(([label, act]) => h("button", {
      type: "button", class: "plain", "data-key": `${label} ${person.name}`, "aria-label": `${label} ${person.name}`,
      disabled: label === "Join" && people.length < 2, onclick: () => act(person),
    }, label))));

  return {
    element,
    update(result) {
      people = result.characters;
      replace(list, people.length ? people.map(row) : h("li", { class: "quiet" }, "Nobody was found."));
    },
  };
}
