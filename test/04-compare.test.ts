/** Proves that two versions that are compared generate the same ids. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runProgram } from "./support/http/process.ts";

const FROZEN_TIME = import.meta.resolve("./compare/frozen-time.ts");
const CODE = `
import { timeOrderedUuid } from ${JSON.stringify(import.meta.resolve("../engine/runtime/uuid.ts"))};
console.log(timeOrderedUuid(), timeOrderedUuid());`;

test("§2: versions that are compared generate the same ids, so that filters on parts of them find the same records", async () => {
  const command = [process.execPath, "--import", FROZEN_TIME, "--input-type=module", "--eval", CODE] as const;
  const [one, other] = await Promise.all([1, 2].map(() => runProgram({ command }, { FROZEN_AT: "1768478400000" })));
  assert.deepEqual(one, other);
  assert.equal(new Set(one!.out.trim().split(" ")).size, 2, one!.out + one!.err);
});
