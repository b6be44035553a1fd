// A picture from the server whose parts lead to the text.
import type { Picture, Position, Range } from "../reply";
import { el } from "./dom";
import { reveal } from "./host";

let shown: (Picture & { uri: string }) | undefined;

export function showPicture(picture: Picture & { uri: string }, tools: HTMLElement[]): HTMLElement[] {
  shown = picture;
  const frame = el("div", { class: "picture" }, drawing(picture.svg));
  frame.querySelectorAll<SVGElement>("[data-node]").forEach((part) => {
    if (!rangeOf(part.dataset.node!)) return;
    part.setAttribute("tabindex", "0");
    part.setAttribute("role", "link");
  });
  const go = ({ target }: Event) => {
    const part = (target as Element).closest<SVGElement>("[data-node]");
    const found = part && rangeOf(part.dataset.node!);
    if (found) reveal(found.uri, found.range);
  };
  frame.addEventListener("click", go);
  frame.addEventListener("keydown", (event) => event.key === "Enter" && go(event));
  return [el("header", {}, el("h1", {}, picture.title), el("div", { class: "tools", role: "toolbar" }, ...tools, zoom(frame))), ...picture.text ? [el("details", { class: "as-text" }, el("summary", {}, "As text"), el("pre", { tabindex: 0 }, picture.text))] : [], frame];
}

/** drawing reads an SVG as what it is; scripts in it would not run, and are left out. */
export function drawing(svg: string): Element {
  const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (read.nodeName !== "svg") return el("p", { class: "failed" }, "The picture cannot be read.");
  read.querySelectorAll("script, foreignObject").forEach((part) => part.remove());
  return document.importNode(read, true);
}

function zoom(frame: HTMLElement): HTMLElement {
  const fit = el("button", { type: "button", "aria-pressed": "false", title: "Shrink the picture to the width of the view" }, "Fit");
  fit.addEventListener("click", () => fit.setAttribute("aria-pressed", String(frame.classList.toggle("fit"))));
  return fit;
}

function rangeOf(id: string): { uri: string; range: Range } | undefined {
  const found = shown?.nodes.find((n) => n.id === id);
  return found?.range ? { uri: found.uri ?? shown!.uri, range: found.range } : undefined;
}

/** markCursor marks the part of the picture that the cursor is in, and brings it into sight. */
export function markCursor(body: HTMLElement, { uri, position }: { uri: string; position: Position }): void {
  body.querySelectorAll(".at-cursor").forEach((part) => part.classList.remove("at-cursor"));
  const around = (shown?.nodes ?? []).filter((n) => n.range && (n.uri ?? shown!.uri) === uri && contains(n.range, position));
  const best = around.reduce<typeof around[0] | undefined>((least, n) => !least || size(n.range!) < size(least.range!) ? n : least, undefined);
  if (!best) return;
  const parts = body.querySelectorAll(`[data-node="${CSS.escape(best.id)}"]`);
  parts.forEach((part) => part.classList.add("at-cursor"));
  parts[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

const contains = ({ start, end }: Range, at: Position) => !before(at, start) && !before(end, at);
const before = (a: Position, b: Position) => a.line < b.line || a.line === b.line && a.character < b.character;
const size = ({ start, end }: Range) => (end.line - start.line) * 10000 + end.character - start.character;
