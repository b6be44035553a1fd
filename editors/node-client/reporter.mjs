// Shows what failed, and at the end how many tests did what.
import { inspect } from "node:util";

export default async function* report(events) {
  let passed = 0, failed = 0, skipped = 0;
  for await (const { type, data } of events) {
    if (type === "test:diagnostic" || data?.details?.type === "suite" || data?.nesting > 0) continue;
    if (type === "test:stderr") yield data.message;
    if (type === "test:pass") data.skip === undefined ? passed++ : skipped++;
    if (type === "test:fail") {
      failed++;
      yield `FAIL ${data.name} (${data.file})\n${inspect(data.details.error.cause ?? data.details.error)}\n`;
    }
  }
  yield `node-client: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}\n`;
}
