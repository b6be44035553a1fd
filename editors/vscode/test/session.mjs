// A browser and a folder for what is written, both gone in the end, whatever happens.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "./browser.mjs";
import { endAll } from "./vscode.mjs";

/** session hands both over, and gives what `act` gives. */
export async function session(act) {
  const scratch = mkdtempSync(join(tmpdir(), "fraccheck-vscode-"));
  process.env.TMPDIR = scratch; // so that what the browser and the servers leave there goes with it
  const browser = await launch(scratch);
  let cleaned;
  const clean = () => cleaned ??= (async () => {
    await browser.close().catch(() => {});
    await endAll();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  })();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void clean().finally(() => process.exit(130)));
  try {
    return await act({ browser, scratch });
  } finally {
    await clean();
  }
}
