// A browser and a folder for what is written, both gone in the end, whatever happens.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.mjs";
import { endAll } from "./vscode.mjs";

/** guarded has what a session leaves behind removed, even where it is killed; what it gives says that nothing is left. */
function guarded(folder) {
  const script = join(dirname(fileURLToPath(import.meta.url)), "guard.mjs");
  const guard = spawn(process.execPath, [script, folder], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  guard.stdin.on("error", () => {}); // somebody has killed it
  return () => guard.stdin.end("cleaned");
}

/** session hands both over, and gives what `act` gives. */
export async function session(act) {
  const scratch = mkdtempSync(join(tmpdir(), "fraccheck-vscode-"));
  const freed = guarded(scratch);
  process.env.TMPDIR = scratch; // so that what the browser and the servers leave there goes with it
  let browser, cleaned;
  const clean = () => cleaned ??= (async () => {
    await Promise.all([browser?.close().catch(() => {}), endAll()]);
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    freed();
  })();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void clean().finally(() => process.exit(1)));
  try {
    browser = await launch(scratch);
    return await act({ browser, scratch });
  } catch (error) {
    if (cleaned) await new Promise(() => {}); // what a signal took away was missed; it ends the process soon
    throw error;
  } finally {
    await clean();
  }
}
