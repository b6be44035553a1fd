// What is said and done where the server is missing or ends, and where the folder is not trusted.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { texts, until } from "../user.mjs";

const said = ({ page }, text) => page.locator(".notification-list-item-message", { hasText: text }).waitFor();
const dialogs = ({ page }) => page.locator(".notification-list-item").count();

export const trouble = {
  "a command that is refused says so in a message": {
    files: { "types.frac": "data T { A }\n" },
    async test(user) {
      await user.open("types.frac");
      await until("the server", () => user.vscode.servers("lsp").length > 0);
      await user.at(1, 3);
      await user.command("Run What the Cursor Is In");
      await said(user, "only expressions and definitions can be run");
      assert.equal(await user.page.locator(".monaco-dialog-box").count(), 0);
    },
  },
  async "the end of the server"(user) {
    const { page, vscode } = user;
    await user.open("a.frac");
    await page.waitForSelector(".squiggly-error");
    const [id] = await until("the server", () => { const all = vscode.servers("lsp"); return all.length > 0 && all; });
    process.kill(Number(id), "SIGKILL");
    await until("another server", () => { const all = vscode.servers("lsp"); return all.length > 0 && !all.includes(id); });
    await user.lens("▶ run").click();
    await user.lines("the value", (lines) => lines.some((t) => /\(21\)\s*= 42/.test(t)));
    assert.equal(await dialogs(user), 0);
  },
  "a server that crashes gets one dialog": {
    settings: { "fraccheck.path": "/bin/false" },
    async test(user) {
      await user.open("a.frac");
      await said(user, "/bin/false ends with status 1");
      assert.equal(await dialogs(user), 1);
      await user.shot("crash");
    },
  },
  "a server that ends at once gets one dialog": {
    settings: { "fraccheck.path": fileURLToPath(new URL("../dying.sh", import.meta.url)) },
    async test(user) {
      await user.open("a.frac");
      await said(user, "does not start as a language server");
      assert.equal(await dialogs(user), 1);
      await user.page.locator(".notification-list-item .monaco-button", { hasText: "Show Log" }).click();
      // A log is written by a native module, which code-server's package lacks: the first showing may be lost.
      const log = user.page.locator(".output-view").first();
      await log.waitFor({ timeout: 5000 }).catch(() => user.command("Show the Log"));
      await log.waitFor();
    },
  },
  "a missing server gets one dialog": {
    where: "bare",
    async test(user) {
      await user.open("a.frac");
      await said(user, "fraccheck does not run");
      assert.deepEqual((await texts(user.page.locator(".notification-list-item .monaco-button"))).map((t) => t.trim()), ["Choose…", "How to Install", "Show Log", "Retry"]);
      assert.equal(await dialogs(user), 1);
      await user.shot("missing");
      await user.page.locator(".notification-list-item .monaco-button", { hasText: "Choose…" }).click();
      const path = user.page.locator(".quick-input-box input");
      await until("the dialog", async () => (await path.inputValue()).endsWith("/"));
      await until("the file", async () => { // the dialog may still write the folder into its field
        await path.fill(user.vscode.binary);
        await user.page.waitForTimeout(2000);
        return (await path.inputValue()) === user.vscode.binary;
      });
      await user.page.locator(".quick-input-widget .monaco-button", { hasText: "Use" }).click();
      await user.page.waitForSelector(".squiggly-error");
    },
  },
  "restricted mode": {
    where: "asking",
    async test(user) {
      const { page } = user;
      await user.answerIfAsked("No, I don't trust"); // 1.139 opens a folder in restricted mode without a question
      await user.open("a.frac");
      await page.waitForSelector(".squiggly-error");
      await page.locator(".statusbar-item", { hasText: "Restricted Mode" }).first().waitFor();
      await user.shot("restricted");
      await user.command("Workspaces: Manage Workspace Trust");
      await page.locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" }).first().click();
      await page.locator(".statusbar-item", { hasText: "Restricted Mode" }).first().waitFor({ state: "detached" });
    },
  },
};
