import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as lsp from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Session, build } from "./server.mjs";

let built;
before(() => { built = build(); });
after(() => built.remove());

/** find is the range of a piece of text. */
function find(document, text, nth = 0) {
  let at = -1;
  for (let i = 0; i <= nth; i++) at = document.getText().indexOf(text, at + 1);
  assert.ok(at >= 0, `${text} is not in the document`);
  return { start: document.positionAt(at), end: document.positionAt(at + text.length) };
}

/** session starts a server; a test that fails must not leave it behind. */
async function session(t, encodings, pulls) {
  const s = new Session(built);
  t.after(() => s.process.kill());
  if (pulls) pulls(s);
  return { s, result: await s.initialize(encodings, Boolean(pulls)) };
}

test("initialize negotiates and registers", async (t) => {
  const { s, result } = await session(t, ["utf-16", "utf-8"]);
  assert.equal(result.serverInfo.name, "fraccheck");
  assert.equal(result.capabilities.positionEncoding, "utf-8");
  assert.equal(result.capabilities.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
  assert.equal((await s.registered)[0].method, "workspace/didChangeWatchedFiles");
  assert.equal(await s.end(), 0);
});

test("diagnostics appear, follow edits and go", async (t) => {
  const { s, result } = await session(t);
  assert.equal(result.capabilities.positionEncoding, "utf-16");
  const document = await s.open("a.frac", "# 👩‍🔬 𝔸\ndef @f() -> int32 { /* 👩‍🔬 */ @g() }\n");
  const [found] = await s.diagnostics(document);
  assert.ok(lsp.Diagnostic.is(found), JSON.stringify(found));
  assert.equal(found.code, "undefined-name");
  assert.match(found.codeDescription.href, /^file:.*undefined-name\.md$/);
  assert.deepEqual(found.range, find(document, "@g"));

  const end = document.positionAt(document.getText().length);
  await s.edit(document,
    { range: { start: end, end }, text: "def @h() -> int32 { 1 }\n" },
    { range: find(document, "@g"), text: "@h" });
  assert.deepEqual(await s.diagnostics(document), []);

  await s.edit(document, { range: find(document, "1 }"), text: "1f }" });
  const [mismatch] = await s.diagnostics(document);
  assert.equal(mismatch.code, "dtype-mismatch");
  assert.deepEqual(mismatch.range, find(document, "1f"));

  await s.connection.sendNotification(lsp.DidCloseTextDocumentNotification.type, { textDocument: { uri: document.uri } });
  assert.deepEqual(await s.cleared(document), []);
  assert.equal(await s.end(), 0);
});

test("hover and definition count UTF-16 columns", async (t) => {
  const { s } = await session(t);
  const document = await s.open("untitled:Untitled-1",
    "# Doubles.\ndef @twice(%x : int32) -> int32 { /* 👩‍🔬👩‍🔬 */ %x + %x }\n@twice(2)\n@map(@twice, Cons(1, Nil()))\n");
  const use = find(document, "%x", 2);
  const hover = await s.request(lsp.HoverRequest.type, document, use.start);
  assert.ok(lsp.Hover.is(hover));
  assert.deepEqual(hover.range, use);
  assert.match(hover.contents.value, /%x : int32/);
  const local = await s.request(lsp.DefinitionRequest.type, document, use.end);
  assert.deepEqual(local, { uri: document.uri, range: find(document, "%x") });
  const global = await s.request(lsp.HoverRequest.type, document, find(document, "@twice", 1).start);
  assert.match(global.contents.value, /@twice : fn\(int32\) -> int32/);
  assert.match(global.contents.value, /Doubles\./);
  const prelude = await s.request(lsp.DefinitionRequest.type, document, find(document, "@map").start);
  assert.ok(lsp.Location.is(prelude));
  assert.match(prelude.uri, /^file:.*\/prelude\.frac$/);
  assert.equal(await s.end(), 0);
});

test("symbols, highlights, references and fixes are what the library takes", async (t) => {
  const { s } = await session(t);
  const document = await s.open("b.frac",
    "data Coin { Heads : () -> Coin  Tails : () -> Coin }\n" +
    "def @turn(%c : Coin) -> Coin { match (%c) { case Heads() { Tails() } case Tails() { Heads() } } }\n" +
    "@turn(Heads())\n@turm(Tails())\n");
  await s.diagnostics(document);
  const symbols = await s.request(lsp.DocumentSymbolRequest.type, document);
  assert.ok(symbols.every(lsp.DocumentSymbol.is));
  assert.deepEqual(symbols[0].children.map((c) => c.name), ["Heads", "Tails"]);
  const highlights = await s.request(lsp.DocumentHighlightRequest.type, document, find(document, "Heads", 1).start);
  assert.equal(highlights.length, 4);
  assert.ok(highlights.every((h) => lsp.Range.is(h.range)));
  const references = await s.request(lsp.ReferencesRequest.type, document, find(document, "Tails").start,
    { context: { includeDeclaration: false } });
  assert.equal(references.length, 3);
  const range = find(document, "@turm");
  const actions = await s.connection.sendRequest(lsp.CodeActionRequest.type,
    { textDocument: { uri: document.uri }, range, context: { diagnostics: [] } });
  assert.ok(actions.length > 0 && actions.every(lsp.CodeAction.is));
  const [edit] = actions[0].edit.documentChanges;
  assert.equal(edit.textDocument.version, document.version);
  assert.match(TextDocument.applyEdits(document, edit.edits), /@turn\(Tails\(\)\)/);
  assert.equal(await s.end(), 0);
});

test("wrong requests are refused, and the server goes on", async (t) => {
  const { s } = await session(t);
  const code = (expected) => (error) => error.code === expected;
  await assert.rejects(s.connection.sendRequest("textDocument/conjure", {}), code(lsp.ErrorCodes.MethodNotFound));
  await assert.rejects(s.connection.sendRequest("textDocument/hover", { textDocument: 1 }), code(lsp.ErrorCodes.InvalidParams));
  await assert.rejects(s.connection.sendRequest("initialize", {}), code(lsp.ErrorCodes.InvalidRequest));
  assert.equal(await s.end(), 0);
});

test("leaving without shutdown is status 1", async (t) => {
  const { s } = await session(t);
  await s.connection.sendNotification(lsp.ExitNotification.type);
  assert.equal(await s.exited, 1);
});

test("random edits keep the text that the library has", async (t) => {
  const { s } = await session(t);
  let document = await s.open("untitled:random", "");
  const pieces = ["a", "\n", "\r\n", "👩‍🔬", "𝔸", "é", "%x ", "# "];
  let seed = 7;
  const random = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  for (let i = 0; i < 300; i++) {
    const from = random(document.getText().length + 1);
    const range = { start: document.positionAt(from), end: document.positionAt(from + random(4)) };
    document = await s.edit(document, { range, text: pieces[random(pieces.length)] });
  }
  const end = document.positionAt(document.getText().length);
  document = await s.edit(document, { range: { start: end, end }, text: "\n@marker()\n" });
  const found = (await s.diagnostics(document)).find((d) => d.message.includes("@marker"));
  assert.deepEqual(found?.range, find(document, "@marker"));
  assert.equal(await s.end(), 0);
});

test("diagnostics are pulled, by the settings that the client is asked for", async (t) => {
  let asked;
  const refreshed = [];
  const { s, result } = await session(t, undefined, (s) => {
    s.connection.onRequest(lsp.ConfigurationRequest.type, (p) => new Promise((resolve) => { asked = { p, resolve }; }));
    s.connection.onRequest(lsp.DiagnosticRefreshRequest.type, () => { refreshed.shift()?.(); });
  });
  assert.deepEqual(result.capabilities.diagnosticProvider, { interFileDependencies: true, workspaceDiagnostics: true });
  const document = await s.open("pulled.frac", "@gone()\n");
  const pull = (previousResultId) =>
    s.connection.sendRequest(lsp.DocumentDiagnosticRequest.type, { textDocument: { uri: document.uri }, previousResultId });
  const full = await pull();
  assert.deepEqual(full.items.map((d) => d.code), ["undefined-name"]);
  assert.deepEqual(await pull(full.resultId), { kind: "unchanged", resultId: full.resultId });

  while (!asked) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(asked.p.items, [{ section: "fraccheck" }]);
  const refresh = new Promise((resolve) => refreshed.push(resolve));
  asked.resolve([{ severity: { "undefined-name": "off" } }]);
  await refresh;
  assert.deepEqual((await pull(full.resultId)).items, []);

  const all = await s.connection.sendRequest(lsp.WorkspaceDiagnosticRequest.type, { previousResultIds: [] });
  assert.deepEqual(all.items.find((i) => i.uri === document.uri), { kind: "full", uri: document.uri, version: 1, resultId: all.items[0].resultId, items: [] });
  assert.deepEqual(all.items.flatMap((i) => i.items), []);
  assert.equal(await s.end(), 0);
});
