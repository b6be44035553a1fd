// Numbers as they are shown: short ones, and where they lie on a scale of colours.
import type { Stats } from "../reply";

/** short is a number in four digits, or an integer of up to nine. */
export function short(text: string): string {
  if (text.length <= 7 || !/^-?\d/.test(text)) return text;
  if (/^-?\d{1,9}$/.test(text)) return text;
  const x = Number(text);
  return Number.isFinite(x) ? String(Number(x.toPrecision(4))) : text;
}

/** A Scale says where numbers lie: from 0 to 1, or around zero from -1 to 1 where there are both signs. */
export interface Scale {
  least: number;
  most: number;
  signed: boolean;
  at(x: number): number;
}

export function scaleOf({ min, max }: Stats): Scale {
  const least = Number(min ?? 0), most = Number(max ?? 0);
  const signed = least < 0 && most > 0;
  const extreme = Math.max(-least, most);
  const at = (x: number) => signed ? x / extreme : most > least ? (x / 2 - least / 2) / (most / 2 - least / 2) : 0;
  return { least, most, signed, at };
}

/** between is the number at a place from 0 to 1 between the least and the greatest one. */
export const between = ({ least, most }: Scale, place: number) => least * (1 - place) + most * place;

type Color = [number, number, number];

/** Colors of a scale: of zero (or the least number), of the greatest and of the least of signed ones, and of what is not finite. */
interface Palette {
  zero: Color;
  high: Color;
  low: Color;
  nan: Color;
  positive: Color;
  negative: Color;
}

const palettes: Record<"light" | "dark" | "contrast", Palette> = {
  light: { zero: [247, 247, 247], high: [165, 54, 6], low: [8, 69, 148], nan: [200, 0, 200], positive: [255, 210, 0], negative: [0, 160, 120] },
  dark: { zero: [38, 38, 42], high: [255, 166, 97], low: [102, 178, 255], nan: [255, 60, 255], positive: [255, 240, 90], negative: [60, 230, 170] },
  contrast: { zero: [0, 0, 0], high: [255, 190, 90], low: [90, 200, 255], nan: [255, 0, 255], positive: [255, 255, 0], negative: [0, 255, 140] },
};

export function palette(): Palette {
  const is = (name: string) => document.body.classList.contains(name);
  if (is("vscode-light") || is("vscode-high-contrast-light")) return palettes.light;
  return is("vscode-high-contrast") ? palettes.contrast : palettes.dark;
}

/** color is that of a place on a scale, of -1 to 1. */
export function color(at: number, { zero, high, low }: Palette): Color {
  const end = at < 0 ? low : high, part = Math.min(1, Math.abs(at));
  return [0, 1, 2].map((i) => Math.round(zero[i] + (end[i] - zero[i]) * part)) as Color;
}

export const css = (c: Color) => `rgb(${c.join(" ")})`;
