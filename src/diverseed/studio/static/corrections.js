// The questions behind each correction. A correction is a step: what is called so (in these scenes) gets another name.

import { ask } from "./dialog.js";
import { button, count } from "./dom.js";

// The answer to a single question, or null.
async function answer(title, action, field, about) {
  return (await ask({ title, about, fields: [{ name: "answer", ...field }], action }))?.answer ?? null;
}

export const askText = (title, action, label, value = "", optional = false) =>
  answer(title, action, { kind: "text", label, value, optional });

export const askOne = (title, action, label, options, about) =>
  answer(title, action, { kind: "select", label, options }, about);

// Another name than this one, or null.
export async function askName(title, name) {
  const given = await askText(title, "Rename", "Name", name);
  return given?.trim() === name ? null : given;
}

export async function rename(what, name) {
  const given = await askName(`Rename ${what}`, name);
  return given && { what, name, new: given };
}

const MERGED = {
  location: "Its scenes move to the other location, which keeps its name.",
  character: "Both names become one person, who keeps the other name.",
};
export async function merge(what, name, others) {
  const into = await askOne(`Merge ${name}`, "Merge", "Into", others, MERGED[what]);
  return into && { what, name, new: into };
}

export async function splitLocation({ name, scenes }, headings) {
  const options = scenes.map((id) => ({ value: id, label: `${id} ${headings.get(id)}` }));
  const missing = "Tick the scenes to move there.";
  const fields = [
    { kind: "text", name: "name", label: "New location" },
    { kind: "checks", name: "scenes", label: "Its scenes", missing, options },
  ];
  const given = await ask({ title: `Split ${name}`, fields, action: "Split" });
  return given && { what: "location", name, scenes: given.scenes.map(Number), new: given.name };
}

// Where some scenes are to go: the name of a location, or null.
export const askLocation = (n, locations) => askOne(`Move ${count(n, "scene")}`, "Move", "To", locations);
export const askNewLocation = (n) => askText(`New location for ${count(n, "scene")}`, "Create", "Name");

// A quiet button that says what it is about.
// The key tells the button again once the name has changed.
export function actButton(label, name, onclick, disabled = false, key = name) {
  const look = { class: "plain", "data-key": `${label} ${key}`, "aria-label": `${label} ${name}`, disabled };
  return button(label, onclick, look);
}
