// A question in a dialog: resolves to the answers by name, or null if it was left.

import { h } from "./dom.js";

export function ask({ title, about, fields, action }) {
  return new Promise((resolve) => {
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", { id: "ask-title" }, title),
      about && h("p", { class: "quiet" }, about),
      fields.map(field),
      h("p", { class: "missing", role: "alert" }),
      h(
        "div",
        { class: "row end" },
        h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
        h("button", { type: "submit", class: "primary" }, action),
      ),
    );
    const dialog = h("dialog", { class: "ask", "aria-labelledby": "ask-title" }, form);
    let answers = null;
    form.addEventListener("submit", (event) => {
      const data = new FormData(form);
      const incomplete = fields.find(({ name, kind }) => kind === "checks" && !data.has(name));
      if (incomplete) {
        event.preventDefault();
        form.querySelector(".missing").textContent = incomplete.missing;
        return;
      }
      answers = Object.fromEntries(
        fields.map(({ name, kind }) => [name, kind === "checks" ? data.getAll(name) : data.get(name)]),
      );
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answers);
    });
    document.body.append(dialog);
    dialog.showModal();
    form.querySelector("input[type=text]")?.select();
  });
}

function field({ kind, name, label, value = "", options = [], optional = false }) {
  if (kind === "text")
    return h(
      "label",
      { class: "field" },
      h("span", {}, label),
      h("input", {
        type: "text",
        name,
        value,
        required: !optional,
        maxlength: optional ? 2000 : 120,
        autocomplete: "off",
      }),
    );
  if (kind === "select")
    return h(
      "label",
      { class: "field" },
      h("span", {}, label),
      h(
        "select",
        { name, required: true },
        options.map((option) => h("option", { value: option.value, selected: option.value === value }, option.label)),
      ),
    );
  return h(
    "fieldset",
    { class: "checks" },
    h("legend", {}, label),
    options.map((option) =>
      h("label", {}, h("input", { type: "checkbox", name, value: option.value }), h("span", {}, option.label)),
    ),
  );
}
