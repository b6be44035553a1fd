// What helps in the first minutes: a sample program, and key bindings that are proposed.
import * as vscode from "vscode";

/** openSample opens a copy of the sample program, which stays as its user leaves it. */
async function openSample({ extensionUri, globalStorageUri }: vscode.ExtensionContext): Promise<void> {
  const own = vscode.Uri.joinPath(globalStorageUri, "sample.frac");
  await vscode.workspace.fs.createDirectory(globalStorageUri);
  await vscode.workspace.fs.copy(vscode.Uri.joinPath(extensionUri, "walkthrough", "sample.frac"), own, { overwrite: false }).then(undefined, () => undefined); // it is there
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(own), { preview: false });
}

/** proposed are bindings that nothing of VS Code's own takes in an editor. */
const proposed = [
  { key: "ctrl+alt+r", mac: "cmd+alt+r", command: "fraccheck.runHere", title: "Run What the Cursor Is In" },
  { key: "ctrl+alt+t", mac: "cmd+alt+t", command: "fraccheck.testDocument", title: "Test the Evaluation Comments" },
  { key: "ctrl+alt+v", mac: "cmd+alt+v", command: "fraccheck.showValue", title: "Show the Value at the Cursor" },
  { key: "ctrl+alt+s", mac: "cmd+alt+s", command: "fraccheck.debugHere", title: "Step Through What the Cursor Is In" },
  { key: "ctrl+alt+g", mac: "cmd+alt+g", command: "fraccheck.view.graph", title: "Show the Dataflow Graph" },
  { key: "ctrl+alt+y", mac: "cmd+alt+y", command: "fraccheck.view.types", title: "Show the Type Tree" },
];

/** proposeKeys puts the bindings that a user chooses on the clipboard, and opens the file where they belong: none is set unasked. */
async function proposeKeys(): Promise<void> {
  const mac = process.platform === "darwin" && vscode.env.remoteName === undefined;
  const items = proposed.map((binding) => ({ label: binding.title, description: mac ? binding.mac : binding.key, picked: true, binding }));
  const chosen = await vscode.window.showQuickPick(items, { canPickMany: true, title: "Key bindings for programs", placeHolder: "Those that you choose are put on the clipboard" });
  if (!chosen || chosen.length === 0) return;
  const bindings = chosen.map(({ binding: { key, mac: other, command } }) => ({ key: mac ? other : key, command, when: "editorTextFocus && editorLangId == frac" }));
  await vscode.env.clipboard.writeText(bindings.map((binding) => `${JSON.stringify(binding)},\n`).join(""));
  await vscode.commands.executeCommand("workbench.action.openGlobalKeybindingsFile");
  void vscode.window.showInformationMessage("fraccheck: the bindings are on the clipboard. Paste them between the brackets of keybindings.json.");
}

export function firstMinutes(context: vscode.ExtensionContext): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand("fraccheck.openSample", () => openSample(context)),
    vscode.commands.registerCommand("fraccheck.proposeKeys", proposeKeys),
  ];
}
