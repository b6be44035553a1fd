import assert from "node:assert/strict";
import { test } from "node:test";
import * as lsp from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { after, find, start } from "../session.mjs";

const library = "# 𝔸\ndef @plus(%a : int32, %b : int32) -> int32 { /* 👩‍🔬 */ %a + %b }\ndef @minus() { 0 }\n";
const program = "import \"lib.frac\"\n@plus(1, @plus(2, 3))\n";

test("a name is renamed in two files", async (t) => {
  const s = await start(t, { files: { "lib.frac": library } });
  const lib = await s.open("lib.frac", library);
  const document = await s.open("a.frac", program);
  const at = find(document, "@plus", 1).start;
  const prepared = await s.ask(lsp.PrepareRenameRequest, document, at);
  assert.equal(document.getText(prepared.range), prepared.placeholder);
  const texts = s.apply(await s.ask(lsp.RenameRequest, document, { position: at, newName: "sum" }));
  assert.equal(texts.get(document.uri), program.replaceAll("@plus", "@sum"));
  assert.equal(texts.get(lib.uri), library.replaceAll("@plus", "@sum"));
  const local = s.apply(await s.ask(lsp.RenameRequest, lib, { position: find(lib, "%a", 1).start, newName: "%first" }));
  assert.equal(local.get(lib.uri), library.replaceAll("%a", "%first"));
  await assert.rejects(s.ask(lsp.RenameRequest, document, { position: at, newName: "@minus" }), /@minus/);
  await assert.rejects(s.ask(lsp.RenameRequest, lib, { position: find(lib, "%a").start, newName: "b" }), /%b/);
  await s.end();
});

test("a renamed file is imported by its new name", async (t) => {
  const s = await start(t, { files: { "lib.frac": library } });
  const document = await s.open("a.frac", program);
  const files = [{ oldUri: s.uri("lib.frac"), newUri: s.uri("core/sums.frac") }];
  const texts = s.apply(await s.send(lsp.WillRenameFilesRequest, { files }));
  assert.equal(texts.get(document.uri), program.replace("lib.frac", "core/sums.frac"));
  await s.end();
});

test("a document, a part and a typed line are formatted", async (t) => {
  const s = await start(t);
  const text = "# 𝔸\ndef @f( %x:int32 )->int32{\n%x+1 }\ndef   @g() { /* 👩‍🔬 */   2   }\n";
  let document = await s.open("a.frac", text);
  const options = { tabSize: 2, insertSpaces: true };
  const whole = TextDocument.applyEdits(document, await s.ask(lsp.DocumentFormattingRequest, document, { options }));
  assert.match(whole, /def @f\(%x: int32\) -> int32 \{\n {2}%x \+ 1\n\}/);
  const range = find(document, "def   @g() { /* 👩‍🔬 */   2   }");
  const part = TextDocument.applyEdits(document, await s.ask(lsp.DocumentRangeFormattingRequest, document, { range, options }));
  assert.equal(part, text.replace(/def {3}.*/, "def @g() {\n  /* 👩‍🔬 */ 2\n}"));
  const ranges = await s.ask(lsp.DocumentRangesFormattingRequest, document, { ranges: [range], options });
  assert.equal(TextDocument.applyEdits(document, ranges), part);
  document = await s.edit(document, { text: "def @f(%x : int32) {\n%x\n}" });
  const typed = await s.ask(lsp.DocumentOnTypeFormattingRequest, document, { position: after(document, "}"), ch: "}", options });
  assert.equal(TextDocument.applyEdits(document, typed), "def @f(%x: int32) {\n  %x\n}");
  await s.end();
});
