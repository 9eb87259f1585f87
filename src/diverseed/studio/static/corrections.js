// The questions behind each correction. A correction is a step: what is called so (in these scenes) gets another name.

import { ask } from "./dialog.js";
import { button, count } from "./dom.js";

const named = (label, value = "") => ({ kind: "text", name: "name", label, value });
const oneOf = (label, names) => ({ kind: "select", name: "name", label, options: names });

async function rename(what, name) {
  const answer = await ask({ title: `Rename ${what}`, fields: [named("Name", name)], action: "Rename" });
  return answer && answer.name.trim() !== name ? { what, name, new: answer.name } : null;
}

export const renameLocation = (location) => rename("location", location.name);
export const renameCharacter = (person) => rename("character", person.name);

export async function mergeLocation(location, others) {
  const answer = await ask({
    title: `Merge ${location.name}`,
    about: "Its scenes go to the other location, whose name stays.",
    fields: [oneOf("Into", others)],
    action: "Merge",
  });
  return answer && { what: "location", name: location.name, new: answer.name };
}

export async function splitLocation(location, headings) {
  const options = location.scenes.map((id) => ({ value: id, label: `${id} ${headings.get(id)}` }));
  const missing = "Tick the scenes that go there.";
  const answer = await ask({
    title: `Split ${location.name}`,
    fields: [named("New location"), { kind: "checks", name: "scenes", label: "Its scenes", missing, options }],
    action: "Split",
  });
  return answer && { what: "location", name: location.name, scenes: answer.scenes.map(Number), new: answer.name };
}

export async function mergeCharacter(person, others) {
  const answer = await ask({
    title: `Merge ${person.name}`,
    about: "Both names mean one person; the other name stays.",
    fields: [oneOf("Into", [{ value: "", label: "Choose a name" }, ...others])],
    action: "Merge",
  });
  return answer && { what: "character", name: person.name, new: answer.name };
}

// Where some scenes are to go: the name of a location, or null.
export async function askLocation(n, locations) {
  const answer = await ask({ title: `Move ${count(n, "scene")}`, fields: [oneOf("To", locations)], action: "Move" });
  return answer?.name ?? null;
}

export async function askNewLocation(n) {
  const title = `New location for ${count(n, "scene")}`;
  const answer = await ask({ title, fields: [named("Name")], action: "Create" });
  return answer?.name ?? null;
}

// A quiet button that says what it is about.
export function actButton(label, name, onclick, disabled = false) {
  const whole = `${label} ${name}`;
  return button(label, onclick, { class: "plain", "data-key": whole, "aria-label": whole, disabled });
}
