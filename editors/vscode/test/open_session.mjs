// A session with VS Code and the extension in it, which waits until it is killed:
//   node open_session.mjs RELEASE EXTENSIONS PROGRAMS   (folders; it prints the one that it writes to)
import { session } from "./session.mjs";
import { until, User } from "./user.mjs";
import { VSCode } from "./vscode.mjs";

const [release, extensions, programs] = process.argv.slice(2);
await session(async ({ browser, scratch }) => {
  const vscode = await VSCode.start({ release, extensions, scratch });
  const page = await browser.newPage();
  page.setDefaultTimeout(120000);
  const user = new User(page, vscode, vscode.folder(programs));
  await page.goto(vscode.address(user.folder));
  await user.open("a.frac");
  await until("fraccheck's server", () => vscode.servers("lsp").length > 0);
  console.log(scratch);
  await new Promise((done) => setTimeout(done, 600000));
});
