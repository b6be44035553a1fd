// The view of a value of a program that is stepped through: it stays as it was when it was opened.
import * as vscode from "vscode";
import { messageOf } from "./ask";
import { Panel, type Message, type Source } from "./panel";
import type { Node, Value } from "./reply";

/** A Variable is one of the view of variables, as its menu hands it over. */
interface Variable {
  sessionId: string;
  variable: { name: string; variablesReference: number };
}

export class DebuggedValues implements Source, vscode.Disposable {
  readonly kind = "value";
  readonly title = "Value in the Debugger";
  readonly languages = ["frac"];
  private shown: object = {};
  private session: vscode.DebugSession | undefined;
  private readonly panel: Panel;
  private readonly listener: vscode.Disposable;

  constructor(extension: vscode.Uri) {
    this.panel = new Panel(this, extension);
    this.listener = vscode.commands.registerCommand("fraccheck.showDebuggedValue", (variable?: Variable) => this.show(variable));
  }

  content(): Promise<object> {
    return Promise.resolve(this.shown);
  }

  stays(): boolean {
    return true;
  }

  async received({ do: what, handle, path, offset, size, raster, turn }: Message, panel: Panel): Promise<void> {
    if (what !== "part") return;
    try {
      const { node } = await this.session!.customRequest("valuePart", { handle, path, offset, size, raster }) as { node: Node };
      panel.post({ do: "part", path, turn, handle, node });
    } catch (error) {
      panel.post({ do: "refused", of: what, message: `The program is no longer stepped through, so no more of the value can be shown: ${messageOf(error)}` });
    }
  }

  /** show opens the view with a variable: the one whose menu was used, or one that the user chooses. */
  private async show(given?: Variable): Promise<void> {
    const session = vscode.debug.activeDebugSession;
    if (session?.type !== "fraccheck") return void vscode.window.showInformationMessage("fraccheck: step through a program first.");
    try {
      const variable = given?.variable ?? await chosen(session);
      if (!variable) return;
      if (!variable.variablesReference) return void vscode.window.showInformationMessage(`fraccheck: all of ${variable.name} is in the view of variables.`);
      const { handle, type, short, node } = await session.customRequest("value", { variablesReference: variable.variablesReference }) as Value;
      this.session = session;
      this.shown = { handle, title: variable.name, type, short, node, ms: 0, error: null, uri: "", moved: true, debugged: true };
      await this.panel.open({ uri: "", position: { line: 0, character: 0 } });
    } catch (error) {
      void vscode.window.showWarningMessage(`fraccheck: ${messageOf(error)}`);
    }
  }

  dispose(): void {
    this.panel.dispose();
    this.listener.dispose();
  }
}

type Named = { name: string; value: string; variablesReference: number };

/** chosen lets the user choose a variable of the frame that is shown. */
async function chosen(session: vscode.DebugSession): Promise<Named | undefined> {
  const item = vscode.debug.activeStackItem;
  const frameId = item instanceof vscode.DebugStackFrame ? item.frameId : 1;
  const { scopes } = await session.customRequest("scopes", { frameId }) as { scopes: Named[] };
  const all = await Promise.all(scopes.map(({ variablesReference }) => session.customRequest("variables", { variablesReference }) as Thenable<{ variables: Named[] }>));
  const items = all.flatMap(({ variables }) => variables).filter((v) => v.variablesReference > 0).map((variable) => ({ label: variable.name, description: variable.value, variable }));
  return (await vscode.window.showQuickPick(items, { placeHolder: "The variable whose value is shown" }))?.variable;
}
