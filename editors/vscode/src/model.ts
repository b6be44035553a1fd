// Models: the program that stands for one is a document that the server writes.
import * as vscode from "vscode";

/** folder begins the path of such a document. */
const folder = "/onnx";

/** isModel tells whether an address is that of a model. */
const isModel = (uri: vscode.Uri) => /\.onnx$/i.test(uri.path);

/** programOf is the address of the program that stands for a model. */
export const programOf = (model: vscode.Uri) => model.with({ scheme: "fraccheck", path: folder + model.path });

/** activeModel is the model in the active tab, which is no text editor. */
function activeModel(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input as { uri?: vscode.Uri } | undefined;
  return input?.uri?.scheme === "file" && isModel(input.uri) ? input.uri : undefined;
}

/** chosen lets the user choose a model of the workspace. */
async function chosen(): Promise<vscode.Uri | undefined> {
  const found = await vscode.workspace.findFiles("**/*.onnx", undefined, 1000);
  const items = found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  if (items.length > 0) return (await vscode.window.showQuickPick(items, { placeHolder: "The model to show as a program" }))?.uri;
  return (await vscode.window.showOpenDialog({ filters: { ONNX: ["onnx"] } }))?.[0];
}

/** showModel opens the program of a model: of one that was clicked, of the active tab, or of one that the user chooses. */
export async function showModel(clicked?: vscode.Uri): Promise<void> {
  const model = clicked instanceof vscode.Uri ? clicked : activeModel() ?? await chosen();
  if (!model) return;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(programOf(model)), { preview: false });
}

/** coloured has the programs of models shown as programs, whatever the ending of their address. */
export function coloured(): vscode.Disposable {
  const look = (document: vscode.TextDocument) => {
    if (document.uri.scheme !== "fraccheck" || !document.uri.path.startsWith(folder + "/") || document.languageId === "frac") return;
    void vscode.languages.setTextDocumentLanguage(document, "frac");
  };
  vscode.workspace.textDocuments.forEach(look);
  return vscode.workspace.onDidOpenTextDocument(look);
}
