// Where the server is: named by the setting, else inside the extension, else on the PATH.
import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join, win32 } from "node:path";

/** A Found server, and by which of the three ways. */
export interface Found {
  command: string;
  origin: "setting" | "extension" | "PATH";
}

/** What is asked of the system, so that tests can answer as another one. */
export interface System {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  exists: (file: string) => boolean;
}

const thisSystem: System = { platform: process.platform, env: process.env, exists: existsSync };

/**
 * located is the server to start, or throws a sentence. A bare name is looked for in the
 * absolute directories of PATH alone: Windows would look in the folder that is open first,
 * which may be a stranger's.
 */
export function located(setting: string, extension: string, system: System = thisSystem): Found {
  const named = setting.trim();
  if (named !== "") return { command: inSystem(named, system), origin: "setting" };
  const inside = join(extension, "server", system.platform === "win32" ? "fraccheck.exe" : "fraccheck");
  if (system.exists(inside)) return { command: inside, origin: "extension" };
  return { command: inSystem("fraccheck", system), origin: "PATH" };
}

function inSystem(named: string, system: System): string {
  const windows = system.platform === "win32";
  if (windows ? win32.isAbsolute(named) : isAbsolute(named)) {
    if (!system.exists(named)) throw new Error(`There is no file ${named}.`);
    return named;
  }
  if (/[\\/:]/.test(named)) throw new Error(`${named} is neither a full path nor a bare name.`);
  for (const file of candidates(named, windows, system.env)) {
    if (system.exists(file)) return file;
  }
  throw new Error(`No directory of the PATH has a command ${named}.`);
}

function candidates(named: string, windows: boolean, env: NodeJS.ProcessEnv): string[] {
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === "PATH")?.[1] ?? "";
  if (!windows) return path.split(delimiter).filter(isAbsolute).map((dir) => join(dir, named));
  const endings = win32.extname(named) ? [""] : [".exe", ".com"];
  return path.split(";").map((entry) => entry.replace(/^"(.*)"$/, "$1"))
    .filter((dir) => /^([A-Za-z]:[\\/]|\\\\)/.test(dir)) // others are relative to the folder or to its drive
    .flatMap((dir) => endings.map((ending) => win32.join(dir, named + ending)));
}
