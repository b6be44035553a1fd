// What VS Code shows, asked for through its own API.
"use strict";
const assert = require("node:assert/strict");
const { appendFileSync } = require("node:fs");
const vscode = require("vscode");

const execute = (name, ...args) => vscode.commands.executeCommand(name, ...args);

const report = (line) => appendFileSync(process.env.REPORT, `${line}\n`);

/** until waits until something holds, and gives what it gave. */
async function until(what, is) {
  for (let i = 0; i < 200; i++) {
    const got = await is();
    if (got) return got;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${what} never came`);
}

const file = (name) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, name);
const open = async (uri) => {
  const document = await vscode.workspace.openTextDocument(uri);
  return { document, editor: await vscode.window.showTextDocument(document) };
};

/** find is the range of a piece of text. */
function find(document, text) {
  const at = document.getText().indexOf(text);
  assert.ok(at >= 0, text);
  return new vscode.Range(document.positionAt(at), document.positionAt(at + text.length));
}

const lenses = (uri) => execute("vscode.executeCodeLensProvider", uri, 100);
const titled = (begin) => async (uri) => (await lenses(uri))?.find((l) => l.command?.title.startsWith(begin));

async function hints(document) {
  const found = await execute("vscode.executeInlayHintProvider", document.uri, new vscode.Range(0, 0, document.lineCount, 0)) ?? [];
  return found.map(({ label }) => typeof label === "string" ? label : label.map((part) => part.value).join("").trim());
}

const tests = {
  async "squiggles and their fixes"() {
    const { document } = await open(file("a.frac"));
    const [found] = await until("diagnostics", () => {
      const all = vscode.languages.getDiagnostics(document.uri).filter((d) => d.code?.value === "undefined-name");
      return all.length > 0 && all;
    });
    assert.ok(found.range.isEqual(find(document, "@tvice")));
    const actions = await execute("vscode.executeCodeActionProvider", document.uri, found.range, undefined, 20);
    const fix = actions.find((a) => a.edit && a.title.includes("@twice"));
    assert.ok(fix, `of ${actions.map((a) => a.title).join(", ")} none replaces the name`);
    const [, edits] = fix.edit.entries()[0];
    assert.equal(edits[0].newText, "@twice");
  },
  async "hovers, definitions and renames"() {
    const { document } = await open(file("a.frac"));
    const at = find(document, "@twice").start;
    const [hover] = await execute("vscode.executeHoverProvider", document.uri, at);
    assert.match(hover.contents[0].value, /@twice : fn\(int32\) -> int32[^]*Doubles 𝔸/);
    const [target] = await execute("vscode.executeDefinitionProvider", document.uri, at);
    assert.equal((target.uri ?? target.targetUri).path, file("lib.frac").path);
    const edit = await execute("vscode.executeDocumentRenameProvider", document.uri, at, "@double");
    assert.equal(edit.entries().length, 2);
  },
  async "completion, hints, colours and folds"() {
    const { document } = await open(file("a.frac"));
    const list = await execute("vscode.executeCompletionItemProvider", document.uri, find(document, "twice(1)").start);
    assert.ok(list.items.some((i) => (i.label.label ?? i.label) === "@twice"));
    const labels = await hints(document);
    assert.ok(labels.includes(": (int32, int32)"), labels.join(" | "));
    assert.ok((await execute("vscode.provideDocumentSemanticTokens", document.uri)).data.length > 0);
    assert.ok(await execute("vscode.provideDocumentSemanticTokensLegend", document.uri));
  },
  async "a lens shows the value of its line, which then stands in a hint"() {
    const { document } = await open(file("a.frac"));
    const lens = await until("the lens", () => titled("▶ run")(document.uri));
    assert.equal(lens.command.command, "fraccheck.showValue");
    await execute(lens.command.command, ...lens.command.arguments);
    await until("the view", () => vscode.window.tabGroups.all.some((group) => group.tabs.some((tab) => tab.label === "Value")));
    await until("the hint", async () => (await hints(document)).includes("= 42"));
  },
  async "commands run and test"() {
    const { document, editor } = await open(file("a.frac"));
    const at = find(document, "21").start;
    editor.selection = new vscode.Selection(at, at);
    assert.equal((await execute("fraccheck.runHere")).value, "42");
    assert.equal((await execute("fraccheck.runHereSequential")).value, "42");
    assert.deepEqual((await execute("fraccheck.testDocument")).failed, 1);
    const { document: library } = await open(file("lib.frac"));
    const lens = await until("the count", async () => (await lenses(library.uri))?.find((l) => l.command?.title === "3 references"));
    assert.equal(lens.command.command, "fraccheck.showReferences");
    await execute(lens.command.command, ...lens.command.arguments);
  },
  async "a long document: lenses around the screen, symbols and folds when typing rests"() {
    const { functions } = await import("./program.mjs");
    const document = await vscode.workspace.openTextDocument({ language: "frac", content: functions(1000) });
    const editor = await vscode.window.showTextDocument(document);
    const seen = async (line) => (await execute("vscode.executeCodeLensProvider", document.uri))?.filter((l) => l.range.start.line === line).length === 3;
    await until("the lenses at the beginning", () => seen(0));
    assert.ok(!await seen(4000), "there are lenses far from the screen");
    editor.revealRange(new vscode.Range(4000, 0, 4000, 0), vscode.TextEditorRevealType.AtTop);
    await until("the lenses of line 4000", () => seen(4000));
    assert.ok(!await seen(0), "there are lenses far above the screen");
    await editor.edit((edit) => edit.insert(new vscode.Position(3990, 0), "def @new(%x: int32) -> int32 {\n  %x\n}\n"));
    const symbols = await execute("vscode.executeDocumentSymbolProvider", document.uri);
    assert.equal(symbols.length, 1001);
    assert.equal(symbols.find((s) => s.name === "@new").range.start.line, 3990);
    const folds = await execute("vscode.executeFoldingRangeProvider", document.uri);
    assert.ok(folds.some((f) => f.start === 3990 && f.end === 3991), "no fold for the new function");
    assert.ok(folds.some((f) => f.start === 4998), "no fold for the last function");
    await until("the lenses that moved", () => seen(4003));
  },
  async "documents of the server, read again"() {
    await execute("fraccheck.showPrelude");
    assert.match(vscode.window.activeTextEditor.document.getText(), /def @map/);
    assert.equal(vscode.window.activeTextEditor.document.languageId, "frac");
    const { editor } = await open(file("a.frac"));
    await execute("fraccheck.showTypes");
    const { document: types } = vscode.window.activeTextEditor;
    assert.match(types.getText(), /ty=int32/);
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), "True\n"));
    await until("the new types", () => types.getText().includes("ty=bool"));
  },
  async "a model as a program"() {
    const bytes = "08083a500a170a01781201791a092f6163742f52656c75220452656c751201675a180a017812130a110801120d0a0712056261746368" // y = relu(x)
      + "0a02080462180a017912130a110801120d0a07120562617463680a02080442040a001011";
    await vscode.workspace.fs.writeFile(file("m.onnx"), Buffer.from(bytes, "hex"));
    await execute("fraccheck.showModel", file("m.onnx"));
    const { document } = vscode.window.activeTextEditor;
    assert.match(document.getText(), /nn\.relu\(%x\)/);
    await until("the colours of a program", () => vscode.window.activeTextEditor.document.languageId === "frac");
    await until("the nodes", async () => {
      const symbols = await execute("vscode.executeDocumentSymbolProvider", document.uri);
      return symbols?.[0]?.children.some((s) => s.name === "/act/Relu");
    });
  },
  async "a model opened as a file"() {
    await execute("workbench.action.closeAllEditors");
    await execute("vscode.open", file("m.onnx"));
    await until("the program of the model", () => vscode.window.activeTextEditor?.document.uri.scheme === "fraccheck");
    assert.match(vscode.window.activeTextEditor.document.getText(), /nn\.relu\(%x\)/);
    await until("no other tab", () => vscode.window.tabGroups.activeTabGroup.tabs.length === 1);
  },
  async "two models compared"() {
    const bytes = Buffer.from(await vscode.workspace.fs.readFile(file("m.onnx"))).toString("latin1").replace("Relu\"\x04Relu", "Tanh\"\x04Tanh");
    await vscode.workspace.fs.writeFile(file("n.onnx"), Buffer.from(bytes, "latin1"));
    await execute("fraccheck.compareModels", file("m.onnx"), [file("m.onnx"), file("n.onnx")]);
    const page = vscode.workspace.textDocuments.find((d) => d.uri.path === "/compare/m-n.md");
    assert.match(page.getText(), /operator .*Relu.*Tanh/);
  },
};

exports.run = async () => {
  let passed = 0, failed = 0;
  const extension = await until("the extension", () => vscode.extensions.getExtension("fraccheck.fraccheck"));
  await extension.activate();
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      passed++;
    } catch (error) {
      failed++;
      report(`FAIL ${name}: ${error.stack}`);
    }
  }
  report(`vscode: ${passed} passed, ${failed} failed`);
  if (failed > 0) throw new Error("tests failed");
};
