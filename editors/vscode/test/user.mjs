// What a user does on VS Code's page, and what is seen there.

/** until waits until something holds, and gives what it gave. */
export async function until(what, is) {
  for (let i = 0; i < 600; i++) {
    const got = await is();
    if (got) return got;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${what} never came`);
}

/** texts are the texts of elements, with plain blanks. */
export const texts = async (locator) => (await locator.allTextContents()).map((text) => text.replaceAll("\u00a0", " "));

/** A User has the page that a test drives. */
export class User {
  constructor(page, vscode, folder, pictures) {
    Object.assign(this, { page, vscode, folder, pictures });
  }

  /** answer answers the question whether the folder is trusted. */
  async answer(text) {
    await this.page.getByText(text).first().click();
    await this.page.getByText(text).first().waitFor({ state: "detached" });
  }

  /** answerIfAsked waits some seconds for the question. */
  async answerIfAsked(text) {
    const asked = await this.page.getByText(text).first().waitFor({ timeout: 15000 }).then(() => true, () => false);
    if (asked) await this.answer(text);
  }

  /** open opens a file by a double click in the explorer. */
  async open(name) {
    await this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).first().dblclick();
    await this.page.waitForSelector(`.tab.active[data-resource-name="${name}"]`);
    await this.page.waitForSelector(`.editor-group-container.active .view-line`);
  }

  /** command does what a line of the command palette says. */
  async command(title) {
    await this.page.keyboard.press("F1");
    await this.page.locator(".quick-input-box input").fill(`>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
  }

  /** at moves the cursor to a line and a column of the editor that is active, counted from 1. */
  async at(line, column) {
    await this.page.keyboard.press("Control+1"); // the editor, where the view beside it has the focus, which swallows keys until it is gone
    await this.page.locator(".editor-group-container.active .monaco-editor.focused").first().waitFor();
    await this.page.keyboard.press("Control+g");
    await this.page.locator(".quick-input-box input").fill(`:${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  lens(text) {
    const hasText = text === "▶ run" ? /^▶ run(?!…)/ : text; // not of a definition that asks for arguments
    return this.page.locator(".codelens-decoration a", { hasText }).first();
  }

  /** note is a lens that does nothing when it is clicked. */
  note(text) {
    return this.page.locator(".codelens-decoration span", { hasText: text }).first();
  }

  /** lines waits until the lines of the editors, with the hints in them, are as they should be. */
  lines(what, are) {
    return until(what, async () => are(await texts(this.page.locator(".view-line"))));
  }

  /** view is the page that the extension shows beside the text. */
  view() {
    return this.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  }

  /** shot keeps pictures of the page, in dark, light and high contrast, where they are wanted. */
  async shot(name) {
    if (!this.pictures) return;
    for (const [scheme, theme, forced] of [["contrast", "hc-black", "active"], ["dark", "vs-dark", "none"], ["light", "vs", "none"]]) {
      await this.page.emulateMedia({ colorScheme: scheme === "light" ? "light" : "dark", forcedColors: forced });
      await this.page.waitForSelector(`.monaco-workbench.${theme}`);
      await this.pictures(name, scheme);
    }
  }
}
