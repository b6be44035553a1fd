// What stands in and above the text: squiggles, hovers, lenses, hints, fixes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../user.mjs";

export const text = {
  async "squiggles, hover, lens and hint"(user) {
    const { page } = user;
    await user.open("a.frac");
    await page.waitForSelector(".squiggly-error");
    await user.lens("▶ run").waitFor();
    await user.lines("the hint", (lines) => lines.some((t) => t.includes(": (int32, int32)")));
    await page.locator(".squiggly-error").first().hover({ force: true });
    await page.waitForSelector(".monaco-hover:not(.hidden) .hover-contents");
    await user.shot("squiggles");
    await page.keyboard.press("Escape");
    await user.lens("▶ run").click();
    await user.lines("the value", (lines) => lines.some((t) => /\(21\)\s*= 42/.test(t)));
    await user.shot("run");
  },
  async "a quick fix"(user) {
    const { page } = user;
    await user.open("a.frac");
    await page.waitForSelector(".squiggly-error");
    await page.locator(".squiggly-error").first().click({ force: true });
    await page.locator(".lightBulbWidget").first().waitFor();
    await page.keyboard.press("Control+.");
    await page.locator(".action-widget .monaco-list-row", { hasText: "@twice" }).first().waitFor();
    await user.shot("fix");
    await page.keyboard.press("Enter");
    await until("the fix", async () => (await page.locator(".squiggly-error").count()) === 0);
  },
  async "a name changes in two files"(user) {
    const { page } = user;
    await user.open("a.frac");
    await user.lens("▶ run").waitFor();
    await user.at(3, 2);
    await page.keyboard.press("F2");
    await page.locator(".rename-box input").fill("@double");
    await user.shot("rename");
    await page.keyboard.press("Enter");
    const has = (name, text) => until(`${text} in ${name}`, () => readFileSync(join(user.folder, name), "utf8").includes(text));
    await has("a.frac", "@double(21)");
    await has("lib.frac", "def @double(");
  },
  async "a cost lens that changes when a loop is added"(user) {
    const { page } = user;
    await user.open("cost.frac");
    await user.note("O(|l|) work").waitFor();
    await user.shot("cost before");
    await user.at(3, 1);
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await page.keyboard.insertText("  @map(fn(%x) { @length(%l) + %x }, %l)");
    await user.note("O(|l|^2) work").waitFor();
    await user.shot("cost after");
  },
};
