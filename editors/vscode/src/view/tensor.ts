// A tensor as an aligned grid: its cells are coloured by their size, large ones are shown a window at a time.
import type { Node, Window } from "../reply";
import { button, el } from "./dom";

/** Ask has the window of a tensor at an offset drawn in place of the one that is shown. */
export type Ask = (offset: number[]) => void;

/** facts is what is said of a tensor above its grid; of one within another value in brief. */
export function facts(node: Node, brief = false): HTMLElement {
  const { stats, shape = [], dtype = "" } = node;
  const list = el("dl", { class: "facts" });
  const fact = (name: string, text: string, level = "") => list.append(el("div", { class: level }, el("dt", {}, name), el("dd", {}, text)));
  fact("shape", shape.length === 0 ? "scalar" : shape.join(" × "));
  fact("dtype", dtype);
  if (stats?.min != null && !brief) fact("range", stats.min === stats.max ? stats.min : `${stats.min} … ${stats.max}`);
  if (stats?.mean != null && !brief) fact("mean", stats.mean);
  if (stats && dtype.includes("float") && (!brief || stats.nan > 0)) fact("NaN", String(stats.nan), stats.nan > 0 ? "warn" : "");
  if (stats && stats.inf > 0) fact("infinite", String(stats.inf), "warn");
  return list;
}

/** grid is the window of a tensor, with what leads to others. A bare one, of numbers within another value, has no column numbers. */
export function grid(node: Node, ask: Ask, bare = false): HTMLElement {
  const window = node.window;
  if (!window || node.shape?.includes(0)) return el("p", { class: "empty" }, node.shape?.includes(0) ? "no elements" : node.text);
  const said = el("p", { class: "cell", role: "status" });
  const table = el("table", { class: "grid", role: "grid", "aria-label": node.type || "tensor" }, !bare && head(window, node), rows(window, node));
  listen(table, window, said, node, ask);
  return el("div", { class: "tensor" }, paging(node, window, ask), el("div", { class: "scroll" }, table), said);
}

/** first are the row and the column in which a window begins. */
function first({ offset }: Window): [number, number] {
  return [offset.at(-2) ?? 0, offset.at(-1) ?? 0];
}

function head(window: Window, { shape = [] }: Node): HTMLElement {
  const [, column] = first(window);
  const cells = Array.from({ length: window.columns }, (_, i) => el("th", { scope: "col" }, String(column + i)));
  return el("thead", {}, el("tr", {}, shape.length > 1 && el("td"), ...cells));
}

function rows(window: Window, { shape = [] }: Node): HTMLElement {
  const [row] = first(window);
  const body = el("tbody");
  const tails = Array.from({ length: window.columns }, (_, j) => Math.max(...window.cells.map((cells) => tail(cells[j]) ?? 0)));
  window.cells.forEach((cells, i) => {
    const line = el("tr", {}, shape.length > 1 && el("th", { scope: "row" }, String(row + i)));
    cells.forEach((text, j) => line.append(cell(window, text + " ".repeat(tails[j] - (tail(text) ?? tails[j])), i, j)));
    body.append(line);
  });
  return body;
}

/** tail is how much of a number stands from its point on: points are put below each other. What is no plain number stands at the right. */
function tail(text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  return text.includes(".") ? text.length - text.indexOf(".") : 0;
}

function cell(window: Window, text: string, i: number, j: number): HTMLElement {
  const heat = window.heat?.[i]?.[j];
  const differs = window.differs?.[i]?.[j];
  const made = el("td", {
    role: "gridcell", tabindex: i === 0 && j === 0 ? 0 : -1, "data-row": i, "data-column": j,
    class: [heat === null ? "odd" : "", differs ? "differs" : ""].join(" ").trim() || undefined,
  }, text);
  if (typeof heat === "number") made.style.setProperty("--heat", heat.toFixed(3));
  return made;
}

