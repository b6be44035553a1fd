"use strict";
const vscode = require("vscode");

/** execute has the server run or test; its lenses do so by the same commands. */
const execute = (command, target) => vscode.commands.executeCommand(command, target);

/** here is the document of the active editor, and the place of the cursor in it. */
function here() {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "frac") return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

/** at makes a command that does something where the cursor is. */
const at = (act) => () => {
  const place = here();
  return place && act(place);
};

const show = async (uri) =>
  vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false, viewColumn: vscode.ViewColumn.Beside });

/** beside makes a command that shows a document which the server writes of the program. */
const beside = (kind) => at(({ uri }) => show(vscode.Uri.from({ scheme: "fraccheck", path: `/${kind}/${uri}` })));

/** showReferences opens the list of what a lens counts. */
const showReferences = (client) => (uri, position, locations) => {
  const { protocol2CodeConverter: from } = client();
  return vscode.commands.executeCommand("editor.action.showReferences",
    vscode.Uri.parse(uri), from.asPosition(position), locations.map((l) => from.asLocation(l)));
};

exports.register = (client) => Object.entries({
  "fraccheck.runHere": at((place) => execute("fraccheck.run", place)),
  "fraccheck.runHereSequential": at((place) => execute("fraccheck.runSequential", place)),
  "fraccheck.testDocument": at(({ uri }) => execute("fraccheck.test", { uri })),
  "fraccheck.showTypes": beside("types"),
  "fraccheck.showAnf": beside("anf"),
  "fraccheck.showGnf": beside("gnf"),
  "fraccheck.showBbnf": beside("bbnf"),
  "fraccheck.showPrelude": () => show(vscode.Uri.parse("fraccheck:/prelude.frac")),
  "fraccheck.showReferences": showReferences(client),
}).map(([name, run]) => vscode.commands.registerCommand(name, run));

/** executed shows for a while what a command gave. */
exports.executed = async (command, args, next) => {
  const reply = await next(command, args);
  if (reply?.error) vscode.window.showErrorMessage(`fraccheck: ${reply.error.message}`);
  else if (reply?.results) vscode.window.setStatusBarMessage(`${reply.passed} passed, ${reply.failed} failed`, 10000);
  else if (reply?.value) vscode.window.setStatusBarMessage(`${reply.value} : ${reply.type}`, 10000);
  return reply;
};
