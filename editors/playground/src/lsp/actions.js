// Code actions: fixes and refactorings of what is selected.
import { LSPPlugin } from "@codemirror/lsp-client";
import { serverOf } from "./server.js";

/** actionsAt are the actions of the server for a range, as { title, kind, disabled, apply(view) }. */
export async function actionsAt(view, from, to, { only, diagnostics = [] } = {}) {
  const { server, uri, plugin } = serverOf(view);
  const { doc } = view.state;
  const range = { start: plugin.toPosition(from, doc), end: plugin.toPosition(to, doc) };
  const found = await server.request("textDocument/codeAction", { textDocument: { uri }, range, context: { diagnostics, only } });
  return (found ?? []).map((action) => ({
    title: action.title, kind: action.kind ?? "", disabled: action.disabled?.reason,
    async apply() {
      const whole = action.edit || !action.data ? action : await server.request("codeAction/resolve", action);
      if (whole.edit && !server.apply(whole.edit)) throw new Error("this action changes files that the page does not show");
      const command = typeof whole.command === "string" ? whole : whole.command;
      if (command) await server.run?.(command, view);
    },
  }));
}

/** publish shows the diagnostics that the server sends; shown(view, list) puts them into the editor. */
export const publishDiagnostics = (shown) => ({
  notificationHandlers: {
    "textDocument/publishDiagnostics": (client, { uri, version, diagnostics }) => {
      const file = client.workspace.getFile(uri), view = file?.getView(), plugin = view && LSPPlugin.get(view);
      if (!plugin || version != null && version !== file.version || plugin.syncedDoc !== view.state.doc) return true;
      const span = ({ start, end }) => ({ from: plugin.fromPosition(start), to: plugin.fromPosition(end) });
      shown(view, diagnostics.map((d) => ({
        ...span(d.range), severity: ["error", "error", "warning", "info", "hint"][d.severity ?? 1], code: String(d.code ?? ""), message: d.message,
        related: (d.relatedInformation ?? []).filter(({ location }) => location.uri === uri)
          .map(({ location, message }) => ({ ...span(location.range), message })),
        fixes: () => actionsAt(view, span(d.range).from, span(d.range).to, { only: ["quickfix"], diagnostics: [d] }),
      })));
      return true;
    },
  },
});
