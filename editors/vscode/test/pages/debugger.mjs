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

export const debugging = {
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
};
