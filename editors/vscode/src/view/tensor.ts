// A tensor: what is said of it, and its elements as numbers, as pixels or as an image.
import type { Node, Raster } from "../reply";
import { button, el, redraw } from "./dom";
import { grid } from "./grid";
import type { Look, Part } from "./node";
import { histogram, pixels, wanted } from "./pixels";

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

/** A Mode is how the elements of a tensor are shown. */
type Mode = "Numbers" | "Pixels" | "Image";

/** chosen is how the tensors of the value that is shown are looked at, by their paths: it stays while the value is edited. */
const chosen = new Map<string, { mode?: Mode; offset?: number[] }>();

/** forget has tensors shown from their beginning: another value is shown. */
export const forget = () => chosen.clear();

/** small is how many elements are shown as numbers where nothing else is asked for. */
const small = 2000;

/** tensor shows one, with what changes how it is looked at; one within another value has its numbers alone. */
export function tensor(node: Node, path: number[], part: Part): HTMLElement {
  const box = el("div", { class: "node tensor-box" });
  const ask = (look: Look, done: (node: Node) => void) => part(path, look, done);
  const inner = path.length > 0 || !node.shape?.length || node.shape.includes(0);
  if (inner) {
    box.append(facts(node, path.length > 0), grid(node, ask));
    return box;
  }
  new Tensor(box, node, ask, path.join("."));
  return box;
}

class Tensor {
  private raster: Raster | undefined;
  private readonly look: { mode?: Mode; offset?: number[] };
  private readonly shown = el("div", {});
  private readonly distribution = el("div", {});
  private readonly modes = el("div", { class: "tools modes", role: "toolbar", "aria-label": "How the elements are shown" });

  constructor(box: HTMLElement, private node: Node, private readonly ask: (look: Look, done: (node: Node) => void) => void, key: string) {
    this.look = chosen.get(key) ?? {};
    chosen.set(key, this.look);
    const { offset } = this.look;
    if (offset?.length !== node.shape!.length || offset.some((n, axis) => n >= node.shape![axis])) this.look.offset = undefined;
    box.append(facts(node), this.distribution, this.slices(), this.modes, this.shown);
    this.draw();
    this.fetch();
  }

  private get offset(): number[] {
    return this.look.offset ?? this.node.shape!.map(() => 0);
  }

  private get isImage(): boolean {
    const { shape = [], dtype } = this.node;
    return dtype === "uint8" && shape.length >= 3 && [3, 4].includes(shape.at(-1)!);
  }

  private get mode(): Mode {
    if (this.look.mode) return this.look.mode;
    if (this.node.differs) return "Numbers"; // what differs is marked there
    return this.isImage ? "Image" : this.node.shape!.slice(-2).reduce((n, extent) => n * extent, 1) > small ? "Pixels" : "Numbers";
  }

  /** fetch asks for the picture of the slice, and where it is not the first one for its numbers. */
  private fetch(): void {
    const offset = this.offset;
    this.ask({ of: "raster", offset, size: [0, 0], raster: wanted }, ({ raster }) => {
      this.raster = raster;
      if (raster) redraw(this.distribution, ...[histogram(raster, this.node.stats!)].filter((part) => part !== null));
      if (this.mode !== "Numbers") this.draw();
    });
    if (offset.some((n) => n > 0) && JSON.stringify(offset) !== JSON.stringify(this.node.window!.offset)) this.bring(offset);
  }

  private bring(offset: number[]): void {
    this.ask({ of: "cells", offset, size: [40, 24] }, (node) => {
      this.node = { ...this.node, window: node.window };
      if (this.mode === "Numbers") this.draw();
    });
  }

  private draw(): void {
    const offered: Mode[] = [...this.isImage ? ["Image" as const] : ["Pixels" as const], "Numbers"];
    redraw(this.modes, ...offered.map((mode) => button(mode, `Show the elements as ${mode.toLowerCase()}`, () => this.show(mode), { "aria-pressed": String(mode === this.mode) })));
    if (this.mode === "Numbers") redraw(this.shown, grid(this.node, (look, done) => this.ask(look, (node) => this.moved(look, node, done))));
    else if (this.raster) redraw(this.shown, pixels(this.node, this.raster, { ask: this.ask, open: (offset) => this.open(offset) }));
  }

  /** moved keeps in mind where the numbers are looked at. */
  private moved(look: Look, node: Node, done: (node: Node) => void): void {
    this.look.offset = look.offset;
    this.node = { ...this.node, window: node.window };
    done(node);
  }

  private show(mode: Mode): void {
    this.look.mode = mode;
    this.draw();
  }

  /** open shows the numbers from an element on. */
  private open(offset: number[]): void {
    this.look.mode = "Numbers";
    this.look.offset = offset;
    this.bring(offset);
  }

  /** slices are sliders for the dimensions that are not drawn. */
  private slices(): HTMLElement {
    const shape = this.node.shape!, drawn = this.isImage ? 3 : 2;
    return el("div", { class: "slices" }, ...shape.slice(0, -drawn).map((extent, axis) => {
      const of = el("output", {}, String(this.offset[axis]));
      const slider = el("input", { type: "range", min: 0, max: extent - 1, value: this.offset[axis], "aria-label": `index of dimension ${axis}`, disabled: extent < 2 });
      slider.addEventListener("input", () => {
        of.textContent = slider.value;
        this.look.offset = this.offset.map((n, i) => i === axis ? Number(slider.value) : n);
        this.fetch();
        this.bring(this.look.offset);
      });
      return el("label", {}, `dimension ${axis} `, slider, of, ` of ${extent}`);
    }));
  }
}
