// What is left of a run that is killed from outside: no process and no file.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { processes } from "./cores.mjs";
import { until } from "./user.mjs";

const script = join(dirname(fileURLToPath(import.meta.url)), "open_session.mjs");

/** leavesNothing kills a session by a signal. */
export async function leavesNothing(signal, ...folders) {
  const run = spawn(process.execPath, [script, ...folders], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise((done) => run.once("exit", done));
  try {
    const folder = await Promise.race([new Promise((done) => run.stdout.once("data", (text) => done(String(text).trim()))), exited]);
    assert.equal(run.exitCode, null, "the session did not begin");
    assert.ok(processes(folder).length > 3, "the session has no processes");
    run.kill(signal);
    await until(`the end of all processes behind ${signal}`, () => processes(folder).length === 0);
    await until(`the end of the folder behind ${signal}`, () => !existsSync(folder));
  } finally {
    run.kill("SIGTERM");
    await exited;
  }
}
