// Who has the processor's cores.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** processes are the ids of those that were started with a folder in their arguments or in their environment. */
export const processes = (folder) => readdirSync("/proc").filter((id) => /^\d+$/.test(id))
  .filter((id) => ["cmdline", "environ"].some((what) => read(`/proc/${id}/${what}`).includes(folder)));

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // it has ended, or is another user's
  }
}

/**
 * ahead gives processes the cores before all others of the machine, among themselves in turns. A higher `nice` does not do
 * that: Linux shares cores among sessions, of which the browser and VS Code's server lead one each, and the browser
 * sets the priority of its pages itself.
 */
export function ahead(folder) {
  for (const id of processes(folder)) {
    try {
      execFileSync("chrt", ["--all-tasks", "--rr", "--pid", "1", id], { stdio: "pipe" });
    } catch (error) {
      if (read(`/proc/${id}/cmdline`)) throw error; // it has not ended meanwhile
    }
  }
}

/** Waiting is how long the thread of a page has been ready to run without a core. */
export class Waiting {
  #thread;

  /** The page is the one of all in the folder that has used most of the processor. */
  constructor(folder) {
    const pages = processes(folder).filter((id) => read(`/proc/${id}/cmdline`).includes("--type=renderer"));
    const used = (id) => Number(read(`/proc/${id}/schedstat`).split(" ")[0]);
    this.#thread = pages.sort((a, b) => used(b) - used(a))[0];
  }

  /** milliseconds are all so far. */
  milliseconds() {
    return Number(read(`/proc/${this.#thread}/schedstat`).split(" ")[1]) / 1e6;
  }
}
