// The extension: what it puts into VS Code, and the server behind it.
import * as vscode from "vscode";
import { askArguments, Memory } from "./arguments";
import { register, told } from "./commands";
import { Debugging } from "./debug";
import { DebuggedValues } from "./debugged";
import { firstMinutes } from "./first";
import { Forms } from "./forms";
import { ModelEditor } from "./model";
import { Panel } from "./panel";
import { PlaceSource, views } from "./pictures";
import { here } from "./place";
import type { Target } from "./reply";
import { Server } from "./server";
import { Tests } from "./tests";
import { placeOf, ValueSource } from "./value";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const running = server = new Server(context.extensionPath);
  const debugging = new Debugging(running);
  context.subscriptions.push(
    running,
    ...register(running),
    ...debugging.register(),
    new DebuggedValues(context.extensionUri),
    new Tests(running, (uri, at) => debugging.start(uri, at)),
    ...values(running, context),
    ...pictures(running, context.extensionUri),
    ...forms(running),
    ModelEditor.register(),
    ...firstMinutes(context),
    vscode.workspace.onDidGrantWorkspaceTrust(() => running.trust()),
    vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration("fraccheck.path") && running.restart()),
  );
  await running.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

function values(server: Server, { extensionUri, workspaceState }: vscode.ExtensionContext): vscode.Disposable[] {
  const source = new ValueSource(server);
  const panel = new Panel(source, extensionUri);
  const memory = new Memory(workspaceState);
  const show = (target?: Target) => {
    source.choose(target);
    return panel.open(target && placeOf(target));
  };
  const withArguments = async (target: Target | undefined = here()) => {
    const args = target && await askArguments(server, memory, target);
    if (args) await show({ ...target!, args });
  };
  return [
    panel,
    vscode.commands.registerCommand("fraccheck.showValue", show),
    vscode.commands.registerCommand("fraccheck.runWithArguments", told(server, withArguments)),
  ];
}

function pictures(server: Server, extension: vscode.Uri): vscode.Disposable[] {
  return views.flatMap((view) => {
    const panel = new Panel(new PlaceSource(view, server), extension);
    return [panel, vscode.commands.registerCommand(`fraccheck.view.${view.kind}`, () => panel.open())];
  });
}

function forms(server: Server): vscode.Disposable[] {
  const forms = new Forms(server);
  const commands = { "fraccheck.showAnf": "anf", "fraccheck.showGnf": "gnf", "fraccheck.showBbnf": "bbnf" };
  return [forms, ...Object.entries(commands).map(([name, kind]) => vscode.commands.registerCommand(name, told(server, () => forms.show(kind))))];
}
