// A screenplay: locations and people to correct on one side, the chart on the other.

import { fileAddress } from "./api.js";
import { chartPanel } from "./chart.js";
import { ask } from "./dialog.js";
import { count, h, replace } from "./dom.js";
import { locationsEditor } from "./locations.js";
import { peopleEditor } from "./people.js";

const FORMATS = { fountain: "Fountain", fdx: "Final Draft", text: "plain text", html: "web page", pdf: "PDF" };

export function screenplayView({ job, change, complain, settings }) {
  const figures = h("p", { class: "figures" });
  const tools = h("div", { class: "row corrections" });
  const chart = chartPanel(job);
  const correct = (...steps) => change({ kind: "screenplay", steps: [...settings().steps, ...steps] });
  const locations = locationsEditor({ correct, highlight: chart.highlight });
  const people = peopleEditor({ correct });
  const scenes = h("div", { class: "scroll" });
  const doubts = h("div", {});
  const tabs = tabbed([
    ["locations", "Locations", locations.element],
    ["people", "People", people.element],
    ["scenes", "Scenes", scenes],
    ["doubts", "To look at", doubts],
  ]);
  const loader = h("input", { type: "file", class: "unseen", id: "load-overrides", accept: ".toml", onchange: load });
  const element = h("div", { class: "screenplay" }, figures, loader, tools,
    h("div", { class: "beside" }, h("section", { class: "editor", "aria-label": "What was found" }, tabs.element), chart.element));

  async function load() {
    const file = loader.files[0];
    loader.value = "";
    if (!file) return;
    if (file.size > 1_000_000) complain(`${file.name} is larger than 1 MB: no file of corrections.`);
    else change({ kind: "screenplay", overrides: await file.text(), steps: [] });
  }

  async function startOver() {
    const answer = await ask({ title: "Take back all corrections?", about: "The file is shown as it was found.", fields: [], action: "Take back" });
    if (answer) change({ overrides: "", steps: [] });
  }

  function showTools(result) {
    const { steps, overrides } = settings();
    replace(tools,
      h("button", { type: "button", "data-key": "undo", disabled: steps.length === 0, onclick: () => change({ steps: settings().steps.slice(0, -1) }) }, "Undo"),
      h("button", { type: "button", "data-key": "over", disabled: steps.length === 0 && !overrides, onclick: startOver }, "Start over"),
      h("label", { class: "button", for: "load-overrides" }, "Load corrections"),
      result.corrected && h("a", { class: "button", "data-key": "save", href: fileAddress(job, "overrides.toml"), download: "" }, "Save corrections"),
      h("span", { class: "quiet" }, result.corrected ? "for diverseed screenplay --overrides" : ""));
  }

  async function update(result) {
    figures.textContent = [
      count(result.scenes.length, "scene"), count(result.locations.length, "location"), count(result.plots.length, "thread"),
      `${count(result.characters.length, "character")}, ${result.speaking} of them speaking`, `read as ${FORMATS[result.format] ?? result.format}`,
    ].join(" · ");
    showTools(result);
    locations.update(result);
    people.update(result);
    replace(scenes, scenesTable(result));
    replace(doubts, doubtsList(result));
    tabs.count({ locations: result.locations.length, people: result.characters.length, scenes: result.scenes.length, doubts: result.warnings.length });
    await chart.update(result);
  }

  return { element, update, busy: chart.busy };
}

function scenesTable(result) {
  const names = new Map(result.locations.map((location) => [location.id, location.name]));
  return h("table", {},
    h("thead", {}, h("tr", {}, ["No.", "Heading", "Location", "People"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, result.scenes.map((scene) => h("tr", {},
      h("td", { class: "number" }, scene.id),
      h("th", { scope: "row" }, scene.heading.trim() || "(no heading)"),
      h("td", {}, names.get(scene.location)),
      h("td", {}, scene.characters.map((one, i) => [i ? ", " : "", one.speaks ? one.name : h("i", { title: "Seen, but does not speak here" }, one.name)]))))));
}

function doubtsList(result) {
  if (!result.warnings.length) return h("p", { class: "quiet pad" }, "Nothing: every line was read without a doubt.");
  return h("div", {}, h("p", { class: "quiet pad" }, "Lines of the file that a person should look at."),
    h("ul", { class: "doubts" }, result.warnings.map((one) => h("li", {}, one.line ? h("b", {}, `Line ${one.line}`) : null, one.message))));
}

// Tabs that follow the arrow keys.
function tabbed(entries) {
  const tabs = entries.map(([id, label], i) =>
    h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, "aria-selected": String(i === 0), tabindex: i === 0 ? 0 : -1, onclick: () => choose(i) }, label, h("span", { class: "count" })));
  const panels = entries.map(([id, , element], i) =>
    h("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, class: "panel", tabindex: 0, hidden: i > 0 }, element));
  function choose(chosen) {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
      panels[i].hidden = i !== chosen;
    });
  }
  const list = h("div", { role: "tablist", class: "tabs", "aria-label": "What was found" }, tabs);
  list.addEventListener("keydown", (event) => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    const next = (tabs.indexOf(document.activeElement) + move + tabs.length) % tabs.length;
    choose(next);
    tabs[next].focus();
  });
  return {
    element: h("div", { class: "tabbed" }, list, panels),
    count: (numbers) => entries.forEach(([id], i) => { tabs[i].lastChild.textContent = numbers[id]; }),
  };
}
