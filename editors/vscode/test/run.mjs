// Tries the packaged extension in VS Code, by its API and on its page:
//   node run.mjs VSIX-WITHOUT-SERVER VSIX DIR   (DIR is what install.sh made)
// ONLY runs the tests whose names hold that text, RELEASE one of the releases.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { debugging } from "./pages/debugger.mjs";
import { tests as testing } from "./pages/tests.mjs";
import { text } from "./pages/text.mjs";
import { trouble } from "./pages/trouble.mjs";
import { values } from "./pages/values.mjs";
import { User } from "./user.mjs";
import { endAll, install, VSCode } from "./vscode.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [bare, full, dir] = process.argv.slice(2).map((path) => resolve(path));
const releases = readdirSync(dir).filter((name) => /^\d/.test(name) && name.includes(process.env.RELEASE ?? "")).sort();
const folder = join(here, "workspace");
const pictures = process.env.SCREENSHOTS;
const only = process.env.ONLY;
const wanted = (name) => !only || name.includes(only);
const scratch = mkdtempSync(join(tmpdir(), "fraccheck-vscode-"));
process.env.TMPDIR = scratch; // so that what the browser and the servers leave there goes with it
const browser = await launch();
let failed = 0;

/** How VS Code is started for a test. */
const ways = {
  usual: {},
  asking: { trust: true },
  bare: { env: { PATH: "/usr/bin:/bin" } },
};

/** newPage is a page like that of a user who opens VS Code for the first time. */
async function newPage() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  return context.newPage();
}

/** api runs suite.cjs in the extension host. */
async function api(vscode) {
  const page = await newPage();
  const report = join(vscode.scratch, "report"), empty = join(vscode.scratch, "empty");
  mkdirSync(empty);
  writeFileSync(join(empty, "package.json"), JSON.stringify({ name: "empty", publisher: "test", version: "1.0.0", engines: { vscode: "*" } }));
  writeFileSync(join(empty, "suite.cjs"), `process.env.REPORT = ${JSON.stringify(report)}; module.exports = require(${JSON.stringify(join(here, "suite.cjs"))});`);
  const remote = (path) => `vscode-remote://127.0.0.1:${vscode.port}${path}`;
  const payload = [["extensionDevelopmentPath", remote(empty)], ["extensionTestsPath", remote(join(empty, "suite.cjs"))], ["skipWelcome", "true"]];
  const ended = new Promise((done) => page.exposeFunction("codeAutomationExit", done));
  await page.exposeFunction("codeAutomationLog", () => {});
  await page.goto(`${vscode.address(vscode.folder(folder))}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
  const status = await Promise.race([ended, new Promise((done) => setTimeout(done, 180000, 2))]);
  console.log(existsSync(report) ? readFileSync(report, "utf8").trimEnd() : "  the tests did not begin");
  if (status !== 0) failed++;
  await page.context().close();
}

/** onPage runs one test on a page. */
async function onPage(vscode, release, name, { test, settings }) {
  const page = await newPage();
  const keep = (what, scheme) => page.screenshot({ path: join(pictures, `${release} ${what} ${scheme}.png`) });
  const user = new User(page, vscode, vscode.folder(folder, settings), pictures && keep);
  const begun = Date.now();
  try {
    page.setDefaultTimeout(60000);
    await page.goto(vscode.address(user.folder));
    await page.waitForSelector(".monaco-workbench");
    await test(user);
    console.log(`  ok ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    await user.shot(`FAIL ${name}`).catch(() => {});
    console.log(`  FAIL ${name}: ${error.stack}`);
  }
  await page.goto("about:blank").catch(() => {}); // VS Code ends the extension host of a page that is left
  await page.context().close();
}

const tests = Object.entries({ ...text, ...values, ...testing, ...debugging, ...trouble })
  .map(([name, test]) => [name, { where: "usual", ...typeof test === "function" ? { test } : test }])
  .filter(([name]) => wanted(name));

async function tryRelease(name) {
  console.log(`VS Code of code-server ${name}`);
  const release = join(dir, name);
  const extensions = { full: join(scratch, name, "full"), bare: join(scratch, name, "bare") };
  for (const [kind, vsix] of Object.entries({ full, bare })) {
    mkdirSync(extensions[kind], { recursive: true });
    install(release, vsix, extensions[kind]);
  }
  const within = async (options, act) => {
    const vscode = await VSCode.start({ release, extensions: extensions.full, scratch, ...options });
    try {
      await act(vscode);
    } finally {
      await vscode.end();
    }
  };
  if (wanted("api")) await within({ driver: true }, api);
  for (const [way, options] of Object.entries(ways)) {
    const some = tests.filter(([, { where }]) => where === way);
    if (some.length === 0) continue;
    await within({ ...options, extensions: way === "bare" ? extensions.bare : extensions.full }, async (vscode) => {
      for (const [title, test] of some) await onPage(vscode, name, title, test);
    });
  }
}

/** clean ends what runs and removes what was written. */
let cleaned;
const clean = () => cleaned ??= (async () => {
  await browser.close().catch(() => {});
  await endAll();
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
})();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void clean().finally(() => process.exit(130)));

try {
  if (pictures) mkdirSync(pictures, { recursive: true });
  for (const name of releases) await tryRelease(name);
} finally {
  await clean();
}
console.log(failed === 0 ? "vscode: passed" : `vscode: ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
