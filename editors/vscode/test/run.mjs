// Tries the packaged extension in VS Code, by its API and on its page:
//   node run.mjs SERVER DIR   (the server is put into the package, DIR is what install.sh made)
// ONLY is an expression that the names of the tests match that are run, RELEASE names one of the releases. AGAIN is how
// often a test on the page that failed is tried again, where machines are slow at times.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { debugging } from "./pages/debugger.mjs";
import { first } from "./pages/first.mjs";
import { runs } from "./pages/runs.mjs";
import { tests as testing } from "./pages/tests.mjs";
import { text } from "./pages/text.mjs";
import { trouble } from "./pages/trouble.mjs";
import { values } from "./pages/values.mjs";
import { views } from "./pages/views.mjs";
import { leavesNothing } from "./killed.mjs";
import { bare, full } from "./packages.mjs";
import { session } from "./session.mjs";
import { User } from "./user.mjs";
import { install, VSCode } from "./vscode.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [server, dir] = process.argv.slice(2).map((path) => resolve(path));
const releases = readdirSync(dir).filter((name) => /^\d/.test(name) && name.includes(process.env.RELEASE ?? "")).sort();
const folder = join(here, "workspace");
const pictures = process.env.SCREENSHOTS;
const only = new RegExp(process.env.ONLY ?? "");
const wanted = (name) => only.test(name);
const again = Number(process.env.AGAIN ?? 0);
let passed = 0, failed = 0;

/** How VS Code is started for a test. */
const ways = {
  usual: {},
  asking: { trust: true },
  bare: { env: { PATH: "/usr/bin:/bin" } },
};

/** The pictures that docs/ shows, and their names there; DOCUMENTS names the directory that they are copied to. */
const documents = {
  "cost after light": "vscode-cost.png",
  "tensors compared light": "vscode-value.png",
  "test peek light": "vscode-tests.png",
  "debug scan dark": "vscode-debugger.png",
  "graph light": "vscode-graph.png",
};

/** newPage is a page like that of a user who opens VS Code for the first time. */
async function newPage(browser) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  return page;
}

/** api runs suite.cjs in the extension host. */
async function api(browser, vscode) {
  const page = await newPage(browser);
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
  count(status === 0);
  await page.context().close();
}

/** tried tells whether something went well, and prints it. */
async function tried(name, act) {
  const begun = Date.now();
  try {
    await act();
    console.log(`  ok ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`  FAIL ${name}: ${error.stack}`);
    return false;
  }
}

function count(ok) {
  if (ok) passed++;
  else failed++;
}

/** onPage runs one test on a page, and tells whether it passed. */
async function onPage(browser, vscode, release, name, { test, settings, files }) {
  const page = await newPage(browser);
  const keep = async (what, scheme) => {
    const file = join(pictures, `${release} ${what} ${scheme}.png`);
    await page.screenshot({ path: file });
    const document = documents[`${what} ${scheme}`];
    if (document && process.env.DOCUMENTS) copyFileSync(file, join(process.env.DOCUMENTS, document));
  };
  const user = new User(page, vscode, vscode.folder(folder, settings, files), pictures && keep);
  const ok = await tried(name, async () => {
    await page.goto(vscode.address(user.folder));
    await page.waitForSelector(".monaco-workbench");
    await test(user);
  });
  if (!ok) await user.shot(`FAIL ${name}`).catch(() => {});
  await page.goto("about:blank").catch(() => {}); // VS Code ends the extension host of a page that is left
  await page.context().close();
  return ok;
}

/** decided runs a test on pages until it passes or has been tried often enough. */
async function decided(...test) {
  let ok = await onPage(...test);
  for (let i = 0; i < again && !ok; i++) ok = await onPage(...test);
  count(ok);
}

const tests = Object.entries({ ...text, ...first, ...runs, ...values, ...testing, ...debugging, ...views, ...trouble })
  .map(([name, test]) => [name, { where: "usual", ...typeof test === "function" ? { test } : test }])
  .filter(([name]) => wanted(name));

/** searches tells whether a release has the program that it looks for files with; that of 1.100 is not in its package. */
const searches = (release) => readdirSync(join(release, "package/lib/vscode/node_modules/@vscode")).includes("ripgrep-universal");

async function tryRelease({ browser, scratch, packages }, name) {
  console.log(`VS Code of code-server ${name}`);
  const release = join(dir, name);
  const extensions = { full: join(scratch, name, "full"), bare: join(scratch, name, "bare") };
  for (const [kind, vsix] of Object.entries(packages)) {
    mkdirSync(extensions[kind], { recursive: true });
    install(release, vsix, extensions[kind]);
  }
  const binary = join(extensions.full, readdirSync(extensions.full).find((name) => name.startsWith("fraccheck.")), "server", "fraccheck");
  const within = async (options, act) => {
    const vscode = await VSCode.start({ release, extensions: extensions.full, scratch, binary, ...options });
    try {
      await act(vscode);
    } finally {
      await vscode.end();
    }
  };
  for (const signal of ["SIGTERM", "SIGKILL"]) {
    const title = `nothing is left of a run that ${signal} ends`;
    if (wanted(title)) count(await tried(title, () => leavesNothing(signal, release, extensions.full, folder)));
  }
  if (wanted("api")) await within({ driver: true }, (vscode) => api(browser, vscode));
  for (const [way, options] of Object.entries(ways)) {
    const some = tests.filter(([, test]) => test.where === way && (searches(release) || !test.searches));
    if (some.length === 0) continue;
    await within({ ...options, extensions: way === "bare" ? extensions.bare : extensions.full }, async (vscode) => {
      for (const [title, test] of some) await decided(browser, vscode, name, title, test);
    });
  }
}

if (pictures) mkdirSync(pictures, { recursive: true });
await session(async (given) => {
  const packages = { full: full(given.scratch, server), bare: bare(given.scratch) };
  for (const name of releases) await tryRelease({ ...given, packages }, name);
});
console.log(`vscode: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
