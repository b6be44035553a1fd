// What is tried without VS Code: the colours of the grammars, where the server is looked for, stepping through tests.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { build } from "esbuild";

execFileSync("npx", ["vscode-tmgrammar-test", ...readdirSync("test/grammar").map((name) => `test/grammar/${name}`)], { stdio: ["ignore", "ignore", "inherit"] });

/** load gives what a file of the extension that needs no VS Code exports. */
async function load(file) {
  const { outputFiles: [{ text }] } = await build({ entryPoints: [`src/${file}`], bundle: true, format: "esm", platform: "node", write: false });
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

const { located } = await load("executable.ts");
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

const { contains, shifted, shiftedRange } = await load("shift.ts");
const at = (line, character) => ({ line, character });
const range = (...places) => ({ start: at(places[0], places[1]), end: at(places[2], places[3]) });
const put = (text, ...places) => ({ range: range(...places), text });
assert.deepEqual(shifted(at(4, 2), put("a\nb", 3, 0, 3, 0)), at(5, 2));
assert.deepEqual(shifted(at(4, 2), put("", 2, 5, 4, 1)), at(2, 6));
assert.deepEqual(shifted(at(4, 2), put("ab", 4, 1, 4, 3)), at(4, 1));
assert.deepEqual(shifted(at(4, 2), put("ab", 4, 2, 4, 2)), at(4, 2));
assert.deepEqual(shifted(at(4, 2), put("ab", 4, 2, 4, 2), true), at(4, 4));
assert.deepEqual(shiftedRange(range(4, 0, 4, 9), [put("x", 4, 9, 4, 9), put("\n", 3, 0, 3, 0)]), range(5, 0, 5, 10)); // as VS Code tells: the last place first
assert.ok(contains(range(4, 0, 5, 3), at(5, 3)) && contains(range(4, 0, 5, 3), at(4, 0)) && !contains(range(4, 0, 5, 3), at(5, 4)));

const { Extent } = await load("extent.ts");
const extent = new Extent(), there = (line) => extent.has({ uri: "a:b", position: at(line, 0) });
const first = extent.asking("a:b");
assert.ok(!there(4));
first(range(4, 0, 5, 3));
assert.ok(there(4) && !there(6) && !extent.has({ uri: "a:c", position: at(4, 0) }));
extent.edited("a:b", [put("\n", 3, 0, 3, 0)]);
assert.ok(!there(4) && there(6));
const second = extent.asking("a:b");
assert.ok(!there(5)); // what will be shown is another place's
extent.edited("a:b", [put("", 2, 0, 4, 0)]);
second(range(3, 0, 6, 0)); // of the text before the edit
assert.ok(!there(3) && !there(4));
const former = extent.asking("a:b"), latter = extent.asking("a:b");
latter(range(1, 0, 1, 9));
former(range(7, 0, 7, 9));
assert.ok(there(1) && !there(7));

const { around, covers } = await load("parts.ts");
const lines = (first, last) => ({ first, last });
assert.deepEqual(around([], 10, 99), []);
assert.deepEqual(around([lines(50, 60)], 10, 99), [lines(40, 70)]);
assert.deepEqual(around([lines(5, 95)], 10, 99), [lines(0, 99)]);
assert.deepEqual(around([lines(70, 75), lines(10, 12)], 10, 99), [lines(0, 22), lines(60, 85)]);
assert.deepEqual(around([lines(30, 40), lines(61, 70)], 10, 99), [lines(20, 80)]); // they touch
assert.deepEqual(around([lines(10, 60), lines(20, 30)], 5, 99), [lines(5, 65)]);
assert.ok(covers([lines(0, 9), lines(20, 29)], lines(20, 25)));
assert.ok(!covers([lines(0, 9), lines(10, 29)], lines(5, 12)) && !covers([], lines(1, 1)));

const { between, color, scaleOf, short } = await load("view/scale.ts");
assert.deepEqual(["1.0", "0.86320937", "-1234567.8", "1e-30", "123456789", "1234567890123", "nan", "-inf", "true"].map(short), ["1.0", "0.8632", "-1235000", "1e-30", "123456789", "1235000000000", "nan", "-inf", "true"]);
const around0 = scaleOf({ min: "-2", max: "4" }), above0 = scaleOf({ min: "1", max: "3" }), equal = scaleOf({ min: "5", max: "5" });
assert.deepEqual([-2, 0, 4].map(around0.at), [-0.5, 0, 1]);
assert.deepEqual([1, 2, 3].map(above0.at), [0, 0.5, 1]);
assert.deepEqual([equal.at(5), between(around0, 0.5)], [0, 1]);
const shades = { zero: [0, 0, 0], high: [200, 100, 0], low: [0, 100, 200] };
assert.deepEqual([-1, -0.5, 0, 1].map((at) => color(at, shades)), [[0, 100, 200], [0, 50, 100], [0, 0, 0], [200, 100, 0]]);
await import("./step_through.mjs");
console.log("unit: passed");
