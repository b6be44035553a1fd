// Stepping through a program: the debug adapter is the server's binary.
import * as vscode from "vscode";
import { messageOf } from "./ask";
import { here, reveal } from "./place";
import type { Range } from "./reply";
import type { Server } from "./server";

export class Debugging implements vscode.DebugConfigurationProvider, vscode.DebugAdapterDescriptorFactory {
  constructor(private readonly server: Server) {}

  /** start steps through the expression at a place. */
  async start(from: vscode.Uri, at: Range): Promise<boolean> {
    const uri = await onDisk(from);
    if (!uri) return false;
    const begun = await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(uri), {
      type: "fraccheck", request: "launch", name: "Step through", program: uri.fsPath, position: at.start, stopOnEntry: true,
    });
    const wanted = vscode.workspace.getConfiguration("debug").get<string>("openDebug") !== "neverOpen";
    if (begun && wanted) await vscode.commands.executeCommand("workbench.view.debug");
    return begun;
  }

  /** resolveDebugConfiguration makes a configuration of the cursor's expression where there is none. */
  async resolveDebugConfiguration(_folder: vscode.WorkspaceFolder | undefined, configuration: vscode.DebugConfiguration) {
    if (configuration.type) return configuration;
    const place = here();
    const uri = place && await onDisk(vscode.Uri.parse(place.uri));
    return uri && { type: "fraccheck", request: "launch", name: "Step through", program: uri.fsPath, position: place.position, stopOnEntry: true };
  }

  /** resolveDebugConfigurationWithSubstitutedVariables saves what is run, and reads the cursor where nothing says what to run. */
  async resolveDebugConfigurationWithSubstitutedVariables(_folder: vscode.WorkspaceFolder | undefined, configuration: vscode.DebugConfiguration) {
    const open = vscode.workspace.textDocuments.find((d) => d.uri.fsPath === configuration.program);
    if (open?.isDirty && !await open.save()) return undefined;
    configuration.revealCommand = "fraccheck.reveal";
    configuration.internalConsoleOptions ??= "neverOpen"; // the values are in the view of variables
    if (configuration.definition ?? configuration.position ?? configuration.expression) return configuration;
    const place = here();
    if (place && vscode.Uri.parse(place.uri).fsPath === configuration.program) configuration.position = place.position;
    return configuration;
  }

  createDebugAdapterDescriptor(): vscode.ProviderResult<vscode.DebugAdapterDescriptor> {
    if (!this.server.command) throw new Error("fraccheck was not found.");
    return new vscode.DebugAdapterExecutable(this.server.command, ["dap"]);
  }

  register(): vscode.Disposable[] {
    return [
      vscode.debug.registerDebugConfigurationProvider("fraccheck", this),
      vscode.debug.registerDebugAdapterDescriptorFactory("fraccheck", this),
      vscode.commands.registerCommand("fraccheck.reveal", reveal), // a refusal of the adapter leads to the error with it
      vscode.commands.registerCommand("fraccheck.stepIntoElement", stepIntoElement),
      vscode.languages.registerInlineValuesProvider({ language: "frac" }, { provideInlineValues: inlineValues }),
      vscode.commands.registerCommand("fraccheck.debugHere", () => {
        const place = here();
        return place && this.start(vscode.Uri.parse(place.uri), { start: place.position, end: place.position });
      }),
    ];
  }
}

/** stepIntoElement asks for the number of an element, and goes on to the function that works on it. */
async function stepIntoElement(): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== "fraccheck") return void vscode.window.showInformationMessage("fraccheck: step through a program first.");
  const element = await vscode.window.showInputBox({
    title: "Step Into an Element", prompt: "The number of the element that the function of map, foldl, … is to work on, from 0 on", value: "0",
    validateInput: (text) => /^\d{1,9}$/.test(text.trim()) ? undefined : "A whole number from 0 on",
  });
  if (element === undefined) return;
  try {
    await session.customRequest("stepIntoElement", { element: Number(element) });
  } catch (error) {
    void vscode.window.showWarningMessage(`fraccheck: ${messageOf(error)}`);
  }
}

/** inlineValues are those of the variables in the lines of the definition that the program waits in, up to where it waits. */
function inlineValues(document: vscode.TextDocument, _view: vscode.Range, { stoppedLocation }: vscode.InlineValueContext): vscode.InlineValue[] {
  const last = stoppedLocation.end.line;
  let line = stoppedLocation.start.line;
  while (line > 0 && !/^[^\s})\]#]/.test(document.lineAt(line).text)) line--;
  const found: vscode.InlineValue[] = [];
  for (; line <= last; line++) {
    const text = document.lineAt(line).text.replace(/#.*|\/\/.*/, "");
    for (const { 0: name, index } of text.matchAll(/%[A-Za-z_0-9][\w.]*/g)) {
      found.push(new vscode.InlineValueVariableLookup(new vscode.Range(line, index, line, index + name.length), name));
    }
  }
  return found;
}

/** onDisk is the file of a document, from which the debugger reads it; one that has none yet is given one by the user. */
async function onDisk(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  if (uri.scheme === "file") return uri;
  if (uri.scheme === "untitled") return vscode.workspace.save(uri);
  void vscode.window.showInformationMessage("fraccheck: only a program in a file can be stepped through.");
  return undefined;
}
