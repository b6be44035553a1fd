// What a definition costs: the bounds, what they rest on, and the plot of trials.
import type { Bound, Cost } from "../reply";
import { button, el, place, prose } from "./dom";
import { reveal, send } from "./host";
import { drawing } from "./picture";

type Shown = Cost & { uri: string; trusted: boolean };

export function showCost(cost: Shown, tools: HTMLElement[]): HTMLElement[] {
  const measure = button("Measure", "Run the definition on arguments that grow", () => send({ do: "measure" }), { disabled: !cost.trusted });
  if (!cost.trusted) measure.title = "In Restricted Mode nothing is run to measure it";
  return [
    el("header", {}, el("h1", {}, el("code", {}, cost.title)), el("div", { class: "tools", role: "toolbar" }, ...tools, measure)),
    bounds(cost), sizes(cost), ...reasons(cost), ...measured(cost),
  ].filter((part) => part !== null);
}

function bounds({ work, span, memory }: Shown): HTMLElement {
  const row = (name: string, bound: Bound | null) => el("tr", {}, el("th", { scope: "row" }, name),
    el("td", {}, bound ? el("code", {}, `O(${bound.growth})`) : "not known"), el("td", {}, ...(bound ? [el("code", {}, bound.exact), bound.condition ? `, ${bound.condition}` : ""] : [])));
  return el("table", { class: "bounds" },
    el("thead", {}, el("tr", {}, el("td"), el("th", { scope: "col" }, "grows as"), el("th", { scope: "col" }, "at most"))),
    el("tbody", {}, row("work", work), row("span", span), row("memory", memory)));
}

function sizes({ where }: Shown): HTMLElement | null {
  const lines = Array.isArray(where) ? where : Object.entries(where ?? {}).map(([name, what]) => `${name} is ${what}`);
  return lines.length > 0 ? el("p", { class: "where" }, "where ", lines.join(", ")) : null;
}

function reasons({ work, span, memory, unknown, uri }: Shown): HTMLElement[] {
  const all: HTMLElement[] = [];
  if (unknown) {
    const { range, uri: other } = unknown;
    all.push(el("p", { class: "notice info" }, "Not bounded: ", ...prose(`${unknown.reason} `), range && place("Show", () => reveal(other ?? uri, range))));
  }
  const list = el("ul", { class: "why" });
  const told = new Set<string>();
  for (const { uri, range, message } of [work, span, memory].flatMap((bound) => bound?.why ?? [])) {
    const key = JSON.stringify([uri, range, message]);
    if (told.has(key)) continue;
    told.add(key);
    list.append(el("li", {}, place(prose(message), () => reveal(uri, range)), ` (line ${range.start.line + 1})`));
  }
  if (told.size > 0) all.push(el("h2", {}, "Where it comes from"), list);
  return all;
}

function measured({ measured }: Shown): HTMLElement[] {
  if (!measured) return [];
  const { runs, ratio, reason, svg } = measured;
  const said = runs > 0 ? `${runs} runs` + (ratio === null ? "." : `; the most that one took is ${(ratio * 100).toFixed(0)} % of the bound.`) : "Nothing could be run.";
  return [el("h2", {}, "Measured"), el("p", {}, said), ...reason ? [el("p", { class: "notice info" }, reason)] : [],
    ...svg ? [el("div", { class: "picture fit plot" }, drawing(svg))] : []];
}
