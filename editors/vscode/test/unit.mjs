// What is tried without VS Code: the colours of the grammars, where the server is looked for, stepping through tests.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { build } from "esbuild";

execFileSync("npx", ["vscode-tmgrammar-test", ...readdirSync("test/grammar").map((name) => `test/grammar/${name}`)], { stdio: ["ignore", "ignore", "inherit"] });

const { outputFiles: [{ text }] } = await build({ entryPoints: ["src/executable.ts"], bundle: true, format: "esm", platform: "node", write: false });
const { located } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
const system = (platform, PATH, ...files) => ({ platform, env: { PATH }, exists: (file) => files.includes(file) });

const linux = system("linux", "relative:/usr/bin", "/x/server/fraccheck", "/usr/bin/fraccheck", "relative/fraccheck", "/own/it");
assert.deepEqual(located("/own/it", "/x", linux), { command: "/own/it", origin: "setting" });
assert.deepEqual(located("fraccheck", "/x", linux), { command: "/usr/bin/fraccheck", origin: "setting" });
assert.deepEqual(located("", "/x", linux), { command: "/x/server/fraccheck", origin: "extension" });
assert.deepEqual(located(" ", "/y", linux), { command: "/usr/bin/fraccheck", origin: "PATH" });
assert.throws(() => located("/gone", "/x", linux), /no file \/gone/);
assert.throws(() => located("./fraccheck", "/x", linux), /neither a full path nor a bare name/);
assert.throws(() => located("", "/y", system("linux", "relative", "relative/fraccheck")), /No directory of the PATH/);

const windows = system("win32", ".;C:\\tools", ".\\fraccheck.exe", "C:\\tools\\fraccheck.exe");
assert.equal(located("", "C:\\x", windows).command, "C:\\tools\\fraccheck.exe");
assert.throws(() => located("", "C:\\x", system("win32", ".;tools", ".\\fraccheck.exe", "tools\\fraccheck.exe")), /No directory/);
await import("./step_through.mjs");
console.log("unit: passed");
