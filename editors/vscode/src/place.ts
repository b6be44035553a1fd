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

/** shifted is where a position is after a change of the text; one within what is replaced moves to its beginning. */
export function shifted(at: Position, { range: { start, end }, text }: { range: Range; text: string }): Position {
  if (before(at, start) || at.line === start.line && at.character === start.character) return at;
  if (before(at, end)) return { line: start.line, character: start.character };
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines[lines.length - 1].length;
  const line = at.line - end.line + start.line + lines.length - 1;
  if (at.line !== end.line) return { line, character: at.character };
  return { line, character: at.character - end.character + last + (lines.length === 1 ? start.character : 0) };
}

const before = (a: Position, b: Position) => a.line < b.line || a.line === b.line && a.character < b.character;

export function toRange(r: Range): vscode.Range {
  return new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
}

/** reveal shows a place where its document is open, else in the first column. */
export async function reveal(uri: string, range: Range): Promise<void> {
  const address = vscode.Uri.parse(uri);
  const open = vscode.window.visibleTextEditors.find((e) => e.document.uri.toString() === address.toString());
  const document = await vscode.workspace.openTextDocument(address);
  const editor = await vscode.window.showTextDocument(document, { viewColumn: open?.viewColumn ?? vscode.ViewColumn.One, preserveFocus: false });
  editor.selection = new vscode.Selection(toRange(range).start, toRange(range).start);
  editor.revealRange(toRange(range), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
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
