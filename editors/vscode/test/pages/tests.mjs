// The Test Explorer over evaluation comments.
import { texts, until } from "../user.mjs";

const row = ({ page }, text) => page.locator(".test-explorer .monaco-list-row", { hasText: text });

/** explorer shows the tests of a file. */
async function explorer(user, file) {
  await user.open(file);
  await user.lens("▶ test").waitFor();
  await user.command("View: Show Testing");
  await row(user, file).waitFor();
}

export const tests = {
  async "tests run, and one fails with both values"(user) {
    const { page } = user;
    await explorer(user, "checks.frac");
    await user.at(1, 1);
    await user.command("Test: Run Tests in Current File");
    await page.locator(".result-summary", { hasText: "1/2" }).waitFor();
    await page.locator(".editor-instance .codicon-testing-failed-icon").first().waitFor();
    await user.shot("tests");
    await user.at(5, 1);
    await user.command("Test: Peek Output");
    const sides = page.locator(".zone-widget .monaco-diff-editor .view-lines");
    await until("both values", async () => (await texts(sides)).join(" ").includes("[2, 4, 6]"));
    await user.shot("test peek");
  },
  async "a test is stepped through"(user) {
    const { page } = user;
    await explorer(user, "checks.frac");
    await user.command("View: Show Run and Debug");
    await user.at(5, 1);
    await user.command("Test: Debug Test at Cursor");
    await until("the stop at the test", async () => (await texts(page.locator(".debug-call-stack .monaco-list-row"))).some((text) => text.includes("5:")));
    await user.shot("test debug");
    await page.keyboard.press("F5");
    await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  },
  "a test of a lens and one of the Test Explorer are one": {
    files: { "state.frac": "def @half(%x: int32) -> int32 { 6 / %x }\n@half(2)  # evaluates to 3\n\n@half(0)  # evaluates to 1\n" },
    async test(user) {
      const { page } = user;
      await explorer(user, "state.frac");
      await row(user, "state.frac").click();
      await page.keyboard.press("ArrowRight");
      await user.page.locator(".codelens-decoration a", { hasText: "▶ test" }).nth(1).click();
      await user.lens("▶ test: passed").waitFor();
      await row(user, "@half").first().locator(".codicon-testing-passed-icon").waitFor();
      await user.shot("test by a lens");
      await user.at(1, 1);
      await user.command("Test: Run Tests in Current File");
      await user.lens("▶ test: failed: division by zero").waitFor();
      await page.locator(".result-summary", { hasText: "1/2" }).waitFor();
      await user.at(4, 1);
      await user.command("Test: Peek Output");
      await page.locator(".zone-widget", { hasText: "@half" }).waitFor();
      await user.shot("test with its calls");
      await page.keyboard.press("Escape");
      await user.at(1, 33);
      await page.keyboard.type("1 + ");
      await until("no verdict in a lens", async () => (await page.locator(".codelens-decoration a", { hasText: "▶ test:" }).count()) === 0);
      await user.shot("tests outdated");
    },
  },
};
