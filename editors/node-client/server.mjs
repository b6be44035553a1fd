// Starts the real server and talks to it as an editor does, with Microsoft's
// own protocol library.
import { spawn, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as lsp from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";

const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** build compiles the command into a directory of its own. */
export function build() {
  const directory = mkdtempSync(join(tmpdir(), "fraccheck-node-"));
  const binary = join(directory, process.platform === "win32" ? "fraccheck.exe" : "fraccheck");
  execFileSync("go", ["build", "-o", binary, "./cmd/fraccheck"], { cwd: repository, stdio: "inherit" });
  return { binary, directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

const capabilities = (encodings) => ({
  general: encodings && { positionEncodings: encodings },
  workspace: { workspaceEdit: { documentChanges: true }, didChangeWatchedFiles: { dynamicRegistration: true } },
  textDocument: {
    hover: { contentFormat: ["markdown", "plaintext"] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
    publishDiagnostics: {
      relatedInformation: true, versionSupport: true, codeDescriptionSupport: true, dataSupport: true,
      tagSupport: { valueSet: [1, 2] },
    },
  },
});

/** A Session is one server with its open documents. */
export class Session {
  #published = [];
  #waiting = [];

  constructor({ binary, directory }, log) {
    this.directory = directory;
    const cache = join(directory, "cache");
    this.process = spawn(binary, ["lsp"], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, XDG_CACHE_HOME: cache, LocalAppData: cache },
    });
    this.exited = new Promise((resolve) => this.process.once("exit", resolve));
    this.connection = lsp.createProtocolConnection(
      new lsp.StreamMessageReader(this.process.stdout), new lsp.StreamMessageWriter(this.process.stdin), log);
    this.connection.onNotification(lsp.PublishDiagnosticsNotification.type, (p) => this.#receive(p));
    this.registered = new Promise((resolve) => {
      this.connection.onRequest(lsp.RegistrationRequest.type, (p) => resolve(p.registrations));
    });
    this.connection.listen();
  }

  /** initialize begins; a client that pulls diagnostics and is asked for its settings can do that besides. */
  async initialize(encodings, pulls = false) {
    const can = capabilities(encodings);
    if (pulls) {
      can.textDocument.diagnostic = {};
      can.workspace.configuration = true;
      can.workspace.diagnostics = { refreshSupport: true };
    }
    const result = await this.connection.sendRequest(lsp.InitializeRequest.type, {
      processId: process.pid, rootUri: pathToFileURL(this.directory).href, capabilities: can,
    });
    await this.connection.sendNotification(lsp.InitializedNotification.type, {});
    return result;
  }

  /** open shows a text to the server. */
  async open(name, text) {
    const uri = name.includes(":") ? name : pathToFileURL(join(this.directory, name)).href;
    const document = TextDocument.create(uri, "frac", 1, text);
    await this.connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: "frac", version: 1, text },
    });
    return document;
  }

  /** edit makes changes, in the server and in the library's own model. */
  async edit(document, ...contentChanges) {
    const version = document.version + 1;
    await this.connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
      textDocument: { uri: document.uri, version }, contentChanges,
    });
    return TextDocument.update(document, contentChanges, version);
  }

  request(type, document, position, more = {}) {
    return this.connection.sendRequest(type, { textDocument: { uri: document.uri }, position, ...more });
  }

  /** diagnostics waits for what is found in the version of a document. */
  diagnostics(document) {
    return this.#next((p) => p.uri === document.uri && p.version === document.version);
  }

  /** cleared waits until nothing more is said of a closed document. */
  cleared(document) {
    return this.#next((p) => p.uri === document.uri && p.version === undefined);
  }

  #next(is) {
    const at = this.#published.findIndex(is);
    if (at >= 0) return Promise.resolve(this.#published.splice(at, 1)[0].diagnostics);
    return new Promise((resolve) => this.#waiting.push({ is, resolve }));
  }

  #receive(params) {
    const at = this.#waiting.findIndex(({ is }) => is(params));
    if (at < 0) this.#published.push(params);
    else this.#waiting.splice(at, 1)[0].resolve(params.diagnostics);
  }

  /** end leaves as the protocol wants and gives the server's exit status. */
  async end() {
    await this.connection.sendRequest(lsp.ShutdownRequest.type);
    await this.connection.sendNotification(lsp.ExitNotification.type);
    const status = await this.exited;
    this.connection.dispose();
    return status;
  }
}
