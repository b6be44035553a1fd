// How long VS Code takes from a keystroke to its letter and to its squiggle on the screen,
// with a program of 10,000 lines open:  node latency.mjs VSIX DIR   (DIR is what install.sh made)
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join, resolve } from "node:path";
import { functions } from "./program.mjs";
import { session } from "./session.mjs";
import { until, User } from "./user.mjs";
import { install, VSCode } from "./vscode.mjs";

const [vsix, dir] = process.argv.slice(2).map((path) => resolve(path));
const releases = readdirSync(dir).filter((name) => /^\d/.test(name) && name.includes(process.env.RELEASE ?? "")).sort();
const strokes = 60, squiggles = 20;

/** watch notes on the page when a key went down, when the lines changed and were painted, and when a squiggle was. */
function watch() {
  const seen = window.seen = { key: 0, painted: [], squiggle: 0 };
  const painted = (act) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => act(performance.now());
    port2.postMessage(0);
  });
  addEventListener("keydown", (event) => {
    const key = seen.key = event.timeStamp;
    let waits = true;
    const lines = new MutationObserver(() => {
      if (!waits) return;
      waits = false;
      lines.disconnect();
      painted((now) => seen.painted.push(now - key));
    });
    lines.observe(document.querySelector(".view-lines"), { childList: true, subtree: true, characterData: true, attributes: true });
  }, true);
  new MutationObserver(() => {
    if (seen.waiting && document.querySelector(".squiggly-error")) {
      seen.waiting = false;
      painted((now) => { seen.squiggle = now - seen.key; });
    }
  }).observe(document.body, { childList: true, subtree: true });
}

const summary = (times) => {
  const sorted = times.toSorted((a, b) => a - b);
  return `median ${sorted[sorted.length >> 1].toFixed(0)} ms, 95 % ${sorted[Math.floor(sorted.length * 0.95)].toFixed(0)} ms, most ${sorted.at(-1).toFixed(0)} ms (${sorted.length} keystrokes)`;
};

/** letters are the times from key to paint in the middle of a file. */
async function letters(user, file) {
  const { page } = user;
  await user.open(file);
  await user.at(5003, 33); // behind %x in the middle of the file
  if (file.endsWith(".frac")) await user.note("work").waitFor(); // what opening it brings is over
  await page.waitForTimeout(3000);
  await page.evaluate(watch);
  for (let i = 0; i < strokes; i++) {
    await page.keyboard.press(i % 2 === 0 ? "1" : "Backspace");
    await until("the letter", () => page.evaluate((n) => window.seen.painted.length >= n, i + 1));
    await page.waitForTimeout(150);
  }
  return page.evaluate(() => window.seen.painted);
}

/** squiggled are the times from the key that makes a mistake to the painted squiggle. */
async function squiggled({ page }) {
  const times = [];
  for (let i = 0; i < squiggles; i++) {
    await page.evaluate(() => Object.assign(window.seen, { waiting: true, squiggle: 0 }));
    await page.keyboard.press("1");
    times.push(await until("the squiggle", () => page.evaluate(() => window.seen.squiggle)));
    await page.keyboard.press("Backspace");
    await until("no squiggle", async () => (await page.locator(".squiggly-error").count()) === 0);
    await page.waitForTimeout(300);
  }
  return times;
}

async function measure(openPage, name) {
  const plain = await letters(await openPage(), "big.txt");
  const user = await openPage();
  const program = await letters(user, "big.frac");
  const mistakes = await squiggled(user);
  console.log(`VS Code of code-server ${name}, load ${loadavg()[0].toFixed(1)}`);
  console.log(`  keystroke to painted: ${summary(program)}`);
  console.log(`  the same in a file of plain text: ${summary(plain)}`);
  console.log(`  keystroke to squiggle: ${summary(mistakes)}`);
}

await session(async ({ browser, scratch }) => {
  const folder = join(scratch, "big");
  mkdirSync(folder);
  for (const name of ["big.frac", "big.txt"]) writeFileSync(join(folder, name), functions(2000));
  for (const name of releases) {
    const release = join(dir, name), extensions = join(scratch, name);
    mkdirSync(extensions);
    install(release, vsix, extensions);
    const vscode = await VSCode.start({ release, extensions, scratch });
    let page;
    await measure(async () => {
      await page?.context().close();
      page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
      page.setDefaultTimeout(60000);
      const user = new User(page, vscode, vscode.folder(folder));
      await page.goto(vscode.address(user.folder));
      await page.waitForSelector(".monaco-workbench");
      return user;
    }, name);
    await page.context().close();
    await vscode.end();
  }
});
