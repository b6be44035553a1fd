// The view of a value: its head with what can be done, and the value.
import type { Compared, Node, Value } from "../reply";
import { button, el, place as link, prose, redraw } from "./dom";
import { copy, reveal, send } from "./host";
import { drawn, type Part } from "./node";
import { forget } from "./tensor";

let shown: (Value & { uri: string }) | undefined;
let handle: Value["handle"] = null; // of what is drawn: the value, or a comparison with it
let last: Value | null | undefined; // with a value, of what is shown
let expected = "";
const expectations = new Map<string, string>(); // by title: what was typed comes back with the cursor
const waiting = new Map<string, { turn: number; done: (node: Node) => void }>(); // by path and kind
let turns = 0; // how many parts were asked for
const place = el("div", { class: "value" });
const verdict = el("p", { class: "verdict", role: "status" });

export function showValue(value: Value & { uri: string; moved?: boolean; debugged?: boolean }, tools: HTMLElement[]): HTMLElement[] {
  shown = value;
  if (value.moved) expected = expectations.get(value.title) ?? "";
  verdict.textContent = "";
  if (value.moved) forget();
  waiting.clear();
  handle = value.handle;
  const before = value.moved || value.parameters ? undefined : last;
  last = value.node ? value : value.error && before;
  if (value.parameters) place.replaceChildren(needed(value, value.parameters));
  else if (value.error) place.replaceChildren(failure(value), ...before?.node ? [former(before.node, before.handle)] : []);
  else if (value.node) paint(value.node);
  const content = [head(value, tools), verdict, place];
  if (expected && value.node) send({ do: "compare", expected });
  return content;
}

function paint(node: Node): void {
  redraw(place, drawn(node, [], part));
}

/** former is the value from before the edit that went wrong: it stays in sight while one types. */
function former(node: Node, of: Value["handle"]): HTMLElement {
  handle = of;
  return el("div", { class: "before" }, el("p", { class: "about" }, "before the change:"), drawn(node, [], part));
}

/** failure says why there is no value, and leads along the calls to where that happened. */
function failure({ error }: Value): HTMLElement {
  const { message, calls = [], setting } = error!;
  const list = el("ol", { class: "calls", "aria-label": "The calls that led there, the innermost first" });
  calls.forEach(({ name, uri, range }, i) => {
    const where = `${fileOf(uri)}:${range.start.line + 1}`;
    list.append(el("li", {}, i === 0 ? "in " : "called in ", link([name ? el("code", {}, name) : "the expression", `, ${where}`], () => reveal(uri, range))));
  });
  return el("div", { class: "failed" }, el("p", {}, ...prose(message)), calls.length > 0 && list,
    setting !== undefined && button("Change the limit", `Open the setting ${setting}`, () => send({ do: "setting", name: setting })));
}

const fileOf = (uri: string) => decodeURIComponent(uri.split("/").at(-1) ?? uri);

/** needed says of a definition with parameters what would show a value, and offers the calls that the document has. */
function needed({ title, calls = [], uri }: Value & { uri: string }, parameters: string[]): HTMLElement {
  const depends = `What \`${title}\` gives depends on its parameter${parameters.length > 1 ? "s" : ""} \`${parameters.join("`, `")}\`.`;
  const ask = button("Run with arguments…", "Ask for the arguments, and show the value of the call", () => send({ do: "arguments" }));
  if (calls.length === 0) return el("div", {}, el("p", { class: "notice info" }, ...prose(depends)), ask);
  const list = el("ul", { class: "calls" });
  for (const { text, range } of calls) list.append(el("li", {}, link(el("code", {}, text), () => send({ do: "stay", uri, range }))));
  return el("div", {}, el("p", { class: "notice info" }, ...prose(`${depends} The value of a call can stay here while the definition is edited:`)), list, ask);
}

function head(value: Value & { debugged?: boolean }, tools: HTMLElement[]): HTMLElement {
  const { title, type, ms, node, debugged } = value;
  const isTensor = node?.kind === "tensor";
  return el("header", {},
    el("h1", {}, el("code", {}, title)),
    el("p", { class: "about" }, el("code", {}, type ?? ""), node && !debugged && el("span", {}, `${ms.toFixed(ms < 0.1 ? 3 : ms < 10 ? 1 : 0)} ms`)),
    el("div", { class: "tools", role: "toolbar", "aria-label": "Value" }, ...debugged ? [] : tools,
      !debugged && button("Again", "Evaluate again", () => send({ do: "again" })),
      node && button("Copy", "Copy the value, as far as it is shown", () => copy(plain())),
      isTensor && !debugged && button("Save as .npy…", "Save the tensor for NumPy", () => send({ do: "save", path: [], name: nameOf(title) })),
      node && !debugged && compare()));
}

const nameOf = (title: string) => title.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_|_$/g, "").slice(0, 40) || "value";

/** compare is the field for the expression that the value is held against. */
function compare(): HTMLElement {
  const input = el("input", { type: "text", value: expected, placeholder: "expected: an expression", "aria-label": "Compare with an expression", spellcheck: "false" });
  const form = el("form", { class: "compare" }, input, el("button", { type: "submit", title: "Mark what differs from the expected value" }, "Compare"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    expected = input.value.trim();
    expectations.set(shown!.title, expected);
    if (expected) send({ do: "compare", expected });
    else send({ do: "again" });
  });
  return form;
}

/** plain is the value as text: the grid's rows with tabs between, or the one line. */
function plain(): string {
  const window = shown?.node?.window;
  if (window) return window.cells.map((row) => row.join("\t")).join("\n");
  return shown?.short ?? shown?.node?.text ?? "";
}

const part: Part = (path, look, done) => {
  const turn = ++turns;
  waiting.set(`${path.join(".")} ${look.of}`, { turn, done });
  send({ do: "part", handle, path, ...look, turn });
};

/** receivedForValue takes parts and comparisons, and what is said where there are none. */
export function receivedForValue(message: any, tell: (text: string, level?: string) => void): void {
  if (message.do === "part") {
    const [key, asked] = [...waiting].find(([, { turn }]) => turn === message.turn) ?? [];
    if (!key) return; // of a value that is no longer shown, or of another window
    handle = message.handle; // it may have been evaluated anew
    waiting.delete(key);
    asked!.done(message.node);
  } else if (message.do === "compared") {
    tell("");
    compared(message);
  } else if (message.do === "refused" && message.of === "compare") notCompared(message.message, tell);
  else if (message.do === "refused") tell(message.message, "error");
  else tell(`The extension sent “${message.do}”, which this page does not know.`, "error");
}

/** notCompared takes away what was said of another comparison. */
function notCompared(why: string, tell: (text: string, level?: string) => void): void {
  verdict.textContent = "";
  handle = shown!.handle;
  if (shown!.node) paint(shown!.node);
  tell(why, "error");
}

function compared({ handle: other, equal, difference, node }: Compared): void {
  handle = other;
  verdict.textContent = equal ? "As expected." : difference ?? "Not as expected.";
  verdict.className = `verdict ${equal ? "equal" : "unequal"}`;
  paint(node);
}
