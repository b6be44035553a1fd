// The view of a value: what stands at the cursor is evaluated, and its parts are asked for as they are looked at.
import * as vscode from "vscode";
import { ask, isGone, messageOf } from "./ask";
import { Extent } from "./extent";
import type { Message, Panel, Source } from "./panel";
import type { Place } from "./place";
import type { Compared, Node, Range, Target, Value } from "./reply";
import type { Server } from "./server";

export class ValueSource implements Source {
  readonly kind = "value";
  readonly title = "Value";
  readonly languages = ["frac"];
  private shown: Value | undefined;
  private target: Target | undefined;
  private asked: Target | undefined; // of what is shown
  private moved = true; // what is asked for next is another expression than the one that is shown
  private readonly extent = new Extent();

  constructor(private readonly server: Server) {}

  /** choose has the next question be about a target with more to it than a place: arguments, a name. */
  choose(target: Target | undefined): void {
    this.target = target;
    this.moved = true;
  }

  async content(place: Place, token: vscode.CancellationToken): Promise<object> {
    const target = this.target?.uri === place.uri ? { ...this.target, ...this.target.position && { position: place.position } } : place;
    const answered = this.extent.asking(place.uri);
    const value = await ask<Value>(this.server, "fraccheck.value", target, token);
    const { moved } = this;
    if (!token.isCancellationRequested) [this.shown, this.asked, this.moved] = [value, target, false];
    answered(value.range);
    return { ...value, uri: place.uri, moved };
  }

  /** stays: moving within the expression whose value is shown asks for nothing. */
  stays(place: Place): boolean {
    if (this.extent.has(place)) return true;
    this.target = undefined;
    this.moved = true;
    return false;
  }

  edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    this.extent.edited(document.uri.toString(), contentChanges);
  }

  async received(message: Message, panel: Panel): Promise<void> {
    try {
      await this.act(message, panel);
    } catch (error) {
      if (!isGone(error)) return refuse(panel, message, error);
      if (message.handle !== undefined && message.handle !== this.shown?.handle) return panel.again(); // it was a comparison's
      await this.actAnew(message, panel);
    }
  }

  private async act(message: Message, panel: Panel): Promise<void> {
    if (message.do === "part") panel.post({ do: "part", path: message.path, turn: message.turn, handle: message.handle, ...await this.part(message) });
    if (message.do === "compare") panel.post({ do: "compared", ...await this.compare(String(message.expected)) });
    if (message.do === "stay") await this.stay({ uri: message.uri as string, position: (message.range as Range).start }, panel);
    if (message.do === "arguments") await vscode.commands.executeCommand("fraccheck.runWithArguments", this.asked);
    if (message.do === "save") await this.save(message.path as number[], String(message.name));
  }

  /** actAnew evaluates what is shown once more, for the process that had its value is gone, or keeps others by now. */
  private async actAnew(message: Message, panel: Panel): Promise<void> {
    try {
      this.shown = await ask<Value>(this.server, "fraccheck.value", this.asked!);
      if (this.shown.handle === null) return await panel.again();
      await this.act({ ...message, handle: this.shown.handle }, panel);
    } catch (error) {
      refuse(panel, message, error);
    }
  }

  private stay(place: Place, panel: Panel): Promise<void> {
    this.choose(undefined);
    return panel.stay(place);
  }

  private part({ handle, path, offset, size, raster }: Message): Promise<{ node: Node }> {
    return ask(this.server, "fraccheck.valuePart", { handle, path, offset, size, raster });
  }

  private compare(expected: string): Promise<Compared> {
    return ask(this.server, "fraccheck.compareValue", { handle: this.shown?.handle, expected });
  }

  private async save(path: number[], name: string): Promise<void> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const file = await vscode.window.showSaveDialog({
      title: "Save the tensor", filters: { "NumPy array": ["npy"] }, defaultUri: folder && vscode.Uri.joinPath(folder, `${name}.npy`),
    });
    if (!file) return;
    await ask(this.server, "fraccheck.saveValue", { handle: this.shown?.handle, path, file: file.toString() });
    vscode.window.setStatusBarMessage(`Saved ${vscode.workspace.asRelativePath(file)}`, 5000);
  }
}

function refuse(panel: Panel, message: Message, error: unknown): void {
  panel.post({ do: "refused", of: message.do, message: messageOf(error) });
}

/** placeOf is where the target of a lens or a hint is. */
export function placeOf(target: Target): Place {
  return { uri: target.uri, position: target.position ?? { line: 0, character: 0 } };
}

export type { Range };
