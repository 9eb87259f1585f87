// Undo and redo over steps that the server keeps, so that they survive a reload and a restart.

import { button } from "./dom.js";

// Of the steps those that are ``mine`` are undone: what was done to another view of the file stays.
export function stepHistory({ change, settings, mine = () => true }) {
  const steps = () => settings().steps;
  const undone = () => settings().undone ?? [];
  const without = (list, at) => list.filter((_, i) => i !== at);

  function undo() {
    const at = steps().findLastIndex(mine);
    if (at >= 0) change({ steps: without(steps(), at), undone: [...undone(), steps()[at]] });
  }
  function redo() {
    const at = undone().findLastIndex(mine);
    if (at >= 0) change({ steps: [...steps(), undone()[at]], undone: without(undone(), at) });
  }
  const undoAll = () => change({ overrides: "", steps: [], undone: [...undone(), ...[...steps()].reverse()] });

  // Ctrl+Z in a text field is the field's own.
  function keys(event) {
    const command = event.ctrlKey || event.metaKey;
    if (!command || event.altKey || event.target.matches("input[type=text], input[type=search], textarea")) return;
    if (document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const act = key === "z" ? (event.shiftKey ? redo : undo) : key === "y" ? redo : null;
    if (!act) return;
    event.preventDefault();
    act();
  }
  addEventListener("keydown", keys);

  return {
    undoAll,
    buttons: () => [
      button("Undo", undo, { "data-key": "undo", disabled: !steps().some(mine), title: "Ctrl+Z" }),
      button("Redo", redo, { "data-key": "redo", disabled: !undone().some(mine), title: "Ctrl+Shift+Z" }),
    ],
    close: () => removeEventListener("keydown", keys),
  };
}
