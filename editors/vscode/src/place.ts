// Where the cursor is, and how a view beside the text shows a place.
import * as vscode from "vscode";
import type { Position, Range } from "./reply";

export interface Place {
  uri: string;
  position: Position;
}

/** here is the place of the cursor in an editor of one of the languages. */
export function here(languages = ["frac"], editor = vscode.window.activeTextEditor): Place | undefined {
  if (!editor || !languages.includes(editor.document.languageId)) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

export function toRange(r: Range): vscode.Range {
  return new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
}

/** reveal shows a place where its document is open, else in the first column. */
export async function reveal(uri: string, range: Range): Promise<void> {
  const address = vscode.Uri.parse(uri);
  const open = vscode.window.visibleTextEditors.find((e) => e.document.uri.toString() === address.toString());
  const document = await vscode.workspace.openTextDocument(address);
  const editor = await vscode.window.showTextDocument(document, { viewColumn: open?.viewColumn ?? vscode.ViewColumn.One, preserveFocus: false });
  const { start } = toRange(range);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Later does the last of several things a moment after it was asked for. */
export class Later implements vscode.Disposable {
  private timer: NodeJS.Timeout | undefined;

  do(after: number, act: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(act, after);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}
