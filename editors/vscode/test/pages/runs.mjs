// Runs: why one fails, what is under way, arguments that are asked for, limits.
import assert from "node:assert/strict";
import { texts, until } from "../user.mjs";

const program = `def @third(%x: int32) -> int32 { 6 / %x }
def @second(%x: int32) -> int32 { @third(%x) + 1 }
def @first(%x: int32) -> int32 { @second(%x) + 1 }
@first(0)

def @loop(%n: int32) -> int32 { @loop(%n + 1) }
@loop(0)  # evaluates to 1

def @scale(%x: int32, %factor: int32) -> int32 { %x * %factor }
# @first(0) evaluates to 2
`;

const files = { "runs.frac": program };

/** begin opens the program. */
async function begin(user) {
  await user.open("runs.frac");
  await user.lens("▶ run").waitFor();
}

const at = ({ page }, line) => page.locator(".statusbar-item", { hasText: `Ln ${line},` }).waitFor();

const box = ({ page }) => page.locator(".quick-input-box input");

const offers = ({ page }) => texts(page.locator(".quick-input-list .monaco-list-row .label-name"));

const offered = (user, text) => until(`the line ${text}`, async () => (await offers(user)).some((one) => one.includes(text)));

export const runs = {
  "a failed run shows the calls that led there": {
    files,
    async test(user) {
      await begin(user);
      await user.lens("▶ run").click();
      const view = user.view();
      await view.locator(".failed", { hasText: "division by zero" }).waitFor();
      const calls = await texts(view.locator(".failed .calls li"));
      assert.deepEqual(calls, ["in @third, runs.frac:1", "called in @second, runs.frac:2", "called in @first, runs.frac:3", "called in the expression, runs.frac:4"]);
      await user.shot("chain of calls");
      await view.locator(".failed .calls a").nth(1).focus();
      await user.page.keyboard.press("Enter");
      await at(user, 2);
      await user.at(4, 2);
      await user.command("Run What the Cursor Is In");
      await user.page.locator(".notification-list-item", { hasText: "division by zero" }).locator(".monaco-button", { hasText: "Show Where" }).click();
      await offered(user, "called in @second");
      await user.shot("calls of a command");
      await user.page.locator(".quick-input-list .monaco-list-row", { hasText: "called in @first" }).click();
      await at(user, 3);
    },
  },
  "a run under way shows for how long, and is stopped in place": {
    files, settings: { "fraccheck.run.timeout": 600 },
    async test(user) {
      await begin(user);
      await user.page.locator(".codelens-decoration a", { hasText: /^▶ run(?!…)/ }).nth(1).click();
      const view = user.view();
      await view.locator(".running", { hasText: /Running @loop\(0\)  # evaluates to 1, [1-9]\d* s/ }).waitFor();
      await user.lens("■ stop  (running, ").waitFor();
      await user.shot("running");
      await view.getByRole("button", { name: "Stop" }).click();
      await view.locator(".notice", { hasText: "It was stopped." }).waitFor();
      await view.locator(".running").waitFor({ state: "hidden" });
      await until("no lens that stops", async () => await user.page.locator(".codelens-decoration a", { hasText: "■ stop" }).count() === 0);
      await user.page.locator(".codelens-decoration a", { hasText: /^▶ run(?!…)/ }).nth(1).click();
      await user.lens("■ stop").click();
      await view.locator(".notice", { hasText: "It was stopped." }).waitFor();
    },
  },
  "a limit says how much it is, and leads to its setting": {
    files, settings: { "fraccheck.run.steps": 54321 },
    async test(user) {
      await begin(user);
      await user.page.locator(".codelens-decoration a", { hasText: /^▶ run(?!…)/ }).nth(1).click();
      const view = user.view();
      await view.locator(".failed", { hasText: "more than 54321 steps; the setting fraccheck.run.steps sets this limit, 54,321 steps: raise it, or set 0 for none" }).waitFor();
      await user.shot("limit");
      await view.getByRole("button", { name: "Change the limit" }).click();
      await user.page.locator(".settings-editor", { hasText: "How many steps a run may take" }).waitFor();
    },
  },
  "arguments are asked for, completed, checked and remembered": {
    files,
    async test(user) {
      const { page } = user;
      await begin(user);
      await user.at(9, 8);
      await user.command("Run What the Cursor Is In");
      await page.locator(".quick-input-title", { hasText: "Run @scale(%x: int32, %factor: int32)" }).waitFor();
      await offered(user, "@first");
      await box(user).fill("2, 3f");
      await offered(user, "argument 2 of @scale has the wrong dtype");
      await user.shot("arguments wrong");
      await box(user).fill("2, @sec");
      await offered(user, "@second");
      await user.shot("arguments completed");
      await page.locator(".quick-input-list .monaco-list-row", { hasText: "@second" }).last().click();
      await until("the completed text", async () => (await box(user).inputValue()).startsWith("2, @second"));
      await box(user).fill("6, 7");
      await offered(user, "@scale(6, 7)");
      await user.shot("arguments");
      await page.keyboard.press("Enter");
      await user.view().locator("h1", { hasText: "@scale(6, 7)" }).waitFor();
      await user.view().locator(".node", { hasText: "42: int32" }).waitFor();
      await user.at(9, 55);
      await user.at(7, 1);
      await user.at(9, 8);
      await user.view().getByRole("button", { name: "Run with arguments…" }).click();
      await until("what was typed before", async () => await box(user).inputValue() === "6, 7");
      await offered(user, "@scale(6, 7)");
      await page.keyboard.press("Escape");
    },
  },
};