const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** listen moves by the arrow keys from cell to cell, and says where one is. */
function listen(table: HTMLElement, window: Window, said: HTMLElement, node: Node, ask: Ask): void {
  const at = (row: number, column: number) => table.querySelector<HTMLElement>(`td[data-row="${row}"][data-column="${column}"]`);
  const placeOf = (cell: HTMLElement): [number, number] => [Number(cell.dataset.row), Number(cell.dataset.column)];
  const say = (cell: HTMLElement | null) => {
    if (cell?.dataset.row === undefined) return;
    const [row, column] = placeOf(cell);
    said.textContent = `[${index(window, row, column, node).join(", ")}] = ${cell.textContent!.trim()}${cell.classList.contains("differs") ? ", not as expected" : ""}`;
  };
  table.addEventListener("focusin", ({ target }) => say(target as HTMLElement));
  table.addEventListener("mouseover", ({ target }) => say((target as HTMLElement).closest("td")));
  table.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const [row, column] = placeOf(event.target as HTMLElement);
    const next = at(row + step[0], column + step[1]);
    if (next) focus(table, next);
    else if (turn(node, window, step, ask)) { // the next window is drawn with the focus where it is now
      const [last, end] = [window.cells.length - 1, (window.cells[0]?.length ?? 1) - 1];
      const [down, right] = step;
      focus(table, at(down === 0 ? row : down > 0 ? 0 : last, right === 0 ? column : right > 0 ? 0 : end)!);
    }
  });
  table.addEventListener("click", ({ target }) => {
    const cell = (target as HTMLElement).closest<HTMLElement>("td[data-row]");
    if (cell) focus(table, cell);
  });
}

function focus(table: HTMLElement, cell: HTMLElement): void {
  table.querySelector('td[tabindex="0"]')?.setAttribute("tabindex", "-1");
  cell.setAttribute("tabindex", "0");
  cell.focus();
}

/** index is where a cell stands in the tensor. */
function index({ offset }: Window, row: number, column: number, { shape = [] }: Node): number[] {
  const at = [...offset];
  if (shape.length > 0) at[at.length - 1] += column;
  if (shape.length > 1) at[at.length - 2] += row;
  return at;
}

/** turn asks for the window beside this one, and tells whether there is one. */
function turn({ shape = [] }: Node, window: Window, [down, right]: [number, number], ask: Ask): boolean {
  const offset = [...window.offset];
  const move = (axis: number, by: number, size: number) => {
    if (by === 0 || axis < 0) return;
    offset[axis] = Math.max(0, Math.min(offset[axis] + by * size, shape[axis] - 1));
  };
  move(shape.length - 2, down, window.rows);
  move(shape.length - 1, right, window.columns);
  const other = offset.some((n, i) => n !== window.offset[i]);
  if (other) ask(offset);
  return other;
}

/** paging says which part is shown, and leads to the others: a number for each outer dimension, arrows for the last two. */
function paging(node: Node, window: Window, ask: Ask): HTMLElement {
  const { shape = [] } = node;
  const line = el("div", { class: "paging" });
  shape.slice(0, -2).forEach((extent, axis) => line.append(outer(axis, extent, window, ask)));
  const [row, column] = first(window);
  const part = (name: string, from: number, count: number, extent: number, back: [number, number]) => {
    if (count >= extent) return;
    line.append(
      button("◀", `${name} before`, () => turn(node, window, back, ask), { disabled: from === 0, "aria-label": `${name} before` }),
      el("span", {}, `${name} ${from}–${from + count - 1} of ${extent}`),
      button("▶", `${name} after`, () => turn(node, window, [-back[0], -back[1]], ask), { disabled: from + count >= extent, "aria-label": `${name} after` }));
  };
  if (shape.length > 1) part("rows", row, window.rows, shape[shape.length - 2], [-1, 0]);
  if (shape.length > 0) part("columns", column, window.columns, shape[shape.length - 1], [0, -1]);
  return line;
}

function outer(axis: number, extent: number, window: Window, ask: Ask): HTMLElement {
  const input = el("input", { type: "number", min: 0, max: extent - 1, value: window.offset[axis], "aria-label": `index of dimension ${axis}` });
  input.addEventListener("change", () => {
    const offset = window.offset.map((n, i) => i === axis ? Math.max(0, Math.min(Number(input.value) || 0, extent - 1)) : n);
    ask(offset);
  });
  return el("label", {}, `dimension ${axis} `, input, ` of ${extent}`);
}
