import { test } from "node:test";
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const { located } = createRequire(import.meta.url)("../../vscode/executable.js");

test("on Windows the server is not looked for in the folder that is open", () => {
  const files = new Set(["C:\\tools\\fraccheck.exe", "fraccheck.exe", "bin\\fraccheck.exe", "\\fraccheck.exe"]);
  const find = (command, Path) => located(command, { Path }, "win32", (file) => files.has(file));
  assert.equal(find("fraccheck", `.;bin;;\\;"C:\\none";C:\\tools`), "C:\\tools\\fraccheck.exe");
  assert.equal(find("fraccheck.exe", "C:\\tools"), "C:\\tools\\fraccheck.exe");
  assert.equal(find("D:\\x\\fraccheck.exe", ""), "D:\\x\\fraccheck.exe");
  assert.throws(() => find("fraccheck", ".;bin;\\"), /in no directory of PATH/);
  for (const relative of [".\\fraccheck.exe", "bin/fraccheck", "C:fraccheck.exe"]) {
    assert.throws(() => find(relative, "C:\\tools"), /no absolute path/);
  }
  assert.equal(located("fraccheck", {}, "linux"), "fraccheck");
});
