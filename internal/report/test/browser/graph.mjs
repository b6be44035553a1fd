// Looks at the pages that `show graph -o FILE.html` writes, as they lie on the disk: `node
// graph.mjs DIR`. Every page is held against axe-core, with nothing and with a node selected, on
// a screen and on a phone, light and dark; it is moved in by keyboard and by pointer under its own
// policy, and may ask for nothing. SCREENSHOTS names a directory for pictures. Times of loading and
// of frames are printed, and held against nothing.
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const root = resolve(process.argv[2]);
const screens = [
  { name: "desktop", viewport: { width: 1400, height: 900 }, colorScheme: "light" },
  { name: "dark", viewport: { width: 1400, height: 900 }, colorScheme: "dark" },
  { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true },
  { name: "phone-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true },
];
const failures = [];
const fail = (where, what) => failures.push(`${where}: ${what}`);
const frame = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
const selected = (page) => page.textContent("#said");

// accessible asks axe about a page as it opens, and with a node selected.
async function accessible(page, where, phone) {
  for (const state of ["opened", "selected"]) {
    if (state === "selected") {
      if (phone) await page.click("#sheet");
      await page.click("#results button >> nth=4");
      if (phone) await page.click("#sheet");
    }
    const found = await page.evaluate(() => axe.run());
    for (const { id, nodes } of found.violations) fail(where, `${state}, ${id}: ${nodes.slice(0, 3).map((node) => node.html).join(" ")}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) fail(where, `${state}: is ${wide} pixels wider than the screen`);
  }
}

// keys moves by keyboard alone: along a wire, into a box, to the search and back, to a step.
async function keys(page, where) {
  await page.focus(".pane");
  await page.keyboard.press("ArrowDown");
  const first = await selected(page);
  await page.keyboard.press("ArrowDown");
  const second = await selected(page);
  if (!first || first === second) fail(where, `arrows lead from "${first}" to "${second}"`);
  await page.keyboard.press("/");
  if (await page.evaluate(() => document.activeElement.id) !== "words") fail(where, "/ does not lead to the search");
  const name = await page.textContent("#results li:nth-child(5) b");
  await page.keyboard.type(name);
  if (!(await page.textContent("#results li:first-child")).includes(name)) fail(where, `the search does not find ${name} first`);
  await page.keyboard.press("Enter");
  if (!(await selected(page)).includes(name)) fail(where, `${name} is not selected`);
  if (await page.isVisible("#timeline")) {
    await page.focus("#timeline");
    await page.keyboard.press("End");
    const said = await page.getAttribute("#timeline", "aria-valuetext");
    if (!said.startsWith("step ")) fail(where, `the timeline is at "${said}"`);
  }
}

// folds opens and closes the boxes that hold others.
async function folds(page, where) {
  const shapes = [];
  for (const button of ["#fold", "#unfold", "#fold"]) {
    await page.click(button);
    await frame(page);
    shapes.push(await page.evaluate(() => { const c = document.querySelector(".pane canvas"); return c.toDataURL(); }));
  }
  const opens = await page.evaluate(() => JSON.parse(document.getElementById("data").textContent).views.some((view) => view.form.some((form, box) => form >= 3 && view.parent[box] >= 0)));
  if (opens && shapes[0] === shapes[1]) fail(where, "nothing opens");
  if (shapes[0] !== shapes[2]) fail(where, "what was opened does not close as it was");
}

// frames are the times between frames while the graph is dragged, in milliseconds.
async function frames(page) {
  const box = await page.locator(".pane").first().boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.evaluate(() => {
    window.gaps = [];
    let last = performance.now();
    requestAnimationFrame(function next() { const now = performance.now(); window.gaps.push(now - last); last = now; requestAnimationFrame(next); });
  });
  for (let i = 0; i < 60; i++) await page.mouse.move(box.x + box.width / 2 + i * 3, box.y + box.height / 2 + i * 2);
  await page.mouse.up();
  return page.evaluate(() => window.gaps.sort((a, b) => a - b)[window.gaps.length >> 1]);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const pages = readdirSync(root).filter((name) => name.endsWith(".html")).sort();
try {
  for (const screen of screens) {
    const phone = screen.viewport.width < 700;
    // The page's policy refuses scripts such as axe, which is put in past it.
    const checked = await browser.newContext({ ...screen, bypassCSP: true });
    await checked.addInitScript({ path: axe });
    const read = await browser.newContext(screen);
    for (const name of pages) {
      const where = `${name} (${screen.name})`, address = pathToFileURL(join(root, name)).href;
      const page = await checked.newPage();
      page.on("request", (request) => { if (request.url() !== address) fail(where, `asks for ${request.url()}`); });
      await page.goto(address);
      await frame(page);
      await accessible(page, where, phone);
      await page.close();
      const reader = await read.newPage();
      reader.on("console", (message) => { if (message.type() === "error") fail(where, message.text()); });
      reader.on("pageerror", (error) => fail(where, String(error)));
      const begin = Date.now();
      await reader.goto(address);
      await frame(reader);
      const loaded = Date.now() - begin;
      if (process.env.SCREENSHOTS) await reader.screenshot({ path: join(process.env.SCREENSHOTS, `${name}-${screen.name}.png`) });
      await keys(reader, where);
      if (!phone) await folds(reader, where);
      console.log(`${where}: opened in ${loaded} ms, ${(await frames(reader)).toFixed(1)} ms between frames`);
      await reader.close();
    }
    await checked.close();
    await read.close();
  }
} finally {
  await browser.close();
}
failures.slice(0, 40).forEach((failure) => console.error(failure));
console.log(`graphs: ${pages.length * screens.length} views of ${pages.length} pages, ${failures.length} failures`);
process.exit(failures.length ? 1 : 0);
