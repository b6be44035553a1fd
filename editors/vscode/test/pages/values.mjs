// The view of values beside the text.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { texts, until } from "../user.mjs";

/** facts are what is said above a tensor. */
async function facts(view) {
  const [names, values] = [await texts(view.locator(".facts dt")), await texts(view.locator(".facts dd"))];
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

/** title waits until the view shows an expression. */
const titled = (view, text) => view.locator("h1", { hasText: text }).waitFor();

/** show has the value of a line of values.frac shown. */
async function show(user, line, title) {
  await user.at(line, 1);
  const view = user.view();
  await titled(view, title);
  return view;
}

/** opened shows the first value of values.frac by its lens. */
async function opened(user) {
  await user.open("values.frac");
  await user.lens("▶ run").click();
  const view = user.view();
  await titled(view, "reshape(sin");
  return view;
}

const calls = `def @scale(%x: int32, %y: int32) -> int32 {
  %x * %y
}

@scale(2, 3)
# @scale(1, 1) evaluates to 1
def @unused(%x: int32) -> int32 { %x }
`;

export const values = {
  async "a tensor from a lens"(user) {
    const view = await opened(user);
    await view.locator("table.grid tbody tr").nth(9).waitFor();
    const { shape, dtype, range, mean, NaN: nan } = await facts(view);
    assert.deepEqual([shape, dtype, nan], ["10 × 12", "float32", "0"]);
    assert.match(range, /^-0\.9\d* … 0\.9\d*$/);
    assert.match(mean, /^0\.0\d*$/);
    const heat = await view.locator("td[data-row]").evaluateAll((cells) => cells.map((cell) => Number(cell.style.getPropertyValue("--heat"))));
    assert.equal(heat.length, 120);
    assert.equal(Math.max(...heat), 1);
    assert.equal(Math.min(...heat), 0);
    await view.locator('td[data-row="0"][data-column="0"]').click();
    await user.page.keyboard.press("ArrowRight");
    await user.page.keyboard.press("ArrowDown");
    await view.locator(".cell", { hasText: "[1, 1] = 0.863" }).waitFor();
    await user.shot("tensor");
  },
  async "values of other kinds follow the cursor"(user) {
    const view = await opened(user);
    await show(user, 4, "log");
    await view.locator(".facts .warn", { hasText: "NaN" }).waitFor();
    assert.equal((await facts(view)).infinite, "1");
    assert.equal(await view.locator("td.odd").count(), 2);
    await user.shot("not finite");
    await show(user, 6, "1500");
    await view.getByLabel("columns after").click();
    await view.locator(".paging", { hasText: "of 500" }).waitFor();
    await until("the next columns", async () => Number(await view.locator("thead th").first().textContent()) > 0);
    await user.shot("wide rows");
    await show(user, 8, "zeros");
    await view.locator(".empty", { hasText: "no elements" }).waitFor();
    assert.equal((await facts(view)).shape, "0 × 4");
    await user.shot("no elements");
    await show(user, 10, "%row");
    assert.deepEqual(await texts(view.locator(".fractal .fractal > .caption b")), ["3", "0", "2"]);
    assert.deepEqual(await texts(view.locator(".fractal .fractal td")), ["1", "4", "9", "16", "25"]);
    await user.shot("boxes");
    await show(user, 12, "%n");
    assert.equal(await view.locator(".fractal table.grid").count(), 2);
    await user.shot("boxes of tensors");
    await show(user, 14, "Some");
    await view.locator("summary", { hasText: "list of 3" }).waitFor();
    await user.shot("tree");
    await show(user, 16, "fn(%x");
    await view.locator(".node.function", { hasText: "fn(int32) -> int32" }).waitFor();
    await user.shot("function");
    await show(user, 18, "reduce");
    await view.locator(".failed", { hasText: "division by zero" }).waitFor();
    await user.shot("fault");
    await view.locator(".failed button").click();
    await user.page.locator(".statusbar-item", { hasText: "Ln 18, Col 24" }).waitFor();
  },
  async "a value is compared with the one that is expected"(user) {
    const view = await opened(user);
    await show(user, 10, "%row");
    const field = view.getByLabel("Compare with an expression");
    await field.fill("[[1, 4, 9], [], [16, 26]]");
    await field.press("Enter");
    await view.locator(".verdict.unequal").waitFor();
    assert.deepEqual(await texts(view.locator("td.differs")), ["25"]);
    await user.shot("compared");
    await field.fill("[[1, 4, 9], [], [16, 25]]");
    await field.press("Enter");
    await view.locator(".verdict.equal").waitFor();
    await field.fill("[[1, 4");
    await field.press("Enter");
    await view.locator(".notice.error").waitFor();
    assert.equal(await view.locator(".verdict").textContent(), "");
    await user.shot("not compared");
  },
  async "two tensors are compared"(user) {
    const view = await opened(user);
    await show(user, 4, "log");
    const field = view.getByLabel("Compare with an expression");
    await field.fill("log(Constant([[1f, 0f, -1f], [2f, 4f, 9f]]))");
    await field.press("Enter");
    await view.locator("td.differs").waitFor();
    assert.equal(await view.locator("td.differs").count(), 1);
    await user.shot("tensors compared");
  },
  async "what is expected belongs to its expression"(user) {
    const view = await opened(user);
    await show(user, 10, "%row");
    const field = view.getByLabel("Compare with an expression");
    await field.fill("[[1, 4, 9], [], [16, 26]]");
    await field.press("Enter");
    await view.locator(".verdict.unequal").waitFor();
    await show(user, 4, "log");
    assert.equal(await field.inputValue(), "");
    assert.equal(await view.locator(".verdict").textContent(), "");
    await show(user, 10, "%row");
    await view.locator(".verdict.unequal").waitFor();
    assert.equal(await view.locator(".notice.error").count(), 0);
  },
  "a definition with parameters offers its calls, and the value of one stays": {
    files: { "calls.frac": calls },
    async test(user) {
      await user.open("calls.frac");
      await user.lens("▶ run").waitFor();
      await user.at(2, 3);
      await user.command("Show the Value at the Cursor");
      const view = user.view();
      await view.locator(".notice", { hasText: "What @scale gives depends on its parameters %x, %y." }).waitFor();
      assert.deepEqual(await texts(view.locator(".calls a")), ["@scale(2, 3)", "@scale(1, 1)"]);
      assert.equal(await view.locator(".failed").count(), 0);
      await user.shot("calls");
      await view.locator(".calls a").first().click();
      await titled(view, "@scale(2, 3)");
      await view.locator(".node", { hasText: "6: int32" }).waitFor();
      assert.equal(await view.getByRole("button", { name: "Pin" }).getAttribute("aria-pressed"), "true");
      await user.at(2, 3);
      await user.page.keyboard.type("1 +");
      await view.locator(".node", { hasText: "7: int32" }).waitFor();
      await user.page.keyboard.type(" )");
      await view.locator(".failed", { hasText: "syntax error" }).waitFor();
      await view.locator(".before .node", { hasText: "7: int32" }).waitFor();
      await user.page.keyboard.press("Backspace");
      await view.locator(".before").waitFor({ state: "detached" });
      await view.locator(".node", { hasText: "7: int32" }).waitFor();
      await view.getByRole("button", { name: "Pin" }).click();
      await user.at(6, 20);
      await titled(view, "@scale(1, 1)");
      await view.locator(".node", { hasText: "2: int32" }).waitFor();
      await user.at(7, 8);
      await view.locator(".notice", { hasText: "A call of it on a line of its own has a value." }).waitFor();
    },
  },
  async "the keyboard goes through a value"(user) {
    const view = await opened(user);
    await show(user, 6, "1500");
    const focused = () => view.locator("body").evaluate(() => document.activeElement?.textContent);
    await view.getByLabel("columns after").focus();
    await user.page.keyboard.press("Enter");
    await view.locator(".paging", { hasText: "columns 16–" }).waitFor();
    assert.equal(await focused(), "▶");
    await view.locator('td[data-row="1"][data-column="15"]').focus();
    await user.page.keyboard.press("ArrowRight");
    await view.locator(".paging", { hasText: "columns 32–" }).waitFor();
    assert.equal(await focused(), "533");
    await view.locator(".cell", { hasText: "[1, 32] = 533" }).waitFor();
    await user.page.keyboard.press("ArrowLeft");
    await view.locator(".paging", { hasText: "columns 16–" }).waitFor();
    assert.equal(await focused(), "532");
    await view.getByRole("button", { name: "Again" }).focus();
    await user.page.keyboard.press("Enter");
    await view.locator(".paging", { hasText: "columns 0–" }).waitFor();
    assert.equal(await focused(), "Again");
    assert.match(await view.locator(".spoken").textContent(), /^reshape.* = Tensor/);
  },
  async "a tensor is saved for NumPy"(user) {
    const view = await opened(user);
    await view.getByRole("button", { name: "Save as .npy…" }).click();
    const name = user.page.locator(".quick-input-box input");
    await until("the dialog", async () => (await name.inputValue()).endsWith(".npy"));
    const file = join(user.folder, "waves.npy");
    await name.fill(file);
    await user.shot("save");
    await user.page.keyboard.press("Enter");
    const bytes = await until("the file", () => {
      try {
        return readFileSync(file);
      } catch {
        return undefined;
      }
    });
    assert.equal(bytes.toString("latin1", 1, 6), "NUMPY");
    assert.match(bytes.toString("latin1"), /'shape': \(10, 12\)/);
  },
  async "a value that is edited, and one whose process is gone"(user) {
    const view = await opened(user);
    await show(user, 4, "log");
    await user.at(4, 17);
    await user.page.keyboard.type("3");
    await titled(view, "[[13f,");
    await user.at(3, 1);
    await user.page.keyboard.type("# A line above moves it.\n");
    await user.at(3, 1);
    await user.page.keyboard.press("Control+Shift+K");
    await show(user, 6, "1500");
    for (const id of user.vscode.servers("worker")) process.kill(Number(id), "SIGKILL");
    await view.getByLabel("columns after").click();
    await until("the next columns", async () => Number(await view.locator("thead th").first().textContent()) > 0);
    assert.equal(await view.locator(".notice.error").count(), 0);
  },
};
