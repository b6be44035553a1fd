// The connection of the editor to the language server in its worker.
import { LSPClient, LSPPlugin, formatKeymap, findReferencesKeymap, hoverTooltips, jumpToDefinitionKeymap, renameKeymap, serverCompletion, signatureHelp } from "@codemirror/lsp-client";
import { EditorView, keymap } from "@codemirror/view";
import { fracLanguage } from "../editor/language.js";
import { Program } from "../page/modules.js";
import { sanitized } from "./sanitize.js";

/** What the editor can do; the library's own list also has what this page does otherwise. */
const capabilities = {
  general: { positionEncodings: ["utf-16"] },
  workspace: {
    applyEdit: true, workspaceEdit: { documentChanges: true, resourceOperations: ["create"] }, configuration: false,
    codeLens: { refreshSupport: true }, inlayHint: { refreshSupport: true }, semanticTokens: { refreshSupport: true },
    textDocumentContent: { dynamicRegistration: false },
  },
  textDocument: {
    synchronization: {}, publishDiagnostics: { relatedInformation: true, versionSupport: true, codeDescriptionSupport: false },
    completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"], resolveSupport: { properties: [] } }, contextSupport: true },
    hover: { contentFormat: ["markdown"] }, formatting: {}, rename: {}, definition: {}, references: {}, documentHighlight: {},
    signatureHelp: { contextSupport: true, signatureInformation: { documentationFormat: ["markdown"], parameterInformation: { labelOffsetSupport: true }, activeParameterSupport: true } },
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "source"] } }, dataSupport: true,
      resolveSupport: { properties: ["edit"] },
    },
    codeLens: {}, inlayHint: { resolveSupport: { properties: ["tooltip"] } },
    semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"], multilineTokenSupport: false },
  },
  window: { workDoneProgress: false, showMessage: {} },
};

/** What the server gets at its start. Programs run in a worker, so that checks may run them. */
const settings = { trusted: true, workspaceDiagnostics: false };

/** A Server is the language server and the editor's client of it. */
export class Server extends EventTarget {
  /** @param {{files: [string, Uint8Array][], extensions: object[], exit: (reason: string) => void, progress?: (bytes: number) => void}} options */
  constructor({ files, extensions, exit, progress }) {
    super();
    this.handlers = new Set();
    this.program = new Program({
      name: "server", framing: "headed", files, exit, progress,
      receive: (message) => this.#receive(message),
    });
    this.client = new LSPClient({
      rootUri: "file:///program", initializationOptions: settings, timeout: 60000, sanitizeHTML: sanitized,
      highlightLanguage: (name) => /^(frac|relay|fracrule)$/.test(name) ? fracLanguage : null,
      extensions: [
        serverCompletion({ override: true }), hoverTooltips(), signatureHelp(),
        keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
        EditorView.updateListener.of(({ docChanged }) => { if (docChanged) queueMicrotask(() => this.client.sync()); }),
        ...extensions,
      ],
    });
    this.client.server = this;
    this.client.connect({
      send: (message) => this.#send(message),
      subscribe: (handler) => this.handlers.add(handler),
      unsubscribe: (handler) => this.handlers.delete(handler),
    });
  }

  #send(message) {
    if (message.includes('"initialize"')) {
      const parsed = JSON.parse(message);
      if (parsed.method === "initialize") {
        parsed.params.capabilities = capabilities;
        message = JSON.stringify(parsed);
      }
    }
    this.program.send(message);
  }

  /** Requests of the server are answered here, since the library has no answers to them. */
  #receive(message) {
    const parsed = JSON.parse(message);
    if (parsed.method === undefined || parsed.id === undefined) {
      this.handlers.forEach((handler) => handler(message));
      return;
    }
    let result = null;
    if (parsed.method.endsWith("/refresh")) this.dispatchEvent(new Event("refresh"));
    if (parsed.method === "workspace/configuration") result = parsed.params.items.map(() => settings);
    if (parsed.method === "workspace/applyEdit") result = { applied: this.apply(parsed.params.edit) };
    this.program.send(JSON.stringify({ jsonrpc: "2.0", id: parsed.id, result }));
  }

  /** request asks the server once all edits were sent to it. */
  async request(method, params) {
    await this.client.initializing;
    this.client.sync();
    return this.client.request(method, params);
  }

  command(command, ...args) { return this.request("workspace/executeCommand", { command, arguments: args }); }

  /** apply makes the changes of a workspace edit; false where the page does not show a document. */
  apply(edit) {
    const changes = edit.documentChanges ?? Object.entries(edit.changes ?? {}).map(([uri, edits]) => ({ textDocument: { uri }, edits }));
    if (changes.some((change) => change.kind || !this.client.workspace.getFile(change.textDocument.uri)?.getView())) {
      return this.beyond?.(changes) ?? false;
    }
    for (const { textDocument, edits } of changes) {
      const view = this.client.workspace.getFile(textDocument.uri).getView();
      const plugin = LSPPlugin.get(view);
      view.dispatch({
        changes: edits.map(({ range, newText }) => ({
          from: plugin.fromPosition(range.start), to: plugin.fromPosition(range.end), insert: newText,
        })),
        userEvent: "input.action",
      });
    }
    return true;
  }

  write(path, content) {
    this.program.write(path, content);
    this.client.notification("workspace/didChangeWatchedFiles", { changes: [{ uri: `file://${path}`, type: 2 }] });
  }

  end() { this.program.end(); }
}

/** serverOf is the server of an editor, with the document that it shows there; undefined for none. */
export function serverOf(view) {
  const plugin = LSPPlugin.get(view);
  return plugin && { plugin, server: plugin.client.server, uri: plugin.uri };
}
