// A screenplay: locations and people to correct on one side, the chart on the other.

import { fileAddress } from "./api.js";
import { chartPanel } from "./chart.js";
import { ask } from "./dialog.js";
import { button, count, h, list, replace } from "./dom.js";
import { locationsEditor } from "./locations.js";
import { peopleEditor } from "./people.js";
import { tabbed } from "./tabs.js";

const FORMATS = { fountain: "Fountain", fdx: "Final Draft", text: "plain text", html: "web page", pdf: "PDF" };

export function screenplayView({ job, change, complain, settings }) {
  const figures = h("p", { class: "figures" });
  const tools = h("div", { class: "row corrections" });
  const chart = chartPanel(job);
  const correct = (...steps) => {
    const taken = steps.filter(Boolean);
    if (taken.length) change({ kind: "screenplay", steps: [...settings().steps, ...taken] });
  };
  const locations = locationsEditor({ correct, highlight: chart.highlight });
  const people = peopleEditor({ correct });
  const scenes = h("div", { class: "scroll" });
  const production = h("div", { class: "scroll" });
  const doubts = h("div", {});
  const tabs = tabbed([
    ["locations", "Locations", locations.element],
    ["people", "People", people.element],
    ["scenes", "Scenes", scenes],
    ["production", "Production", production],
    ["doubts", "To look at", doubts],
  ]);
  const loader = h("input", { type: "file", class: "unseen", id: "load-overrides", accept: ".toml", onchange: load });
  const element = h(
    "div",
    { class: "screenplay" },
    figures,
    loader,
    tools,
    h(
      "div",
      { class: "beside" },
      h("section", { class: "editor", "aria-label": "What was found" }, tabs.element),
      chart.element,
    ),
  );

  async function load() {
    const file = loader.files[0];
    loader.value = "";
    if (!file) return;
    if (file.size > 1_000_000) complain(`${file.name} is larger than 1 MB: no file of corrections.`);
    else change({ kind: "screenplay", overrides: await file.text(), steps: [] });
  }

  async function startOver() {
    const answer = await ask({
      title: "Take back all corrections?",
      about: "The file is shown as it was found.",
      fields: [],
      action: "Take back",
    });
    if (answer) change({ overrides: "", steps: [] });
  }

  const undo = () => change({ steps: settings().steps.slice(0, -1) });

  function showTools({ corrected }) {
    const { steps, overrides } = settings();
    const file = { class: "button", "data-key": "save", href: fileAddress(job, "overrides.toml"), download: "" };
    replace(
      tools,
      button("Undo", undo, { "data-key": "undo", disabled: steps.length === 0 }),
      button("Start over", startOver, { "data-key": "over", disabled: steps.length === 0 && !overrides }),
      h("label", { class: "button", for: "load-overrides" }, "Load corrections"),
      corrected && h("a", file, "Save corrections"),
      corrected && h("span", { class: "quiet" }, "for diverseed screenplay --overrides"),
    );
  }

  async function update(result) {
    figures.textContent = [
      count(result.scenes.length, "scene"),
      count(result.locations.length, "location"),
      count(result.plots.length, "thread"),
      `${count(result.characters.length, "character")}, ${result.speaking} of them speaking`,
      `read as ${FORMATS[result.format] ?? result.format}`,
    ].join(" · ");
    showTools(result);
    locations.update(result);
    people.update(result);
    replace(scenes, scenesTable(result));
    replace(production, productionView(result));
    replace(doubts, doubtsList(result));
    tabs.count({
      locations: result.locations.length,
      people: result.characters.length,
      scenes: result.scenes.length,
      production: pages(result.production.eighths),
      doubts: result.warnings.length,
    });
    await chart.update(result);
  }

  return { element, update, busy: chart.busy };
}

function scenesTable({ scenes, locations }) {
  const names = new Map(locations.map((location) => [location.id, location.name]));
  const heads = ["No.", "Heading", "Location", "People"].map((name) => h("th", { scope: "col" }, name));
  const row = (scene) =>
    h(
      "tr",
      {},
      h("td", { class: "number" }, scene.id),
      h("th", { scope: "row" }, scene.heading.trim() || "(no heading)"),
      h("td", {}, names.get(scene.location)),
      h("td", {}, ...scene.characters.flatMap((one, i) => [i ? ", " : "", person(one)])),
    );
  return h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, scenes.map(row)));
}

// Length, time of day and setting, then the scenes in the order to shoot them in.
function productionView({ scenes, locations, production, places, sublocations }) {
  const scene = new Map(scenes.map((one) => [one.id, one]));
  const names = new Map(locations.map((location) => [location.id, location.name]));
  const counted = (counts) =>
    Object.entries(counts)
      .filter(([, number]) => number)
      .map(([name, number]) => `${number} ${name || "not given"}`)
      .join(", ");
  const heads = ["Location", "Set", "Time", "No.", "People", "Pages"].map((name) => h("th", { scope: "col" }, name));
  const row = (id) => {
    const { location, setting, light, characters, eighths } = scene.get(id);
    const people = characters.flatMap((one, i) => [i ? ", " : "", person(one)]);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, names.get(location)),
      h("td", {}, setting),
      h("td", {}, light),
      h("td", { class: "number" }, id),
      h("td", {}, ...people),
      h("td", { class: "number" }, pages(eighths)),
    );
  };
  const about = [
    `${pages(production.eighths)} pages, ${counted(production.settings)}; ${counted(production.lights)}.`,
    `${count(places.length, "place")} with ${count(sublocations.length, "sub-location")}.`,
    "Below, the scenes sorted for shooting.",
  ];
  return h(
    "div",
    {},
    h("p", { class: "quiet pad" }, about.join(" ")),
    h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, production.shooting_order.map(row))),
  );
}

// Eighths of a page as a production writes them: 11 are 1 3/8.
function pages(eighths) {
  const whole = Math.floor(eighths / 8);
  const rest = eighths % 8 ? `${eighths % 8}/8` : "";
  return [whole || "", rest].filter(Boolean).join(" ") || "0";
}

const person = ({ name, speaks }) => (speaks ? name : h("i", { title: "Seen, but does not speak here" }, name));

function doubtsList({ warnings }) {
  if (!warnings.length) return h("p", { class: "quiet pad" }, "Nothing: every line was read without a doubt.");
  const items = warnings.map(({ line, message }) => h("span", {}, line ? h("b", {}, `Line ${line}`) : "", message));
  const about = h("p", { class: "quiet pad" }, "Lines of the file that a person should look at.");
  return h("div", {}, about, list(items, { class: "doubts" }));
}
