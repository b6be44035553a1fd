// Stepping through tests, without VS Code: of several the first one, and the others are told of.
import assert from "node:assert/strict";
import { build } from "esbuild";

const told = [];
globalThis.vscodeOfTest = {
  TestRunProfileKind: { Run: 1, Debug: 2 },
  Range: class {}, Position: class {}, Location: class {}, MarkdownString: class {}, TestMessage: class {},
  tests: { createTestController: () => controller },
  window: { showInformationMessage: (text) => void told.push(text) },
  workspace: new Proxy({}, { get: () => () => ({ dispose() {} }) }),
};
const profiles = {};
const controller = { items: [], createRunProfile: (name, _kind, run) => void (profiles[name] = run) };

const { outputFiles: [{ text }] } = await build({
  entryPoints: ["src/tests.ts"], bundle: true, format: "esm", platform: "node", write: false,
  plugins: [{
    name: "vscode",
    setup(b) {
      b.onResolve({ filter: /^vscode$/ }, () => ({ path: "vscode", namespace: "test" }));
      b.onLoad({ filter: /.*/, namespace: "test" }, () => ({ contents: "module.exports = globalThis.vscodeOfTest" }));
      b.onResolve({ filter: /^vscode-languageclient/ }, () => ({ path: "client", namespace: "test" }));
    },
  }],
});
const { Tests } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
const debugged = [];
const explorer = new Tests({ onReady: () => ({ dispose() {} }) }, async (uri, at) => void debugged.push([uri, at]));
const test = (label) => {
  const item = { label, uri: `file:///${label}`, children: [] };
  explorer.listed.set(item, { range: label });
  return item;
};
const file = { children: [["a", test("a")], ["b", test("b")], ["c", test("c")]] };

await profiles["Step through"]({ include: [test("one")] });
assert.deepEqual([debugged.pop(), told.pop()], [["file:///one", "one"], undefined]);
await profiles["Step through"]({ include: [file] });
assert.deepEqual(debugged.pop(), ["file:///a", "a"]);
assert.equal(told.pop(), "fraccheck steps through one test at a time: a. The other 2 are left out.");
await profiles["Step through"]({ include: [test("x"), test("y")] });
assert.equal(told.pop(), "fraccheck steps through one test at a time: x. The other one is left out.");
debugged.length = 0;
await profiles["Step through"]({ include: [{ children: [] }] });
assert.deepEqual([debugged.length, told.pop()], [0, "There is no test to step through here."]);
