/**
 * Proves that who follows a list by `changed_since` and `include_deleted` misses nothing (§6.6): random writes of all kinds,
 * whose changes are added to copies of lists, page by page, which are then the lists of that moment; on both stores.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { campaignSize } from "./support/campaign.ts";
import { itemsOf } from "./support/http/lists.ts";
import { type Body, type Served, serve } from "./support/http/serve.ts";
import { pastOf } from "./support/query/past.ts";
import { Chance } from "./support/query/relations/chance.ts";
import { fillSpace } from "./support/query/relations/fill-space.ts";
import { randomWrite, send } from "./support/query/relations/random-writes.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const MOMENTS = campaignSize("HISTORY_MOMENTS");
const { FUZZ_SEED } = process.env;
const SEED = FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) };
const SIZES = { missions: 6, astronauts: 5, spacecraft: 4, planets: 3, moons: 4 };
const BELOW = { crew: 8, vehicles: 4, objectives: 4, data: 8, training: 4 };
/** Lists of each kind: of all records, below a parent, from either side of a membership. */
const LISTS = [
  "missions",
  "astronauts",
  "spacecraft",
  "planets",
  "moons",
  "data",
  "missions/m1/crew",
  "missions/m1/data",
  "missions/m1/objectives",
  "astronauts/a1/missions",
  "planets/w1/moons",
];

/** The records of a list, by id. */
type Copy = Map<string, Body>;

/** Reads the pages of a list. */
async function* pagesOf(served: Served, path: string): AsyncGenerator<Body> {
  for (let next: string | undefined = `/api/${path}`; next; ) {
    const response = await served.get(next);
    if (response.status === 404) return;
    assert.equal(response.status, 200, response.text);
    yield response.body;
    next = response.body._links.next;
  }
}

async function readWhole(served: Served, path: string): Promise<Copy | undefined> {
  const { status, body, ...response } = await served.get(`/api/${path}?fields=*&limit=100`);
  if (status === 404) return undefined;
  return new Map(itemsOf({ status, body, ...response }).map((item) => [item.id, item]));
}

for (const { name, create, skip } of STORE_KINDS) {
  test(`§6.6: ${name}: what has changed between two moments makes one list of the other`, { skip }, async () => {
    await using database = await create();
    await using served = await serve(undefined, { DATABASE_URL: database.url });
    await fillSpace(served, SIZES, BELOW);
    const read = async (past: Served) =>
      new Map(await Promise.all(LISTS.map(async (path) => [path, await readWhole(past, path)] as const)));
    const now = () => new Date(served.clock.now()).toISOString();
    let since = now();
    let copies = await read(pastOf(served, since));
    let changed = 0;
    const round = fc.asyncProperty(fc.gen(), async (draw) => {
      const chance = new Chance(draw);
      served.clock.advance(1);
      for (let writes = 1 + chance.of(fc.nat(4)); writes > 0; writes -= 1) {
        await send(served, randomWrite(chance, SIZES, []));
        served.clock.advance(chance.of(fc.nat(1)));
      }
      const moment = now();
      const past = pastOf(served, moment);
      const paging = chance.of(fc.constantFrom("limit=2", "limit=2&cursor=", "limit=100"));
      const whole = await read(past);
      for (const [path, copy] of copies) {
        // A list that is new, because its parent is, has to be read whole.
        if (!copy || !whole.get(path)) continue;
        for await (const page of pagesOf(
          past,
          `${path}?changed_since=${since}&include_deleted=true&fields=*&${paging}`,
        )) {
          for (const { id } of page.deleted ?? []) copy.delete(id);
          const items = itemsOf({ body: page } as never);
          for (const item of items) copy.set(item.id, item);
          changed += items.length;
        }
        const sorted = new Map([...copy].sort(([one], [other]) => (one < other ? -1 : 1)));
        assert.deepEqual(sorted, whole.get(path), `${path} from ${since} to ${moment}`);
      }
      [since, copies] = [moment, whole];
    });
    await fc.assert(round, { numRuns: MOMENTS, endOnFailure: true, ...SEED });
    assert.ok(changed > 0);
  });
}
