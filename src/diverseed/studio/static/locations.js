// Locations as groups of scenes: drag a scene to another one, or choose scenes and say where they belong.

import { actButton, askLocation, askNewLocation, merge, rename, splitLocation } from "./corrections.js";
import { button, count, h, replace } from "./dom.js";

const DRAGGED = "application/x-diverseed-scenes";
const ABOUT = "Drag a scene to where it belongs, or tick scenes and move them.";

export function locationsEditor({ correct }) {
  const find = "Find a location or scene";
  const search = h("input", { type: "search", placeholder: find, "aria-label": find, oninput: show });
  const list = h("div.places");
  const bar = h("div.chosen", { hidden: true });
  const element = h("div.locations", h("p.quiet.pad", ABOUT), h("p.find", search), list, bar);
  const chosen = new Set();
  let locations = [];
  let headings = new Map();

  // Scenes may come from several locations: a step for each.
  function move(ids, to) {
    const steps = locations
      .map(({ name, scenes }) => ({ what: "location", name, scenes: scenes.filter((id) => ids.includes(id)), new: to }))
      .filter((step) => step.scenes.length && step.name !== to);
    chosen.clear();
    showBar();
    correct(...steps);
  }

  async function moveChosen(question) {
    const ids = [...chosen];
    const to = await question(ids.length, options(null));
    if (to) move(ids, to);
  }

  const options = (besides) =>
    locations
      .filter((location) => location !== besides)
      .map(({ name, scenes }) => ({ value: name, label: `${name} (${scenes.length})` }));

  function acts(location) {
    const { name, scenes } = location;
    const join = async () => correct(await merge("location", name, options(location)));
    return [
      actButton("Rename", name, async () => correct(await rename("location", name))),
      actButton("Merge", name, join, locations.length < 2),
      actButton("Split", name, async () => correct(await splitLocation(location, headings)), scenes.length < 2),
    ];
  }

  function showBar() {
    const clear = () => {
      chosen.clear();
      show();
    };
    bar.hidden = chosen.size === 0;
    replace(
      bar,
      h("span", `${count(chosen.size, "scene")} chosen`),
      button("Move to…", () => moveChosen(askLocation), { class: "primary", "data-key": "move chosen" }),
      button("New location…", () => moveChosen(askNewLocation), { "data-key": "new from chosen" }),
      button("Clear", clear, { class: "plain", "data-key": "clear chosen" }),
    );
  }

  function tick(id, ticked) {
    if (ticked) chosen.add(id);
    else chosen.delete(id);
    showBar();
  }

  function card(location) {
    const rows = location.scenes.map((id) =>
      sceneRow(id, headings.get(id), chosen.has(id), {
        tick: (ticked) => tick(id, ticked),
        dragged: () => (chosen.has(id) ? [...chosen] : [id]),
      }),
    );
    const made = group(location, headings, acts(location), rows);
    takesScenes(made, (ids) => move(ids, location.name));
    return made;
  }

  function sought({ name, scenes }) {
    const words = search.value.trim().toUpperCase();
    const texts = [name, ...scenes.map((id) => `${id} ${headings.get(id)}`)];
    return texts.some((text) => text.toUpperCase().includes(words));
  }

  function show() {
    const found = locations.filter(sought);
    replace(list, found.length ? found.map(card) : h("p.quiet.pad", "No matches."));
    showBar();
  }

  function update(result) {
    locations = result.locations;
    headings = new Map(result.scenes.map(({ id, heading }) => [id, heading.trim() || "(no heading)"]));
    for (const id of chosen) if (!headings.has(id)) chosen.delete(id);
    show();
  }

  return { element, update };
}

function sceneRow(id, heading, checked, { tick, dragged }) {
  const box = h("input", { type: "checkbox", "data-key": `scene ${id}`, checked, onchange: () => tick(box.checked) });
  const start = (event) => {
    event.dataTransfer.setData(DRAGGED, JSON.stringify(dragged()));
    event.dataTransfer.effectAllowed = "move";
  };
  const label = h("label", box, h("span.no", id), h("span.heading", heading));
  return h("li.scene", { draggable: "true", ondragstart: start }, label);
}

function group({ name, names, scenes, joins }, headings, acts, rows) {
  // a location that was split off keeps all names of the original; show those that its headings use
  const written = scenes.map((id) => headings.get(id).toUpperCase());
  const also = names.filter((one) => one !== name && written.some((heading) => heading.includes(one.toUpperCase())));
  const why = joins.map((join) => h("li", join.reason));
  return h(
    "section.place",
    { role: "group", "aria-label": name },
    h("header", h("h3", name), h("span.count", scenes.length), h("span.acts", acts)),
    also.length > 0 && h("p.also.quiet", `Also: ${also.join(", ")}`),
    why.length > 0 && h("details.why", h("summary", "Why these are one place"), h("ul", why)),
    h("ul", rows),
  );
}

function takesScenes(card, take) {
  card.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    card.classList.add("target");
  });
  card.addEventListener("dragleave", (event) => {
    if (!card.contains(event.relatedTarget)) card.classList.remove("target");
  });
  card.addEventListener("drop", (event) => {
    const ids = event.dataTransfer.getData(DRAGGED);
    card.classList.remove("target");
    if (!ids) return;
    event.preventDefault();
    take(JSON.parse(ids));
  });
}
