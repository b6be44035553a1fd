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
    assert.ok(Math.min(...heat) < 0.1, "the scale begins at zero");
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
    await view.locator(".paging", { hasText: "of 500" }).waitFor();
    await view.locator(".scroll").hover();
    await user.page.mouse.wheel(3000, 0);
    await view.locator("td", { hasText: "45" }).first().waitFor();
    await until("the next columns", async () => Number(await view.locator("thead th").first().textContent()) > 10);
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
    await view.locator(".failed .calls a").first().click();
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
      await view.locator(".notice", { hasText: "What @unused gives depends on its parameter %x." }).waitFor();
    },
  },
  async "the keyboard goes through a value"(user) {
    const view = await opened(user);
    await show(user, 6, "1500");
    const focused = () => view.locator("body").evaluate(() => document.activeElement?.textContent.trim());
    await view.getByLabel("go to column").fill("470");
    await view.getByLabel("go to column").press("Enter");
    const cell = (row, column) => view.locator(`td[data-row="${row}"][data-column="${column}"]`);
    await cell(0, 470).focus();
    await user.page.keyboard.press("ArrowDown");
    for (let i = 0; i < 25; i++) await user.page.keyboard.press("ArrowRight");
    await until("the element beside", async () => await focused() === "996");
    await view.locator(".cell", { hasText: "[1, 495] = 996" }).waitFor();
    await user.page.keyboard.press("Home");
    await until("the first column", async () => await focused() === "501");
    await user.page.keyboard.press("Control+End");
    await until("the last element", async () => await focused() === "1500");
    await view.getByRole("button", { name: "Again" }).focus();
    await user.page.keyboard.press("Enter");
    await view.locator('td[data-column="499"]').first().waitFor();
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
    await view.getByLabel("go to column").fill("400");
    await view.getByLabel("go to column").press("Enter");
    await view.locator('td[data-row="1"][data-column="400"]', { hasText: "901" }).waitFor();
    assert.equal(await view.locator(".notice.error").count(), 0);
  },
  async "a large tensor is a heat map around zero, with its distribution"(user) {
    const view = await opened(user);
    await show(user, 20, "reshape(sin(cumsum(ones(shape=(90000");
    await view.locator("canvas").waitFor();
    assert.match(await view.locator("canvas").getAttribute("aria-label"), /^Heat map of Tensor\[\(300, 300\), float32\], 300 rows and 300 columns, from -1 to 1\. /);
    assert.match(await view.locator(".histogram svg").getAttribute("aria-label"), /^Histogram from -1.0 to 1.0: most elements, \d+, are in /);
    await view.locator(".about", { hasText: "A pixel is the mean of some of its 1.17 × 1.17 elements." }).waitFor();
    await view.locator("canvas").focus();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowDown"]) await user.page.keyboard.press(key);
    await view.locator(".cell", { hasText: /^\[2, 1\] = -?0\.\d+/ }).waitFor();
    await user.shot("heat map");
    await user.page.keyboard.press("Enter");
    await view.locator('td[data-row="2"][data-column="1"]').waitFor();
    assert.equal(await view.getByRole("button", { name: "Numbers" }).getAttribute("aria-pressed"), "true");
    const cells = view.locator("td[data-row]");
    const below = await cells.evaluateAll((all) => all.every((cell) => cell.classList.contains("below") === cell.textContent.trim().startsWith("-")));
    assert.ok(below, "negative numbers have the colour of their side of zero");
    assert.ok((await texts(cells)).every((text) => text.trim().length <= 10), "numbers are short");
    assert.match(await cells.first().getAttribute("title"), /^-?0\.\d{5,}/);
    await user.shot("numbers of a large tensor");
  },
  async "ten thousand columns are scrolled, and what is in sight is asked for"(user) {
    const view = await opened(user);
    await show(user, 22, "cumsum(ones(shape=(30000");
    await view.getByRole("button", { name: "Numbers" }).click();
    await view.locator(".scroll").hover();
    await view.locator(".scroll").evaluate((scroll) => scroll.scrollTo(scroll.scrollWidth, 0));
    await view.locator("td", { hasText: "10000" }).first().waitFor();
    assert.ok(await view.locator("td[data-row]").count() <= 300);
    await view.getByLabel("go to column").fill("5000");
    await view.getByLabel("go to column").press("Enter");
    await view.locator("td", { hasText: /^\s*25001\s*$/ }).waitFor();
    await user.shot("ten thousand columns");
  },
  async "an image, and slices of four dimensions"(user) {
    const view = await opened(user);
    await show(user, 24, "cast(cumsum(ones(shape=(3072");
    await view.locator("canvas").waitFor();
    assert.match(await view.locator("canvas").getAttribute("aria-label"), /^Image of 32 by 32/);
    await view.locator("canvas").focus();
    await view.locator(".cell", { hasText: "[0, 0] = (1, 2, 3)" }).waitFor();
    await user.shot("image");
    await show(user, 26, "log(reshape(cumsum(ones(");
    await view.getByLabel("index of dimension 0").focus();
    await user.page.keyboard.press("ArrowRight");
    await user.page.keyboard.press("ArrowRight");
    await view.locator(".slices", { hasText: "dimension 0 2 of 4" }).waitFor();
    await view.locator("td", { hasText: /^8\.189/ }).first().waitFor();
    await view.getByLabel("index of dimension 0").press("Home");
    await view.locator("td.nan").first().waitFor();
    await user.shot("slices");
    await view.getByRole("button", { name: "Pixels" }).click();
    await view.locator(".legend", { hasText: "NaN (2)" }).waitFor();
    await user.shot("heat map with NaN");
  },
};
