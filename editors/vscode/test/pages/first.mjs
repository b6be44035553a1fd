// The first minutes: the walkthrough, its sample program, key bindings.
import assert from "node:assert/strict";
import { texts, until } from "../user.mjs";

export const first = {
  async "the walkthrough opens a sample program, in which what it says happens"(user) {
    const { page } = user;
    await user.open("a.frac");
    await user.lens("▶ run").waitFor();
    await user.command("Welcome: Open Walkthrough");
    await page.locator(".quick-input-box input").fill("Get started with Frac");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "Get started with Frac and Relay" }).first().waitFor();
    await page.keyboard.press("Enter"); // what is shown of the line under the pointer may lie above it
    await page.locator(".gettingStartedContainer", { hasText: "Open a program" }).waitFor();
    await user.shot("walkthrough");
    await page.locator(".gettingStartedContainer .monaco-button", { hasText: "Open the sample program" }).click();
    await page.waitForSelector('.tab.active[data-resource-name="sample.frac"]');
    await page.waitForSelector(".squiggly-error");
    await user.at(4, 3);
    await page.keyboard.press("Control+.");
    await page.locator(".action-widget .monaco-list-row", { hasText: "@twice" }).first().waitFor();
    await page.keyboard.press("Enter");
    await until("the name is mended", async () => await page.locator(".codelens-decoration a", { hasText: /^▶ run(?!…)/ }).count() === 5);
    await user.lens("▶ run").click();
    await user.lines("the value", (lines) => lines.some((line) => /@twice\(21\)\s*= 42/.test(line)));
    await page.locator(".codelens-decoration a", { hasText: /^▶ test$/ }).nth(0).click();
    await user.lens("▶ test: passed").waitFor();
    await page.locator(".codelens-decoration a", { hasText: /^▶ test$/ }).nth(0).click();
    await user.lens("▶ test: failed").waitFor();
    await user.at(13, 3);
    await user.view().locator("canvas").waitFor();
    await user.shot("sample program");
  },
  async "key bindings are proposed, and none is set"(user) {
    const { page } = user;
    await user.open("a.frac");
    await user.lens("▶ run").waitFor();
    await user.command("Propose Key Bindings");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "Run What the Cursor Is In" }).waitFor();
    await user.shot("key bindings");
    assert.equal((await texts(page.locator(".quick-input-list .monaco-list-row"))).length, 6);
    await page.keyboard.press("Enter");
    await page.waitForSelector('.tab.active[data-resource-name="keybindings.json"]');
    await page.locator(".notification-list-item-message", { hasText: "the bindings are on the clipboard" }).waitFor();
    assert.ok(!(await texts(page.locator(".editor-group-container.active .view-line"))).some((line) => line.includes("fraccheck")));
  },
};
