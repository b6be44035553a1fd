// Builds the scripts and the page of the playground into a site: `node build.mjs SITE GOROOT`. The
// modules of Go code and the manual around them are the Makefile's.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { examples } from "./examples.mjs";

const [site, goroot] = process.argv.slice(2), root = "../..", out = join(site, "playground");
mkdirSync(join(out, "models"), { recursive: true });
const common = {
  bundle: true, minify: true, target: ["es2022"], legalComments: "linked", logLevel: "warning",
  alias: { wasm_exec: join(goroot, "lib/wasm/wasm_exec.js") },
};
await build({ ...common, entryPoints: { worker: "src/worker/main.js" }, outdir: out, format: "iife" });
await build({ ...common, entryPoints: { playground: "src/page/playground.js", manual: "src/page/manual.js" }, outdir: out, format: "esm", splitting: true, chunkNames: "[name]-[hash]" });
copyFileSync("static/playground.html", join(site, "playground.html"));
copyFileSync("static/playground.css", join(out, "playground.css"));
const all = examples(root);
writeFileSync(join(out, "examples.json"), JSON.stringify(all));
for (const model of all.flatMap(({ list }) => list).flatMap(({ models }) => models ?? [])) {
  copyFileSync(join(root, "examples/models", model), join(out, "models", model));
}
