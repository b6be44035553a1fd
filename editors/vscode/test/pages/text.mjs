// What stands in and above the text: squiggles, hovers, lenses, hints, fixes.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { functions } from "../program.mjs";
import { until } from "../user.mjs";

/** without are the names of the definitions on the screens, in order, that have no lens right above them; undefined where a screen shows none. */
const without = (page) => page.evaluate(() => {
  const lacking = (group) => {
    const editor = group.querySelector(".editor-scrollable").getBoundingClientRect();
    const seen = (selector) => [...group.querySelectorAll(selector)]
      .map((element) => ({ text: element.textContent, ...element.getBoundingClientRect().toJSON() }))
      .filter(({ top, bottom, height }) => height > 0 && bottom <= editor.bottom && top >= editor.top + 2 * height);
    const lenses = seen(".codelens-decoration").filter(({ text }) => text.includes("work"));
    const definitions = seen(".view-line").filter(({ text }) => text.startsWith("def"));
    if (definitions.length === 0) return undefined;
    return definitions.filter(({ top }) => !lenses.some(({ bottom }) => Math.abs(bottom - top) < 6)).map(({ text }) => /@\w+/.exec(text)[0]);
  };
  const all = [...document.querySelectorAll(".editor-group-container")].map(lacking);
  return all.includes(undefined) ? undefined : all.flat();
});

const allHaveLenses = (page, where) => until(`lenses on all definitions ${where}`, async () => (await without(page))?.length === 0);

/** told waits until something wrong is counted, with nothing open. */
const told = ({ page }) => until("problems", async () => /[1-9]/.test(await page.locator("[id='status.problems']").first().textContent().catch(() => "")));

export const text = {
  "a folder of programs, of which none is open": { test: told, searches: true },
  "a folder with a configuration, of which no program is open": { test: told, files: { "fraccheck.toml": "" } },
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
  "mistakes in a configuration": {
    files: { "fraccheck.toml": "# The project's own.\n[severity]\nunused-bindin = \"off\"\nstale-shape = true\n" },
    async test(user) {
      const { page } = user;
      await user.open("fraccheck.toml");
      await until("two mistakes", async () => (await page.locator(".squiggly-error").count()) === 2);
      await page.locator(".squiggly-error").first().hover({ force: true });
      await page.locator(".monaco-hover:not(.hidden)", { hasText: "did you mean" }).first().waitFor();
      await user.shot("configuration");
      await page.keyboard.press("Escape");
      await page.locator(".squiggly-error").first().click({ force: true });
      await page.keyboard.press("Control+.");
      await page.locator(".action-widget .monaco-list-row", { hasText: "unused-binding" }).first().waitFor();
      await page.keyboard.press("Enter");
      await until("one mistake", async () => (await page.locator(".squiggly-error").count()) === 1);
    },
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
  "lenses of a long file, wherever it is scrolled to": { files: { "long.frac": functions(1000) }, async test(user) {
    const { page } = user;
    await user.open("long.frac");
    await allHaveLenses(page, "at the beginning");
    await user.at(3001, 5);
    await allHaveLenses(page, "in the middle");
    await page.locator(".editor-group-container.active .view-lines").hover();
    for (let i = 0; i < 20; i++) {
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(100);
    }
    await allHaveLenses(page, "further down");
    await page.keyboard.press("Control+End");
    await allHaveLenses(page, "at the end");
    await user.at(3001, 1);
    await page.keyboard.insertText("def @new(%l: List[int32]) -> int32 { @sum600(%l) }\n");
    await user.lens("2 references").waitFor();
    await allHaveLenses(page, "below what was typed");
    await user.shot("long file");
  } },  "lenses of a long file in two editors": { files: { "long.frac": functions(1000) }, async test(user) {
    const { page } = user;
    await user.open("long.frac");
    await allHaveLenses(page, "at the beginning");
    await user.command("View: Split Editor Right");
    await until("two editors", async () => (await page.locator(".editor-group-container .view-lines").count()) === 2);
    await user.at(4001, 5);
    await allHaveLenses(page, "on a screen at the end and on one at the beginning");
    await user.shot("two editors");
    await user.at(4001, 1);
    await page.keyboard.insertText("def @new(%l: List[int32]) -> int32 { @sum0(%l) }\n");
    await until("the reference from far below", async () => (await user.lens("2 references").count()) > 0);
    await allHaveLenses(page, "on both screens below what was typed");
    await page.locator(".editor-group-container .view-lines").last().hover();
    for (let i = 0; i < 20; i++) {
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(100);
    }
    await allHaveLenses(page, "on both screens, the other one further down");
    await page.keyboard.press("Control+1");
    await user.command("View: Close All Editors in Group");
    await until("one editor", async () => (await page.locator(".editor-group-container .view-lines").count()) === 1);
    await page.locator(".editor-group-container .view-lines").last().hover();
    await page.mouse.wheel(0, 9000);
    await allHaveLenses(page, "where one editor is left");
  } },
};
