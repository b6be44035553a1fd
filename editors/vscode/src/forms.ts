// A normal form beside its source: the place of one is marked where the cursor is in the other.
import * as vscode from "vscode";
import { ask } from "./ask";
import { beside } from "./commands";
import { here, Later, toRange } from "./place";
import type { FormPlace } from "./reply";
import type { Server } from "./server";

/** A Pair is a program and a form of it, both open. */
interface Pair {
  source: string;
  form: string;
  kind: string;
}

export class Forms implements vscode.Disposable {
  private readonly pairs = new Map<string, Pair>(); // by the form's address
  private readonly places = new Map<string, Promise<FormPlace[]>>();
  private readonly mark = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.wordHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.wordHighlightForeground"),
  });
  private readonly later = new Later();
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.listeners = [
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.later.do(80, () => void this.follow(textEditor))),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.places.delete(document.uri.toString())),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri.toString())),
    ];
  }

  /** show opens a form of the program at the cursor. */
  async show(kind: string): Promise<void> {
    const place = here();
    const source = vscode.window.activeTextEditor;
    if (!place || !source) return;
    const uri = beside(kind, place.uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false, preserveFocus: true, viewColumn: vscode.ViewColumn.Beside });
    this.pairs.set(document.uri.toString(), { source: place.uri, form: document.uri.toString(), kind });
    await this.follow(source);
  }

  /** follow marks and shows what belongs to the cursor of an editor in the editors beside it. */
  private async follow(editor: vscode.TextEditor): Promise<void> {
    const at = editor.document.uri.toString();
    for (const pair of this.pairs.values()) {
      if (at !== pair.source && at !== pair.form) continue;
      const places = await this.placesOf(pair).catch(() => []);
      const [from, to] = at === pair.source ? ["source", "form"] as const : ["form", "source"] as const;
      const found = narrowest(places, from, editor.selection.active).map((p) => toRange(p[to]));
      this.point(pair[to], found);
    }
  }

  private point(uri: string, found: vscode.Range[]): void {
    for (const editor of vscode.window.visibleTextEditors.filter((e) => e.document.uri.toString() === uri)) {
      editor.setDecorations(this.mark, found);
      if (found.length > 0) editor.revealRange(found[0], vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  /** placesOf asks once for each text of the form. */
  private placesOf({ source, form, kind }: Pair): Promise<FormPlace[]> {
    let places = this.places.get(form);
    if (!places) this.places.set(form, places = ask<FormPlace[]>(this.server, "fraccheck.formPlaces", { uri: source, form: kind }));
    return places;
  }

  private forget(uri: string): void {
    this.pairs.delete(uri);
    this.places.delete(uri);
  }

  dispose(): void {
    this.mark.dispose();
    this.later.dispose();
    for (const listener of this.listeners) listener.dispose();
  }
}

/** narrowest are the places whose range on one side is the smallest around the cursor. */
export function narrowest(places: FormPlace[], side: "source" | "form", at: vscode.Position): FormPlace[] {
  const around = places.filter((p) => toRange(p[side]).contains(at));
  const least = around.reduce<FormPlace | undefined>((best, p) => !best || toRange(best[side]).contains(toRange(p[side])) ? p : best, undefined);
  return around.filter((p) => least && toRange(p[side]).isEqual(toRange(least[side])));
}
