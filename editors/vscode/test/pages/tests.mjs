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
    await row(user, "→ [2, 4, 5]").locator(".codicon-testing-failed-icon, .testing-run-glyph, .codicon-testing-error-icon").first().waitFor();
    await user.shot("tests");
    const sides = page.locator(".test-output-peek .monaco-diff-editor .editor .view-lines");
    await until("both values", async () => (await texts(sides)).join(" ").includes("[2, 4, 6]"));
    await user.shot("test peek");
  },
};
