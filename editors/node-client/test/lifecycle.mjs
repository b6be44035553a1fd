import assert from "node:assert/strict";
import { test } from "node:test";
import * as lsp from "vscode-languageserver-protocol/node";
import { find, start } from "../session.mjs";

test("initialize negotiates and registers", async (t) => {
  const s = await start(t, { encodings: ["utf-16", "utf-8"] });
  assert.equal(s.initialized.serverInfo.name, "fraccheck");
  assert.equal(s.capabilities.positionEncoding, "utf-8");
  assert.equal(s.capabilities.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
  await s.next("registration");
  assert.ok(s.registrations.some(({ method }) => method === "workspace/didChangeWatchedFiles"));
  await s.end();
});

test("everything is announced", async (t) => {
  const s = await start(t, { pulls: true });
  assert.equal(s.capabilities.positionEncoding, "utf-16");
  for (const provider of ["hover", "definition", "declaration", "typeDefinition", "implementation", "references",
    "documentHighlight", "documentSymbol", "workspaceSymbol", "callHierarchy", "typeHierarchy", "documentLink",
    "foldingRange", "selectionRange", "linkedEditingRange", "rename", "codeAction", "codeLens", "executeCommand",
    "completion", "signatureHelp", "documentFormatting", "documentRangeFormatting", "documentOnTypeFormatting",
    "semanticTokens", "inlayHint", "diagnostic"]) {
    assert.ok(s.capabilities[`${provider}Provider`], provider);
  }
  assert.ok(s.capabilities.workspace.workspaceFolders.supported);
  assert.ok(s.capabilities.workspace.fileOperations.willRename);
  assert.ok(s.capabilities.workspace.textDocumentContent);
  await s.end();
});

const refused = (code) => (error) => error.code === code;

test("wrong requests are refused, and the server goes on", async (t) => {
  const s = await start(t);
  const send = (method, params) => s.connection.sendRequest(method, params);
  await assert.rejects(send("textDocument/conjure", {}), refused(lsp.ErrorCodes.MethodNotFound));
  await assert.rejects(send("textDocument/hover", { textDocument: 1 }), refused(lsp.ErrorCodes.InvalidParams));
  await assert.rejects(send("initialize", {}), refused(lsp.ErrorCodes.InvalidRequest));
  await s.end();
});

test("a cancelled request is answered", async (t) => {
  const s = await start(t);
  const lines = Array.from({ length: 20000 }, (_, i) => `def @f${i}(%x : int32) -> int32 { %x + ${i} }`);
  const document = await s.open("long.frac", lines.join("\n"));
  const source = new lsp.CancellationTokenSource();
  const answer = s.send(lsp.SemanticTokensRequest, { textDocument: { uri: document.uri } }, source.token);
  source.cancel();
  await assert.rejects(answer, refused(lsp.LSPErrorCodes.RequestCancelled));
  assert.ok(await s.ask(lsp.HoverRequest, document, find(document, "@f7").start));
  await s.end();
});

test("leaving without shutdown is status 1", async (t) => {
  const s = await start(t);
  await s.notify(lsp.ExitNotification);
  assert.equal(await s.exited, 1);
  assert.match(s.complaints, /without a shutdown request/);
});

test("random edits keep the text that the library has", async (t) => {
  const s = await start(t);
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
  await s.end();
});
