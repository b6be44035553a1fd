// Builds the server that the tests drive, unless FRACCHECK names one.
import { execFileSync } from "node:child_process";
import { binary, repository } from "./place.mjs";

if (!process.env.FRACCHECK) {
  execFileSync("go", ["build", "-o", binary, "./cmd/fraccheck"], { cwd: repository, stdio: "inherit" });
}
