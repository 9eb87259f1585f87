// What can be exported, as a menu.

import { fileAddress } from "./api.js";
import { h, list } from "./dom.js";

const EXPORTS = {
  "chart.svg": "Chart, SVG",
  "chart.png": "Chart, PNG",
  "chart.html": "Chart, interactive page",
  "report.html": "Report, HTML page",
  "scenes.csv": "Scenes, CSV",
  "locations.csv": "Locations, CSV",
  "characters.csv": "Characters, CSV",
  "presence.csv": "Who is in which scene, CSV",
  "shooting_order.csv": "Shooting order, CSV",
  "shooting_order.html": "Shooting order, page to print",
  "network.graphml": "Who meets whom, GraphML",
  "overrides.toml": "Corrections, TOML",
  "table.csv": "Your table with clusters, CSV",
  "table.xlsx": "Your table with clusters, Excel",
  "clusters.svg": "Clusters, SVG",
  "clusters.png": "Clusters, PNG",
  "evidence.svg": "Evidence, SVG",
  "evidence.png": "Evidence, PNG",
  "groups.csv": "Group of every line, CSV",
};

export function exportMenu(job, files) {
  const links = files.map((file) => h("a", { href: fileAddress(job, file), download: "" }, EXPORTS[file] ?? file));
  const summary = h("summary.button", { "data-key": "export" }, "Export");
  const menu = h("details.menu", summary, list(links));
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    summary.focus();
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  return menu;
}
