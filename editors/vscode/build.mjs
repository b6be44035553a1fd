// Bundles the extension and the page of its views: node build.mjs [--dev]
import { build } from "esbuild";

const dev = process.argv.includes("--dev");
const common = { bundle: true, minify: !dev, sourcemap: dev ? "inline" : false, legalComments: "none", logLevel: "warning" };
await build({ ...common, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", platform: "node", format: "cjs", target: "node20", external: ["vscode"] });
await build({ ...common, entryPoints: ["src/view/page.ts"], outfile: "dist/view.js", platform: "browser", format: "iife", target: "es2022" });
await build({ ...common, entryPoints: ["src/view/view.css"], outfile: "dist/view.css" });
