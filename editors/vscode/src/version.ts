// What a command says of itself, before it is started as a server.
import { execFile } from "node:child_process";

/** versionOf asks a command for its version, or throws a sentence that says what is wrong with it. */
export function versionOf(command: string): Promise<string> {
  return new Promise((done, fail) => {
    execFile(command, ["--version"], { timeout: 15000, maxBuffer: 1 << 16, windowsHide: true }, (error, out) => {
      const line = out.trim().split("\n")[0];
      if (error) fail(new Error(failure(command, error)));
      else if (!/^fraccheck\b/.test(line)) fail(new Error(`${command} is not fraccheck: asked for its version it says “${line.slice(0, 80)}”.`));
      else done(line.replace(/^fraccheck\s+/, ""));
    });
  });
}

function failure(command: string, error: { code?: unknown; killed?: boolean; signal?: unknown }): string {
  if (error.code === "ENOENT") return `There is no command ${command}.`;
  if (error.code === "EACCES") return `${command} cannot be executed.`;
  if (error.killed) return `${command} does not say its version within 15 seconds.`;
  const how = error.signal ? `is ended by ${error.signal}` : `ends with status ${error.code}`;
  return `${command} ${how} when it is asked for its version.`;
}
