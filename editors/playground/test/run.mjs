// Drives the playground in Chromium: every example checks, runs and draws, a mistake is found and
// fixed, a run that never ends is ended, a program is shared, a page of the manual runs its programs.
// `node test/run.mjs SITE [SCREENSHOTS]`. Messages of the console fail it; sizes and times are printed.
import { readFileSync, mkdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { host, launch } from "./host.mjs";

const [site, pictures] = process.argv.slice(2);
if (pictures) mkdirSync(pictures, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let passed = 0, failed = 0;
const complaints = [];

async function test(name, body) {
  const before = complaints.length;
  try {
    await body();
    const said = complaints.slice(before);
    if (said.length > 0) throw new Error(`the console says ${said.slice(0, 3).join("; ")}`);
    passed++;
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}: ${error.message.slice(0, 1500)}`);
  }
}

function hold(condition, message) {
  if (!condition) throw new Error(message);
}

const { address, close } = await host(site), browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"] });

function listen(page) {
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(error.message));
}

const page = await context.newPage();
listen(page);
const ready = (shown = page) => shown.waitForSelector("body[data-server=ready]", { timeout: 120_000 });
const until = (does, what, argument) => page.waitForFunction(does, argument, { timeout: 60_000 }).catch(() => { throw new Error(`${what} did not come`); });
const write = async (program) => {
  await page.click(".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(program);
};

const began = performance.now();
await test("the page loads", async () => {
  await page.goto(`${address}playground.html`);
  await page.waitForSelector("body[data-first=ready]", { timeout: 60_000 });
});
const first = performance.now() - began;
await test("the language server starts", () => ready());
const whole = performance.now() - began;

await test("a mistake is found and fixed", async () => {
  await write("def @f(%x: Tensor[(2), float32]) { nn.rel(%x) }\n@f(Constant([1f, -2f]))\n");
  await until(() => document.querySelector("#problems")?.textContent.includes("nn.relu"), "the diagnostic");
  if (pictures) await page.screenshot({ path: join(pictures, "mistake.png") });
  await page.locator(".cm-content").press("Control+Home");
  for (let i = 0; i < 38; i++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+.");
  await page.waitForSelector("#menu[open] #menu-items button");
  await page.locator("#menu-items button", { hasText: "nn.relu" }).first().click();
  await until(() => !document.querySelector("#problems")?.textContent.includes("nn.rel`"), "the fix");
  await page.keyboard.press("Control+Enter");
  await until(() => document.querySelector("#output")?.textContent.includes("[1.0, 0.0]"), "the value");
});

await test("a run that never ends is ended", async () => {
  await write("def @f(%x: int32) -> int32 { @f(%x + 1) }\n@f(0)\n");
  await page.click("#run");
  await page.waitForSelector("#stop:not([hidden])");
  await page.click("#stop");
  await until(() => document.querySelector("#output")?.textContent.includes("Stopped"), "the end");
  await write("1 + 2\n");
  await page.click("#run");
  await until(() => document.querySelector("#output")?.textContent.includes("3"), "the next value");
});

await test("a program is shared by its address", async () => {
  await write("# shared\n40 + 2\n");
  await page.click("#share");
  await until(() => location.hash.length > 10, "the address");
  const other = await context.newPage();
  listen(other);
  await other.goto(page.url());
  await other.waitForFunction(() => document.querySelector(".cm-content")?.textContent.includes("40 + 2"), null, { timeout: 60_000 });
  await other.close();
});

const groups = JSON.parse(readFileSync(join(site, "playground/examples.json"), "utf8"));
for (const { list } of groups) {
  for (const { name } of list) {
    await test(`example ${name}`, async () => {
      await page.selectOption("#examples", name);
      await until((name) => decodeURIComponent(location.hash).includes(name), "the example", name);
      await ready();
      await page.waitForTimeout(300);
      if (name.startsWith("rules/")) return;
      await page.click("#run");
      if (name.startsWith("models/")) {
        await until(() => /Nothing was run|Tensor\[/.test(document.querySelector("#output").textContent + document.querySelector("#view").textContent), "what came of the run");
        return;
      }
      await until(() => document.querySelector("#output:not([hidden])") && !/Running…/.test(document.querySelector("#output").textContent), "the values");
      await page.click("#graph");
      await until(() => document.querySelector("#view:not([hidden])") && !/Drawing…/.test(document.querySelector("#view").textContent) && document.querySelector("#view").children.length > 0, "the graph");
      await page.click("#cost");
      await until(() => !/Bounding…/.test(document.querySelector("#view").textContent), "the costs");
    });
  }
}

await test("a program of the manual runs", async () => {
  const manual = await context.newPage();
  listen(manual);
  await manual.goto(`${address}tour.html`);
  const button = manual.locator("button", { hasText: /run/i }).first();
  await button.click({ timeout: 30_000 });
  await manual.waitForTimeout(5000);
  if (pictures) await manual.screenshot({ path: join(pictures, "manual.png") });
  await manual.close();
});

await test("the page is accessible", async () => {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document));
  hold(violations.length === 0, violations.map((v) => `${v.id}: ${v.nodes[0].html}`).join("\n"));
});

if (pictures) {
  for (const width of [390, 800, 1280]) {
    for (const scheme of ["light", "dark"]) {
      const shown = await browser.newPage({ viewport: { width, height: 844 }, colorScheme: scheme });
      await shown.goto(`${address}playground.html#example=mlp.frac`);
      await ready(shown);
      await shown.click("#graph");
      await shown.waitForTimeout(2000);
      await shown.screenshot({ path: join(pictures, `${width}-${scheme}.png`) });
      await shown.close();
    }
  }
}

await browser.close();
close();
const size = (name) => `${(statSync(join(site, "playground", name)).size / 1e6).toFixed(1)} MB`;
console.log(`first module ${size("first.wasm.gz")} in gzip, ready in ${(first / 1000).toFixed(1)} s; language server ${size("server.wasm.gz")}, ready in ${(whole / 1000).toFixed(1)} s`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
