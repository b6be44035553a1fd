// Documents so long that answers for the whole of one hold up who types in it.
import * as vscode from "vscode";
import type { FoldingRangeProviderMiddleware, Middleware } from "vscode-languageclient/node";

/** isLong tells whether a document is one of these. */
export const isLong = (document: vscode.TextDocument) => document.lineCount >= 3000;

/** rest is how many milliseconds typing in a long document has to rest before the whole of it is asked about. */
const rest = 1000;

type Whole = Pick<Middleware, "provideDocumentSymbols"> & Pick<FoldingRangeProviderMiddleware, "provideFoldingRanges">;

/**
 * Rest keeps answers for the whole of a long document back while one types in it. VS Code asks
 * for the symbols and the folds of a document after each pause of a third of a second, and shows
 * those that it has until there are others: they move with the text.
 */
export class Rest implements vscode.Disposable {
  private readonly edited = new WeakMap<vscode.TextDocument, number>();
  private readonly listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) this.edited.set(document, Date.now());
  });

  readonly middleware: Whole = {
    provideDocumentSymbols: (document, token, next) => this.rested(document, token, () => next(document, token)),
    provideFoldingRanges: (document, context, token, next) => this.rested(document, token, () => next(document, context, token)),
  };

  /** rested asks once nobody types any more; nothing where nobody waits for the answer by then. */
  private async rested<T>(document: vscode.TextDocument, token: vscode.CancellationToken, ask: () => T): Promise<Awaited<T> | undefined> {
    for (let left = this.left(document); left > 0 && !token.isCancellationRequested; left = this.left(document)) await pause(left, token);
    return token.isCancellationRequested ? undefined : await ask();
  }

  /** left are the milliseconds until typing has rested. */
  private left(document: vscode.TextDocument): number {
    return isLong(document) ? (this.edited.get(document) ?? 0) + rest - Date.now() : 0;
  }

  dispose(): void {
    this.listener.dispose();
  }
}

/** pause ends after some time, or when nobody waits any more. */
function pause(milliseconds: number, token: vscode.CancellationToken): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      cancelled.dispose();
      done();
    };
    const timer = setTimeout(end, milliseconds);
    const cancelled = token.onCancellationRequested(end);
  });
}
