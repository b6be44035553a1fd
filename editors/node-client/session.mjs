// Starts the real server and talks to it as an editor does, with Microsoft's
// own protocol library. Every message of the server is held against the
// protocol's description.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import * as lsp from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { capabilities } from "./capabilities.mjs";
import * as model from "./metamodel.mjs";
import { binary } from "./place.mjs";

/**
 * start gives a server in a folder that holds some files; a test that fails
 * leaves neither behind.
 */
export async function start(t, { files = {}, settings = {}, ...client } = {}) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "fraccheck-node-")));
  const session = new Session(directory, settings);
  const late = setTimeout(() => session.connection.dispose(), 2 * patience);
  t.after(async () => {
    clearTimeout(late);
    session.process.kill("SIGKILL");
    await session.exited;
    rmSync(directory, { recursive: true, force: true });
  });
  for (const [name, text] of Object.entries(files)) session.write(name, text);
  await session.initialize(client);
  return session;
}

/** patience is how long a test waits for what the server says unasked, in milliseconds. */
const patience = 30000;

/** find is the range of a piece of text. */
export function find(document, text, nth = 0) {
  let at = -1;
  for (let i = 0; i <= nth; i++) at = document.getText().indexOf(text, at + 1);
  assert.ok(at >= 0, `${text} is not in the document`);
  return { start: document.positionAt(at), end: document.positionAt(at + text.length) };
}

/** after is the position after a piece of text. */
export const after = (document, text, nth = 0) => find(document, text, nth).end;

/** A Session is one server with its open documents. */
export class Session {
  documents = new Map();
  progress = new Map(); // values by token
  registrations = [];
  refreshed = [];
  messages = [];
  #events = [];
  #waiting = [];
  #asked = new Map();
  #problems = [];

