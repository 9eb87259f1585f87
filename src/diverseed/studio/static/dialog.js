// A question in a dialog: resolves to the answers by name, or null if it was left.

import { button, h } from "./dom.js";

export function ask({ title, about, fields, action }) {
  return new Promise((resolve) => {
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", { id: "ask-title" }, title),
      about && h("p.quiet", about),
      fields.map(field),
      h("p.missing", { role: "alert" }),
      h("div.row.end", button("Cancel", () => dialog.close()), h("button.primary", { type: "submit" }, action)),
    );
    const dialog = h("dialog.ask", { "aria-labelledby": "ask-title" }, form);
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
  if (kind === "text") {
    const limits = { required: !optional, maxlength: optional ? 2000 : 120 };
    const input = h("input", { type: "text", name, value, autocomplete: "off", ...limits });
    return h("label.field", h("span", label), input);
  }
  if (kind === "select") {
    const choices = options.map((one) => h("option", { value: one.value, selected: one.value === value }, one.label));
    return h("label.field", h("span", label), h("select", { name, required: true }, choices));
  }
  const check = (one) => h("label", h("input", { type: "checkbox", name, value: one.value }), h("span", one.label));
  return h("fieldset.checks", h("legend", label), options.map(check));
}
