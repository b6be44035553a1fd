// Where things are: the repository, the server, the protocol's description.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

export const binary = process.env.FRACCHECK ??
  join(repository, "bin", process.platform === "win32" ? "fraccheck.exe" : "fraccheck");

/** metaModel is the file that describes the protocol: it comes with the library that the server is built from. */
export function metaModel() {
  const module = execFileSync("go", ["list", "-m", "-f", "{{.Dir}}", "go.lsp.dev/protocol"], { cwd: repository });
  return join(module.toString().trim(), "internal", "genlsp", "testdata", "metaModel.json");
}
