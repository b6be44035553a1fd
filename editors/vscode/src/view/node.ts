// A value drawn by its kind; its parts are asked for when they are opened.
import type { Node } from "../reply";
import { button, el, redraw } from "./dom";
import { grid } from "./grid";
import { facts, tensor } from "./tensor";

/** A Look says what of a part is asked for: its children from one on, or of a tensor the numbers of a window, pixels, or one number. */
export interface Look {
  of: "children" | "cells" | "raster" | "point";
  offset?: number[];
  size?: [number, number];
  raster?: [number, number];
}

/** Part has a part of the value brought. A later question of the same kind about the same part takes the place of one. */
export type Part = (path: number[], look: Look, done: (node: Node) => void) => void;

/** drawn is an element that shows a node. */
export function drawn(node: Node, path: number[], part: Part): HTMLElement {
  const shown = draw[node.kind]?.(node, path, part) ?? text(node);
  shown.dataset.path = path.join(".");
  if (node.differs) shown.classList.add("differs");
  if (node.expected !== undefined) shown.append(el("div", { class: "expected" }, el("span", {}, "expected "), el("code", {}, node.expected)));
  return shown;
}

const draw: Record<string, (node: Node, path: number[], part: Part) => HTMLElement> = {
  tensor, fractal, tuple: tree, data: tree, list: tree, reference: tree,
  function: (node) => el("div", { class: "node function" }, el("code", {}, node.name || node.text), typeOf(node)),
};

/** leaf tells whether a node fits on one line. */
const leaf = (node: Node) => node.kind !== "tensor" && !node.length;

function text(node: Node): HTMLElement {
  return el("div", { class: `node ${node.kind}` }, el("code", {}, node.text), typeOf(node));
}

function typeOf(node: Node): HTMLElement | null {
  return node.type ? el("span", { class: "type" }, `: ${node.type}`) : null;
}

/** fractal is a box around the boxes of its elements; numbers stand in a row. The head of the view says the type. */
function fractal(node: Node, path: number[], part: Part): HTMLElement {
  const count = node.shape?.[0] ?? node.length ?? 0;
  const box = el("div", { class: "node fractal" });
  const inner = path.length > 0;
  redraw(box,
    el("div", { class: "caption" }, el("b", {}, String(count)), count === 1 ? " element" : " elements"),
    ...node.window ? [...inner ? [] : [facts(node)], ...count > 0 ? [grid(node, (look, done) => part(path, look, done), inner)] : []] : [children(node, path, part)]);
  return box;
}

function tree(node: Node, path: number[], part: Part): HTMLElement {
  if (leaf(node)) return text(node);
  const open = el("details", { class: `node ${node.kind}`, open: path.length < 3 });
  const summary = el("summary", {}, el("code", {}, captionOf(node)), typeOf(node));
  const inside = el("div", { class: "inside" });
  const fill = () => inside.childElementCount === 0 && inside.append(children(node, path, part));
  open.addEventListener("toggle", () => open.open && fill());
  if (open.open) fill();
  open.append(summary, inside);
  return open;
}

function captionOf(node: Node): string {
  if (node.kind === "list") return `list of ${node.length}`;
  if (node.kind === "tuple") return `tuple of ${node.length}`;
  return node.name ?? node.text;
}

/** children are those that came with the node, and what leads to the others. */
function children(node: Node, path: number[], part: Part): HTMLElement {
  const list = el("div", { class: "children" });
  let count = 0;
  const add = (more: NonNullable<Node["children"]>) => {
    for (const { label, node: child } of more) {
      const at = [...path, count++];
      list.append(el("div", { class: "child" }, el("span", { class: "label" }, label), drawn(child, at, part)));
    }
    const left = (node.length ?? 0) - count;
    if (left > 0) list.append(rest(left, count));
  };
  const rest = (left: number, from: number) => {
    const more = button(from === 0 ? `show ${left} parts` : `${left} more`, "Show more of it",
      () => part(path, { of: "children", offset: [from] }, (node) => { more.remove(); add(node.children ?? []); }), { class: "more" });
    return more;
  };
  add(node.children ?? []);
  return list;
}
