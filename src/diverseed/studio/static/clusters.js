// The clusters one by one: what makes each different, a name, a note; two can be merged.

import { actButton, askName, askOne, askText } from "./corrections.js";
import { h } from "./dom.js";

// A long name may break after the marks that join its words.
const breakable = (name) => name.replace(" = ", " =\u00a0").split(/(?<=[_/.-])/).flatMap((part, i) => (i ? [h("wbr"), part] : [part]));

const head = (name, number) => h("th", { scope: "col", class: number ? "number" : null }, breakable(name));

export const title = (name) => (/^\d+$/.test(name) ? `Cluster ${name}` : name);

export function clustersTable(result, { highlight, say }) {
  const { clusters, columns } = result;
  const some = ` of the ${columns.length} of ${result.n_features} features that differ most`;
  const about =
    `Averages, in original units${columns.length < result.n_features ? some : ""}. ` +
    "Orange: above the average of all rows. Blue: below." +
    (clusters.length < result.n_clusters ? ` The first ${clusters.length} clusters.` : "");
  const heads = [
    head("Cluster"),
    head("Rows", true),
    result.stability && head("Stability", true),
    head("Distinguishing features"),
    ...columns.map((name) => head(name, true)),
  ];
  const rows = clusters.map((cluster, i) =>
    clusterRow(cluster, result, acts(cluster, clusters, say), (on) => highlight(on ? i : null)),
  );
  const table = h("table.clusters", h("thead", h("tr", heads)), h("tbody", rows));
  return [
    h("h2", "Cluster details"),
    h("p.quiet", about),
    h("div.scroll", { tabindex: 0, role: "group", "aria-label": "Cluster details, scrolls sideways" }, table),
  ];
}

function acts(cluster, clusters, say) {
  const { members, note } = cluster;
  const name = title(cluster.name);
  const others = clusters.filter((one) => one !== cluster).map((one) => ({ value: one.name, label: title(one.name) }));
  const named = (text) => text && say(...members.map((number) => ({ what: "name", cluster: number, text })));
  const merge = async () => {
    const choices = [{ value: "", label: "Choose a cluster" }, ...others];
    named(await askOne(`Merge ${name}`, "Merge", "Into", choices, "The other cluster keeps its name."));
  };
  const write = async () => {
    const given = await askText(`Note on ${name}`, "Save", "Note", note, true);
    if (given !== null && given !== note)
      say(...members.map((number, i) => ({ what: "note", cluster: number, text: i ? "" : given })));
  };
  return [
    actButton("Rename", name, async () => named(await askName(`Rename ${name}`, name)), false, members[0]),
    actButton("Merge", name, merge, others.length === 0, members[0]),
    actButton("Note", name, write, false, members[0]),
  ];
}

function clusterRow(cluster, { n, stability }, buttons, light) {
  const traits = cluster.traits.map(({ words, offset }) => h("span", { class: offset > 0 ? "up" : "down" }, words));
  const share = h("span.quiet", ` ${((100 * cluster.size) / n).toFixed(1)}%`);
  const lit = {
    onpointerenter: () => light(true),
    onpointerleave: () => light(false),
    onfocusin: () => light(true),
    onfocusout: () => light(false),
  };
  return h(
    "tr",
    lit,
    h(
      "th",
      { scope: "row" },
      h("span.dot", { style: { "--colour": cluster.colour } }),
      title(cluster.name),
      cluster.note && h("span.note.quiet", cluster.note),
      h("span.acts", buttons),
    ),
    h("td.number", cluster.size.toLocaleString("en"), share),
    stability && h("td.number", again(mean(cluster.members.map((number) => stability.agreement[number])))),
    h("td.traits", traits.length ? traits : h("span.quiet", "close to the average")),
    cluster.means.map((mean, i) => meanCell(mean, cluster.offsets[i] ?? 0)),
  );
}

// How much of a cluster halves of the rows show again, on average; three quarters is what is called stable.
const again = (share) =>
  share === null ? "–" : h("span", { class: share >= 0.75 ? "stable" : "unstable" }, percent(share));

export const percent = (share) => `${Math.round(100 * share)}%`;

// The mean of the values that are known, or null.
export function mean(values) {
  const known = values.filter((value) => value !== null);
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}

// The tint is full at two standard deviations from the mean of all rows.
function meanCell(mean, offset) {
  const tint = `${Math.round(Math.min(Math.abs(offset) / 2, 1) * 42)}%`;
  const look = `number mean ${offset > 0 ? "above" : "below"}`;
  return h("td", { class: look, style: { "--share": tint } }, mean);
}

// A value as people write it: dates are days since 1970, yes/no and categories 1 and 0.
export function readable(value, kind) {
  if (value === null) return "–";
  if (kind === "date") return new Date(86_400_000 * Math.round(value)).toISOString().slice(0, 10);
  if (kind === "yes/no" || kind === "category") return value > 0.5 ? "yes" : "no";
  return Number(value.toPrecision(4)).toLocaleString("en", { maximumSignificantDigits: 4 });
}
