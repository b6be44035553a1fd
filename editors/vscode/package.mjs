// Makes the package:  npm run package -- [--target linux-x64 --server PATH] [--out FILE] [--version 1.2.3]
// Without --server there is no server inside, and the package is for all systems. The same
// commit and server give the same bytes.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const here = dirname(fileURLToPath(import.meta.url));
const targets = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64"];
const inside = ["LICENSE", "README.md", "dist", "icon.png", "icon.svg", "icons", "configuration-language.json", "language-configuration.json", "snippets", "syntaxes", "walkthrough"];
const repository = "https://github.com/fraccheck/fraccheck";

const { values: wanted } = parseArgs({ options: { target: { type: "string" }, server: { type: "string" }, out: { type: "string" }, version: { type: "string" } } });
if (wanted.target && !targets.includes(wanted.target)) fail(`--target is one of ${targets.join(", ")}, not ${wanted.target}`);
if (wanted.server && !wanted.target) fail("--server needs --target, the system that it is for");
if (wanted.server && !existsSync(wanted.server)) fail(`there is no file ${wanted.server}`);

function fail(sentence) {
  console.error(`package: ${sentence}`);
  process.exit(2);
}

/** manifest is package.json without what only development needs. */
function manifest() {
  const { scripts, devDependencies, dependencies, private: _, ...kept } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  return { ...kept, version: wanted.version ?? kept.version };
}

execFileSync(process.execPath, [join(here, "build.mjs")], { cwd: here, stdio: "inherit" });
const { createVSIX } = createRequire(join(here, "package.json"))("@vscode/vsce");
const { name, version } = manifest();
const out = resolve(wanted.out ?? `${name}-${version}${wanted.target ? `-${wanted.target}` : ""}.vsix`);
const stage = mkdtempSync(join(tmpdir(), "fraccheck-vsix-"));
try {
  for (const part of inside) cpSync(join(here, part), join(stage, part), { recursive: true });
  writeFileSync(join(stage, "package.json"), JSON.stringify(manifest(), null, 2));
  writeFileSync(join(stage, ".vscodeignore"), "");
  if (wanted.server) {
    const file = join(stage, "server", wanted.target.startsWith("win32") ? "fraccheck.exe" : "fraccheck");
    mkdirSync(dirname(file));
    cpSync(wanted.server, file);
    chmodSync(file, 0o755);
  }
  Object.assign(process.env, { SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? "946684800", TZ: "UTC" });
  console.log = () => {};
  await createVSIX({
    cwd: stage, packagePath: out, target: wanted.target, dependencies: false,
    baseContentUrl: `${repository}/blob/HEAD/editors/vscode`, baseImagesUrl: `${repository}/raw/HEAD/editors/vscode`,
  });
} finally {
  rmSync(stage, { recursive: true, force: true });
}
console.info(out);
