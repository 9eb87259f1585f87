// A screenplay: the chart, and what was found, to correct; a tab for each.

import { fileAddress } from "./api.js";
import { chartPanel } from "./chart.js";
import { ask } from "./dialog.js";
import { button, count, h, replace } from "./dom.js";
import { stepHistory } from "./history.js";
import { locationsEditor } from "./locations.js";
import { peopleEditor } from "./people.js";
import { pageWord, pages, productionView, scenesTable } from "./production.js";
import { reviewList } from "./review.js";
import { scriptView } from "./script.js";
import { tabbed } from "./tabs.js";

const FORMATS = { fountain: "Fountain", fdx: "Final Draft", text: "plain text", html: "web page", pdf: "PDF" };

export function screenplayView({ job, change, complain, settings }) {
  const figures = h("p.figures");
  const tools = h("div.row.corrections");
  const correct = (...steps) => {
    const taken = steps.filter(Boolean);
    if (taken.length) change({ kind: "screenplay", steps: [...settings().steps, ...taken] });
  };
  const history = stepHistory({ change, settings });
  const chart = chartPanel(job, { choose: (people) => change({ kind: "screenplay", people }) });
  const locations = locationsEditor({ correct });
  const people = peopleEditor({ correct });
  const script = scriptView(job, { correct, complain });
  const scenes = h("div.scroll");
  const production = h("div.scroll");
  const review = h("div.pad");
  const tabs = tabbed([
    ["chart", "Chart", chart.element],
    ["locations", "Locations", locations.element],
    ["people", "People", people.element],
    ["scenes", "Scenes", scenes],
    ["script", "Script", script.element],
    ["production", "Production", production],
    ["review", "Needs review", review],
  ]);
  const loader = h("input.unseen", { type: "file", id: "load-overrides", accept: ".toml", onchange: load });
  const top = h("div.row.top", figures, h("span.grow"), loader, tools);
  const element = h("div.screenplay", top, tabs.element);

  async function load() {
    const file = loader.files[0];
    loader.value = "";
    if (!file) return;
    if (file.size > 1_000_000) complain(`${file.name} is larger than 1 MB, so it is not a file of corrections.`);
    else change({ kind: "screenplay", overrides: await file.text(), steps: [] });
  }

  async function undoAll() {
    const about = "The screenplay is shown as it was read. Redo brings the corrections back.";
    if (await ask({ title: "Undo all corrections?", about, fields: [], action: "Undo all" })) history.undoAll();
  }

  function jump(line) {
    tabs.open("script");
    script.show(line);
  }

  function showTools({ corrected }) {
    const { steps, overrides } = settings();
    const file = { class: "button", "data-key": "save", href: fileAddress(job, "overrides.toml"), download: "" };
    replace(
      tools,
      history.buttons(),
      button("Undo all", undoAll, { "data-key": "over", disabled: steps.length === 0 && !overrides }),
      h("label.button", { for: "load-overrides" }, "Load corrections"),
      corrected && h("a", file, "Save corrections"),
    );
  }

  async function update(result) {
    figures.textContent = [
      count(result.scenes.length, "scene"),
      count(result.locations.length, "location"),
      count(result.plots.length, "thread"),
      `${count(result.characters.length, "person", "people")}, ${result.speaking} speaking`,
      FORMATS[result.format] ?? result.format,
    ].join(" · ");
    showTools(result);
    locations.update(result);
    people.update(result);
    replace(scenes, scenesTable(result, jump));
    replace(production, productionView(result));
    replace(review, reviewList(result, { jump, correct }));
    tabs.count({
      locations: result.locations.length,
      people: result.characters.length,
      scenes: result.scenes.length,
      production: `${pages(result.production.eighths)} ${pageWord(result.production.eighths)}`,
      review: result.review.length,
    });
    await Promise.all([chart.update(result), script.update()]);
  }

  return { element, update, close: history.close };
}