  constructor(directory, settings) {
    this.directory = directory;
    this.settings = settings;
    const cache = join(directory, ".cache");
    this.process = spawn(binary, ["lsp"], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, XDG_CACHE_HOME: cache, LocalAppData: cache },
    });
    this.complaints = "";
    this.process.stderr.setEncoding("utf8").on("data", (text) => { this.complaints += text; });
    this.exited = new Promise((resolve) => this.process.once("close", resolve));
    this.connection = lsp.createProtocolConnection(this.#reader(), this.#writer());
    this.#serve();
    this.connection.listen();
  }

  #reader() {
    const reader = new lsp.StreamMessageReader(this.process.stdout);
    const listen = reader.listen.bind(reader);
    reader.listen = (callback) => listen((message) => {
      this.#check(message);
      callback(message);
    });
    return reader;
  }

  #writer() {
    const writer = new lsp.StreamMessageWriter(this.process.stdin);
    const write = writer.write.bind(writer);
    writer.write = (message) => {
      if (message.method && message.id !== undefined) this.#asked.set(message.id, message.method);
      return write(message);
    };
    return writer;
  }

  #check(message) {
    if (message.method) this.#problems.push(...model.params(message.method, message.params));
    else if (!message.error) this.#problems.push(...model.result(this.#asked.get(message.id), message.result));
  }

  /** serve answers what the server asks and keeps what it tells. */
  #serve() {
    const tell = (kind) => (params) => this.#receive({ kind, params });
    this.connection.onNotification(lsp.PublishDiagnosticsNotification.type, tell("diagnostics"));
    this.connection.onNotification(lsp.ShowMessageNotification.type, tell("message"));
    this.connection.onNotification("$/progress", (p) => {
      this.progress.set(p.token, [...this.progress.get(p.token) ?? [], p.value]);
      this.#receive({ kind: "progress", params: p });
    });
    this.connection.onRequest(lsp.WorkDoneProgressCreateRequest.type, () => null);
    this.connection.onRequest(lsp.RegistrationRequest.type, (p) => {
      this.registrations.push(...p.registrations);
      this.#receive({ kind: "registration" });
      return null;
    });
    this.connection.onRequest(lsp.ConfigurationRequest.type,
      ({ items }) => items.map(({ section }) => section === "fraccheck" ? this.settings : null));
    for (const { type } of [lsp.CodeLensRefreshRequest, lsp.InlayHintRefreshRequest, lsp.SemanticTokensRefreshRequest,
      lsp.DiagnosticRefreshRequest, lsp.FoldingRangeRefreshRequest, lsp.TextDocumentContentRefreshRequest]) {
      this.connection.onRequest(type.method, () => {
        this.refreshed.push(type.method);
        this.#receive({ kind: type.method });
        return null;
      });
    }
  }

  async initialize(client) {
    const folders = client.folders ?? [{ uri: pathToFileURL(this.directory).href, name: "tests" }];
    this.initialized = await this.connection.sendRequest(lsp.InitializeRequest.type, {
      processId: process.pid, rootUri: folders[0]?.uri ?? null, workspaceFolders: folders,
      capabilities: capabilities(client), initializationOptions: client.options,
    });
    this.capabilities = this.initialized.capabilities;
    await this.connection.sendNotification(lsp.InitializedNotification.type, {});
  }

  uri(name) {
    return name.includes(":") ? name : pathToFileURL(join(this.directory, name)).href;
  }

  /** write puts a file on disk. */
  write(name, text) {
    const path = join(this.directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** open shows a text to the server. */
  async open(name, text) {
    const uri = this.uri(name);
    await this.notify(lsp.DidOpenTextDocumentNotification, {
      textDocument: { uri, languageId: "frac", version: 1, text },
    });
    return this.#keep(TextDocument.create(uri, "frac", 1, text));
  }

  #keep(document) {
    this.documents.set(document.uri, document);
    return document;
  }

  async close({ uri }) {
    this.documents.delete(uri);
    await this.notify(lsp.DidCloseTextDocumentNotification, { textDocument: { uri } });
  }

  /** edit makes changes, in the server and in the library's own model. */
  async edit(document, ...contentChanges) {
    const version = document.version + 1;
    await this.notify(lsp.DidChangeTextDocumentNotification, {
      textDocument: { uri: document.uri, version }, contentChanges,
    });
    return this.#keep(TextDocument.update(document, contentChanges, version));
  }

  /** apply gives the texts that a workspace edit makes, by address. */
  apply(edit) {
    assert.ok(lsp.WorkspaceEdit.is(edit), JSON.stringify(edit));
    return new Map(edit.documentChanges.map(({ textDocument: { uri, version }, edits }) => {
      const document = this.documents.get(uri);
      assert.equal(version, document?.version ?? null, `the version of ${uri}`);
      return [uri, document && TextDocument.applyEdits(document, edits)];
    }));
  }

  notify({ type }, params) {
    return this.connection.sendNotification(type, params);
  }

  send({ type }, params, token) {
    return this.connection.sendRequest(type, params, token);
  }

  /** ask sends a request about a document, or about a place in it. */
  ask(request, { uri }, more = {}) {
    const place = lsp.Position.is(more) ? { position: more } : more;
    return this.send(request, { textDocument: { uri }, ...place });
  }

  command(command, args, more = {}) {
    return this.send(lsp.ExecuteCommandRequest, { command, arguments: args, ...more });
  }

  /** diagnostics waits for what is found in the version of a document. */
  async diagnostics(document) {
    return (await this.next("diagnostics", (p) => p.uri === document.uri && p.version === document.version)).diagnostics;
  }

  /** unopened waits for what is published of a document that is not open. */
  async unopened(uri) {
    return (await this.next("diagnostics", (p) => p.uri === uri && p.version === undefined)).diagnostics;
  }

  /** next waits for an event and takes it. */
  next(kind, is = () => true) {
    const at = this.#events.findIndex((e) => e.kind === kind && is(e.params));
    if (at >= 0) return Promise.resolve(this.#events.splice(at, 1)[0].params);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no ${kind} came`)), patience);
      this.#waiting.push({ kind, is, resolve: (value) => { clearTimeout(late); resolve(value); } });
    });
  }

  #receive(event) {
    const at = this.#waiting.findIndex(({ kind, is }) => kind === event.kind && is(event.params));
    if (at < 0) this.#events.push(event);
    else this.#waiting.splice(at, 1)[0].resolve(event.params);
  }

  /** end leaves as the protocol wants; all that was said must be well formed. */
  async end() {
    await this.connection.sendRequest(lsp.ShutdownRequest.type);
    await this.connection.sendNotification(lsp.ExitNotification.type);
    assert.equal(await this.exited, 0);
    this.connection.dispose();
    assert.deepEqual(this.#problems, []);
    assert.equal(this.complaints, "");
  }
}
