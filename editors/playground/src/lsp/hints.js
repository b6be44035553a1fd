// Inlay hints: omitted types, names of parameters, results of lines.
import { Decoration, WidgetType } from "@codemirror/view";
import { refreshed } from "./refreshed.js";

class Hint extends WidgetType {
  constructor(text, before, after) {
    super();
    Object.assign(this, { text, before, after });
  }

  eq(other) { return other.text === this.text; }

  toDOM() {
    const node = document.createElement("span");
    node.className = "hint";
    node.textContent = `${this.before ? " " : ""}${this.text}${this.after ? " " : ""}`;
    return node;
  }
}

const textOf = ({ label }) => typeof label === "string" ? label : label.map(({ value }) => value).join("");

export const inlayHints = refreshed(
  ({ server, uri, plugin }, { state: { doc } }) => server.request("textDocument/inlayHint", {
    textDocument: { uri }, range: { start: { line: 0, character: 0 }, end: plugin.toPosition(doc.length) },
  }),
  (answer, { doc }, { plugin }) => Decoration.set((answer ?? []).map((hint) => {
    const at = plugin.fromPosition(hint.position, doc);
    return Decoration.widget({ widget: new Hint(textOf(hint), hint.paddingLeft, hint.paddingRight), side: hint.paddingRight ? -1 : 1 }).range(at);
  }), true),
);
