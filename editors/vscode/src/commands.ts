// The commands of the palette, and what is shown of what the server's commands give.
import * as vscode from "vscode";
import type { Location, Position } from "vscode-languageserver-protocol";
import { isCancelled, messageOf } from "./ask";
import { coloured, compareModels, showModel } from "./model";
import { here, reveal, type Place } from "./place";
import type { Call, Run, RunError } from "./reply";
import type { Server } from "./server";

/** at makes a command that does something where the cursor is. */
const at = (act: (place: Place) => unknown) => () => {
  const place = here();
  if (place) return act(place);
  void vscode.window.showInformationMessage("fraccheck: open a program (.frac, .relay, .rly) first.");
  return undefined;
};

const execute = (command: string, target: object) => vscode.commands.executeCommand(command, target);

/** told makes a command that says in a message why it fails: VS Code would open a dialog. */
export const told = <A extends unknown[]>(server: Server, run: (...args: A) => unknown) => async (...args: A) => {
  try {
    return await run(...args);
  } catch (error) { // without a server neither its commands nor its documents are there
    const why = server.client?.isRunning() ? messageOf(error) : "the language server does not run.";
    void vscode.window.showWarningMessage(`fraccheck: ${why}`);
    return undefined;
  }
};

async function show(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false, viewColumn: vscode.ViewColumn.Beside });
}

/** beside is the address of a document that the server writes of a program; its tab tells it from the program's. */
export function beside(kind: string, uri: string): vscode.Uri {
  const name = vscode.Uri.parse(uri).path.split("/").at(-1)!.replace(/\.[^.]*$/, "");
  return vscode.Uri.from({ scheme: "fraccheck", path: `/${kind}/${name}.${kind}.frac`, query: uri });
}

/** A Found is a call that has the type that was asked for. */
type Found = { call: string; type: string; doc?: string };

/** findByType asks for the type of a function, lists the calls that have it, and writes the chosen one at the cursor. */
async function findByType({ uri }: Place): Promise<void> {
  const question = await vscode.window.showInputBox({
    title: "Find an operator by its type", value: "(Tensor[(n, m), float32]) -> Tensor[(m, n), float32]",
    prompt: "The types of the inputs, and that of the result; ? for an extent that does not matter",
  });
  if (!question) return;
  const { calls } = await execute("fraccheck.find", { uri, question }) as { calls: Found[] };
  if (calls.length === 0) {
    void vscode.window.showInformationMessage("fraccheck: no operator, definition or constructor has this type: leave an input out, or write ? for an extent that does not matter.");
    return;
  }
  const items = calls.map((found) => ({ label: found.call, description: found.type, detail: found.doc, found }));
  const chosen = await vscode.window.showQuickPick(items, { title: question, placeHolder: "The best first; the chosen one is written at the cursor", matchOnDetail: true });
  const editor = vscode.window.activeTextEditor;
  if (chosen && editor?.document.uri.toString() === vscode.Uri.parse(uri).toString()) {
    await editor.edit((edit) => edit.replace(editor.selection, chosen.found.call));
  }
}

/** showReferences opens the list of what a lens counts. */
const showReferences = (server: Server) => (uri: string, position: Position, locations: Location[]) => {
  const from = server.client!.protocol2CodeConverter;
  return vscode.commands.executeCommand("editor.action.showReferences",
    vscode.Uri.parse(uri), from.asPosition(position), locations.map((l) => from.asLocation(l)));
};

export function register(server: Server): vscode.Disposable[] {
  return Object.entries<(...args: any[]) => unknown>({
    "fraccheck.restart": () => server.restart(),
    "fraccheck.showLog": () => server.log.show(),
    "fraccheck.runHere": at((place) => execute("fraccheck.run", place)),
    "fraccheck.runHereSequential": at((place) => execute("fraccheck.runSequential", place)),
    "fraccheck.testDocument": at(({ uri }) => execute("fraccheck.test", { uri })),
    "fraccheck.findByType": at(findByType),
    "fraccheck.showTypes": at(({ uri }) => show(beside("types", uri))),
    "fraccheck.showCheaper": at(({ uri }) => show(beside("cheaper", uri))),
    "fraccheck.showPrelude": () => show(vscode.Uri.parse("fraccheck:/prelude.frac")),
    "fraccheck.showModel": showModel,
    "fraccheck.compareModels": compareModels,
    "fraccheck.showReferences": showReferences(server),
  }).map(([name, run]) => vscode.commands.registerCommand(name, told(server, run))).concat(coloured());
}

/** A Tally is the reply of the commands that test. */
type Tally = { passed: number; failed: number; results?: unknown[] };

type Reply = Partial<Run> & Partial<Tally> & { rule?: string; verdict?: string } | null;

/** executed shows for a while what a command gave, and says why one was refused: VS Code would do that in a dialog. */
export async function executed(command: string, args: unknown[], next: (c: string, a: unknown[]) => unknown): Promise<unknown> {
  let reply: Reply;
  try {
    reply = await next(command, args) as Reply;
  } catch (error) {
    if (!isCancelled(error)) void vscode.window.showWarningMessage(`fraccheck: ${messageOf(error)}`);
    return undefined;
  }
  if (reply?.error?.code === "needs-arguments") void vscode.commands.executeCommand("fraccheck.runWithArguments", args[0]);
  else if (reply?.error) void failed(reply.error);
  else if (reply?.results) vscode.window.setStatusBarMessage(`${reply.passed} passed, ${reply.failed} failed`, 10000);
  else if (reply?.rule && reply.verdict) vscode.window.setStatusBarMessage(`${reply.rule}: ${reply.verdict}`, 10000);
  else if (reply?.value) vscode.window.setStatusBarMessage(`${reply.value} : ${reply.type}`, 10000);
  return reply;
}

/** failed says why a run came to no value, and leads to the calls that led there, or to the setting whose limit ended it. */
async function failed({ message, calls = [], setting }: RunError): Promise<void> {
  const ways = [...calls.length > 0 ? ["Show Where"] : [], ...setting ? ["Change the Limit"] : []];
  const chosen = await vscode.window.showErrorMessage(`fraccheck: ${message}`, ...ways);
  if (chosen === "Change the Limit") await vscode.commands.executeCommand("workbench.action.openSettings", setting);
  if (chosen !== "Show Where") return;
  const items = calls.map((call, i) => ({ label: callLabel(call, i), description: `${nameOf(call.uri)}:${call.range.start.line + 1}`, call }));
  const at = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title: message, placeHolder: "The calls that led to the fault, the innermost first" });
  if (at) await reveal(at.call.uri, at.call.range);
}

/** callLabel names one of the calls that led to a fault. */
const callLabel = ({ name }: Call, i: number) => `${i === 0 ? "in" : "called in"} ${name || "the expression"}`;

const nameOf = (uri: string) => vscode.Uri.parse(uri).path.split("/").at(-1);
