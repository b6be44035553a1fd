// The views of what the server finds out about the place of the cursor.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { until } from "../user.mjs";

const at = ({ page }, line) => page.locator(".statusbar-item", { hasText: `Ln ${line},` }).waitFor();

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** accessible has axe-core look for what keeps people from reading the view that is shown. */
async function accessible(view) {
  await view.locator("body").evaluate(axe);
  const found = await view.locator("body").evaluate(async () => (await window.axe.run()).violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.html}: ${n.failureSummary}`)));
  assert.deepEqual(found, []);
}

/** all are views, where the cursor stands for them, and what they show then. */
const all = [
  ["values.frac", 4, 1, "Show the Value at the Cursor", "td.odd"],
  ["values.frac", 18, 1, "Show the Value at the Cursor", ".failed .calls"],
  ["values.frac", 20, 1, "Show the Value at the Cursor", "canvas"],
  ["values.frac", 24, 1, "Show the Value at the Cursor", "canvas"],
  ["values.frac", 26, 1, "Show the Value at the Cursor", "td.nan"],
  ["checks.frac", 2, 40, "Show the Value at the Cursor", ".calls"],
  ["steps.frac", 4, 16, "Show the Dataflow Graph", ".picture svg"],
  ["steps.frac", 2, 24, "Show the Type Tree", ".picture svg"],
  ["cost.frac", 2, 6, "Show the Cost", ".bounds"],
  ["shift.fracrule", 2, 10, "Show the Matches of the Rule", ".notice a"],
];

/** read opens each view and has it looked at. */
async function read(user) {
  for (const [file, line, column, command, shown] of all) {
    await user.open(file);
    await user.page.locator(".codelens-decoration:visible").first().waitFor();
    await user.at(line, column);
    await user.command(command);
    await user.view().locator(shown).first().waitFor();
    await accessible(user.view());
    await user.page.keyboard.press("Control+1");
    await user.command("View: Close Editors in Other Groups");
  }
}

const themed = (theme) => ({ settings: { "window.autoDetectColorScheme": false, "workbench.colorTheme": theme }, test: read });

export const views = {
  "the views can be read by all, in a light theme": themed("Default Light Modern"),
  "the views can be read by all, in a dark theme": themed("Default Dark Modern"),
  "the views can be read by all, in high contrast": themed("Default High Contrast"),
  async "the dataflow graph leads to the text and follows the cursor"(user) {
    await user.open("steps.frac");
    await user.lens("▶ run").waitFor();
    await user.at(4, 16);
    await user.command("Show the Dataflow Graph");
    const view = user.view();
    await view.locator(".picture svg").waitFor();
    await until("the part at the cursor", async () => (await view.locator(".at-cursor").count()) > 0);
    await user.shot("graph");
    const parts = view.locator('[data-node][role="link"]');
    await parts.filter({ hasText: "map" }).first().click();
    await at(user, 3);
    await user.shot("graph clicked");
  },
  async "the tree of a type"(user) {
    await user.open("steps.frac");
    await user.lens("▶ run").waitFor();
    await user.at(2, 24);
    await user.command("Show the Type Tree");
    await user.view().locator(".picture svg").waitFor();
    await user.view().locator("text.dependent", { hasText: "D length" }).first().waitFor();
    await user.view().locator("summary", { hasText: "As text" }).click();
    await user.view().locator("pre", { hasText: "data-dependent length" }).waitFor();
    await user.shot("type tree");
  },
  async "what a definition costs, and where that comes from"(user) {
    await user.open("cost.frac");
    await user.lens("O(|l|) work").or(user.note("O(|l|) work")).first().waitFor();
    await user.at(2, 6);
    await user.command("Show the Cost");
    const view = user.view();
    await view.locator(".bounds", { hasText: "O(|l|)" }).waitFor();
    await view.getByRole("button", { name: "Measure" }).click();
    await view.locator(".picture svg").waitFor();
    const wide = await view.locator(".plot").evaluate((plot) => plot.querySelector("svg").clientWidth / plot.clientWidth);
    assert.ok(wide > 0.98, "the plot is as wide as the view");
    await user.shot("cost view");
    await view.locator(".why a").first().click();
    await at(user, 3);
  },
  async "the matches of a rule"(user) {
    await user.open("shift.fracrule");
    await user.lens("matches").waitFor();
    await user.at(2, 10);
    await user.command("Show the Matches of the Rule");
    const view = user.view();
    await view.locator("section", { hasText: "lib.frac" }).locator(".match", { hasText: "%x + %x" }).waitFor();
    await view.locator(".notice", { hasText: "a.frac has errors and was searched in part." }).waitFor();
    await user.shot("matches");
    await view.locator("section", { hasText: "lib.frac" }).locator(".match a.place").first().click();
    await user.page.waitForSelector('.tab.active[data-resource-name="lib.frac"]');
    await at(user, 2);
  },
  async "a normal form beside its source"(user) {
    await user.open("steps.frac");
    await user.lens("▶ run").waitFor();
    await user.at(3, 20);
    await user.command("Show the Program in A-Normal Form");
    await until("the mark in the form", async () => (await user.page.locator('.split-view-view:last-child .cdr[class*="ced-"]').count()) > 0);
    await user.shot("normal form");
  },
};
