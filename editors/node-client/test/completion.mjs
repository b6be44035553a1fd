import assert from "node:assert/strict";
import { test } from "node:test";
import * as lsp from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { after, start } from "../session.mjs";

/** plain is what stands in the document once a snippet's places are left. */
const plain = (snippet) => snippet.replace(/\$\{\d+:((?:[^\\}]|\\.)*)\}|\$\d+/g, "$1").replace(/\\(.)/g, "$1");

/** editOf is the edit of an item, whose range may stand in the list. */
function editOf(item, list) {
  const edit = item.textEdit;
  return { range: edit?.range ?? edit?.insert ?? list.itemDefaults?.editRange, newText: plain(edit?.newText ?? item.textEditText ?? item.label) };
}

async function complete(t, text, behind, nth = 0) {
  const s = await start(t, { files: { "lib.frac": "# Helps 𝔸.\ndef @helper(%x : float32) -> float32 { %x }\n" } });
  const document = await s.open("a.frac", text);
  const list = await s.ask(lsp.CompletionRequest, document,
    { position: after(document, behind, nth), context: { triggerKind: lsp.CompletionTriggerKind.Invoked } });
  const apply = async (label) => {
    const item = list.items.find((i) => i.label === label);
    assert.ok(item, `${label} is not among ${list.items.map((i) => i.label)}`);
    const resolved = await s.send(lsp.CompletionResolveRequest, { ...item, data: item.data ?? list.itemDefaults?.data });
    const edits = [editOf(resolved, list), ...resolved.additionalTextEdits ?? []];
    return { resolved, text: TextDocument.applyEdits(document, edits) };
  };
  return { s, list, apply };
}

test("a name of another file is completed and documented", async (t) => {
  const { s, apply } = await complete(t, "import \"lib.frac\"\ndef @f(%v : float32) { /* 👩‍🔬 */ @hel }\n", "@hel");
  const { resolved, text } = await apply("@helper");
  assert.match(resolved.documentation.value, /Helps 𝔸\./);
  assert.match(text, /\/\* 👩‍🔬 \*\/ @helper\(.*\) }\n/);
  await s.end();
});

test("what fits stands first, in a broken file", async (t) => {
  const { s, list } = await complete(t, "def @f(%whole : int32, %part : float32) -> float32 { %", "{ %");
  const first = [...list.items].sort((a, b) => (a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1);
  assert.equal(first[0].label, "%part");
  await s.end();
});

test("missing clauses are completed whole", async (t) => {
  const { s, list, apply } = await complete(t,
    "data Coin { Heads  Tails }\ndef @f(%c : Coin) -> int32 {\n  match (%c) {\n    case Heads { 1 }\n    case \n  }\n}\n", "case ", 1);
  assert.ok(list.items.length > 0);
  const label = list.items.map((i) => i.label).find((l) => l.includes("Tails"));
  const { text } = await apply(label);
  assert.match(text, /case Tails/);
  await s.end();
});

test("attributes and their values", async (t) => {
  const { s, list } = await complete(t, "def @f(%x : Tensor[(3, 4), float32]) { nn.softmax(%x, ) }\n", "%x, ");
  assert.ok(list.items.some((i) => i.label.startsWith("axis")));
  await s.end();
});

test("a name of another file comes with its import, and its type behind it", async (t) => {
  const { s, list, apply } = await complete(t, "# Header.\n\ndef @f(%v : float32) { @hel }\n", "@hel");
  const item = list.items.find((i) => i.label === "@helper");
  assert.deepEqual(item.labelDetails, { detail: "(float32) -> float32", description: "import \"lib.frac\"" });
  const { resolved, text } = await apply("@helper");
  assert.match(resolved.documentation.value, /Helps 𝔸\./);
  assert.match(text, /^# Header\.\n\nimport "lib\.frac"\n\ndef @f\(%v : float32\) { @helper\(.*\) }\n$/);
  await s.end();
});

test("a match is written around an expression", async (t) => {
  const { s, apply } = await complete(t, "def @f(%l : List[int32]) -> int32 { @tl(%l). }\n", "(%l).");
  const { text } = await apply(".match");
  assert.match(text, /{ match \(@tl\(%l\)\) {\n {2}case Nil {.*}\n {2}case Cons\(%n, %list\) {.*}\n} }\n$/);
  await s.end();
});
