// Colours that the server knows, in documents so long that those of the whole cost more than they give.
import * as vscode from "vscode";
import type { SemanticTokensMiddleware } from "vscode-languageclient/node";
import { isLong } from "./long";

/** coloured are the documents that had colours as a whole: where VS Code has those, it asks for no range. */
const coloured = new WeakSet<vscode.TextDocument>();

/**
 * whole asks for the colours of a whole document, unless it was long when they were first asked for.
 * VS Code lays out anew all brackets of a document whose colours are set, on the thread that
 * takes keystrokes: 20 to 80 ms for 10,000 lines. For a range of lines it lays out those.
 */
function whole<T>(document: vscode.TextDocument, ask: () => T): T {
  if (isLong(document) && !coloured.has(document)) throw new vscode.CancellationError();
  coloured.add(document);
  return ask();
}

/** tokens keeps colours of whole documents from long ones. */
export const tokens: SemanticTokensMiddleware = {
  provideDocumentSemanticTokens: (document, token, next) => whole(document, () => next(document, token)),
  provideDocumentSemanticTokensEdits: (document, previous, token, next) => whole(document, () => next(document, previous, token)),
};
