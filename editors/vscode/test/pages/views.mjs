// The views of what the server finds out about the place of the cursor.
import { until } from "../user.mjs";

const at = ({ page }, line) => page.locator(".statusbar-item", { hasText: `Ln ${line},` }).waitFor();

export const views = {
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
