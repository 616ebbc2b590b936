/** Proves that what `export` writes goes in again by `import` and comes out equal, whatever the texts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { campaignSize } from "./support/campaign.ts";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { serveForFile } from "./support/http/serve.ts";

const [from, to] = [await serveForFile(), await serveForFile()];
const files = temporaryFolder();
const SEED = Number(process.env.FUZZ_SEED ?? 1969);

/** Texts with what CSV and JSON must escape, of any script. */
const texts = fc
  .array(
    fc.constantFrom(
      '"',
      '""',
      ",",
      ";",
      "\r",
      "\n",
      "\r\n",
      "\t",
      " ",
      "'",
      "=1+1",
      "{",
      "[",
      "\\",
      "\u2028",
      "\ufeff",
      "ß",
      "日本",
      "👩‍🚀",
      "a",
      "0",
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""));
const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
);
const samples = fc.record({
  instrument: texts,
  parameter: texts,
  collected_at: fc.constantFrom("2026-01-01T00:00:00Z", "1999-12-31T23:59:59.123456789+05:30"),
  value: fc.option(numbers),
  unit: fc.option(texts),
  location: fc.option(fc.record({ body: texts, latitude_deg: fc.option(fc.integer({ min: -90, max: 90 })) })),
  payload: fc.option(fc.dictionary(texts, fc.oneof(texts, numbers, fc.boolean(), fc.constant(null)), { maxKeys: 3 })),
  notes: fc.option(texts),
});

for (const format of ["csv", "ndjson", "json"]) {
  test(`§4.9: random samples, exported as ${format}, imported and exported again, are the same file`, async () => {
    let round = 0;
    const trip = fc.asyncProperty(fc.array(samples, { minLength: 1, maxLength: 20 }), async (drafts) => {
      round += 1;
      const [name, again] = [`${format}-${round}.${format}`, `${format}-${round}-again.${format}`];
      const mission = `${format}-${round}`;
      for (const served of [from, to])
        assert.equal((await served.put(`/api/missions/${mission}`, { name: "M" })).status, 201);
      const list = `/api/missions/${mission}/data`;
      assert.equal((await from.post(list, drafts)).status, 201);
      for (const step of [
        await runCommand(from, "export", list, "-o", files.path(name)),
        await runCommand(to, "import", list, files.path(name)),
        await runCommand(to, "export", list, "-o", files.path(again)),
      ])
        assert.equal(step.code, 0, step.err);
      assert.equal(withoutTimes(files.read(again)), withoutTimes(files.read(name)));
    });
    await fc.assert(trip, { seed: SEED, numRuns: campaignSize("ROUND_TRIPS") });
  });
}

/** Both services have the same clock, but generated times are not what is carried. */
function withoutTimes(text: string): string {
  return text.replaceAll(/,[^,]{24},[^,]{24}\r\n/g, "\r\n").replaceAll(/"(created_at|updated_at)":"[^"]*"/g, "");
}
