// How long VS Code takes from a keystroke to its letter and to its squiggle on the screen, with a program of 10,000
// lines open, and with plain text in turns:  node latency.mjs SERVER DIR   (DIR is what install.sh made)
// RELEASE names one of the releases, ROUNDS is how often both are typed in. With AHEAD=1 the browser, VS Code and
// fraccheck have the cores before all else (real time, for which one must be root). PROFILE names a
// folder for profiles of the page's scripts, and SLOW=1 lists the keystrokes over 50 ms.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { ahead, Waiting } from "./cores.mjs";
import { full } from "./packages.mjs";
import { functions } from "./program.mjs";
import { session } from "./session.mjs";
import { Stopwatch } from "./stopwatch.mjs";
import { until, User } from "./user.mjs";
import { install, VSCode } from "./vscode.mjs";

const [server, dir] = process.argv.slice(2).map((path) => resolve(path));
const { RELEASE = "", ROUNDS = 3, AHEAD, PROFILE, SLOW } = process.env;
const releases = readdirSync(dir).filter((name) => /^\d/.test(name) && name.includes(RELEASE)).sort();
const strokes = 30, squiggles = 20, goal = 50;
const files = ["big.txt", "big.frac"];

/** warmth is how many keystrokes of a page are told apart: VS Code's own scripts are compiled during these, in plain text too. */
const warmth = 10;

const parts = { handled: "the handlers have run", written: "the letter is in the page", painted: "the page's thread is free", shown: "the frame is shown" };

const summary = (times) => {
  const sorted = times.toSorted((a, b) => a - b);
  return `median ${sorted[sorted.length >> 1].toFixed(0)}, 95 % ${sorted[Math.floor(sorted.length * 0.95)].toFixed(0)}, most ${sorted.at(-1).toFixed(0)}`;
};

/** begin puts the cursor after a %x in the middle of a file, and waits until all that opening it brings is over. */
async function begin(user, file) {
  await user.open(file);
  await user.at(5003, 30);
  if (file.endsWith(".frac")) await user.page.locator(".codelens-decoration span:visible", { hasText: "work" }).first().waitFor();
  await user.page.waitForTimeout(3000);
  return Stopwatch.on(user.page, "%x1");
}

/** letters are the times of keystrokes that change nothing in the end. */
async function letters(user, watch, waiting) {
  const waits = [];
  for (let i = 0; i < strokes; i++) {
    const before = waiting.milliseconds();
    await watch.press(i % 2 === 0 ? "1" : "Backspace");
    waits.push(waiting.milliseconds() - before);
    await user.page.waitForTimeout(150);
  }
  return (await watch.times()).map((times, i) => ({ ...times, waited: waits[i] }));
}

/** squiggled are the times from the key that makes a mistake to the painted squiggle. */
async function squiggled({ page }, watch) {
  const times = [];
  for (let i = 0; i < squiggles; i++) {
    times.push(await watch.squiggle("1"));
    await page.keyboard.press("Backspace");
    await until("no squiggle", async () => (await page.locator(".squiggly-error").count()) === 0);
    await page.waitForTimeout(300);
  }
  return times;
}

/** profiled writes a profile of what the page's scripts do meanwhile, where that is wanted; it makes them slower. */
async function profiled(user, name, act) {
  if (!PROFILE) return act();
  const devtools = await user.page.context().newCDPSession(user.page);
  await devtools.send("Profiler.enable");
  await devtools.send("Profiler.setSamplingInterval", { interval: 500 });
  await devtools.send("Profiler.start");
  const result = await act();
  const { profile } = await devtools.send("Profiler.stop");
  mkdirSync(PROFILE, { recursive: true });
  writeFileSync(join(PROFILE, `${name}.cpuprofile`), JSON.stringify(profile));
  return result;
}

async function measure(user, scratch, name) {
  const all = Object.fromEntries(files.map((file) => [file, []]));
  const waiting = new Waiting(scratch);
  let watch;
  for (let round = 1; round <= ROUNDS; round++) {
    for (const file of files) {
      watch = await begin(user, file);
      all[file].push(...await profiled(user, `${name} ${file} ${round}`, () => letters(user, watch, waiting)));
    }
  }
  return { all, mistakes: await squiggled(user, watch) };
}

/** tell prints the times, and of slow keystrokes what the page was busy with. */
function tell(file, times) {
  console.log(`  ${file}, ${times.length - warmth} keystrokes behind the first ${warmth}, ms until`);
  for (const [part, what] of Object.entries(parts)) {
    const of = times.map((time) => time[part]);
    console.log(`    ${what}: ${summary(of.slice(warmth))} (of the first: ${summary(of.slice(0, warmth))})`);
  }
  if (!SLOW) return;
  times.forEach((time, i) => {
    if (time.shown <= goal) return;
    const at = Object.keys(parts).map((part) => `${part} ${time[part].toFixed(0)}`).join(", ");
    console.log(`    keystroke ${i + 1}: ${at}; the thread waited ${time.waited.toFixed(0)} ms for a core until it was seen; ${time.frames.join("; ") || "no long frame"}`);
  });
}

await session(async ({ browser, scratch }) => {
  const folder = join(scratch, "big"), packed = full(scratch, server);
  mkdirSync(folder);
  for (const name of files) writeFileSync(join(folder, name), functions(2000));
  for (const name of releases) {
    const release = join(dir, name), extensions = join(scratch, name);
    mkdirSync(extensions);
    install(release, packed, extensions);
    const vscode = await VSCode.start({ release, extensions, scratch });
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    page.setDefaultTimeout(60000);
    const user = new User(page, vscode, vscode.folder(folder));
    await page.goto(vscode.address(user.folder));
    await page.waitForSelector(".monaco-workbench");
    await user.open("big.frac");
    await until("fraccheck's server", () => vscode.servers("lsp").length > 0);
    if (AHEAD) ahead(scratch);
    const { all, mistakes } = await measure(user, scratch, name);
    console.log(`VS Code of code-server ${name}, load ${loadavg()[0].toFixed(1)}${AHEAD ? ", ahead of it" : ""}`);
    for (const file of files) tell(file, all[file]);
    console.log(`  a squiggle, ms until it is painted: ${summary(mistakes)} (${mistakes.length} keystrokes)`);
    await page.context().close();
    await vscode.end();
  }
});
