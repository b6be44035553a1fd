import assert from "node:assert/strict";
import { test } from "node:test";
import * as lsp from "vscode-languageserver-protocol/node";
import { after, find, start } from "../session.mjs";

const program = "# 𝔸\ndef @inc(%x : int32) -> int32 { %x + 1 }\n/* 👩‍🔬 */ @inc(41)\n@inc(2)   # evaluates to 3\n@inc(2)   # evaluates to 4\n";

/** lenses are those of a document, resolved. */
async function lenses(s, document) {
  const found = await s.ask(lsp.CodeLensRequest, document);
  assert.ok(found.every(lsp.CodeLens.is));
  return Promise.all(found.map((l) => l.command ? l : s.send(lsp.CodeLensResolveRequest, l)));
}

test("a lens runs its line, and shows the value", async (t) => {
  const s = await start(t);
  const document = await s.open("a.frac", program);
  const run = async () => (await lenses(s, document)).find((l) =>
    l.command.title.startsWith("▶ run") && l.range.start.character === find(document, "@inc(41)").start.character);
  const { command } = await run();
  const reply = await s.command(command.command, command.arguments, { workDoneToken: "run" });
  assert.deepEqual([reply.value, reply.type, reply.error], ["42", "int32", null]);
  assert.deepEqual(s.progress.get("run").map(({ kind }) => kind), ["begin", "end"]);
  assert.match(s.progress.get("run")[0].title, /run @inc\(41\)/);
  await s.next(lsp.CodeLensRefreshRequest.type.method);
  assert.match((await run()).command.title, /▶ run = 42/);
  await s.next(lsp.InlayHintRefreshRequest.type.method);
  const hints = await s.ask(lsp.InlayHintRequest, document,
    { range: { start: { line: 0, character: 0 }, end: after(document, "@inc(41)") } });
  assert.ok(hints.some(({ label, position }) => label === "= 42" && position.line === 2));
  await s.end();
});

test("references are counted when the lens is seen", async (t) => {
  const s = await start(t);
  const document = await s.open("a.frac", program);
  const lens = (await lenses(s, document)).find((l) => l.command.title === "3 references");
  assert.deepEqual(lens.range, find(document, "@inc"));
  const found = await s.command(lens.command.command, lens.command.arguments);
  assert.ok(found.every(lsp.Location.is));
  assert.equal(found.length, 3);
  await s.end();
});

test("a client that shows references itself gets them with the lens", async (t) => {
  const s = await start(t, { options: { showReferences: true } });
  const { commands } = s.capabilities.executeCommandProvider;
  assert.ok(commands.includes("fraccheck.run") && !commands.includes("fraccheck.showReferences"), `the commands are ${commands}`);
  const document = await s.open("a.frac", program);
  const { command } = (await lenses(s, document)).find((l) => l.command.title === "3 references");
  const [uri, position, places] = command.arguments;
  assert.deepEqual([uri, position], [document.uri, find(document, "@inc").start]);
  assert.equal(places.filter(lsp.Location.is).length, 3);
  await s.end();
});

test("evaluation comments are tested", async (t) => {
  const s = await start(t);
  const document = await s.open("a.frac", program);
  const all = (await lenses(s, document)).find((l) => l.command.title.startsWith("▶ test all"));
  const reply = await s.command(all.command.command, all.command.arguments, { workDoneToken: "test" });
  assert.deepEqual([reply.passed, reply.failed, reply.skipped], [1, 1, 0]);
  assert.deepEqual(reply.results.map(({ verdict, range }) => [verdict, range.start.line]), [["passed", 3], ["failed", 4]]);
  const reports = s.progress.get("test");
  assert.deepEqual(reports.map(({ kind }) => kind), ["begin", "report", "report", "end"]);
  assert.equal(reports.at(-1).message, "1 passed, 1 failed");
  await s.end();
});

test("definitions are called on arguments", async (t) => {
  const s = await start(t);
  const { uri } = await s.open("a.frac", program);
  const call = (...args) => s.command("fraccheck.run", [{ uri, name: "@inc", args }]);
  assert.equal((await call("-1")).value, "0");
  assert.match((await call("1f")).error.message, /dtype/);
  assert.equal((await s.command("fraccheck.runSequential", [uri, { line: 3, character: 0 }])).value, "3");
  await assert.rejects(s.command("fraccheck.conjure", [uri]), /no command/);
  await assert.rejects(s.command("fraccheck.run", []), /address/);
  await s.end();
});

test("an endless run is cancelled, by its progress or its request", async (t) => {
  const s = await start(t, { settings: { run: { timeout: 600, steps: 0 } } });
  const { uri } = await s.open("a.frac", "def @loop(%n : int32) -> int32 { @loop(%n + 1) }\n@loop(0)\n");
  const cancelled = (error) => error.code === lsp.LSPErrorCodes.RequestCancelled;
  const shown = s.command("fraccheck.run", [uri, 1], { workDoneToken: "loop" });
  await s.next("progress", ({ token }) => token === "loop");
  await s.notify(lsp.WorkDoneProgressCancelNotification, { token: "loop" });
  await assert.rejects(shown, cancelled);
  const source = new lsp.CancellationTokenSource();
  const asked = s.send(lsp.ExecuteCommandRequest, { command: "fraccheck.run", arguments: [uri, 1] }, source.token);
  setTimeout(() => source.cancel(), 200);
  await assert.rejects(asked, cancelled);
  await s.end();
});
