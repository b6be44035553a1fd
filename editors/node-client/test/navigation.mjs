import assert from "node:assert/strict";
import { test } from "node:test";
import * as lsp from "vscode-languageserver-protocol/node";
import { find, start } from "../session.mjs";

const library = "# 𝔸\n@step : fn(Coin) -> Coin\ndata Coin { Heads : () -> Coin  Tails : () -> Coin }\n" +
  "def @turn(%c : Coin) -> Coin { match (%c) { Heads => Tails(), Tails => Heads() } }\n";
const program = "import \"lib.frac\"\n/* 👩‍🔬 */ @turn(Heads())\ndef @two(%c : Coin) -> Coin { @turn(@turn(%c)) }\n@map(@step, Nil())\n";

async function opened(t) {
  const s = await start(t, { files: { "lib.frac": library } });
  return { s, lib: await s.open("lib.frac", library), document: await s.open("a.frac", program) };
}

test("definitions, declarations, types and constructors", async (t) => {
  const { s, lib, document } = await opened(t);
  const goTo = async (request, at, target, ...wanted) => {
    const found = [await s.ask(request, document, at.start)].flat();
    assert.ok(found.every(lsp.Location.is));
    assert.deepEqual(found, wanted.map((range) => ({ uri: target.uri, range })));
  };
  await goTo(lsp.DefinitionRequest, find(document, "@turn"), lib, find(lib, "@turn"));
  await goTo(lsp.DefinitionRequest, find(document, "%c", 1), document, find(document, "%c"));
  await goTo(lsp.DeclarationRequest, find(document, "@step"), lib, find(lib, "@step"));
  await goTo(lsp.TypeDefinitionRequest, find(document, "%c", 1), lib, find(lib, "Coin", 2));
  await goTo(lsp.ImplementationRequest, find(document, "Coin"), lib, find(lib, "Heads"), find(lib, "Tails"));
  const prelude = await s.ask(lsp.DefinitionRequest, document, find(document, "@map").start);
  assert.ok(lsp.Location.is(prelude));
  const text = await s.send(lsp.TextDocumentContentRequest, { uri: prelude.uri });
  assert.equal(text.text.split("\n")[prelude.range.start.line].slice(prelude.range.start.character, prelude.range.end.character), "@map");
  await s.end();
});

test("references, highlights and links", async (t) => {
  const { s, lib, document } = await opened(t);
  const references = await s.ask(lsp.ReferencesRequest, lib,
    { position: find(lib, "@turn").start, context: { includeDeclaration: false } });
  assert.ok(references.every(lsp.Location.is));
  assert.deepEqual(references, [0, 1, 2].map((nth) => ({ uri: document.uri, range: find(document, "@turn", nth) })));
  const highlights = await s.ask(lsp.DocumentHighlightRequest, lib, find(lib, "Heads", 1).start);
  assert.deepEqual(highlights.map(({ range }) => range), [0, 1, 2].map((nth) => find(lib, "Heads", nth)));
  const [link] = await s.ask(lsp.DocumentLinkRequest, document);
  assert.ok(lsp.DocumentLink.is(link));
  assert.deepEqual([link.range, link.target], [find(document, "lib.frac"), lib.uri]);
  await s.end();
});

test("hierarchies of calls and of types", async (t) => {
  const { s, lib, document } = await opened(t);
  const [item] = await s.ask(lsp.CallHierarchyPrepareRequest, document, find(document, "@turn").start);
  assert.equal(item.name, "@turn");
  const incoming = await s.send(lsp.CallHierarchyIncomingCallsRequest, { item });
  const two = incoming.find(({ from }) => from.name === "@two");
  assert.deepEqual(two.fromRanges, [1, 2].map((nth) => find(document, "@turn", nth)));
  const outgoing = await s.send(lsp.CallHierarchyOutgoingCallsRequest, { item: two.from });
  assert.deepEqual(outgoing.map(({ to }) => to.name), ["@turn"]);
  const [coin] = await s.ask(lsp.TypeHierarchyPrepareRequest, lib, find(lib, "Coin", 2).start);
  const subtypes = await s.send(lsp.TypeHierarchySubtypesRequest, { item: coin });
  assert.deepEqual(subtypes.map(({ name }) => name), ["Heads", "Tails"]);
  const supertypes = await s.send(lsp.TypeHierarchySupertypesRequest, { item: subtypes[0] });
  assert.deepEqual(supertypes.map(({ name }) => name), ["Coin"]);
  await s.end();
});

test("symbols of a document and of the workspace", async (t) => {
  const { s, lib } = await opened(t);
  const symbols = await s.ask(lsp.DocumentSymbolRequest, lib);
  assert.ok(symbols.every(lsp.DocumentSymbol.is));
  assert.deepEqual(symbols.map(({ name }) => name), ["@step", "Coin", "@turn"]);
  assert.deepEqual(symbols[1].children.map(({ name }) => name), ["Heads", "Tails"]);
  const found = await s.send(lsp.WorkspaceSymbolRequest, { query: "trn" });
  assert.deepEqual([found[0].name, found[0].location.uri], ["@turn", lib.uri]);
  await s.end();
});

test("folds, selections and linked names", async (t) => {
  const s = await start(t);
  const document = await s.open("a.frac", "# One.\n# Two 𝔸.\ndef @f(%parameter : int32) -> int32 {\n  /* 𝔸 */ %parameter * (%parameter + 1)\n}\n");
  const folds = await s.ask(lsp.FoldingRangeRequest, document);
  assert.ok(folds.every(lsp.FoldingRange.is));
  assert.deepEqual(folds.map(({ startLine, kind }) => [startLine, kind]), [[0, "comment"], [2, undefined]]);
  const [selection] = await s.ask(lsp.SelectionRangeRequest, document, { positions: [find(document, "1)").start] });
  const texts = [];
  for (let range = selection; range; range = range.parent) texts.push(document.getText(range.range));
  assert.ok(texts.includes("%parameter + 1") && texts.includes("%parameter * (%parameter + 1)"), texts.join("\n"));
  assert.equal(texts.at(-1), document.getText());
  const { ranges } = await s.ask(lsp.LinkedEditingRangeRequest, document, find(document, "%parameter", 1).end);
  assert.deepEqual(ranges, [0, 1, 2].map((nth) => find(document, "parameter", nth)));
  await s.end();
});
