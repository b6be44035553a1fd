// The Test Explorer over evaluation comments and the examples of rules.
import * as vscode from "vscode";
import { ask, isCancelled, messageOf } from "./ask";
import { Later, toRange } from "./place";
import { contains } from "./shift";
import type { Call, Listed, Position, Range, Target } from "./reply";
import type { Server } from "./server";

/** A Verdict is one result of `fraccheck.test` or `fraccheck.testExamples`. */
interface Verdict {
  range: Range;
  verdict: "passed" | "failed" | "skipped";
  expected?: string | null;
  value?: string | null;
  got?: string | null;
  notes?: string[] | null;
  ms?: number;
  error?: { message: string; calls?: Call[] } | string | null;
}

/** commands are those of the server that test. */
const commands = ["fraccheck.test", "fraccheck.testExamples"];

const files = "**/*.{frac,relay,rly,raf,fracrule}";

/** Of so many files in the folders the tests are listed at once, of others when they are looked at. */
const few = 300;

export class Tests implements vscode.Disposable {
  readonly controller = vscode.tests.createTestController("fraccheck", "fraccheck");
  private readonly listed = new WeakMap<vscode.TestItem, Listed>();
  private readonly later = new Map<string, Later>();
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly server: Server, debug: (uri: vscode.Uri, at: Range) => Thenable<unknown>) {
    this.controller.resolveHandler = (item) => item ? this.list(item) : this.discover();
    this.controller.refreshHandler = () => this.discover();
    this.controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, (request, token) => this.run(request, token), true);
    this.controller.createRunProfile("Step through", vscode.TestRunProfileKind.Debug, (request) => this.stepThrough(request, debug), true);
    server.around = (command, args, next) => commands.includes(command) ? this.shared(args, () => next(command, args)) : next(command, args);
    this.listeners = [
      server.onReady(() => void this.discover()),
      vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("fraccheck.codeLens.show") && void this.discover()),
      vscode.workspace.onDidOpenTextDocument((d) => this.changed(d.uri, d.languageId, 0)),
      vscode.workspace.onDidChangeTextDocument(({ document: d }) => this.changed(d.uri, d.languageId, 400)),
      vscode.workspace.onDidDeleteFiles(({ files }) => files.forEach((f) => this.controller.items.delete(f.toString()))),
    ];
  }

  /** discover lists the tests of the files that are open, and the files of the folders; of few files the tests too. */
  private async discover(): Promise<void> {
    if (!this.server.has("fraccheck.tests")) return this.controller.items.replace([]);
    const open = vscode.workspace.textDocuments.filter(covers).map((d) => d.uri);
    await this.listAll(open);
    const others = (await this.found()).filter((uri) => !open.some((o) => o.toString() === uri.toString()));
    const known = new Set([...open, ...others].map(String));
    for (const [id] of this.controller.items) if (!known.has(id)) this.controller.items.delete(id);
    if (others.length <= few) await this.listAll(others);
    else others.forEach((uri) => this.file(uri));
  }

  private async listAll(files: vscode.Uri[]): Promise<void> {
    for (const uri of files) await this.list(this.file(uri));
  }

  /** found are the files of the folders. Without them there are still those that are open. */
  private async found(): Promise<vscode.Uri[]> {
    try {
      return await vscode.workspace.findFiles(files, undefined, 2000);
    } catch (error) {
      this.server.log.warn(`The files of the folder cannot be listed: ${messageOf(error)}`);
      return [];
    }
  }

  private file(uri: vscode.Uri): vscode.TestItem {
    const known = this.controller.items.get(uri.toString());
    if (known) return known;
    const item = this.controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    this.controller.items.add(item);
    return item;
  }

  private changed(uri: vscode.Uri, languageId: string, after: number): void {
    if (!covers({ uri, languageId }) || !this.server.has("fraccheck.tests")) return;
    const key = uri.toString();
    if (!this.later.has(key)) this.later.set(key, new Later());
    this.later.get(key)!.do(after, () => void this.list(this.file(uri)));
  }

  /** list asks for the tests of a file; what has none is no entry. */
  private async list(file: vscode.TestItem): Promise<void> {
    if (!file.canResolveChildren || !this.server.client) return;
    try {
      const tests = await ask<Listed[]>(this.server, "fraccheck.tests", { uri: file.uri!.toString() });
      file.error = undefined;
      if (tests.length === 0) this.controller.items.delete(file.id);
      else this.controller.items.add(file);
      file.children.replace(this.grouped(file, tests));
      const outdated = this.leaves(file).filter((leaf) => !this.listed.get(leaf)!.verdict);
      if (outdated.length > 0) this.controller.invalidateTestResults(outdated); // the lenses do not show them any more either
    } catch (error) {
      file.error = messageOf(error);
    }
  }

  /** grouped puts tests of the same definition or rule together. */
  private grouped(file: vscode.TestItem, tests: Listed[]): vscode.TestItem[] {
    const groups = new Map<string, vscode.TestItem>();
    const top: vscode.TestItem[] = [];
    tests.forEach((test, i) => {
      const item = this.item(file, test, i);
      if (!test.group) return top.push(item);
      let group = groups.get(test.group);
      if (!group) {
        group = this.controller.createTestItem(`${file.id}#${test.group}`, test.group, file.uri);
        groups.set(test.group, group);
        top.push(group);
      }
      return group.children.add(item);
    });
    return top;
  }

  private item(file: vscode.TestItem, test: Listed, i: number): vscode.TestItem {
    const item = this.controller.createTestItem(`${file.id}#${test.id}`, test.label, file.uri);
    if (inGutter(file.uri!)) item.range = toRange(test.range);
    item.sortText = String(i).padStart(6, "0");
    if (test.expected) item.description = `→ ${test.expected}`;
    this.listed.set(item, test);
    return item;
  }

  private wanted(request: vscode.TestRunRequest): vscode.TestItem[] {
    const excluded = new Set(request.exclude ?? []);
    const all = request.include ?? [...this.controller.items].map(([, item]) => item);
    return all.filter((item) => !excluded.has(item));
  }

  private leaves(item: vscode.TestItem): vscode.TestItem[] {
    if (this.listed.has(item)) return [item];
    return [...item.children].flatMap(([, child]) => this.leaves(child));
  }

  /** stepThrough debugs a test. Only one program is stepped through at a time, so of several that is the first. */
  private async stepThrough(request: vscode.TestRunRequest, debug: (uri: vscode.Uri, at: Range) => Thenable<unknown>): Promise<void> {
    const [first, ...others] = this.wanted(request).flatMap((item) => this.leaves(item));
    if (!first?.uri) return void vscode.window.showInformationMessage("There is no test to step through here.");
    if (others.length > 0) {
      const left = others.length === 1 ? "The other one is" : `The other ${others.length} are`;
      void vscode.window.showInformationMessage(`fraccheck steps through one test at a time: ${first.label}. ${left} left out.`);
    }
    await debug(first.uri, this.listed.get(first)!.range);
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    try {
      for (const item of this.wanted(request)) {
        if (token.isCancellationRequested) break;
        await this.runItem(run, item, token);
      }
    } finally {
      run.end();
    }
  }

  /** runItem runs a file at once, and what is less one by one. */
  private async runItem(run: vscode.TestRun, item: vscode.TestItem, token: vscode.CancellationToken): Promise<void> {
    if (item.canResolveChildren) await this.list(item);
    const leaves = this.leaves(item);
    if (leaves.length === 0) return;
    leaves.forEach((leaf) => run.started(leaf));
    const uri = item.uri!.toString();
    if (item.canResolveChildren) await this.runAll(run, leaves, { uri }, token);
    else for (const leaf of leaves) await this.runAll(run, [leaf], { uri, position: this.listed.get(leaf)!.range.start }, token);
  }

  /** shared shows here what a lens or a command tests. */
  private async shared(args: unknown[], test: () => vscode.ProviderResult<unknown>): Promise<unknown> {
    const leaves = await this.meant(args);
    if (leaves.length === 0) return test();
    const request = new vscode.TestRunRequest(leaves, undefined, undefined, false, true);
    const run = this.controller.createTestRun(request);
    leaves.forEach((leaf) => run.started(leaf));
    try {
      const reply = await test() as { results?: Verdict[] } | null;
      for (const leaf of leaves) this.tell(run, leaf, reply?.results?.find((r) => same(r.range, this.listed.get(leaf)!.range)));
      return reply;
    } catch (error) {
      for (const leaf of leaves) isCancelled(error) ? run.skipped(leaf) : run.errored(leaf, new vscode.TestMessage(messageOf(error)));
      throw error;
    } finally {
      run.end();
    }
  }

  /** meant are the tests that the arguments of a command are about. */
  private async meant(args: unknown[]): Promise<vscode.TestItem[]> {
    const [first, second] = args as [Target | string, Position | undefined];
    const { uri, position, range, ...others }: Target = typeof first === "string" ? { uri: first, position: second } : first;
    const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === vscode.Uri.parse(uri).toString());
    if (!document || !covers(document) || Object.keys(others).length > 0 || !this.server.has("fraccheck.tests")) return [];
    const file = this.file(document.uri);
    await this.list(file);
    const all = this.leaves(file);
    if (range) return all.filter((leaf) => contains(range, this.listed.get(leaf)!.range.start));
    if (position?.line === undefined) return all;
    return all.filter((leaf) => [this.listed.get(leaf)!.range, this.listed.get(leaf)!.comment].some((range) => range && contains(range, position)));
  }

  private async runAll(run: vscode.TestRun, leaves: vscode.TestItem[], args: { uri: string; position?: Position }, token: vscode.CancellationToken): Promise<void> {
    const command = this.listed.get(leaves[0])!.kind === "example" ? "fraccheck.testExamples" : "fraccheck.test";
    try {
      const { results } = await ask<{ results: Verdict[] }>(this.server, command, args, token);
      for (const leaf of leaves) this.tell(run, leaf, results.find((r) => same(r.range, this.listed.get(leaf)!.range)));
    } catch (error) {
      for (const leaf of leaves) token.isCancellationRequested ? run.skipped(leaf) : run.errored(leaf, new vscode.TestMessage(messageOf(error)));
    }
  }

  private tell(run: vscode.TestRun, leaf: vscode.TestItem, result: Verdict | undefined): void {
    const verdict = result?.verdict ?? "skipped";
    run.appendOutput([verdict, leaf.label, result && reason(result)].filter(Boolean).join("  ").replace(/\r?\n/g, "\r\n") + "\r\n", undefined, leaf);
    if (verdict === "passed") run.passed(leaf, result?.ms);
    else if (verdict === "failed") run.failed(leaf, message(leaf, this.listed.get(leaf)!, result!), result!.ms);
    else run.skipped(leaf);
  }

  dispose(): void {
    this.controller.dispose();
    for (const listener of [...this.listeners, ...this.later.values()]) listener.dispose();
  }
}

