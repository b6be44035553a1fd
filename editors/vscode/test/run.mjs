// Runs suite.cjs in the extension host of a real VS Code, in a browser without
// a screen:  FRACCHECK=/path/to/fraccheck node run.mjs DIR
// DIR is what install.sh made.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const installed = resolve(process.argv[2]);
const { chromium } = createRequire(join(installed, "package.json"))("playwright-core");
const scratch = mkdtempSync(join(tmpdir(), "fraccheck-vscode-"));
const report = join(scratch, "report");
const workspace = join(scratch, "workspace");
mkdirSync(workspace);
cpSync(join(here, "workspace"), workspace, { recursive: true });

// The settings of the machine name the server.
mkdirSync(join(scratch, "user", "Machine"), { recursive: true });
writeFileSync(join(scratch, "user", "Machine", "settings.json"), JSON.stringify({ "fraccheck.path": process.env.FRACCHECK }));

/** freePort is one that nobody listens on. */
const freePort = () => new Promise((done) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => done(port));
  });
});

/** serve starts VS Code and waits until it listens. */
function serve(port) {
  const server = spawn(process.execPath, [
    join(installed, "package/lib/vscode/out/server-main.js"), "--host", "127.0.0.1", "--port", port,
    "--without-connection-token", "--accept-server-license-terms", "--telemetry-level", "off", "--enable-smoke-test-driver",
    "--user-data-dir", join(scratch, "user"), "--server-data-dir", join(scratch, "server"), "--extensions-dir", join(scratch, "extensions"),
  ], {
    env: { ...process.env, EXTENSIONS_GALLERY: "{}", XDG_CACHE_HOME: join(scratch, "cache"), REPORT: report },
    stdio: ["ignore", "pipe", "ignore"],
  });
  return new Promise((done, fail) => {
    server.once("exit", (status) => fail(new Error(`VS Code ended with ${status}`)));
    server.stdout.on("data", (text) => String(text).includes("Extension host agent listening") && done(server));
  });
}

/** address opens the workspace with the extension and its tests. */
function address(port) {
  const remote = (path) => `vscode-remote://127.0.0.1:${port}${path}`;
  const payload = [["extensionDevelopmentPath", remote(join(here, ".."))], ["extensionTestsPath", remote(join(here, "suite.cjs"))], ["skipWelcome", "true"]];
  return `http://127.0.0.1:${port}/?folder=${workspace}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

const port = await freePort();
const server = await serve(port);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
let status = 1;
try {
  const page = await browser.newPage();
  const ended = new Promise((done) => page.exposeFunction("codeAutomationExit", done));
  await page.exposeFunction("codeAutomationLog", () => {});
  await page.goto(address(port));
  status = await Promise.race([ended, new Promise((done) => setTimeout(done, 120000, 2))]);
  console.log(existsSync(report) ? readFileSync(report, "utf8").trimEnd() : "vscode: 0 passed, 1 failed: the tests did not begin");
} finally {
  await browser.close();
  server.removeAllListeners("exit");
  const gone = new Promise((done) => server.once("exit", done));
  server.kill();
  await gone;
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(status);
