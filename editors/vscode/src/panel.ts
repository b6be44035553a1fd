// A page beside the text that follows the cursor. What it shows comes from a Source.
import * as vscode from "vscode";
import { isCancelled, messageOf } from "./ask";
import { here, Later, reveal, type Place } from "./place";
import type { Position, Range } from "./reply";
import { shifted } from "./shift";

/** A Source says what a page shows of a place. */
export interface Source {
  /** kind names the view, for its address and for the page that draws it. */
  kind: string;
  title: string;
  languages: string[];

  /** content is what the page gets, or an error with a sentence. */
  content(place: Place, token: vscode.CancellationToken): Promise<object>;

  /** stays tells whether what is shown is of a place too, so that nothing is to be asked. */
  stays?(place: Place): boolean;

  /** edited is told of an edit of the document that is shown. */
  edited?(event: vscode.TextDocumentChangeEvent): void;

  /** received does what the page asks for besides showing a place. */
  received?(message: Message, panel: Panel): Promise<void>;
}

/** A Message comes from the page. */
export interface Message {
  do: string;
  [field: string]: unknown;
}

export class Panel implements vscode.Disposable {
  private page: vscode.WebviewPanel | undefined;
  private place: Place | undefined; // that was asked for last
  private pinned = false;
  private cursor: string | undefined; // where it was last
  private waiting: object[] | undefined; // what the page gets once its script listens
  private asking: vscode.CancellationTokenSource | undefined;
  private readonly moved = new Later();
  private readonly changed = new Later();
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly source: Source, private readonly extension: vscode.Uri) {
    this.listeners = [
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.follow(textEditor, 120)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.enter(editor)),
      vscode.workspace.onDidChangeTextDocument((event) => event.contentChanges.length > 0 && this.edited(event)),
    ];
  }

  /** open shows the page with what it has of a place; where there is none, that of the cursor. */
  async open(place = here(this.source.languages)): Promise<void> {
    if (!place) {
      void vscode.window.showInformationMessage(`fraccheck: put the cursor into a ${this.source.languages[0] === "frac" ? "program" : "file of rules"} first.`);
      return;
    }
    this.cursor = JSON.stringify(here(this.source.languages));
    this.page ??= this.create();
    this.page.reveal(undefined, true);
    await this.show(place);
  }

  post(message: object): void {
    if (this.waiting) this.waiting.push(message);
    else void this.page?.webview.postMessage(message);
  }

  /** listening: the page is there for the first time, or was loaded again and has forgotten what it showed. */
  private listening(): Promise<void> {
    const waiting = this.waiting;
    this.waiting = undefined;
    if (!waiting) return this.again();
    waiting.forEach((message) => this.post(message));
    return Promise.resolve();
  }

  /** again asks anew for what is shown. */
  again(): Promise<void> {
    return this.place ? this.show(this.place) : Promise.resolve();
  }

  private create(): vscode.WebviewPanel {
    const page = vscode.window.createWebviewPanel(`fraccheck.${this.source.kind}`, this.source.title,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true, enableFindWidget: true, localResourceRoots: [vscode.Uri.joinPath(this.extension, "dist")] });
    page.iconPath = vscode.Uri.joinPath(this.extension, "icon.png");
    page.webview.onDidReceiveMessage((message: Message) => this.received(message));
    page.onDidDispose(() => this.closed());
    this.waiting = [];
    page.webview.html = html(page.webview, this.extension, this.source.kind);
    return page;
  }

  /** stay shows a place, and pins it. */
  stay(place: Place): Promise<void> {
    this.pinned = true;
    return this.show(place);
  }

  /** stop ends what is under way for the page. */
  private stop(): void {
    this.asking?.cancel();
    this.post({ do: "fail", message: "It was stopped." });
  }

  private closed(): void {
    this.asking?.cancel();
    this.page = this.place = this.waiting = undefined;
    this.pinned = false;
  }

  /** enter follows an editor that becomes active, unless that is the former one with the cursor where it was. */
  private enter(editor: vscode.TextEditor): void {
    const place = here(this.source.languages, editor);
    if (place && JSON.stringify(place) !== this.cursor) this.follow(editor, 120);
  }

  /** follow shows what is at the cursor of an editor, a moment after it came to rest. */
  private follow(editor: vscode.TextEditor, after: number): void {
    const place = here(this.source.languages, editor);
    this.cursor = JSON.stringify(place);
    if (!place || !this.page?.visible || this.pinned || !vscode.workspace.isTrusted && this.source.kind === "value") return;
    this.moved.do(after, () => {
      this.post({ do: "cursor", ...place });
      if (!this.source.stays?.(place)) void this.show(place);
    });
  }

  /** edited has what is shown asked for again, at the place to which the edit moved it. */
  private edited(event: vscode.TextDocumentChangeEvent): void {
    if (!this.page || event.document.uri.toString() !== this.place?.uri) return;
    const position = event.contentChanges.reduce<Position>((at, change) => shifted(at, change), this.place.position);
    this.place = { ...this.place, position };
    this.source.edited?.(event);
    this.post({ do: "stale" });
    if (vscode.workspace.isTrusted) this.changed.do(500, () => void this.again());
  }

  private async show(place: Place): Promise<void> {
    this.asking?.cancel();
    const asking = this.asking = new vscode.CancellationTokenSource();
    this.place = place;
    this.post({ do: "busy", what: lineAt(place) });
    this.post({ do: "pinned", pinned: this.pinned });
    try {
      const content = await this.source.content(place, asking.token);
      if (asking.token.isCancellationRequested) return;
      this.post({ do: "show", content });
      this.post({ do: "cursor", ...place });
    } catch (error) {
      if (asking.token.isCancellationRequested) return;
      this.post({ do: "fail", message: isCancelled(error) ? "It was stopped." : messageOf(error) });
    }
  }

  private async received(message: Message): Promise<void> {
    if (message.do === "listening") await this.listening();
    else if (message.do === "reveal") await reveal(message.uri as string, message.range as Range);
    else if (message.do === "pin") this.pinned = message.pinned === true;
    else if (message.do === "again") await this.again();
    else if (message.do === "stop") this.stop();
    else if (message.do === "setting") await vscode.commands.executeCommand("workbench.action.openSettings", String(message.name));
    else if (message.do === "copy") await vscode.env.clipboard.writeText(String(message.text));
    else await this.source.received?.(message, this);
  }

  dispose(): void {
    this.page?.dispose();
    this.moved.dispose();
    this.changed.dispose();
    for (const listener of this.listeners) listener.dispose();
  }
}

/** lineAt is the line of a place, for people. */
function lineAt({ uri, position }: Place): string {
  const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri);
  const text = document && position.line < document.lineCount ? document.lineAt(position.line).text.trim() : "";
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** html is the frame of a page; scripts and styles are the extension's own, and nothing is fetched. */
function html(view: vscode.Webview, extension: vscode.Uri, kind: string): string {
  const file = (name: string) => view.asWebviewUri(vscode.Uri.joinPath(extension, "dist", name));
  const policy = `default-src 'none'; img-src data:; script-src ${view.cspSource}; style-src ${view.cspSource} 'unsafe-inline'`; // SVG has its colours in a style of its own
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${file("view.css")}">
<title>fraccheck</title>
</head>
<body data-kind="${kind}">
<main id="view"></main>
<script src="${file("view.js")}"></script>
</body>
</html>`;
}
