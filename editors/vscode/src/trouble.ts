// The one dialog about a server that is missing, too old or does not stay up.
import * as vscode from "vscode";

const installation = "https://github.com/fraccheck/fraccheck#install";

let shown = false;

/** Ways are what the dialog offers besides another command. */
type Ways = { log: () => void; retry: () => Promise<void> };

/** offerHelp says what is wrong and offers what helps. While it is open, no second one is. */
export async function offerHelp(reason: string, ways: Ways): Promise<void> {
  if (shown) return;
  shown = true;
  try {
    await answer(await vscode.window.showErrorMessage(`fraccheck does not run. ${reason}`, "Choose…", "How to Install", "Show Log", "Retry"), ways);
  } finally {
    shown = false;
  }
}

async function answer(choice: string | undefined, { log, retry }: Ways): Promise<void> {
  if (choice === "Choose…") await choose();
  if (choice === "How to Install") await vscode.env.openExternal(vscode.Uri.parse(installation));
  if (choice === "Show Log") log();
  if (choice === "Retry") {
    shown = false; // what goes wrong now is to be said again
    await retry();
  }
}

/** choose sets the setting, whose change starts the server. */
async function choose(): Promise<void> {
  const [file] = await vscode.window.showOpenDialog({ title: "The fraccheck command", openLabel: "Use" }) ?? [];
  if (file) await vscode.workspace.getConfiguration("fraccheck").update("path", file.fsPath, vscode.ConfigurationTarget.Global);
}
