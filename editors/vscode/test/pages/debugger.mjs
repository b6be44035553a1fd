// Stepping through a program.
import { texts, until } from "../user.mjs";

const variables = ({ page }) => texts(page.locator(".debug-viewlet .debug-variables .monaco-list-row"));

/** stopped waits until the line at which the run waits is marked. */
const stopped = ({ page }, text) => until(`the stop at ${text}`, async () => {
  const marked = page.locator(".debug-top-stack-frame-line");
  return (await marked.count()) > 0 && (await texts(page.locator(".view-overlays > div:has(.debug-top-stack-frame-line)"))).length > 0;
});

export const debugging = {
  async "a step into the elements of a map and a scan"(user) {
    const { page } = user;
    await user.open("steps.frac");
    await page.locator(".codelens-decoration a").first().waitFor();
    await user.at(11, 3);
    await user.command("Step Through What the Cursor Is In");
    await page.locator(".debug-toolbar").waitFor();
    await stopped(user, "");
    await user.shot("debug begin");
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press("F11");
      await new Promise((done) => setTimeout(done, 1500));
      console.log(await variables(user), await texts(page.locator(".debug-call-stack .monaco-list-row")), await page.locator(".statusbar-item", { hasText: "Ln " }).textContent());
      await user.shot(`debug ${i}`);
    }
  },
};
