// The elements of a tensor as a table. Of a large one the part that is in sight is there, and is asked for as one scrolls.
import type { Node, Window } from "../reply";
import { el } from "./dom";
import type { Look } from "./node";
import { scaleOf, short, type Scale } from "./scale";

/** Ask has a part of a tensor brought. */
export type Ask = (look: Look, done: (node: Node) => void) => void;

/** longest is the length of what is scrolled, in pixels: browsers have a bound for it. */
const longest = 8_000_000;

/** most is how many rows or columns are asked for at once. */
const most = 100;

/** An Axis is that of rows or of columns: how many there are, how large one is shown, and how they lie along what is scrolled. */
class Axis {
  constructor(readonly count: number, readonly size: number) {}

  get length(): number {
    return Math.min(this.count * this.size, longest);
  }

  /** at is which element is at a distance from the beginning, where so much is in sight. */
  at(scrolled: number, sight: number): number {
    const whole = this.count * this.size;
    return (whole > longest ? scrolled * (whole - sight) / Math.max(1, longest - sight) : scrolled) / this.size;
  }

  /** scrollTo is how far to scroll so that an element comes first. */
  scrollTo(element: number, sight: number): number {
    const whole = this.count * this.size;
    return whole > longest ? element * this.size * (longest - sight) / (whole - sight) : element * this.size;
  }
}

const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-20, 0], PageDown: [20, 0], Home: [0, -Infinity], End: [0, Infinity] };

/** grid is the table of a tensor. A bare one, of numbers within another value, has no column numbers. */
export function grid(node: Node, ask: Ask, bare = false): HTMLElement {
  if (!node.window || node.shape?.includes(0)) return el("p", { class: "empty" }, node.shape?.includes(0) ? "no elements" : node.text);
  return new Grid(node, node.window, ask, bare).element;
}

class Grid {
  readonly element: HTMLElement;
  private readonly said = el("p", { class: "cell", role: "status" });
  private readonly table: HTMLElement;
  private readonly body = el("tbody");
  private readonly head = el("tr");
  private readonly scroll: HTMLElement;
  private readonly rows: Axis;
  private readonly columns: Axis;
  private readonly scale: Scale;
  private readonly whole: boolean; // all of it is there
  private current: [number, number];
  private asked = "";
  private height = 0; // of all rows

  constructor(private readonly node: Node, private window: Window, private readonly ask: Ask, private readonly bare: boolean) {
    const shape = node.shape!;
    this.scale = scaleOf(node.stats!);
    const font = parseFloat(getComputedStyle(document.body).getPropertyValue("--vscode-editor-font-size")) || 13;
    const letters = Math.max(5, String(shape.at(-1)! - 1).length, ...[node.stats!.min, node.stats!.max, ...window.cells.flat()].map((text) => short(text ?? "").length), node.dtype?.includes("float") ? 9 : 0);
    this.rows = new Axis(shape.length > 1 ? shape.at(-2)! : 1, Math.round(font * 1.6));
    this.columns = new Axis(shape.at(-1)!, Math.ceil(font * 0.62 * letters) + 18);
    this.whole = window.rows === this.rows.count && window.columns === this.columns.count;
    this.current = this.first;
    this.table = el("table", { class: "grid", role: "grid", "aria-label": node.type || "tensor", "aria-rowcount": this.rows.count + 1, "aria-colcount": this.columns.count }, !bare && el("thead", {}, this.head), this.body);
    this.scroll = el("div", { class: this.whole ? "scroll" : "scroll part" }, this.whole ? this.table : this.sizer());
    if (!this.whole) this.scroll.style.height = `min(60vh, ${this.height}px)`;
    this.element = el("div", { class: "tensor" }, !this.whole && this.places(), this.scroll, this.said);
    this.fill();
    this.listen();
    if (!this.whole) requestAnimationFrame(() => this.begin());
  }

  /** first are the row and the column in which the window begins. */
  private get first(): [number, number] {
    return [this.rank > 1 ? this.window.offset.at(-2)! : 0, this.window.offset.at(-1)!];
  }

  private get rank(): number {
    return this.node.shape!.length;
  }

  private sizer(): HTMLElement {
    const labels = this.rank > 1 ? this.columns.size : 0, top = this.bare ? 0 : this.rows.size;
    const sizer = el("div", { class: "sizer" }, this.table);
    this.height = this.rows.length + top + 18; // with a scroll bar
    sizer.style.width = `${this.columns.length + labels}px`;
    sizer.style.height = `${this.rows.length + top}px`;
    this.table.style.setProperty("--row", `${this.rows.size}px`);
    this.table.style.setProperty("--column", `${this.columns.size}px`);
    return sizer;
  }

