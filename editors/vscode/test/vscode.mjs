// A VS Code that serves its own page, with the packaged extension in it, and a browser that shows it.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const quiet = {
  "workbench.startupEditor": "none", "update.mode": "none", "extensions.autoUpdate": false, "git.enabled": false,
  "chat.disableAIFeatures": true, "workbench.secondarySideBar.defaultVisibility": "hidden", "files.autoSave": "off",
  "workbench.tips.enabled": false, "workbench.colorTheme": "Default Dark Modern", "telemetry.telemetryLevel": "off",
};

/** freePort is one that nobody listens on. */
const freePort = () => new Promise((done) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => done(port));
  });
});

/** undo removes what the test that runs has started and written. */
let undo = async () => {};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void undo().finally(() => process.exit(130)));

/**
 * withVSCode starts one with a copy of a folder, hands it over, and leaves nothing behind.
 * `settings` are those of the machine.
 */
export async function withVSCode({ installed, vsix, folder, settings = {}, driver = false, env = {} }, act) {
  const scratch = mkdtempSync(join(tmpdir(), "fraccheck-vscode-"));
  const workspace = join(scratch, "workspace");
  cpSync(folder, workspace, { recursive: true });
  mkdirSync(join(scratch, "user", "Machine"), { recursive: true });
  writeFileSync(join(scratch, "user", "Machine", "settings.json"), JSON.stringify({ ...quiet, ...settings }));
  const node = join(installed, "../node/package/bin/node");
  const main = join(installed, "package/lib/vscode/out/server-main.js");
  const folders = ["--user-data-dir", join(scratch, "user"), "--server-data-dir", join(scratch, "server"), "--extensions-dir", join(scratch, "extensions")];
  const environment = { ...process.env, EXTENSIONS_GALLERY: "{}", XDG_CACHE_HOME: join(scratch, "cache"), ...env };
  const port = await freePort();
  let server, browser;
  undo = once(async () => {
    await browser?.close().catch(() => {});
    if (server) await end(server);
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  try {
    execFileSync(node, [main, "--accept-server-license-terms", ...folders, "--install-extension", vsix, "--force"], { env: environment, stdio: "pipe" });
    server = serve(node, [main, "--host", "127.0.0.1", "--port", port, "--without-connection-token", "--accept-server-license-terms",
      "--telemetry-level", "off", ...driver ? ["--enable-smoke-test-driver"] : [], ...folders], environment);
    await listens(server);
    browser = await chromium.launch({
      handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false,
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
    });
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    return await act({ page, port, workspace, scratch, origin: `http://127.0.0.1:${port}` });
  } finally {
    await undo();
  }
}

/** once gives a function that does its work one time, and all its callers the same promise. */
function once(work) {
  let done;
  return () => done ??= work();
}

/** serve starts VS Code. It leads a group, which holds the extension hosts too. */
const serve = (node, args, env) => spawn(node, args, { env, stdio: ["ignore", "pipe", "ignore"], detached: true });

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
