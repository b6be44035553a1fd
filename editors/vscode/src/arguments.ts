// Asking for the arguments of a definition: a box that completes, checks and remembers.
import * as vscode from "vscode";
import { ask, isCancelled, messageOf } from "./ask";
import { Later } from "./place";
import type { Target, Typed } from "./reply";
import type { Server } from "./server";

/** most is how many calls of a definition are remembered. */
const most = 10;

/** An Offer is a line of the box: what runs, or what would be typed. */
interface Offer extends vscode.QuickPickItem {
  args?: string[]; // to run with
  text?: string; // to go on with
}

/** A Memory keeps what a definition was run with last, the latest first. */
export class Memory {
  constructor(private readonly state: vscode.Memento) {}

  of(key: string): string[] {
    return this.state.get<string[]>(`arguments ${key}`, []);
  }

  async add(key: string, text: string): Promise<void> {
    await this.state.update(`arguments ${key}`, [text, ...this.of(key).filter((other) => other !== text)].slice(0, most));
  }
}

/** askArguments has a user type the arguments of the definition at a place, and gives them as expressions. */
export async function askArguments(server: Server, memory: Memory, target: Target): Promise<string[] | undefined> {
  const first = await ask<Typed>(server, "fraccheck.callArguments", { ...target, text: "" });
  if (first.parameters.length === 0) return [];
  const key = `${target.uri}#${first.title}`;
  const former = memory.of(key);
  const chosen = await new Box(server, target, first, former).chosen();
  if (chosen) await memory.add(key, chosen.join(", "));
  return chosen;
}

class Box {
  private readonly box = vscode.window.createQuickPick<Offer>();
  private readonly later = new Later();
  private asking = new vscode.CancellationTokenSource();

  constructor(private readonly server: Server, private readonly target: Target, private readonly first: Typed, private readonly former: string[]) {
    const { title, parameters } = first;
    this.box.title = `Run ${title}(${parameters.map(({ name, type }) => type ? `${name}: ${type}` : name).join(", ")})`;
    this.box.placeholder = `The arguments: ${parameters.map(({ name }) => name).join(", ")}`;
    this.box.ignoreFocusOut = true;
    (this.box as { sortByLabel?: boolean }).sortByLabel = false;
  }

  chosen(): Promise<string[] | undefined> {
    return new Promise((done) => {
      this.box.onDidChangeValue(() => this.later.do(80, () => void this.check()));
      this.box.onDidAccept(() => {
        const offer = this.box.activeItems[0];
        if (offer?.text !== undefined) this.goOn(offer.text);
        if (!offer?.args) return;
        done(offer.args);
        this.box.hide();
      });
      this.box.onDidHide(() => {
        done(undefined);
        this.later.dispose();
        this.asking.cancel();
        this.box.dispose();
      });
      this.box.value = this.former[0] ?? "";
      if (this.box.value) void this.check();
      else this.show("", this.first);
      this.box.show();
    });
  }

  /** goOn has a text typed. */
  private goOn(text: string): void {
    this.box.value = text;
    void this.check();
  }

  private async check(): Promise<void> {
    this.asking.cancel();
    const asking = this.asking = new vscode.CancellationTokenSource();
    const text = this.box.value;
    try {
      const typed = await ask<Typed>(this.server, "fraccheck.callArguments", { ...this.target, text }, asking.token);
      if (!asking.token.isCancellationRequested) this.show(text, typed);
    } catch (error) {
      if (!asking.token.isCancellationRequested && !isCancelled(error)) this.box.items = [{ label: `$(error) ${messageOf(error)}`, alwaysShow: true }];
    }
  }

  /** show lists first what would run, or what is wrong with it, then how it can go on, then former calls and those of the document. */
  private show(text: string, { title, args, problem, candidates, calls }: Typed): void {
    const offers: Offer[] = [];
    const [what, ...more] = (problem ?? "").split("\n");
    if (args && !problem) offers.push({ label: `$(play) ${title}(${args.join(", ")})`, args });
    else if (text.trim() !== "") offers.push({ label: `$(error) ${what.replaceAll("`", "")}`, detail: more.map((line) => line.trim()).join("   ") || undefined });
    const group = (label: string, lines: Offer[]) => lines.length > 0 && offers.push({ label, kind: vscode.QuickPickItemKind.Separator }, ...lines);
    group("continue with", candidates.filter((c) => c.text !== text).slice(0, 12).map(({ label, detail, text }) => ({ label: `$(symbol-variable) ${label}`, description: detail, text })));
    group("before", this.former.filter((one) => one !== text).map((one) => ({ label: `$(history) ${one}`, text: one })));
    const inside = calls.map((call) => call.text).filter((call) => call.startsWith(`${title}(`) && call.endsWith(")")).map((call) => call.slice(title.length + 1, -1));
    group("in the document", [...new Set(inside)].filter((one) => one !== text && !this.former.includes(one)).map((one) => ({ label: `$(file-code) ${one}`, text: one })));
    this.box.items = offers.map((offer) => ({ ...offer, alwaysShow: true }));
  }
}
