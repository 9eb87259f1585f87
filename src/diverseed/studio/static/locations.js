// Locations as groups of scenes: drag a scene to another one, or choose scenes and say where they belong.

import { ask } from "./dialog.js";
import { count, h, replace } from "./dom.js";

const DRAGGED = "application/x-diverseed-scenes";

export function locationsEditor({ correct, highlight }) {
  const list = h("div", { class: "places" });
  const bar = h("div", { class: "chosen", hidden: true });
  const element = h("div", { class: "locations" },
    h("p", { class: "quiet pad" }, "Drag a scene to where it belongs, or tick scenes and move them."), list, bar);
  const chosen = new Set();
  let locations = [];
  let scenes = new Map();

  const placeOf = (scene) => locations.find((location) => location.scenes.includes(scene));

  // Scenes may come from several locations: a step for each.
  function move(ids, to) {
    const steps = locations
      .map((from) => ({ what: "location", name: from.name, scenes: from.scenes.filter((scene) => ids.includes(scene)), new: to }))
      .filter((step) => step.scenes.length && step.name !== to);
    chosen.clear();
    showBar();
    if (steps.length) correct(...steps);
  }

  const others = (besides) => locations.filter((location) => location !== besides)
    .map((location) => ({ value: location.name, label: `${location.name} (${location.scenes.length})` }));

  async function rename(location) {
    const answer = await ask({ title: "Rename location", fields: [{ kind: "text", name: "name", label: "Name", value: location.name }], action: "Rename" });
    if (answer && answer.name.trim() !== location.name) correct({ what: "location", name: location.name, new: answer.name });
  }

  async function merge(location) {
    const answer = await ask({
      title: `Merge ${location.name}`, about: "Its scenes go to the other location, whose name stays.",
      fields: [{ kind: "select", name: "into", label: "Into", options: others(location) }], action: "Merge",
    });
    if (answer?.into) correct({ what: "location", name: location.name, new: answer.into });
  }

  async function split(location) {
    const answer = await ask({
      title: `Split ${location.name}`,
      fields: [
        { kind: "text", name: "name", label: "New location" },
        { kind: "checks", name: "scenes", label: "Its scenes", missing: "Tick the scenes that go there.", options: location.scenes.map((id) => ({ value: id, label: `${id}  ${scenes.get(id).heading}` })) },
      ], action: "Split",
    });
    if (answer?.scenes.length) correct({ what: "location", name: location.name, scenes: answer.scenes.map(Number), new: answer.name });
  }

  async function moveChosen() {
    const ids = [...chosen];
    const answer = await ask({
      title: `Move ${count(ids.length, "scene")}`, fields: [{ kind: "select", name: "to", label: "To", options: others(null) }], action: "Move",
    });
    if (answer?.to) move(ids, answer.to);
  }

  async function newFromChosen() {
    const ids = [...chosen];
    const answer = await ask({
      title: `New location for ${count(ids.length, "scene")}`, fields: [{ kind: "text", name: "name", label: "Name" }], action: "Make it",
    });
    if (answer) move(ids, answer.name);
  }

  function showBar() {
    bar.hidden = chosen.size === 0;
    replace(bar,
      h("span", {}, `${count(chosen.size, "scene")} chosen`),
      h("button", { type: "button", class: "primary", "data-key": "move chosen", onclick: moveChosen }, "Move to…"),
      h("button", { type: "button", "data-key": "new from chosen", onclick: newFromChosen }, "New location…"),
      h("button", { type: "button", class: "plain", "data-key": "clear chosen", onclick: () => { chosen.clear(); show(); } }, "Clear"));
  }

  function sceneRow(id) {
    const scene = scenes.get(id);
    const box = h("input", {
      type: "checkbox", "data-key": `scene ${id}`, checked: chosen.has(id),
      onchange: () => { if (box.checked) chosen.add(id); else chosen.delete(id); showBar(); },
    });
    return h("li", {
      class: "scene", draggable: "true",
      ondragstart: (event) => {
        const ids = chosen.has(id) ? [...chosen] : [id];
        event.dataTransfer.setData(DRAGGED, JSON.stringify(ids));
        event.dataTransfer.effectAllowed = "move";
      },
    }, h("label", {}, box, h("span", { class: "no" }, id), h("span", { class: "heading" }, scene.heading.trim() || "(no heading)")));
  }

  function group(location) {
    const acts = [["Rename", rename], ["Merge", merge], ["Split", split]];
    const written = location.scenes.map((id) => scenes.get(id).heading.toUpperCase());
    const also = location.names.filter((name) => name !== location.name && written.some((heading) => heading.includes(name.toUpperCase())));
    const card = h("section", { class: "place", role: "group", "aria-label": location.name },
      h("header", {}, h("h3", {}, location.name), h("span", { class: "count" }, location.scenes.length),
        h("span", { class: "acts" }, acts.map(([label, act]) => h("button", {
          type: "button", class: "plain", "data-key": `${label} ${location.name}`, "aria-label": `${label} ${location.name}`,
          disabled: (label === "Merge" && locations.length < 2) || (label === "Split" && location.scenes.length < 2), onclick: () => act(location),
        }, label)))),
      also.length > 0 && h("p", { class: "also quiet" }, `Also: ${also.join(", ")}`),
      location.joins.length > 0 && h("details", { class: "why" }, h("summary", {}, "Why these are one place"),
        h("ul", {}, location.joins.map((join) => h("li", {}, join.reason)))),
      h("ul", {}, location.scenes.map(sceneRow)));
    card.addEventListener("dragover", (event) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return;
      event.preventDefault();
      card.classList.add("target");
    });
    card.addEventListener("dragleave", (event) => { if (!card.contains(event.relatedTarget)) card.classList.remove("target"); });
    card.addEventListener("drop", (event) => {
      const ids = event.dataTransfer.getData(DRAGGED);
      card.classList.remove("target");
      if (!ids) return;
      event.preventDefault();
      move(JSON.parse(ids), location.name);
    });
    for (const [enter, leave] of [["pointerenter", "pointerleave"], ["focusin", "focusout"]]) {
      card.addEventListener(enter, () => highlight(location.name));
      card.addEventListener(leave, () => highlight(null));
    }
    return card;
  }

  function show() {
    replace(list, locations.map(group));
    showBar();
  }

  function update(result) {
    locations = result.locations;
    scenes = new Map(result.scenes.map((scene) => [scene.id, scene]));
    for (const id of chosen) if (!placeOf(id)) chosen.delete(id);
    show();
  }

  return { element, update };
}
