// Diagnostics in an editor, from either module, in one form:
// { from, to, severity, code, message, notes, related: [{from, to, message}], fixes: () => Promise<[{title, apply(view)}]> }.
import { setDiagnostics } from "@codemirror/lint";
import { StateEffect, StateField } from "@codemirror/state";

const put = StateEffect.define();

/** found are the diagnostics that an editor shows now. */
export const found = StateField.define({
  create: () => [],
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(put)) return effect.value;
    if (!transaction.docChanged) return value;
    const map = (d) => ({ ...d, from: transaction.changes.mapPos(d.from), to: transaction.changes.mapPos(d.to, -1) });
    return value.map((d) => ({ ...map(d), related: d.related.map(map) }));
  },
});

const element = (name, attributes, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

/** explained is a diagnostic as HTML: its message, notes, and the fixes when they are known. */
export function explained(view, d, page) {
  const node = element("div", { class: "explained" });
  const code = page && d.code ? element("a", { class: "code", href: page(d.code), target: "_blank" }, d.code) : d.code ?? "";
  const [head, ...rest] = d.message.split("\n");
  node.append(element("p", {}, head, " ", code));
  const notes = [...rest.length > 0 ? [rest.join("\n")] : [], ...d.notes ?? []];
  for (const note of notes) node.append(element("pre", {}, note));
  const fixes = element("p", { class: "fixes" });
  node.append(fixes);
  d.fixes?.().then((all) => {
    for (const fix of all) {
      const button = element("button", { type: "button" }, fix.title);
      button.addEventListener("click", () => { fix.apply(view); view.focus(); });
      fixes.append(button, " ");
    }
  }, () => undefined);
  return node;
}

/** show puts diagnostics into an editor. */
export function show(view, diagnostics, page) {
  const length = view.state.doc.length;
  const inside = diagnostics.map((d) => ({ ...d, from: Math.min(d.from, length), to: Math.min(Math.max(d.to, d.from), length) }));
  const spec = setDiagnostics(view.state, inside.map((d) => ({
    from: d.from, to: d.to, severity: d.severity, source: d.code, message: d.message,
    renderMessage: (shown) => explained(shown, d, page),
  })));
  view.dispatch({ ...spec, effects: [spec.effects ?? [], put.of(inside)].flat() });
}

/** ofFirst are the diagnostics of the first module. */
export const ofFirst = (list) => list.map((d) => ({
  ...d, notes: d.notes ?? [], related: d.related ?? [],
  fixes: async () => (d.fixes ?? []).map((fix) => ({
    title: fix.title,
    apply: (view) => view.dispatch({ changes: fix.edits.map(({ from, to, text }) => ({ from, to, insert: text })), userEvent: "input.fix" }),
  })),
}));