  /** places are fields for the row and the column to go to. */
  private places(): HTMLElement {
    const field = (axis: 0 | 1, name: string, count: number) => {
      const input = el("input", { type: "number", min: 0, max: count - 1, value: this.current[axis], "aria-label": `go to ${name}` });
      input.addEventListener("change", () => {
        const to: [number, number] = [...this.current];
        to[axis] = Math.max(0, Math.min(Number(input.value) || 0, count - 1));
        this.go(to, false);
      });
      return el("label", {}, `${name} `, input, ` of ${count}`);
    };
    return el("div", { class: "paging" }, this.rank > 1 && field(0, "row", this.rows.count), field(1, "column", this.columns.count));
  }

  /** begin shows the window where it is, and follows what is scrolled. */
  private begin(): void {
    this.scroll.scrollTo(this.columns.scrollTo(this.first[1], this.sight[1]), this.rows.scrollTo(this.first[0], this.sight[0]));
    this.scroll.addEventListener("scroll", () => this.scrolled(), { passive: true });
    new ResizeObserver((_, observer) => this.scroll.isConnected ? this.scrolled() : observer.disconnect()).observe(this.scroll);
    this.scrolled();
  }

  private get sight(): [number, number] {
    return [this.scroll.clientHeight, this.scroll.clientWidth];
  }

  /** scrolled puts the table where its elements are, and asks for those that are in sight and not there. */
  private scrolled(): void {
    const [height, width] = this.sight;
    const row = this.rows.at(this.scroll.scrollTop, height), column = this.columns.at(this.scroll.scrollLeft, width);
    const [firstRow, firstColumn] = this.first;
    this.table.style.left = `${this.scroll.scrollLeft + (firstColumn - column) * this.columns.size}px`;
    this.table.style.top = `${this.scroll.scrollTop + (firstRow - row) * this.rows.size}px`;
    const lastRow = Math.min(this.rows.count, Math.ceil(row + height / this.rows.size)), lastColumn = Math.min(this.columns.count, Math.ceil(column + width / this.columns.size));
    const there = (from: number, to: number, first: number, count: number) => first <= Math.floor(from) && to <= first + count;
    if (there(row, lastRow, firstRow, this.window.rows) && there(column, lastColumn, firstColumn, this.window.columns)) return;
    const part = (from: number, to: number, count: number) => {
      const size = Math.min(most, to - Math.floor(from) + 16, count);
      return [Math.max(0, Math.min(Math.floor(from) - 8, count - size)), size];
    };
    const [fromRow, rows] = part(row, lastRow, this.rows.count), [fromColumn, columns] = part(column, lastColumn, this.columns.count);
    this.bring(fromRow, fromColumn, rows, columns);
  }

  private bring(row: number, column: number, rows: number, columns: number): void {
    const offset = this.offsetOf(row, column), key = JSON.stringify([offset, rows, columns]);
    if (key === this.asked) return;
    this.asked = key;
    this.ask({ of: "cells", offset, size: [rows, columns] }, ({ window }) => {
      if (!window || this.asked !== key) return;
      this.asked = "";
      this.window = window;
      const held = this.table.contains(document.activeElement);
      this.fill();
      this.scrolled();
      if (held) this.cell(this.current)?.focus({ preventScroll: true });
    });
  }

  /** offsetOf is where an element stands in the tensor. */
  private offsetOf(row: number, column: number): number[] {
    const offset = [...this.window.offset];
    offset[this.rank - 1] = column;
    if (this.rank > 1) offset[this.rank - 2] = row;
    return offset;
  }

  private fill(): void {
    const [row, column] = this.first, labelled = this.rank > 1;
    this.head.replaceChildren(...labelled ? [el("td")] : [], ...Array.from({ length: this.window.columns }, (_, i) => el("th", { scope: "col", "aria-colindex": column + i + 1 }, String(column + i))));
    const shown = this.window.cells.map((cells) => cells.map(short));
    const tails = Array.from({ length: this.window.columns }, (_, j) => Math.max(...shown.map((cells) => tail(cells[j]) ?? 0)));
    if (!this.cellIn(this.current)) this.current = this.first;
    this.body.replaceChildren(...shown.map((cells, i) => el("tr", { "aria-rowindex": row + i + 2 }, labelled && el("th", { scope: "row" }, String(row + i)),
      ...cells.map((text, j) => this.made(text + " ".repeat(tails[j] - (tail(text) ?? tails[j])), i, j)))));
  }

