// Stepping through a program.
import assert from "node:assert/strict";
import { texts, until } from "../user.mjs";

const variables = ({ page }) => texts(page.locator(".debug-viewlet .debug-variables .monaco-list-row"));
const stack = ({ page }) => texts(page.locator(".debug-call-stack .monaco-list-row"));

/** stopped waits until the run waits at a line, and variables and calls are shown. */
const stopped = (user, line, shown = []) => until(`the stop in line ${line} with ${shown}`, async () => {
  const [top] = await stack(user);
  const all = [...await variables(user), ...await stack(user)].map((text) => text.replaceAll(" ", ""));
  return top?.includes(`${line}:`) && shown.every((text) => all.some((one) => one.includes(text.replaceAll(" ", ""))));
});

/** begin opens a program and the view of variables and calls, which not every release opens where a run stops. */
async function begin(user) {
  await user.open("steps.frac");
  await user.command("View: Show Run and Debug");
  await user.lens("▶ run").waitFor();
}

const press = ({ page }, key) => page.keyboard.press(key);

const faulty = "def @bad(%x: int32) -> int32 { %x + true }\ndef @ok(%x: int32) -> int32 { if (%x > 3) { @bad(%x) } else { %x + 1 } }\n@ok(1)\n@ok(true)\n";

const dialog = ({ page }) => page.locator(".monaco-dialog-box");

