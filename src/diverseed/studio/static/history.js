// Undo and redo over steps that the server keeps, so that they survive a reload and a restart.

import { button } from "./dom.js";

export function stepHistory({ change, settings }) {
  const steps = () => settings().steps;
  const undone = () => settings().undone ?? [];

  function undo() {
    if (steps().length) change({ steps: steps().slice(0, -1), undone: [...undone(), steps().at(-1)] });
  }
  function redo() {
    if (undone().length) change({ steps: [...steps(), undone().at(-1)], undone: undone().slice(0, -1) });
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
      button("Undo", undo, { "data-key": "undo", disabled: !steps().length, title: "Ctrl+Z" }),
      button("Redo", redo, { "data-key": "redo", disabled: !undone().length, title: "Ctrl+Shift+Z" }),
    ],
    close: () => removeEventListener("keydown", keys),
  };
}
