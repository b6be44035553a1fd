// A tensor as pixels: a heat map, or an image; and how its elements are distributed.
import type { Node, Raster, Stats } from "../reply";
import { el } from "./dom";
import type { Look } from "./node";
import { between, color, css, palette, scaleOf, short, type Scale } from "./scale";

/** levelMost and the levels above it are those of the server. */
const levelMost = 250, levelNegative = 253, levelPositive = 254, levelNaN = 255;

/** wanted is how many rows and columns of pixels are asked for. */
export const wanted: [number, number] = [256, 256];

/** An Inspect has the number of one element written, or shows it among the numbers. */
export interface Inspect {
  ask(look: Look, done: (node: Node) => void): void;
  open(offset: number[]): void;
}

/** pixels draws a raster with its scale and what is under the pointer or the cursor. */
export function pixels(node: Node, raster: Raster, { ask, open }: Inspect): HTMLElement {
  const stats = node.stats!, scale = scaleOf(stats);
  const { width, height, rows, columns } = raster;
  const said = el("p", { class: "cell", role: "status" });
  const canvas = el("canvas", { width, height, tabindex: 0, role: "application", "aria-roledescription": raster.colors ? "image" : "heat map", "aria-label": described(node, raster, scale) });
  const mark = el("div", { class: "mark", hidden: true });
  const [shownWidth, shownHeight] = sizeOf(raster);
  const frame = el("div", { class: "pixels" }, canvas, mark);
  frame.style.width = `${shownWidth}px`;
  frame.style.height = `${shownHeight}px`;
  paint(canvas, raster, scale);
  new MutationObserver((_, observer) => canvas.isConnected ? paint(canvas, raster, scale) : observer.disconnect()).observe(document.body, { attributeFilter: ["class"] });

  let at: [number, number] = [0, 0];
  const first = ([y, x]: [number, number]): [number, number] => [Math.floor(y * rows / height), Math.floor(x * columns / width)];
  const offsetAt = (pixel: [number, number]) => {
    const [row, column] = first(pixel), offset = [...raster.offset];
    const last = offset.length - (raster.colors ? 2 : 1);
    offset[last] = column;
    if (last > 0) offset[last - 1] = row;
    return offset;
  };
  let later: ReturnType<typeof setTimeout> | undefined;
  const go = ([y, x]: [number, number]) => {
    at = [Math.max(0, Math.min(y, height - 1)), Math.max(0, Math.min(x, width - 1))];
    mark.hidden = false;
    Object.assign(mark.style, { left: `${at[1] / width * 100}%`, top: `${at[0] / height * 100}%`, width: `${100 / width}%`, height: `${100 / height}%` });
    const [row, column] = first(at), [nextRow, nextColumn] = first([at[0] + 1, at[1] + 1]);
    const outer = offsetAt(at).slice(0, raster.colors ? -3 : -2).map(String);
    const span = (from: number, to: number) => to - from > 1 ? `${from}–${to - 1}` : String(from);
    const place = `[${[...outer, ...node.shape!.length > 1 ? [span(row, nextRow)] : [], span(column, nextColumn)].join(", ")}]`;
    said.textContent = `${place} ${textAt(raster, scale, at)}`;
    clearTimeout(later);
    if (raster.colors || nextRow - row > 1 || nextColumn - column > 1) return;
    later = setTimeout(() => ask({ of: "point", offset: offsetAt(at), size: [1, 1] }, ({ window }) => said.textContent = `${place} = ${window?.cells[0]?.[0] ?? ""}`), 60);
  };
  const under = (event: MouseEvent): [number, number] => [Math.floor(event.offsetY / canvas.clientHeight * height), Math.floor(event.offsetX / canvas.clientWidth * width)];
  canvas.addEventListener("mousemove", (event) => go(under(event)));
  canvas.addEventListener("focus", () => go(at));
  canvas.addEventListener("dblclick", (event) => open(offsetAt(under(event))));
  canvas.addEventListener("keydown", (event) => {
    const step = ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-16, 0], PageDown: [16, 0], Home: [0, -width], End: [0, width] } as Record<string, [number, number]>)[event.key];
    if (event.key === "Enter") open(offsetAt(at));
    if (!step && event.key !== "Enter") return;
    event.preventDefault();
    if (step) go([at[0] + step[0], at[1] + step[1]]);
  });
  return el("div", { class: "tensor" }, frame, said, !raster.colors && legend(stats, scale), about(raster));
}

/** described is what a screen reader says of the picture. */
function described({ type, stats }: Node, { rows, columns, colors }: Raster, scale: Scale): string {
  if (colors) return `Image of ${columns} by ${rows}. Arrow keys move in it.`;
  const odd = [stats!.nan > 0 ? `${stats!.nan} NaN` : "", stats!.inf > 0 ? `${stats!.inf} infinite` : ""].filter(Boolean);
  return `Heat map of ${type}, ${rows} rows and ${columns} columns, from ${short(String(scale.least))} to ${short(String(scale.most))}${odd.length > 0 ? `, ${odd.join(", ")}` : ""}. Arrow keys move in it, Enter shows the numbers.`;
}

/** about says what a pixel is, where it is more than one element. */
function about({ rows, columns, height, width }: Raster): HTMLElement | null {
  if (rows === height && columns === width) return null;
  const block = [rows / height, columns / width].map((n) => Number(n.toPrecision(3)));
  return el("p", { class: "about" }, `A pixel is the mean of some of its ${block[0]} × ${block[1]} elements.`);
}

