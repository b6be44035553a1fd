// The server's life: found, started, watched, and, where that fails, one dialog that helps.
import * as vscode from "vscode";
import { State } from "vscode-languageclient/node";
import { newClient, type Executed, type QuietClient } from "./client";
import { executed } from "./commands";
import { located } from "./executable";
import { Status } from "./status";
import { offerHelp } from "./trouble";
import { versionOf } from "./version";

/** needed are commands without which the views do not work; an older server lacks them. */
const needed = ["fraccheck.run", "fraccheck.test", "fraccheck.convertToAnf"];

/** optional are commands whose views are shown in menus where the server has them: `fraccheck.has.graph`. */
const optional = ["graph", "typeTree", "costView", "matches"];

/** The server may end this often in that many milliseconds before it stays down. */
const deaths = 4, within = 180_000;

export class Server implements vscode.Disposable {
  client: QuietClient | undefined;
  command: string | undefined;
  readonly log = vscode.window.createOutputChannel("fraccheck", { log: true });
  private readonly status = new Status();
  private readonly ended: number[] = [];
  private turn: Promise<void> = Promise.resolve();
  private readonly readied = new vscode.EventEmitter<void>();

  /** onReady tells that a server has begun to answer. */
  readonly onReady = this.readied.event;

  /** around has tests that a lens or a command runs shown where those of the Test Explorer are. */
  around: Executed = (command, args, next) => next(command, args);

  constructor(private readonly extension: string) {}

  /** restart ends a server that runs and starts one; starts wait for each other. */
  restart(): Promise<void> {
    this.turn = this.turn.then(() => this.stop()).then(() => this.start());
    return this.turn;
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose(5000).catch((error) => this.log.warn(String(error)));
  }

  private async start(): Promise<void> {
    this.status.starting();
    try {
      const { command, origin } = located(vscode.workspace.getConfiguration("fraccheck").get("path", ""), this.extension);
      this.command = command;
      const version = await versionOf(command);
      this.log.info(`fraccheck ${version}: ${command} (${origin})`);
      await this.connect(command, version);
    } catch (error) {
      await this.stop();
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  private async connect(command: string, version: string): Promise<void> {
    const client = newClient(command, this.log, () => this.mayRestart(), (name, args, next) => executed(name, args, (c, a) => this.around(c, a, next)));
    this.client = client;
    client.onDidChangeState(({ newState }) => this.show(client, newState, version));
    await client.start().catch(() => { // what it rejects with is of the pipe, such as EPIPE
      throw new Error(`${command} (${version}) does not start as a language server; the log has its last words.`);
    });
    const missing = needed.filter((name) => !offers(client, name));
    if (missing.length > 0) throw new Error(`fraccheck ${version} (${command}) is older than this extension: it has no ${missing[0]}.`);
    for (const name of optional) void vscode.commands.executeCommand("setContext", `fraccheck.has.${name}`, this.has(`fraccheck.${name}`));
  }

  /** has tells whether the server that runs knows a command. */
  has(command: string): boolean {
    return this.client !== undefined && offers(this.client, command);
  }

  private show(client: QuietClient, state: State, version: string): void {
    if (client !== this.client) return;
    if (state === State.Running) {
      this.status.running(version);
      this.readied.fire();
    } else if (state === State.Starting) this.status.starting();
  }

  /** mayRestart counts the ends of the process, and says whether another one is to be started. */
  private mayRestart(): boolean {
    const now = Date.now();
    this.ended.push(now);
    while (this.ended[0] < now - within) this.ended.shift();
    this.log.warn(`The server has ended (${this.ended.length} of ${deaths} times in three minutes).`);
    if (this.ended.length < deaths) return true;
    this.ended.length = 0;
    this.fail(`The server has ended ${deaths} times within three minutes; the log has its last words.`);
    return false;
  }

  private fail(reason: string): void {
    this.log.error(reason);
    this.status.failed(reason);
    void offerHelp(reason, { log: () => this.log.show(), retry: () => this.restart() });
  }

  /** trust has the server ask again whether programs may be run. */
  async trust(): Promise<void> {
    this.status.trusted();
    await this.client?.sendNotification("workspace/didChangeConfiguration", { settings: null });
  }

  dispose(): void {
    this.status.dispose();
    this.readied.dispose();
    this.log.dispose();
  }
}

function offers(client: QuietClient, command: string): boolean {
  return client.initializeResult?.capabilities.executeCommandProvider?.commands.includes(command) ?? false;
}
