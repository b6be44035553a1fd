// What the server answers to the extension's commands, as docs/editors.md describes it.

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

/** Node is a value or a part of one. */
export interface Node {
  kind: "scalar" | "tensor" | "fractal" | "tuple" | "data" | "list" | "function" | "reference" | "other";
  type?: string;
  text: string;
  name?: string;
  dtype?: string;
  shape?: number[];
  stats?: Stats;
  window?: Window;
  raster?: Raster;
  length?: number;
  children?: { label: string; node: Node }[];
  differs?: boolean;
  expected?: string;
}

export interface Stats {
  count: number;
  min: string | null;
  max: string | null;
  mean: string | null;
  nan: number;
  inf: number;
}

/** Raster is the last two dimensions of a tensor as pixels, or an image. */
export interface Raster {
  offset: number[];
  rows: number;
  columns: number;
  height: number;
  width: number;
  colors?: 3 | 4;
  /** pixels are bytes in base64. */
  pixels: string;
  histogram?: number[];
  counted?: number;
}

/** Window is a part of the last two dimensions of a tensor. */
export interface Window {
  offset: number[];
  rows: number;
  columns: number;
  cells: string[][];
  heat?: (number | null)[][];
  differs?: boolean[][];
}

export interface RunError {
  code: string;
  message: string;
  place: { uri: string; range: Range } | null;
  /** calls lead from the fault outwards; a name is empty in an expression. */
  calls?: Call[];
  /** setting is the one whose limit ended the run. */
  setting?: string;
}

export interface Call {
  name: string;
  uri: string;
  range: Range;
}

/** Typed is the reply of `fraccheck.callArguments`. */
export interface Typed {
  title: string;
  parameters: { name: string; type: string }[];
  args: string[] | null;
  problem: string | null;
  candidates: { label: string; detail: string; text: string }[];
  calls: { text: string; range: Range }[];
}

/** Run is the reply of `fraccheck.run`. */
export interface Run {
  value: string | null;
  type: string | null;
  ms: number;
  error: RunError | null;
}

/** Value is the reply of `fraccheck.value`. */
export interface Value {
  handle: string | number | null;
  title: string;
  type: string | null;
  short: string | null;
  ms: number;
  error: RunError | null;
  node: Node | null;
  range?: Range;
  /** parameters are those of a definition that needs arguments. */
  parameters?: string[];
  calls?: { text: string; range: Range }[];
}

/** Compared is the reply of `fraccheck.compareValue`. */
export interface Compared {
  handle: string | number;
  equal: boolean;
  difference: string | null;
  node: Node;
}

/** Target is what `fraccheck.value` and `fraccheck.run` evaluate. */
export interface Target {
  uri: string;
  position?: Position;
  range?: Range;
  item?: number;
  name?: string;
  args?: string[];
}

/** Listed is one of the tests of a document. */
export interface Listed {
  id: string;
  label: string;
  expected?: string;
  kind: "value" | "fails" | "runs" | "misspelt" | "example";
  group?: string;
  range: Range;
  comment?: Range;
  /** verdict is that of the last run, as long as it holds. */
  verdict?: "passed" | "failed" | "skipped";
}

/** Picture is the reply of `fraccheck.graph` and `fraccheck.typeTree`. */
export interface Picture {
  title: string;
  svg: string;
  /** text is the same picture in characters, of a type tree. */
  text?: string;
  nodes: { id: string; uri?: string | null; range?: Range | null }[];
}

export interface Bound {
  growth: string;
  exact: string;
  condition?: string;
  why: { uri: string; range: Range; message: string }[];
}

/** Cost is the reply of `fraccheck.costView`. */
export interface Cost {
  title: string;
  range: Range;
  work: Bound | null;
  span: Bound | null;
  memory: Bound | null;
  where: { [size: string]: string } | string[] | null;
  unknown: { reason: string; uri?: string; range?: Range } | null;
  measured?: {
    runs: number;
    ratio: number | null;
    reason: string | null;
    svg: string | null;
    points: { sizes: { [name: string]: number }; work: number; bound: number | null }[];
  } | null;
}

/** Matches is the reply of `fraccheck.matches`. */
export interface Matches {
  rule: string;
  range: Range;
  matches: { uri: string; range: Range; text: string; bindings: { name: string; text: string; range: Range }[] }[];
  more: number;
  /** partial are programs with errors, of which a part was left out. */
  partial?: string[];
}

/** FormPlace says which place of a normal form comes from which place of the source. */
export interface FormPlace {
  source: Range;
  form: Range;
}
