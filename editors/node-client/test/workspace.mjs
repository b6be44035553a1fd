import assert from "node:assert/strict";
import { test } from "node:test";
import * as lsp from "vscode-languageserver-protocol/node";
import { find, start } from "../session.mjs";

test("the settings are asked for, and wrong ones told", async (t) => {
  const s = await start(t, { settings: { inlayHints: { types: false }, "codeLens.rum": true } });
  const { message } = await s.next("message");
  assert.match(message, /codeLens\.rum.*did you mean/);
  const document = await s.open("a.frac", "def @f(%x : int32) { let %y = %x; %y }\n");
  const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
  const types = async () => (await s.ask(lsp.InlayHintRequest, document, { range })).filter(({ kind }) => kind === lsp.InlayHintKind.Type);
  assert.deepEqual(await types(), []);
  await s.next(lsp.InlayHintRefreshRequest.type.method);
  s.settings = {};
  await s.notify(lsp.DidChangeConfigurationNotification, { settings: null });
  await s.next(lsp.InlayHintRefreshRequest.type.method);
  assert.notDeepEqual(await types(), []);
  await s.end();
});

test("folders come and go", async (t) => {
  const s = await start(t, { folders: [], files: { "one/a.frac": "@gone()\n", "two/b.frac": "@away()\n" } });
  const folder = (name) => ({ uri: s.uri(name), name });
  const change = (added, removed) => s.notify(lsp.DidChangeWorkspaceFoldersNotification, { event: { added, removed } });
  await change([folder("one")], []);
  assert.equal((await s.unopened(s.uri("one/a.frac"))).length, 1);
  await change([folder("two")], [folder("one")]);
  assert.deepEqual(await s.unopened(s.uri("one/a.frac")), []);
  assert.equal((await s.unopened(s.uri("two/b.frac"))).length, 1);
  await s.end();
});

test("files come, change and go under an open document", async (t) => {
  const s = await start(t);
  let document = await s.open("a.frac", "import \"lib.frac\"\n/* 𝔸 */ @plus(1)\n");
  assert.ok((await s.diagnostics(document)).some(({ code }) => code === "import-error"));
  s.write("lib.frac", "def @plus(%x : int32) -> int32 { %x }\n");
  await s.notify(lsp.DidCreateFilesNotification, { files: [{ uri: s.uri("lib.frac") }] });
  assert.deepEqual(await s.diagnostics(document), []);
  s.write("lib.frac", "def @plus(%x : bool) -> bool { %x }\n");
  await s.notify(lsp.DidChangeWatchedFilesNotification,
    { changes: [{ uri: s.uri("lib.frac"), type: lsp.FileChangeType.Changed }] });
  const [mismatch] = await s.diagnostics(document);
  assert.deepEqual(mismatch.range, find(document, "1"));
  await s.end();
});

test("documents that the server writes", async (t) => {
  const s = await start(t);
  const content = async (uri) => (await s.send(lsp.TextDocumentContentRequest, { uri })).text;
  assert.match(await content("fraccheck:/prelude.frac"), /def @map/);
  const { uri } = await s.open("a.frac", "def @f(%x : int32) { %x + 1 } # 𝔸\n");
  assert.match(await content(`fraccheck:/types/${encodeURIComponent(uri)}`), /%x \+ 1 \/\* ty=int32 \*\/.*# 𝔸/);
  assert.match(await content(`fraccheck:/anf/${encodeURIComponent(uri)}`), /let %v1 = %x \+ 1;/);
  await assert.rejects(content("fraccheck:/elsewhere"), /no document/);
  await s.end();
});
