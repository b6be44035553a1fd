import assert from "node:assert/strict";
import { test } from "node:test";
import * as lsp from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { after, find, start } from "../session.mjs";

/** words are the tokens of a document: their texts and what they are. */
function words(document, data, { tokenTypes, tokenModifiers }) {
  const list = [];
  let line = 0, character = 0;
  for (let i = 0; i < data.length; i += 5) {
    character = data[i] ? data[i + 1] : character + data[i + 1];
    line += data[i];
    const text = document.getText({ start: { line, character }, end: { line, character: character + data[i + 2] } });
    const modifiers = tokenModifiers.filter((_, bit) => data[i + 4] & 1 << bit);
    list.push([text, tokenTypes[data[i + 3]], ...modifiers].join(" "));
  }
  return list;
}

/** changed applies a delta. */
function changed(data, edits) {
  for (const { start, deleteCount, data: inserted = [] } of [...edits].sort((a, b) => b.start - a.start)) {
    data = [...data.slice(0, start), ...inserted, ...data.slice(start + deleteCount)];
  }
  return data;
}

test("tokens of a file, of what changed and of a range", async (t) => {
  const s = await start(t);
  const { legend } = s.capabilities.semanticTokensProvider;
  let document = await s.open("a.frac", "# 👩‍🔬\ndef @f(%x : int32) -> int32 { /* 𝔸 */ nn.relu(%x) + @g() }\ndata Coin { Heads }\n");
  const full = await s.ask(lsp.SemanticTokensRequest, document);
  const all = words(document, full.data, legend);
  for (const word of ["# 👩‍🔬 comment", "@f function declaration definition", "%x parameter declaration", "%x parameter", "nn.relu function defaultLibrary", "Heads enumMember declaration definition"]) {
    assert.ok(all.includes(word), `${word} is not among ${all}`);
  }
  document = await s.edit(document, { range: find(document, "@g()"), text: "/* é */ 3" });
  const delta = await s.ask(lsp.SemanticTokensDeltaRequest, document, { previousResultId: full.resultId });
  const again = await s.ask(lsp.SemanticTokensRequest, document);
  assert.deepEqual(changed(full.data, delta.edits), again.data);
  const range = { start: find(document, "data").start, end: after(document, "Heads") };
  const part = await s.ask(lsp.SemanticTokensRangeRequest, document, { range });
  assert.deepEqual(words(document, part.data, legend).map((w) => w.split(" ")[0]), ["data", "Coin", "Heads"]);
  await s.end();
});

test("hints are shown, explained and written into the program", async (t) => {
  const s = await start(t);
  let document = await s.open("b.frac", "def @f(%x : int32, %scale : int32) -> int32 {\n  /* 𝔸 */ let %y = %x + 1;\n  %y\n}\n@f(1, 2)\n");
  const whole = { start: { line: 0, character: 0 }, end: document.positionAt(document.getText().length) };
  const ask = () => s.ask(lsp.InlayHintRequest, document, { range: whole });
  const text = ({ label }) => typeof label === "string" ? label : label.map(({ value }) => value).join("");
  const hints = await ask();
  assert.ok(hints.every(lsp.InlayHint.is));
  const type = hints.find((h) => h.kind === lsp.InlayHintKind.Type);
  assert.equal(text(type), ": int32");
  assert.deepEqual(type.position, after(document, "%y"));
  assert.ok(hints.some((h) => h.kind === lsp.InlayHintKind.Parameter && /scale/.test(text(h))));
  const resolved = await s.send(lsp.InlayHintResolveRequest, type);
  assert.ok(lsp.InlayHint.is(resolved));
  assert.match(TextDocument.applyEdits(document, resolved.textEdits), /let %y: int32 = %x \+ 1;/);
  document = await s.edit(document, { range: find(document, "%y ="), text: "%y : int32 =" });
  assert.ok(!(await ask()).some((h) => h.kind === lsp.InlayHintKind.Type));
  await s.end();
});
