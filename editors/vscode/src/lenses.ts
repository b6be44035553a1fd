// Lenses of a long document: those on the screen and around it.
import * as vscode from "vscode";
import { CodeLensRequest, type CodeLensMiddleware, type LanguageClient } from "vscode-languageclient/node";
import type { CodeLensParams, Range } from "vscode-languageserver-protocol";
import { isLong } from "./long";
import { around, covers, type Lines } from "./parts";

/** margin is how many lines above and below a screen have their lenses, too; others are asked for before half of these are passed. */
const margin = 300;

/**
 * Lenses has those of parts of a long document alone shown. VS Code lays out anew all lenses of a
 * document after each pause in typing, on the thread that takes keystrokes: for 4,000 of them some 40 ms.
 */
export class Lenses implements vscode.Disposable {
  private readonly asked = new WeakMap<vscode.TextDocument, Lines[]>();
  private readonly listeners = [
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.follow(textEditor.document)),
    vscode.window.onDidChangeVisibleTextEditors((editors) => this.share(editors)),
  ];
  private client: LanguageClient | undefined;

  readonly middleware: CodeLensMiddleware = {
    provideCodeLenses: (document, token, next) => {
      const parts = isLong(document) ? partsOf(document, margin) : [];
      if (!this.client || parts.length === 0) return next(document, token);
      this.asked.set(document, parts);
      return lensesOf(this.client, document, parts, token);
    },
  };

  /** of says whose lenses they are. */
  of(client: LanguageClient): void {
    this.client = client;
  }

  /** follow has VS Code ask again, once, where a screen nears the end of the part that has lenses. */
  private follow(document: vscode.TextDocument): void {
    const parts = this.asked.get(document);
    if (parts && !partsOf(document, margin / 2).every((part) => covers(parts, part))) this.askAgain(document);
  }

  /** share has several editors of one document have the lenses of all of them, so that it does not matter which one comes to a part. */
  private share(editors: readonly vscode.TextEditor[]): void {
    const documents = editors.map((editor) => editor.document);
    const several = documents.filter((document, i) => documents.indexOf(document) < i && this.asked.has(document));
    new Set(several).forEach((document) => this.askAgain(document));
  }

  private askAgain(document: vscode.TextDocument): void {
    this.asked.delete(document);
    this.client?.getFeature(CodeLensRequest.method).getProvider(document)?.onDidChangeCodeLensEmitter.fire();
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
  }
}

/** partsOf are the lines of a document on screens, and so many above and below. */
function partsOf(document: vscode.TextDocument, margin: number): Lines[] {
  const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
  const seen = editors.flatMap((editor) => editor.visibleRanges).map((range) => ({ first: range.start.line, last: range.end.line }));
  return around(seen, margin, document.lineCount - 1);
}

/** PartParams are the parameters of the protocol, and the part of the document that is asked about, which fraccheck understands. */
type PartParams = CodeLensParams & { range: Range };

/** lensesOf asks for those of each part. */
async function lensesOf(client: LanguageClient, document: vscode.TextDocument, parts: Lines[], token: vscode.CancellationToken): Promise<vscode.CodeLens[] | null> {
  const ask = ({ first, last }: Lines) => {
    const range = { start: { line: first, character: 0 }, end: { line: last, character: 0 } };
    const params: PartParams = { ...client.code2ProtocolConverter.asCodeLensParams(document), range };
    return client.sendRequest(CodeLensRequest.type, params, token);
  };
  try {
    const found = (await Promise.all(parts.map(ask))).flatMap((lenses) => lenses ?? []);
    return token.isCancellationRequested ? null : await client.protocol2CodeConverter.asCodeLenses(found, token);
  } catch (error) {
    return client.handleFailedRequest(CodeLensRequest.type, token, error, null);
  }
}
