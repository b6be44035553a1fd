// A VS Code that serves its own page, with the packaged extension in it.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

const quiet = {
  "workbench.startupEditor": "none", "update.mode": "none", "extensions.autoUpdate": false, "git.enabled": false,
  "chat.disableAIFeatures": true, "workbench.secondarySideBar.defaultVisibility": "hidden", "files.autoSave": "off",
  "workbench.tips.enabled": false, "telemetry.telemetryLevel": "off", "window.autoDetectColorScheme": true, "editor.minimap.enabled": false, "workbench.enableExperiments": false,
};

/** install unpacks a package into a folder of extensions, by VS Code's own command. */
export function install(release, vsix, extensions) {
  const scratch = mkdtempSync(join(extensions, "..", "install-"));
  execFileSync(node(release), [main(release), "--accept-server-license-terms", ...folders(scratch, extensions), "--install-extension", vsix, "--force"],
    { env: environment(scratch), stdio: "pipe" });
  rmSync(scratch, { recursive: true, force: true });
}

/** VSCode is one that runs. Every page of it has a copy of a folder of its own. */
export class VSCode {
  #server;
  #pages = 0;

  /** start has one serve; `driver` lets pages run tests in the extension host, `trust` says that it asks whether a folder is trusted. */
  static async start({ release, extensions, scratch, binary, driver = false, trust = false, env = {} }) {
    if (over) throw new Error("the run is over");
    const made = new VSCode();
    made.scratch = mkdtempSync(join(scratch, "vscode-"));
    Object.assign(made, { extensions, binary });
    made.port = await freePort();
    const flags = ["--host", "127.0.0.1", "--port", made.port, "--without-connection-token", "--accept-server-license-terms", "--telemetry-level", "off",
      ...driver ? ["--enable-smoke-test-driver"] : [], ...trust ? [] : ["--disable-workspace-trust"]];
    const started = made.#server = spawn(node(release), [main(release), ...flags, ...folders(made.scratch, extensions)],
      { env: { ...environment(made.scratch), ...env }, stdio: ["ignore", "pipe", "ignore"], detached: true }); // it leads a group, which holds the extension hosts too
    running.add(made);
    await listens(started);
    return made;
  }

  /** folder copies a folder for one page, with more files in it, and sets the settings of the machine. */
  folder(from, settings = {}, files = {}) {
    const machine = join(this.scratch, "user", "Machine");
    mkdirSync(machine, { recursive: true });
    writeFileSync(join(machine, "settings.json"), JSON.stringify({ ...quiet, ...settings }));
    const copy = join(this.scratch, String(++this.#pages), "programs");
    cpSync(from, copy, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(copy, name), text);
    return copy;
  }

  address(folder) {
    return `http://127.0.0.1:${this.port}/?folder=${folder}`;
  }

  /** servers are the ids of the extension's processes with an argument: `lsp` holds a connection, and has a child that does the work. */
  servers(argument) {
    const is = (id) => readlinkSync(`/proc/${id}/exe`).startsWith(this.extensions);
    const top = (id) => !is(readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ")[1]);
    return readdirSync("/proc").filter((id) => /^\d+$/.test(id)).filter((id) => {
      try {
        return is(id) && readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0")[1] === argument && (argument !== "lsp" || top(id));
      } catch {
        return false; // it has ended, or is another user's
      }
    });
  }

  async end() {
    running.delete(this);
    await end(this.#server);
    rmSync(this.scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

const running = new Set();
let over = false;

/** endAll ends every VS Code that still runs; no other is started after that. */
export function endAll() {
  over = true;
  return Promise.all([...running].map((vscode) => vscode.end()));
}

const node = (release) => join(release, "../node/package/bin/node");
const main = (release) => join(release, "package/lib/vscode/out/server-main.js");
const folders = (scratch, extensions) => ["--user-data-dir", join(scratch, "user"), "--server-data-dir", join(scratch, "server"), "--extensions-dir", extensions];
const environment = (scratch) => ({ ...process.env, EXTENSIONS_GALLERY: "{}", XDG_CACHE_HOME: join(scratch, "cache"), HOME: scratch });

/** freePort is one that nobody listens on. */
const freePort = () => new Promise((done) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => done(port));
  });
});

function listens(server) {
  return new Promise((done, fail) => {
    server.once("exit", (status) => fail(new Error(`VS Code ended with ${status}`)));
    server.stdout.on("data", (text) => String(text).includes("Extension host agent listening") && done());
  });
}

async function end(server) {
  server.removeAllListeners("exit");
  const gone = server.exitCode !== null || server.signalCode !== null || new Promise((done) => server.once("exit", done));
  signal(server, "SIGTERM");
  await Promise.race([gone, new Promise((done) => setTimeout(done, 5000))]);
  signal(server, "SIGKILL");
}

function signal(server, name) {
  try {
    process.kill(-server.pid, name);
  } catch { /* all of the group are gone */ }
}
