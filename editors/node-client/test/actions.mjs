import assert from "node:assert/strict";
import { test } from "node:test";
import * as lsp from "vscode-languageserver-protocol/node";
import { find, start } from "../session.mjs";

/** offered are the actions at a range, each a function that gives the text it makes. */
async function offered(s, document, range, only) {
  const actions = await s.ask(lsp.CodeActionRequest, document, { range, context: { diagnostics: [], only } });
  return Object.fromEntries(actions.filter((a) => !a.disabled).map((action) => [action.title, async () => {
    const chosen = action.edit ? action : await s.send(lsp.CodeActionResolveRequest, action);
    assert.ok(lsp.CodeAction.is(chosen));
    return s.apply(chosen.edit).get(document.uri);
  }]));
}

const coins = "data Coin { Heads  Tails }\ndef @turn(%c : Coin) -> Coin {\n  match (%c) { /* 👩‍🔬 */\n    case Heads { Tails }\n  }\n}\n@turm(Heads)\n";

test("fixes of findings", async (t) => {
  const s = await start(t);
  const document = await s.open("a.frac", coins);
  await s.diagnostics(document);
  const [spelling] = Object.values(await offered(s, document, find(document, "@turm"), ["quickfix"]));
  assert.equal(await spelling(), coins.replace("@turm", "@turn"));
  const clauses = await offered(s, document, find(document, "match"), ["quickfix"]);
  assert.match(await clauses["add the missing clause `Tails`"](), /case Heads \{ Tails \}\n\s+case Tails/);
  await s.end();
});

test("refactorings are resolved when they are chosen", async (t) => {
  const s = await start(t);
  const document = await s.open("b.frac", "def @f(%x : int32) -> int32 { /* 𝔸 */ let %y = %x + 1; %y * 2 }\n");
  const actions = await offered(s, document, find(document, "%y"), ["refactor"]);
  assert.match(await actions["annotate `%y`"](), /let %y: int32 = %x \+ 1;/);
  const extract = await offered(s, document, find(document, "%x + 1"), ["refactor.extract"]);
  const [made] = Object.values(extract);
  assert.match(await made(), /def @\w+\(%x : int32\)[^]*let %y = @\w+\(%x\);/);
  await s.end();
});

test("an action that cannot be done says why", async (t) => {
  const s = await start(t);
  const document = await s.open("c.frac", "def @id(%x) { %x }\n");
  const actions = await s.ask(lsp.CodeActionRequest, document,
    { range: find(document, "%x"), context: { diagnostics: [], only: ["refactor"] } });
  assert.match(actions.find(({ title }) => title === "annotate `%x`").disabled.reason, /cannot be written here/);
  await s.end();
});

test("all safe fixes of a file at once", async (t) => {
  const s = await start(t);
  const note = " # fraccheck:ignore type-mismatch";
  const document = await s.open("d.frac", `1${note}\n2${note}\n@lenght(Nil()) # 𝔸\n`);
  const actions = await offered(s, document, find(document, "1"), ["source.fixAll"]);
  const [all] = Object.values(actions);
  assert.equal(await all(), document.getText().replaceAll(note, ""));
  await s.end();
});
