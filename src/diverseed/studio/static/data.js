// The data as in the file: its first rows, the type of each column, and which columns are compared.

import { button, count, h, replace, select } from "./dom.js";

const SCALES = [
  ["auto", "Automatic"],
  ["none", "As they are"],
  ["standard", "Standardised (same average and spread)"],
  ["robust", "Robust (outliers count less)"],
];
const MISSING = [
  ["median", "Fill in the typical value"],
  ["drop", "Leave out those rows"],
];

export function dataPanel({ choose, settings }) {
  const form = h("div.row.form");
  const table = h("div.scroll", { tabindex: 0, role: "group", "aria-label": "First rows, scrolls sideways" });
  const about = h("p.quiet");
  const element = h("div.pad", form, about, table);
  let used = new Set();
  let chosen = new Set();

  function showForm() {
    const changed = chosen.size !== used.size || [...chosen].some((name) => !used.has(name));
    const { columns } = settings();
    replace(
      form,
      select("scale", "Scaling", SCALES, settings().scale, (scale) => choose({ scale })),
      select("missing", "Missing values", MISSING, settings().missing, (missing) => choose({ missing })),
      h("span.grow"),
      button(`Use ${count(chosen.size, "column")}`, () => choose({ columns: [...chosen] }), {
        class: "primary",
        "data-key": "use columns",
        disabled: !changed || chosen.size === 0,
      }),
      button("Choose columns automatically", () => choose({ columns: null }), {
        "data-key": "auto columns",
        disabled: columns === null,
      }),
    );
  }

  function head(column) {
    const box = h("input", {
      type: "checkbox",
      checked: column.used,
      "data-key": `column ${column.name}`,
      "aria-label": `Use ${column.name}`,
    });
    box.addEventListener("change", () => {
      if (box.checked) chosen.add(column.name);
      else chosen.delete(column.name);
      showForm();
    });
    return h("th", { scope: "col", class: column.used ? null : "unused" }, h("label", box, h("span", column.name)));
  }

  function update({ preview, n_rows: rows }) {
    used = new Set(preview.columns.filter((column) => column.used).map((column) => column.name));
    chosen = new Set(used);
    showForm();
    const first = preview.rows.length < rows ? `The first ${preview.rows.length} of ${count(rows, "row")}.` : "";
    const more = preview.more > 0 ? ` ${count(preview.more, "more column")} not shown.` : "";
    about.textContent = `Tick the columns to use. ${first}${more}`;
    const cells = (row) =>
      preview.columns.map((column) => h("td", { class: column.used ? null : "unused" }, column.cells[row]));
    const missing = ({ missing: n }) => (n ? ` ${n.toLocaleString("en")} missing` : "");
    const info = (column) =>
      h(
        "td",
        { class: column.used ? null : "unused" },
        h("span", { class: `type ${column.kind}` }, column.kind || "not used"),
        h("span.quiet", missing(column)),
        column.why && h("div.quiet.why", column.used ? column.why : `left out: ${column.why}`),
      );
    replace(
      table,
      h(
        "table.preview",
        h(
          "thead",
          h("tr", h("td"), preview.columns.map(head)),
          h("tr.types", h("td.quiet", "type"), preview.columns.map(info)),
        ),
        h("tbody", preview.rows.map((place, row) => h("tr", h("td.quiet", place), cells(row)))),
      ),
    );
  }

  return { element, update };
}
