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
};
