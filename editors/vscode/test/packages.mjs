// The packages that are tried: one with a server inside, and one without.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const script = join(dirname(fileURLToPath(import.meta.url)), "../package.mjs");

function made(out, ...flags) {
  execFileSync(process.execPath, [script, "--out", out, ...flags], { stdio: ["ignore", "ignore", "inherit"] });
  return out;
}

/** full is the package for this machine with a server inside. */
export const full = (folder, server) => made(join(folder, "full.vsix"), "--target", `linux-${process.arch}`, "--server", server);

/** bare is the one without. */
export const bare = (folder) => made(join(folder, "bare.vsix"));
