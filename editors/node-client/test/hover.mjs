import assert from "node:assert/strict";
import { test } from "node:test";
import * as lsp from "vscode-languageserver-protocol/node";
import { after, find, start } from "../session.mjs";

test("hovers say what a name is", async (t) => {
  const s = await start(t);
  const document = await s.open("untitled:Untitled-1",
    "# Doubles.\ndef @twice(%x : int32) -> int32 { /* 👩‍🔬👩‍🔬 */ %x + %x }\n@twice(2)\n@map(@twice, Cons(1, Nil()))\n");
  const hover = async (text, nth) => {
    const found = await s.ask(lsp.HoverRequest, document, find(document, text, nth).start);
    assert.ok(lsp.Hover.is(found));
    assert.deepEqual(found.range, find(document, text, nth));
    assert.equal(found.contents.kind, lsp.MarkupKind.Markdown);
    return found.contents.value;
  };
  assert.match(await hover("%x", 2), /%x : int32/);
  assert.match(await hover("@twice", 1), /@twice : fn\(int32\) -> int32[^]*Doubles\./);
  assert.match(await hover("Cons"), /List/);
  assert.equal(await s.ask(lsp.HoverRequest, document, find(document, "👩").start), null);
  await s.end();
});

test("signatures mark the argument that is written", async (t) => {
  const s = await start(t);
  const document = await s.open("a.frac",
    "# Adds 𝔸.\ndef @add(%first : int32, %second : int32) -> int32 { %first + %second }\n@add(/* 𝔸 */ 1, \nnn.dense(1f, \n");
  const help = await s.ask(lsp.SignatureHelpRequest, document, after(document, "1, "));
  const [signature] = help.signatures;
  assert.match(signature.label, /@add\(%first : int32, %second : int32\) -> int32/);
  const [from, to] = signature.parameters[signature.activeParameter ?? help.activeParameter].label;
  assert.equal(signature.label.slice(from, to), "%second : int32");
  assert.match(signature.documentation.value, /Adds 𝔸\./);
  const operator = await s.ask(lsp.SignatureHelpRequest, document, after(document, "1f, "));
  assert.match(operator.signatures[0].label, /nn\.dense/);
  assert.equal(await s.ask(lsp.SignatureHelpRequest, document, after(document, "def ")), null);
  await s.end();
});
