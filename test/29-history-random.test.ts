/**
 * Proves that `as_of` answers as the service did at that moment (§6.5): random writes of all kinds, with whole dumps of some
 * moments between them, which are later read again; and random questions about the records of each moment, on both stores.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { campaignSize } from "./support/campaign.ts";
import { serve } from "./support/http/serve.ts";
import { pastOf } from "./support/query/past.ts";
import { Asker } from "./support/query/relations/asker.ts";
import { Chance } from "./support/query/relations/chance.ts";
import { fillSpace } from "./support/query/relations/fill-space.ts";
import { randomFields, randomQuestion } from "./support/query/relations/random-questions.ts";
import { randomWrite, send } from "./support/query/relations/random-writes.ts";
import { readWorld } from "./support/query/relations/read-world.ts";
import { randomList } from "./support/query/relations/space-lists.ts";
import type { World } from "./support/query/relations/space-world.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const MOMENTS = campaignSize("HISTORY_MOMENTS");
const { FUZZ_SEED } = process.env;
const SEED = FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) };
const SIZES = { missions: 12, astronauts: 8, spacecraft: 5, planets: 4, moons: 6 };
const BELOW = { crew: 16, vehicles: 8, objectives: 8, data: 8, training: 8 };
/** Dumps that are read again together, because all of them are kept until then. */
const ROUND = 20;

for (const { name, create, skip } of STORE_KINDS) {
  test(`§6.5: ${name}: every moment is as it was, whatever was written since`, { skip }, async () => {
    await using database = await create();
    await using served = await serve(undefined, { DATABASE_URL: database.url });
    await fillSpace(served, SIZES, BELOW);
    const round = fc.asyncProperty(fc.gen(), async (draw) => {
      const chance = new Chance(draw);
      const dumps: { readonly moment: string; readonly world: World }[] = [];
      for (let count = 0; count < ROUND; count += 1) {
        for (let writes = 1 + chance.of(fc.nat(5)); writes > 0; writes -= 1)
          await send(served, randomWrite(chance, SIZES, []));
        dumps.push({ moment: new Date(served.clock.now()).toISOString(), world: await readWorld(served) });
      }
      served.clock.advance(1);
      for (const { moment, world } of dumps) {
        const past = pastOf(served, moment);
        assert.deepEqual((await readWorld(past)).lists, world.lists, moment);
        const asker = new Asker(past, world);
        const list = randomList(chance, world);
        const question = randomQuestion(chance, world, list);
        await asker.askPages(list, question, randomFields(chance, list.kind));
        await asker.askByCursor(list, question);
        await asker.askExport(list, question);
      }
    });
    await fc.assert(round, { numRuns: Math.ceil(MOMENTS / ROUND), endOnFailure: true, ...SEED });
  });
}
