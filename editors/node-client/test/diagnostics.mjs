import assert from "node:assert/strict";
import { test } from "node:test";
import * as lsp from "vscode-languageserver-protocol/node";
import { find, start } from "../session.mjs";

test("diagnostics appear, follow edits and go", async (t) => {
  const s = await start(t);
  let document = await s.open("a.frac", "# 👩‍🔬 𝔸\ndef @f() -> int32 { /* 👩‍🔬 */ @g() }\n");
  const [found] = await s.diagnostics(document);
  assert.ok(lsp.Diagnostic.is(found), JSON.stringify(found));
  assert.equal(found.code, "undefined-name");
  assert.match(found.codeDescription.href, /^file:.*undefined-name\.md$/);
  assert.deepEqual(found.range, find(document, "@g"));

  const end = document.positionAt(document.getText().length);
  document = await s.edit(document,
    { range: { start: end, end }, text: "def @h() -> int32 { 1 }\n" },
    { range: find(document, "@g"), text: "@h" });
  assert.deepEqual(await s.diagnostics(document), []);

  document = await s.edit(document, { range: find(document, "1 }"), text: "1f }" });
  const [mismatch] = await s.diagnostics(document);
  assert.equal(mismatch.code, "dtype-mismatch");
  assert.deepEqual(mismatch.range, find(document, "1f"));
  await s.end();
});

test("related places, tags and broken texts", async (t) => {
  const s = await start(t);
  const document = await s.open("untitled:broken",
    "def @f(%x : bool) -> int32 {\n  match (%x) { True => 1, False => 2, _ => /* 𝔸 */ 3 }\n}\ndef @g( { \n");
  const found = await s.diagnostics(document);
  assert.ok(found.every(lsp.Diagnostic.is));
  const unreachable = found.find(({ code }) => code === "unreachable-case");
  assert.deepEqual(unreachable.tags, [lsp.DiagnosticTag.Unnecessary]);
  assert.ok(unreachable.relatedInformation.every(lsp.DiagnosticRelatedInformation.is));
  assert.ok(found.some(({ severity }) => severity === lsp.DiagnosticSeverity.Error));
  await s.end();
});

test("what is found of closed files is published, and taken back", async (t) => {
  const s = await start(t, { files: { "closed.frac": "@gone()\n" } });
  const uri = s.uri("closed.frac");
  assert.equal((await s.unopened(uri))[0].code, "undefined-name");
  s.write("closed.frac", "@length(Nil())\n");
  await s.notify(lsp.DidChangeWatchedFilesNotification, { changes: [{ uri, type: lsp.FileChangeType.Changed }] });
  assert.deepEqual(await s.unopened(uri), []);
  await s.end();
});

test("diagnostics are pulled", async (t) => {
  const s = await start(t, { pulls: true });
  let document = await s.open("a.frac", "/* 𝔸 */ @gone()\n");
  const full = await s.ask(lsp.DocumentDiagnosticRequest, document);
  assert.equal(full.kind, lsp.DocumentDiagnosticReportKind.Full);
  assert.deepEqual(full.items.map(({ range }) => range), [find(document, "@gone")]);
  const again = () => s.ask(lsp.DocumentDiagnosticRequest, document, { previousResultId: full.resultId });
  assert.deepEqual(await again(), { kind: lsp.DocumentDiagnosticReportKind.Unchanged, resultId: full.resultId });
  document = await s.edit(document, { range: find(document, "@gone()"), text: "1" });
  assert.deepEqual((await again()).items, []);
  await s.end();
});

test("the workspace's diagnostics are pulled, whole and in parts", async (t) => {
  const s = await start(t, { pulls: true, files: { "closed.frac": "@gone()\n", "sub/good.frac": "1\n" } });
  const document = await s.open("open.frac", "import \"closed.frac\"\n@closed()\n");
  const pull = (more = {}) => s.send(lsp.WorkspaceDiagnosticRequest, { previousResultIds: [], ...more });
  const { items } = await pull();
  const counts = Object.fromEntries(items.map((i) => [i.uri.slice(s.uri("").length + 1), [i.version ?? null, i.items.length]]));
  assert.deepEqual(counts, { "closed.frac": [null, 1], "open.frac": [document.version, 1], "sub/good.frac": [null, 0] });
  assert.deepEqual(await pull({ partialResultToken: "parts" }), { items: [] });
  assert.deepEqual(s.progress.get("parts").flatMap((part) => part.items), items);
  const known = items.map(({ uri, resultId }) => ({ uri, value: resultId }));
  const waiting = pull({ previousResultIds: known }); // answered when there is something new
  await s.open("other.frac", "@gone()\n");
  const full = (await waiting).items.filter(({ kind }) => kind === lsp.DocumentDiagnosticReportKind.Full);
  assert.deepEqual(full.map(({ uri }) => uri), [s.uri("other.frac")]);
  await s.end();
});

test("another severity is asked for by the settings", async (t) => {
  const s = await start(t, { pulls: true, settings: { severity: { "undefined-name": "hint" } } });
  const document = await s.open("a.frac", "@gone()\n");
  const severity = async () => (await s.ask(lsp.DocumentDiagnosticRequest, document)).items[0]?.severity;
  await s.next(lsp.DiagnosticRefreshRequest.type.method);
  assert.equal(await severity(), lsp.DiagnosticSeverity.Hint);
  s.settings = { severity: { "undefined-name": "off" } };
  await s.notify(lsp.DidChangeConfigurationNotification, { settings: null });
  await s.next(lsp.DiagnosticRefreshRequest.type.method);
  assert.equal(await severity(), undefined);
  await s.end();
});