export const debugging = {
  "an error is led to, and what does not come to it is stepped through": {
    files: { "faulty.frac": faulty },
    async test(user) {
      await user.open("faulty.frac");
      await user.command("View: Show Run and Debug");
      await user.page.waitForSelector(".squiggly-error");
      await user.at(4, 2);
      await user.command("Step Through What the Cursor Is In");
      await dialog(user).getByText("this expression has an error: faulty.frac:4:5: argument 1 of").waitFor();
      await user.shot("debug refused");
      await dialog(user).locator(".monaco-button", { hasText: "Go to the Error" }).click();
      await user.page.locator(".statusbar-item", { hasText: "Ln 4, Col 5" }).waitFor();
      await user.at(3, 2);
      await user.command("Step Through What the Cursor Is In");
      await stopped(user, 3);
      await press(user, "F11");
      await stopped(user, 2, ["%x = 1"]);
      await press(user, "Shift+F5");
      await user.page.locator(".debug-toolbar").waitFor({ state: "hidden" });
    },
  },
  async "a program that is in no file yet is saved first"(user) {
    await user.command("File: New Untitled Text File");
    await user.page.locator(".tab.active", { hasText: "Untitled-1" }).waitFor();
    await user.command("View: Show Run and Debug");
    await user.page.keyboard.press("Control+1");
    await user.command("Change Language Mode");
    await user.page.locator(".quick-input-box input").fill("Frac");
    await user.page.locator(".quick-input-list .monaco-list-row", { hasText: "Frac" }).first().click();
    await user.page.locator(".editor-group-container.active .monaco-editor.focused").first().waitFor();
    await user.page.keyboard.type("@length(Nil())");
    await user.lens("▶ run").waitFor();
    await user.command("Step Through What the Cursor Is In");
    const path = user.page.locator(".quick-input-box input");
    await until("the dialog", async () => (await path.inputValue()).startsWith(user.folder));
    await until("the name in it", async () => { // the dialog may still write a name of its own into its field
      await path.fill(`${user.folder}/saved.frac`);
      await user.page.waitForTimeout(1000);
      return (await path.inputValue()).endsWith("/saved.frac");
    });
    await user.page.keyboard.press("Enter");
    await stopped(user, 1);
    await press(user, "Shift+F5");
    await user.page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  },
  async "steps into the elements of a map and a scan"(user) {
    await begin(user);
    await user.at(11, 3);
    await user.command("Step Through What the Cursor Is In");
    await stopped(user, 11);
    await press(user, "F11");
    await stopped(user, 3, ["%xs = [1, 2, 3]"]);
    await press(user, "F11");
    await stopped(user, 3, ["%x = 1", "element 0"]);
    await press(user, "F10");
    await stopped(user, 3, ["%x = 2", "element 1"]);
    await user.shot("debug map");
    await press(user, "Shift+F11");
    await stopped(user, 3, ["Value", "%xs"]);
    await press(user, "F10");
    await stopped(user, 4, ["%squared = [1, 4, 9]"]);
    await press(user, "F11");
    await stopped(user, 5, ["%sum = 0", "%y = 1"]);
    await press(user, "F10");
    await stopped(user, 6, ["%next = 1"]);
    await user.shot("debug scan");
    await press(user, "Shift+F5");
    await user.page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  },
  async "a breakpoint, and a run from the keyboard"(user) {
    await begin(user);
    await user.at(6, 5);
    await press(user, "F9");
    await user.page.locator(".codicon-debug-breakpoint").first().waitFor();
    await user.at(11, 3);
    await user.command("Step Through What the Cursor Is In");
    await stopped(user, 11);
    await press(user, "F5");
    await stopped(user, 6, ["%next = 1"]);
    await press(user, "F5");
    await stopped(user, 6, ["%next = 5", "%sum = 1"]);
    await user.shot("breakpoint");
    assert.ok((await stack(user)).length > 1);
  },
  async "the debugger opens its view, and shows values in the text"(user) {
    await user.open("steps.frac");
    await user.lens("▶ run").waitFor();
    await user.at(11, 3);
    await user.command("Step Through What the Cursor Is In");
    await stopped(user, 11);
    await press(user, "F11");
    await stopped(user, 3, ["%xs = [1, 2, 3]"]);
    await press(user, "F10");
    await stopped(user, 4, ["%squared = [1, 4, 9]"]);
    await user.lines("the values in the text", (lines) => lines.some((line) => /let %squared.*%squared = \[1, 4, 9\]/.test(line)));
    assert.equal(await user.page.locator(".repl").count(), 0, "the console stays shut");
    await user.shot("debug values in the text");
    await press(user, "Shift+F5");
    await user.page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  },
  async "a step into an element, back steps, and a conditional breakpoint"(user) {
    const { page } = user;
    await user.open("steps.frac");
    await user.lens("▶ run").waitFor();
    await user.at(6, 5);
    await user.command("Debug: Add Conditional Breakpoint");
    await page.locator(".breakpoint-widget .monaco-editor.focused").waitFor();
    await page.keyboard.type("%next > 4 && %sum == 1");
    await page.keyboard.press("Enter");
    await page.locator(".codicon-debug-breakpoint-conditional").first().waitFor();
    await user.at(11, 3);
    await user.command("Step Through What the Cursor Is In");
    await stopped(user, 11);
    await press(user, "F11");
    await stopped(user, 3, ["%xs = [1, 2, 3]"]);
    await user.command("Step Into an Element");
    await page.locator(".quick-input-box input").fill("2");
    await page.keyboard.press("Enter");
    await stopped(user, 3, ["%x = 3", "element 2"]);
    await user.shot("debug element");
    await page.locator(".debug-toolbar .codicon-debug-step-back").click();
    await stopped(user, 3, ["%x = 2", "element 1"]);
    await press(user, "F5");
    await stopped(user, 6, ["%next = 5", "%sum = 1"]);
    await page.locator(".debug-toolbar .codicon-debug-step-back").click();
    await stopped(user, 5, ["%sum = 1", "%y = 4"]);
    await user.shot("debug back");
    await page.locator(".debug-toolbar .codicon-debug-reverse-continue").click();
    await stopped(user, 11);
    await press(user, "Shift+F5");
    await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
  },
  "the value of a variable is shown as a whole": {
    files: { "tensors.frac": "def @f(%t: Tensor[(60, 70), float32]) -> Tensor[(60, 70), float32] {\n  let %u = sin(cumsum(%t, axis=1) * 0.1f);\n  %u\n}\n@f(ones(shape=(60, 70), dtype=\"float32\"))\n" },
    async test(user) {
      await user.open("tensors.frac");
      await user.lens("▶ run").waitFor();
      await user.at(5, 3);
      await user.command("Step Through What the Cursor Is In");
      await stopped(user, 5);
      await press(user, "F11");
      await stopped(user, 2, ["%t"]);
      await press(user, "F10");
      await stopped(user, 3, ["%u"]);
      await user.command("Show in the Value View");
      await user.page.locator(".quick-input-list .monaco-list-row", { hasText: "%u" }).click();
      const view = user.view();
      await view.locator("h1", { hasText: "%u" }).waitFor();
      await view.locator("canvas").waitFor();
      await user.shot("debug value");
      await view.getByRole("button", { name: "Numbers" }).click();
      await view.getByLabel("go to row").fill("59");
      await view.getByLabel("go to row").press("Enter");
      await view.locator('td[data-row="59"]').first().waitFor();
      await user.page.keyboard.press("Control+1");
      await press(user, "Shift+F5");
      await user.page.locator(".debug-toolbar").waitFor({ state: "hidden" });
    },
  },
};
