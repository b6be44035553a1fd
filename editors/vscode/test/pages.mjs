// What a user sees of the extension on VS Code's page.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";

/** open opens a file by a double click in the explorer. */
async function open({ page }, name) {
  const row = page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first();
  await row.dblclick();
  await page.waitForSelector(`.tab.active[data-resource-name="${name}"]`);
}

async function command({ page }, title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-box input").fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
}

/** until waits until something holds, and gives what it gave. */
async function until(what, is) {
  for (let i = 0; i < 300; i++) {
    const got = await is();
    if (got) return got;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${what} never came`);
}

const lens = ({ page }, text) => page.locator(".codelens-decoration a", { hasText: text }).first();

/** note is a lens that does nothing when it is clicked. */
const note = ({ page }, text) => page.locator(".codelens-decoration span", { hasText: text }).first();

/** servers are the processes of the server in this VS Code's folder of extensions. */
function servers(scratch) {
  return readdirSync("/proc").filter((id) => /^\d+$/.test(id)).filter((id) => {
    try {
      const parent = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ")[1];
      return readlinkSync(`/proc/${id}/exe`).startsWith(scratch + "/extensions") && !readlinkSync(`/proc/${parent}/exe`).startsWith(scratch + "/extensions");
    } catch {
      return false;
    }
  });
}

/** rest moves the cursor to a line and a column of the open document. */
async function rest({ page }, line, column) {
  await page.keyboard.press("Control+g");
  await page.locator(".quick-input-box input").fill(`:${line}:${column}`);
  await page.keyboard.press("Enter");
}

export const pages = {
  "squiggles, hover, lens and hint": {
    async test(vscode, shot) {
      const { page } = vscode;
      await open(vscode, "a.frac");
      await page.waitForSelector(".squiggly-error");
      await lens(vscode, "▶ run").waitFor();
      await until("the hint", async () => (await page.locator(".view-line").allTextContents()).some((t) => t.replaceAll("\u00a0", " ").includes(": (int32, int32)")));
      await page.locator(".squiggly-error").first().hover({ force: true });
      await page.waitForSelector(".monaco-hover:not(.hidden) .hover-contents");
      await shot("squiggles");
      await page.keyboard.press("Escape");
      await lens(vscode, "▶ run").click();
      await lens(vscode, "42").waitFor();
      await shot("run");
    },
  },
  "a quick fix": {
    async test(vscode, shot) {
      const { page } = vscode;
      await open(vscode, "a.frac");
      await page.waitForSelector(".squiggly-error");
      await page.locator(".squiggly-error").first().click({ force: true });
      await page.keyboard.press("F8");
      await page.keyboard.press("Control+.");
      const fix = page.locator(".action-widget .monaco-list-row", { hasText: "@twice" }).first();
      await fix.waitFor();
      await shot("fix");
      await page.keyboard.press("Enter");
      await until("the fix", async () => (await page.locator(".squiggly-error").count()) === 0);
    },
  },
  "a cost lens that changes when a loop is added": {
    async test(vscode, shot) {
      const { page } = vscode;
      await open(vscode, "cost.frac");
      await note(vscode, "O(|l|) work").waitFor();
      await shot("cost before");
      await rest(vscode, 3, 1);
      await page.keyboard.press("Home");
      await page.keyboard.press("Shift+End");
      await page.keyboard.insertText("  @map(fn(%x) { @length(%l) + %x }, %l)");
      await note(vscode, "O(|l|^2) work").waitFor();
      await shot("cost after");
    },
  },
  "the status of the server, and its end": {
    async test(vscode) {
      const { page, scratch } = vscode;
      await open(vscode, "a.frac");
      await page.waitForSelector(".squiggly-error");
      const [id] = await until("the server", () => { const all = servers(scratch); return all.length > 0 && all; });
      process.kill(Number(id), "SIGKILL");
      await until("another server", () => { const all = servers(scratch); return all.length > 0 && !all.includes(id); });
      await lens(vscode, "▶ run").click();
      await lens(vscode, "42").waitFor();
      assert.equal(await page.locator(".notification-list-item-message").count(), 0);
    },
  },
  "a missing server gets one dialog": {
    server: false,
    env: { PATH: "/usr/bin:/bin" },
    async test(vscode, shot) {
      const { page } = vscode;
      await open(vscode, "a.frac");
      const said = page.locator(".notification-list-item-message", { hasText: "fraccheck does not run" });
      await said.waitFor();
      const buttons = (await page.locator(".notification-list-item .monaco-button").allTextContents()).map((t) => t.trim());
      assert.deepEqual(buttons, ["Choose…", "How to Install", "Retry"]);
      assert.equal(await page.locator(".notification-list-item").count(), 1);
      await shot("missing");
    },
  },
  "a server that crashes gets one dialog": {
    settings: { "fraccheck.path": "/bin/false" },
    async test(vscode, shot) {
      const { page } = vscode;
      await open(vscode, "a.frac");
      await page.locator(".notification-list-item-message", { hasText: "/bin/false ends with status 1" }).waitFor();
      assert.equal(await page.locator(".notification-list-item").count(), 1);
      await shot("crash");
    },
  },
  "restricted mode": {
    trusted: false,
    async test(vscode, shot) {
      const { page } = vscode;
      await open(vscode, "a.frac");
      await page.waitForSelector(".squiggly-error");
      await page.locator(".statusbar-item", { hasText: "Restricted Mode" }).first().waitFor();
      await shot("restricted");
    },
  },
};
