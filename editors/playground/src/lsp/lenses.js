// Code lenses: lines of buttons above the lines that they speak of.
import { Decoration, WidgetType } from "@codemirror/view";
import { refreshed } from "./refreshed.js";

class Lenses extends WidgetType {
  constructor(commands, indent, run) {
    super();
    Object.assign(this, { commands, indent, run, key: JSON.stringify(commands) });
  }

  eq(other) { return other.key === this.key && other.indent === this.indent; }

  toDOM(view) {
    const line = document.createElement("div");
    line.className = "lenses";
    line.style.paddingLeft = `${this.indent}ch`;
    for (const command of this.commands) {
      const node = document.createElement(command.command ? "button" : "span");
      node.textContent = command.title;
      if (command.command) {
        node.type = "button";
        node.tabIndex = -1; // the toolbar has the same by keyboard, and the key Tab leaves the editor
        node.addEventListener("mousedown", (event) => event.preventDefault());
        node.addEventListener("click", () => this.run(command, view));
      }
      line.append(node);
    }
    return line;
  }

  ignoreEvent() { return true; }
}

/** lenses is an extension; run(command, view) does what a lens says. */
export const lenses = (run) => refreshed(
  async ({ server, uri }) => {
    const found = await server.request("textDocument/codeLens", { textDocument: { uri } }) ?? [];
    return Promise.all(found.map((lens) => lens.command ? lens : server.request("codeLens/resolve", lens).catch(() => lens)));
  },
  (answer, { doc }) => {
    const lines = new Map();
    for (const { range, command } of answer) {
      if (!command || range.start.line >= doc.lines) continue;
      if (!lines.has(range.start.line)) lines.set(range.start.line, []);
      lines.get(range.start.line).push(command);
    }
    return Decoration.set([...lines].map(([number, commands]) => {
      const line = doc.line(number + 1);
      return Decoration.widget({ widget: new Lenses(commands, line.text.search(/\S|$/), run), block: true, side: -1 }).range(line.from);
    }), true);
  },
);
