// Tabs that follow the arrow keys.

import { h } from "./dom.js";

// Entries are an id, a label and an element each.
export function tabbed(entries) {
  const tabs = entries.map(([id, label], i) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${id}`,
        "aria-controls": `panel-${id}`,
        "aria-selected": String(i === 0),
        tabindex: i === 0 ? 0 : -1,
        onclick: () => choose(i),
      },
      label,
      h("span", { class: "count" }),
    ),
  );
  const panels = entries.map(([id, , element], i) =>
    h(
      "div",
      {
        role: "tabpanel",
        id: `panel-${id}`,
        "aria-labelledby": `tab-${id}`,
        class: "panel",
        tabindex: 0,
        hidden: i > 0,
      },
      element,
    ),
  );
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
    open: (id) => choose(entries.findIndex(([one]) => one === id)),
    count: (numbers) =>
      entries.forEach(([id], i) => {
        tabs[i].lastChild.textContent = numbers[id] ?? "";
      }),
  };
}