  private cellIn([row, column]: [number, number]): boolean {
    const [firstRow, firstColumn] = this.first;
    return row >= firstRow && row < firstRow + this.window.rows && column >= firstColumn && column < firstColumn + this.window.columns;
  }

  private made(text: string, i: number, j: number): HTMLElement {
    const { cells, heat, differs } = this.window, full = cells[i][j], [row, column] = this.first;
    const odd = heat?.[i]?.[j] === null ? full.includes("nan") ? "odd nan" : "odd" : "";
    const at = this.scale.at(Number(full === "true" ? 1 : full === "false" ? 0 : full));
    const made = el("td", {
      role: "gridcell", tabindex: row + i === this.current[0] && column + j === this.current[1] ? 0 : -1, "data-row": row + i, "data-column": column + j, "aria-colindex": column + j + 1,
      title: full === text.trim() ? undefined : full, class: [odd, differs?.[i]?.[j] ? "differs" : "", !odd && at < 0 ? "below" : ""].filter(Boolean).join(" ") || undefined,
    }, text);
    if (!odd) made.style.setProperty("--heat", Math.abs(at).toFixed(3));
    return made;
  }

  private cell([row, column]: [number, number]): HTMLElement | null {
    return this.table.querySelector(`td[data-row="${row}"][data-column="${column}"]`);
  }

  /** go makes an element the current one, and brings it into sight. */
  private go(to: [number, number], focus: boolean): void {
    this.cell(this.current)?.setAttribute("tabindex", "-1");
    this.current = to;
    if (!this.whole) this.reveal(to);
    const cell = this.cell(to);
    cell?.setAttribute("tabindex", "0");
    if (focus) cell?.focus(this.whole ? {} : { preventScroll: true });
  }

  /** reveal scrolls as far as is needed. */
  private reveal([row, column]: [number, number]): void {
    const [height, width] = this.sight, labels = this.rank > 1 ? this.columns.size : 0, top = this.bare ? 0 : this.rows.size;
    const near = (axis: Axis, element: number, scrolled: number, sight: number, taken: number) => {
      const first = axis.at(scrolled, sight), fit = Math.max(1, Math.floor((sight - taken) / axis.size));
      if (element < first) return axis.scrollTo(element, sight);
      return element >= first + fit ? axis.scrollTo(element - fit + 1, sight) : scrolled;
    };
    this.scroll.scrollTo(near(this.columns, column, this.scroll.scrollLeft, width, labels), near(this.rows, row, this.scroll.scrollTop, height, top));
    this.scrolled();
  }

  /** listen moves by the keys from cell to cell, and says where one is. */
  private listen(): void {
    const say = (cell: HTMLElement | null) => {
      if (cell?.dataset.row === undefined) return;
      const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)], [firstRow, firstColumn] = this.first;
      const full = this.window.cells[row - firstRow]?.[column - firstColumn] ?? "";
      this.said.textContent = `[${this.offsetOf(row, column).join(", ")}] = ${full}${cell.classList.contains("differs") ? ", not as expected" : ""}`;
    };
    this.table.addEventListener("focusin", ({ target }) => say(target as HTMLElement));
    this.table.addEventListener("mouseover", ({ target }) => say((target as HTMLElement).closest("td")));
    this.table.addEventListener("click", ({ target }) => {
      const cell = (target as HTMLElement).closest<HTMLElement>("td[data-row]");
      if (cell) this.go([Number(cell.dataset.row), Number(cell.dataset.column)], true);
    });
    this.table.addEventListener("keydown", (event) => {
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      const to = (axis: 0 | 1, count: number) => Math.max(0, Math.min(this.current[axis] + step[axis], count - 1));
      const down = event.ctrlKey && event.key === "Home" ? 0 : event.ctrlKey && event.key === "End" ? this.rows.count - 1 : to(0, this.rows.count);
      this.go([down, to(1, this.columns.count)], true);
    });
  }
}

/** tail is how much of a number stands from its point on: points are put below each other. What is no plain number stands at the right. */
function tail(text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  return text.includes(".") ? text.length - text.indexOf(".") : 0;
}
