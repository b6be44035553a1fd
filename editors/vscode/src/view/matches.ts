// The places at which a rule matches, with what its names stand for there.
import type { Matches } from "../reply";
import { el, place } from "./dom";
import { reveal } from "./host";

export function showMatches({ rule, matches, more, partial = [] }: Matches, tools: HTMLElement[]): HTMLElement[] {
  const count = matches.length + more;
  const files = new Map<string, HTMLElement>();
  for (const match of matches) {
    if (!files.has(match.uri)) files.set(match.uri, el("section", {}, el("h2", {}, nameOf(match.uri))));
    files.get(match.uri)!.append(shownMatch(match));
  }
  return [
    el("header", {}, el("h1", {}, el("code", {}, rule)), el("p", { class: "about" }, `matches at ${count} ${count === 1 ? "place" : "places"}`),
      el("div", { class: "tools", role: "toolbar" }, ...tools)),
    ...partial.length > 0 ? [inPart(partial)] : [],
    ...files.values(),
    ...more > 0 ? [el("p", { class: "notice info" }, `${more} more are left out.`)] : [],
  ];
}

const mostNamed = 10;

/** inPart leads to the programs in which what has errors was left out. */
function inPart(files: string[]): HTMLElement {
  const start = { line: 0, character: 0 };
  const names = files.slice(0, mostNamed).flatMap((uri, i) => [i > 0 ? ", " : "", place(nameOf(uri), () => reveal(uri, { start, end: start }))]);
  const more = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : "";
  return el("p", { class: "notice info" }, ...names, more, files.length === 1 ? " has errors and was searched in part." : " have errors and were searched in part.");
}

function shownMatch({ uri, range, text, bindings }: Matches["matches"][0]): HTMLElement {
  const names = el("dl", { class: "bindings" });
  for (const { name, text, range } of bindings) names.append(el("dt", {}, name), el("dd", {}, place(text, () => reveal(uri, range))));
  return el("article", { class: "match" }, el("div", {}, el("span", { class: "line" }, String(range.start.line + 1)), place(text, () => reveal(uri, range))), bindings.length > 0 && names);
}

const nameOf = (uri: string) => decodeURIComponent(uri.split("/").at(-1) ?? uri);
