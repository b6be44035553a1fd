// Looks at a report in a browser without a screen, as it lies on the disk: `node run.mjs
// DIR`. Every page is asked by axe-core for what keeps people from reading it, on a screen
// and on a phone, light and dark; nothing may be asked of any other place, no page may be
// wider than the screen or say that something was refused, and the search has to find.
// SCREENSHOTS names a directory for pictures of the pages that PAGES lists.
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const root = resolve(process.argv[2]);
const screens = [
  { name: "desktop", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { name: "dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "phone-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
];
const failures = [];
const fail = (where, what) => failures.push(`${where}: ${what}`);

// pages are those that are looked at; of the pages that explain codes, which are alike, a
// few.
function pages() {
  let codes = 0;
  return readdirSync(root, { recursive: true }).map((name) => name.replaceAll("\\", "/")).filter((name) => name.endsWith(".html")).sort()
    .filter((name) => !name.startsWith("codes/") || codes++ % 20 === 0);
}

async function look(page, screen, name) {
  const where = `${name} (${screen.name})`;
  await page.goto(pathToFileURL(join(root, name)).href);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (wide > 0) fail(where, `is ${wide} pixels wider than the screen`);
  await page.evaluate(() => document.querySelectorAll("img").forEach((image) => { image.loading = "eager"; }));
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  const broken = await page.evaluate(() => [...document.images].filter((image) => !image.naturalWidth).map((image) => image.src));
  broken.forEach((source) => fail(where, `does not show ${source}`));
  const found = await page.evaluate(() => axe.run());
  for (const { id, nodes } of found.violations) fail(where, `${id}: ${nodes.slice(0, 3).map((node) => node.html).join(" ")}`);
}

async function search(page) {
  const entry = (() => page.evaluate(() => fraccheckIndex[0][1]));
  await page.goto(pathToFileURL(join(root, "search.html")).href);
  const name = await entry();
  await page.goto(pathToFileURL(join(root, "index.html")).href);
  await page.fill("header input", name);
  await page.press("header input", "Enter");
  await page.waitForSelector("#results a");
  if (await page.textContent("#results a") !== name) fail("search.html", `does not find ${name} first`);
  await page.click("#results a");
  if (!(await page.$(":target"))) fail("search.html", `${name} leads to no place`);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--allow-file-access-from-files"],
});
let looked = 0;
try {
  for (const screen of screens) {
    // The page's policy refuses scripts such as axe, which is put in past it; the
    // search runs under the policy.
    const checked = await browser.newContext({ ...screen, bypassCSP: true });
    await checked.addInitScript({ path: axe });
    const page = await checked.newPage();
    page.on("request", (request) => { if (!request.url().startsWith(pathToFileURL(root).href)) fail(page.url(), `asks for ${request.url()}`); });
    for (const name of pages()) {
      await look(page, screen, name);
      looked++;
    }
    await checked.close();
    const read = await browser.newContext(screen);
    const reader = await read.newPage();
    reader.on("console", (message) => { if (message.type() === "error") fail(reader.url(), message.text()); });
    reader.on("pageerror", (error) => fail(reader.url(), String(error)));
    await search(reader);
    for (const name of (process.env.PAGES ?? "index.html").split(",")) {
      await reader.goto(new URL(name, pathToFileURL(root + "/")).href);
      if (process.env.SCREENSHOTS) await reader.screenshot({ path: join(process.env.SCREENSHOTS, `${name.replace(/[/?=]/g, "_")}-${screen.name}.png`), fullPage: !process.env.FOLD });
      if (process.env.SCREENSHOTS && screen.name === "desktop") await reader.pdf({ path: join(process.env.SCREENSHOTS, `${name.replace(/[/?=]/g, "_")}.pdf`), format: "A4" });
    }
    await read.close();
  }
} finally {
  await browser.close();
}
failures.slice(0, 40).forEach((failure) => console.error(failure));
console.log(`report: ${looked} views of ${pages().length} pages, ${failures.length} failures`);
process.exit(failures.length ? 1 : 0);
