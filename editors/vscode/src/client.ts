// The language client: what it covers, what it does itself, what it tells the server of trust.
import * as vscode from "vscode";
import {
  CloseAction, ErrorAction, LanguageClient, RevealOutputChannelOn,
  type CloseHandlerResult, type ExecuteCommandSignature, type LanguageClientOptions,
} from "vscode-languageclient/node";
import { Lenses } from "./lenses";
import { Rest } from "./long";
import { tokens } from "./tokens";

/** languages are those that the server checks as a whole. */
export const languages = ["frac", "fracrule"];

/** selector is what the server looks at: programs, rules, configurations, and the code blocks of documents. */
const selector = [
  ...languages.map((language) => ({ language })),
  { pattern: "**/fraccheck.toml" },
  { language: "python", scheme: "file" }, // of which the server looks at what fraccheck.toml names
  ...["markdown", "restructuredtext"].flatMap((language) => [{ language, scheme: "file" }, { language, scheme: "untitled" }]),
];

/** QuietClient leaves it to the extension to say once what is wrong with the server. */
export class QuietClient extends LanguageClient {
  /** own is what ends with it. */
  own: vscode.Disposable[] = [];

  override async dispose(timeout?: number): Promise<void> {
    this.own.forEach((part) => part.dispose());
    await super.dispose(timeout);
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** Executed goes between a command of the server and what its reply is shown by. */
export type Executed = (command: string, args: unknown[], next: ExecuteCommandSignature) => vscode.ProviderResult<unknown>;

/** newClient makes a client of a server; `closed` decides what follows when the process has ended. */
export function newClient(command: string, log: vscode.LogOutputChannel, closed: () => boolean, executed: Executed): QuietClient {
  const handler = {
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed: (): CloseHandlerResult => ({ action: closed() ? CloseAction.Restart : CloseAction.DoNotRestart, handled: true }),
  };
  const rest = new Rest(), lenses = new Lenses();
  const options: LanguageClientOptions = {
    documentSelector: selector,
    initializationOptions: {
      showReferences: true, showValue: true, trusted: vscode.workspace.isTrusted,
      parameterHintsCommand: "editor.action.triggerParameterHints", suggestCommand: "editor.action.triggerSuggest",
    },
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    errorHandler: handler,
    initializationFailedHandler: () => false,
    middleware: { ...tokens, ...rest.middleware, ...lenses.middleware, executeCommand: executed, workspace: { configuration } },
  };
  const client = new QuietClient("fraccheck", "fraccheck", { command, args: ["lsp"] }, options);
  client.own.push(rest, lenses);
  lenses.of(client);
  return client;
}

/** Asked is one section of the settings that the server asks for. */
type Asked = { items: { section?: string; scopeUri?: string }[] };

/** configuration answers the server's questions; whether programs are trusted VS Code decides. */
async function configuration(params: Asked, token: vscode.CancellationToken, next: (p: any, t: vscode.CancellationToken) => any) {
  const sections = await next(params, token);
  if (!Array.isArray(sections)) return sections;
  return sections.map((section, i) => params.items[i].section === "fraccheck" ? { ...section, trusted: trusted() } : section);
}

/** trusted is VS Code's trust in the folder, which a setting can only take away. */
function trusted(): boolean {
  const set = vscode.workspace.getConfiguration("fraccheck").inspect<boolean>("trusted");
  const said = set?.workspaceFolderValue ?? set?.workspaceValue ?? set?.globalValue;
  return vscode.workspace.isTrusted && said !== false;
}
