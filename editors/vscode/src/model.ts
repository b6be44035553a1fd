// Models: the program that stands for one is a document that the server writes.
import * as vscode from "vscode";
import { messageOf } from "./ask";

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
async function chosen(placeHolder = "The model to show as a program"): Promise<vscode.Uri | undefined> {
  const found = await vscode.workspace.findFiles("**/*.onnx", undefined, 1000);
  const items = found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  if (items.length > 0) return (await vscode.window.showQuickPick(items, { placeHolder }))?.uri;
  return (await vscode.window.showOpenDialog({ filters: { ONNX: ["onnx"] } }))?.[0];
}

/** showModel opens the program of a model: of one that was clicked, of the active tab, or of one that the user chooses. */
export async function showModel(clicked?: vscode.Uri): Promise<void> {
  const model = clicked instanceof vscode.Uri ? clicked : activeModel() ?? await chosen();
  if (!model) return;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(programOf(model)), { preview: false });
}

/** compareModels opens a page of what differs between two models: those selected in the explorer, or chosen one after the other. */
export async function compareModels(clicked?: vscode.Uri, selected?: vscode.Uri[]): Promise<void> {
  const models = (selected ?? []).filter(isModel);
  const old = models.length === 2 ? models[0] : clicked instanceof vscode.Uri ? clicked : await chosen("The model to compare");
  const now = old && (models.length === 2 ? models[1] : await chosen(`The model to compare ${vscode.workspace.asRelativePath(old)} with`));
  if (!old || !now) return;
  const name = [old, now].map((uri) => uri.path.split("/").at(-1)!.replace(/\.onnx$/i, "")).join("-");
  const page = vscode.Uri.from({ scheme: "fraccheck", path: `/compare/${name}.md`, query: `${old}\n${now}` });
  await vscode.workspace.openTextDocument(page); // refused with a message where the models cannot be compared
  await vscode.commands.executeCommand("markdown.showPreview", page);
}

/** A ModelEditor opens the program of a model in place of its bytes. */
export class ModelEditor implements vscode.CustomReadonlyEditorProvider {
  static register(): vscode.Disposable {
    return vscode.window.registerCustomEditorProvider("fraccheck.model", new ModelEditor());
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  /** resolveCustomEditor closes the editor of the file once that of the program is there; where the server gives none, it says why. */
  async resolveCustomEditor({ uri }: vscode.CustomDocument, page: vscode.WebviewPanel): Promise<void> {
    try {
      const program = await vscode.workspace.openTextDocument(programOf(uri));
      await vscode.window.showTextDocument(program, { viewColumn: page.viewColumn, preview: true });
      page.dispose();
    } catch (error) {
      const why = messageOf(error).replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);
      page.webview.html = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><title>fraccheck</title></head><body><p>fraccheck cannot show this model: ${why}</p></body></html>`;
    }
  }
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