function covers({ uri, languageId }: { uri: vscode.Uri; languageId: string }): boolean {
  return ["frac", "fracrule"].includes(languageId) && ["file", "vscode-remote"].includes(uri.scheme);
}

/** inGutter reports whether tests are shown beside the lines of a file: VS Code shows those that have a range. */
const inGutter = (uri: vscode.Uri) => vscode.workspace.getConfiguration("fraccheck", uri).get("codeLens.show") !== "off";

const textOf = (error: Verdict["error"]) => typeof error === "string" ? error : error?.message;

/** reason is what is said of a verdict on one line. */
function reason(result: Verdict): string | undefined {
  if (result.verdict === "passed") return undefined;
  const got = result.value ?? result.got;
  if (typeof result.expected === "string" && typeof got === "string") return `expected ${result.expected}, got ${got}`;
  return textOf(result.error) ?? result.notes?.join(" ");
}

/** message says why a test failed, with both values side by side where there are two. */
function message(leaf: vscode.TestItem, listed: Listed, result: Verdict): vscode.TestMessage {
  const got = result.value ?? result.got;
  const why = textOf(result.error) ?? result.notes?.join("\n");
  const told = typeof result.expected === "string" && typeof got === "string"
    ? vscode.TestMessage.diff(why || "The value is not the expected one.", result.expected, got)
    : new vscode.TestMessage(why || "The value is not the expected one.");
  told.location = new vscode.Location(leaf.uri!, toRange(listed.range));
  if (typeof result.error === "object" && result.error?.calls?.length) told.stackTrace = result.error.calls.map(frame);
  return told;
}

/** frame is one of the calls that led to a fault. */
function frame({ name, uri, range }: Call): vscode.TestMessageStackFrame {
  return new vscode.TestMessageStackFrame(name || "the expression", vscode.Uri.parse(uri), toRange(range).start);
}

function same(a: Range, b: Range): boolean {
  return toRange(a).isEqual(toRange(b));
}
