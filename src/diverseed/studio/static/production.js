// Tables of a screenplay: its scenes in order, and in the order to shoot them in.

import { button, count, h } from "./dom.js";

const person = ({ name, speaks }) => (speaks ? name : h("i", { title: "Present but not speaking" }, name));
const people = ({ characters }) => characters.flatMap((one, i) => [i ? ", " : "", person(one)]);
const names = (locations) => new Map(locations.map((location) => [location.id, location.name]));

function headed(heads, rows) {
  const cells = Object.entries(heads).map(([name, look]) => h("th", { scope: "col", class: look || null }, name));
  return h("table", h("thead", h("tr", cells)), h("tbody", rows));
}

export function scenesTable({ scenes, locations }, jump) {
  const name = names(locations);
  const link = ({ heading, line }) => button(heading.trim() || "(no heading)", () => jump(line), { class: "link" });
  const row = (scene) =>
    h(
      "tr",
      h("td.number", scene.id),
      h("th", { scope: "row" }, link(scene)),
      h("td", name.get(scene.location)),
      h("td", ...people(scene)),
    );
  const about = "Click a heading to see it in the script. Italics: present but not speaking.";
  return [h("p.quiet", about), headed({ "No.": "number", Heading: "", Location: "", People: "" }, scenes.map(row))];
}

const SETTINGS = { INT: "Interior", EXT: "Exterior", "INT-EXT": "Both", EST: "Establishing", "": "Not given" };
const LIGHTS = { DAY: "Day", NIGHT: "Night", "DAWN/DUSK": "Dawn or dusk", "": "Not given" };

// Length, setting and light, then the scenes by location: scenes shot in one place are listed together.
export function productionView({ scenes, locations, production, places, sublocations }) {
  const scene = new Map(scenes.map((one) => [one.id, one]));
  const name = names(locations);
  let before = null;
  const row = (id) => {
    const { location, setting, light, eighths, heading } = scene.get(id);
    const first = location !== before;
    before = location;
    return h(
      "tr",
      { class: first ? "first" : null },
      h("th", { scope: "row" }, first ? name.get(location) : ""),
      h("td", SETTINGS[setting] ?? setting),
      h("td", LIGHTS[light] ?? light),
      h("td.number", id),
      h("td", heading.trim()),
      h("td", ...people(scene.get(id))),
      h("td.number", pages(eighths)),
    );
  };
  const heads = { Location: "", Setting: "", Light: "", Scene: "number", Heading: "", People: "", Pages: "number" };
  return [
    h(
      "div.facts",
      fact("Length", [
        [pageWord(production.eighths), pages(production.eighths)],
        [scenes.length === 1 ? "scene" : "scenes", scenes.length],
      ]),
      fact("Setting", tally(production.settings, SETTINGS)),
      fact("Light", tally(production.lights, LIGHTS)),
      fact("Places", [
        [places.length === 1 ? "place" : "places", places.length],
        [sublocations.length === 1 ? "room or other part" : "rooms and other parts of them", sublocations.length],
      ]),
    ),
    h("p.quiet", `${count(scenes.length, "scene")} in shooting order: location by location, then by light.`),
    headed(heads, production.shooting_order.map(row)),
  ];
}

const tally = (counts, words) =>
  Object.entries(counts)
    .filter(([, number]) => number)
    .map(([key, number]) => [words[key] ?? key, number]);

const fact = (title, rows) =>
  h("dl", h("dt", title), rows.map(([label, value]) => h("dd", h("b", value), ` ${label}`)));

// Eighths of a page as a production writes them: 11 are 1 3/8.
export function pages(eighths) {
  const whole = Math.floor(eighths / 8);
  const rest = eighths % 8 ? `${eighths % 8}/8` : "";
  return [whole || "", rest].filter(Boolean).join(" ") || "0";
}

export const pageWord = (eighths) => (eighths > 8 ? "pages" : "page");
