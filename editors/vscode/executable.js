"use strict";
const { existsSync } = require("node:fs");
const { win32 } = require("node:path");

/**
 * located is the command to start for the one that the settings name. Windows looks
 * for a bare name in the current directory first, which is the folder that is open
 * and may be a stranger's: here it is found in the directories of PATH alone.
 */
exports.located = (command, env, platform, exists = existsSync) => {
  if (platform !== "win32") return command;
  if (win32.isAbsolute(command)) return command;
  if (/[\\/:]/.test(command)) throw new Error(`${command} is no absolute path.`);
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === "PATH")?.[1] ?? "";
  const endings = win32.extname(command) ? [""] : [".exe", ".com"];
  for (const dir of path.split(";").map((entry) => entry.replace(/^"(.*)"$/, "$1"))) {
    if (!/^([A-Za-z]:[\\/]|\\\\)/.test(dir)) continue; // relative to the folder or to its drive
    for (const ending of endings) {
      const file = win32.join(dir, command + ending);
      if (exists(file)) return file;
    }
  }
  throw new Error(`${command} is in no directory of PATH.`);
};