/** sizeOf is how large a picture is shown: as wide as there is room, and no pixel larger than 24. */
function sizeOf({ rows, columns, height, width }: Raster): [number, number] {
  const room = [Math.max(120, document.documentElement.clientWidth - 40), Math.max(120, innerHeight * 0.6)];
  const scale = Math.min(room[0] / columns, room[1] / rows, 24);
  return [Math.max(columns * scale, Math.min(width, 24)), Math.min(room[1], Math.max(rows * scale, height * Math.max(1, Math.min(12, 96 / height))))];
}

const bytesOf = (raster: Raster) => Uint8Array.from(atob(raster.pixels), (c) => c.charCodeAt(0));

function paint(canvas: HTMLCanvasElement, raster: Raster, scale: Scale): void {
  const { width, height, colors = 0 } = raster;
  if (width === 0 || height === 0) return;
  const image = new ImageData(width, height), bytes = bytesOf(raster), chosen = palette();
  const special: Record<number, number[]> = { [levelNegative]: chosen.negative, [levelPositive]: chosen.positive, [levelNaN]: chosen.nan };
  for (let i = 0; i < width * height; i++) {
    const shade = colors > 0 ? bytes.subarray(i * colors, (i + 1) * colors) : special[bytes[i]] ?? color(scale.at(between(scale, bytes[i] / levelMost)), chosen);
    image.data.set([shade[0], shade[1], shade[2], colors === 4 ? shade[3] : 255], i * 4);
  }
  canvas.getContext("2d")!.putImageData(image, 0, 0);
}

/** textAt is about what a pixel shows. */
function textAt(raster: Raster, scale: Scale, [y, x]: [number, number]): string {
  const bytes = bytesOf(raster), i = y * raster.width + x;
  if (raster.colors) return `= (${[...bytes.subarray(i * raster.colors, (i + 1) * raster.colors)].join(", ")})`;
  const odd: Record<number, string> = { [levelNegative]: "has -inf", [levelPositive]: "has inf", [levelNaN]: "has NaN" };
  return odd[bytes[i]] ?? `≈ ${Number(between(scale, bytes[i] / levelMost).toPrecision(3))}`;
}

/** legend is the scale of colours, with the marks of what is not finite. */
function legend({ min, max, nan, inf }: Stats, scale: Scale): HTMLElement {
  const bar = el("span", { class: "bar" });
  const swatches: [HTMLElement, () => string][] = [];
  const swatch = (name: string, of: () => string) => {
    const box = el("span", { class: "swatch" });
    swatches.push([box, of]);
    return el("span", {}, box, name);
  };
  const odd = [
    nan > 0 && swatch(`NaN (${nan})`, () => css(palette().nan)),
    inf > 0 && swatch("inf", () => css(palette().positive)), inf > 0 && swatch(`-inf (${inf} infinite)`, () => css(palette().negative)),
  ];
  const look = () => {
    const stops = Array.from({ length: 11 }, (_, i) => css(color(scale.at(between(scale, i / 10)), palette())));
    bar.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
    for (const [box, of] of swatches) box.style.background = of();
  };
  look();
  new MutationObserver((_, observer) => bar.isConnected ? look() : observer.disconnect()).observe(document.body, { attributeFilter: ["class"] });
  if (scale.signed) {
    const zero = el("span", { class: "zero" });
    zero.style.left = `${-scale.least / (scale.most - scale.least) * 100}%`;
    bar.append(zero);
  }
  return el("p", { class: "legend" }, short(min ?? ""), bar, short(max ?? ""), ...odd, scale.signed && el("span", { class: "about" }, "the line is 0"));
}

/** histogram draws how the elements are distributed. */
export function histogram({ histogram: counts, counted = 0 }: Raster, { min, max, count }: Stats): HTMLElement | null {
  if (!counts) return null;
  const most = Math.max(...counts), width = 6, height = 40;
  const least = Number(min), step = (Number(max) - least) / counts.length;
  const range = (i: number) => `${short(String(least + i * step))} … ${short(String(least + (i + 1) * step))}`;
  const top = counts.indexOf(most);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const set = (element: Element, attributes: Record<string, unknown>) => Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, String(value)));
  set(svg, { role: "img", width: width * counts.length, height, viewBox: `0 0 ${width * counts.length} ${height}`, "aria-label": `Histogram from ${short(min!)} to ${short(max!)}: most elements, ${most}, are in ${range(top)}` });
  counts.forEach((n, i) => {
    const bar = document.createElementNS(svg.namespaceURI!, "rect") as SVGRectElement, title = document.createElementNS(svg.namespaceURI!, "title");
    const tall = n === 0 ? 0 : Math.max(1, n / most * height);
    title.textContent = `${range(i)}: ${n}`;
    set(bar, { x: i * width, y: height - tall, width: width - 1, height: tall });
    bar.append(title);
    svg.append(bar);
  });
  const part = counted < count ? el("figcaption", {}, `of ${counted} elements`) : null;
  return el("figure", { class: "histogram" }, el("div", {}, el("span", {}, short(min!)), svg as unknown as HTMLElement, el("span", {}, short(max!))), part);
}
