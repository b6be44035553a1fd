// Ends all processes of a session and removes its folder where the session was killed:  node guard.mjs FOLDER
// The session holds this one's input open, and writes a word to it when it has cleaned up itself.
import { rmSync } from "node:fs";
import { processes } from "./cores.mjs";

const [folder] = process.argv.slice(2);
let cleaned = false;
for await (const _ of process.stdin) cleaned = true;
for (let i = 0; i < 50 && !cleaned; i++) {
  const left = processes(folder).filter((id) => Number(id) !== process.pid);
  for (const id of left.flatMap((id) => [-id, Number(id)])) {
    try {
      process.kill(id, "SIGKILL");
    } catch { /* it has ended, or leads no group */ }
  }
  if (left.length === 0) break;
  await new Promise((done) => setTimeout(done, 200));
}
rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
