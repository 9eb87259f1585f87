// Tabs that follow the arrow keys.

import { button, h } from "./dom.js";

// Entries are an id, a label and an element each.
export function tabbed(entries) {
  const tabs = entries.map(([id, label], i) => {
    const role = { role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}` };
    return button([label, h("span.count")], () => choose(i), role);
  });
  const panels = entries.map(([id, , element]) =>
    h("div.panel", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: 0 }, element),
  );
  function choose(chosen) {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
      panels[i].hidden = i !== chosen;
    });
  }
  choose(0);
  const list = h("div.tabs", { role: "tablist", "aria-label": "Results" }, tabs);
  list.addEventListener("keydown", (event) => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    const next = (tabs.indexOf(document.activeElement) + move + tabs.length) % tabs.length;
    choose(next);
    tabs[next].focus();
  });
  return {
    element: h("div.tabbed", list, panels),
    open: (id) => choose(entries.findIndex(([one]) => one === id)),
    count: (numbers) =>
      entries.forEach(([id], i) => {
        tabs[i].lastChild.textContent = numbers[id] ?? "";
      }),
  };
}
