/** Proves that random filters by keys find what plain loops find, while records change, on both stores. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readSubmission } from "../engine/resource/submission.ts";
import { FEW_ROWS } from "../engine/store/read/cost.ts";
import { campaignSize } from "./support/campaign.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { compareCodePoints, query, readIds } from "./support/http/lists.ts";
import { type Served, serve } from "./support/http/serve.ts";
import { folded } from "./support/query/query-oracle.ts";
import { scriptTexts } from "./support/query/scripts.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

/** More than are read at once, so that trigram indexes narrow the records down. */
const RECORDS = FEW_ROWS + 100;
const ROUNDS = campaignSize("KEY_ROUNDS");
const MAKERS = ["leica", "lei", "le", "nikon"];

interface Keys {
  readonly codes: { system: string; code: string }[];
  readonly rivals: { manufacturer_id: string }[];
}

/** Few systems and short codes, so that keys are parts of others; and texts in any script. */
const system = fc.constantFrom("din", "DIN", "iso", "straße");
const code = fc.oneof(fc.stringMatching(/^[a-c:][0-2]{0,4}$/), scriptTexts);
const rivals = fc.uniqueArray(fc.constantFrom(...MAKERS), { maxLength: 3 });

/** Codes that no other record has: those of a record begin or end with its number. */
const keysOf = (at: number) =>
  fc.record({
    codes: fc.array(fc.tuple(system, code, fc.boolean()), { maxLength: 3 }).map((all) =>
      all.map(([of, value, first], no) => ({
        system: of,
        code: first ? `${at}.${no}${value}` : `${value}.${no}.${at}`,
      })),
    ),
    rivals: rivals.map((ids) => ids.map((manufacturer_id) => ({ manufacturer_id }))),
  });

const keyTexts = ({ codes }: Keys): string[] => codes.map((each) => folded(`${each.system}:${each.code}`));

/** Compares what a list has with what a loop finds. */
async function assertFound(served: Served, records: ReadonlyMap<string, Keys>, name: string, value: string) {
  const has = (keys: Keys): boolean =>
    name === "code"
      ? keyTexts(keys).includes(folded(value))
      : keys.rivals.some(({ manufacturer_id }) => manufacturer_id === value);
  for (const [parameter, isFound] of [
    [name, has],
    [`${name}_not`, (keys: Keys) => !has(keys)],
    [`${name}s_exists`, (keys: Keys) => (name === "code" ? keys.codes : keys.rivals).length > 0],
  ] as const) {
    const given = parameter.endsWith("_exists") ? "true" : value;
    const found = [...records].filter(([, keys]) => isFound(keys)).map(([id]) => id);
    const expected = found.sort(compareCodePoints);
    const path = `/api/cameras?${query([parameter, given])}`;
    const { body } = await served.get(path);
    assert.equal(body.total_count, expected.length, path);
    assert.deepEqual(await readIds(served, `${path}&limit=100`), expected.slice(0, 100), path);
  }
}

for (const { name: store, create, skip } of STORE_KINDS) {
  test(`§2.16: random filters by keys on ${store}`, { skip }, async (t) => {
    const database = await create();
    const served = await serve(secondDomain, { DATABASE_URL: database.url });
    t.after(async () => {
      await served.stop();
      await database.remove();
    });
    for (const id of MAKERS) assertStatus(await served.put(`/api/manufacturers/${id}`, { name: id }), 201);
    const records = new Map<string, Keys>();
    const cameras = served.catalog.resource("cameras");
    const drawn = fc.sample(fc.tuple(...Array.from({ length: RECORDS }, (_, at) => keysOf(at))), 1)[0]!;
    await served.store.write(async (tx) => {
      for (const [at, keys] of drawn.entries()) {
        const body = { id: `c${at}`, model: "M", manufacturer_id: "leica", ...keys };
        await tx.create(cameras, undefined, readSubmission(cameras, "create", body));
        records.set(`c${at}`, keys);
      }
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      const at = fc.sample(fc.nat({ max: RECORDS - 1 }), 1)[0]!;
      const [own] = keyTexts(records.get(`c${at}`)!);
      const [part] = fc.sample(fc.nat({ max: 3 }), 1);
      const wanted =
        own === undefined ? "din:a" : part === 0 ? Array.from(own).slice(0, -1).join("") : own.toUpperCase();
      if (!wanted.endsWith(":")) await assertFound(served, records, "code", wanted);
      await assertFound(served, records, "rival", MAKERS[round % MAKERS.length]!);
      const changed = fc.sample(keysOf(at), 1)[0]!;
      assertStatus(await served.patch(`/api/cameras/c${at}`, changed), 200);
      records.set(`c${at}`, changed);
      const [now] = keyTexts(changed);
      if (now !== undefined) await assertFound(served, records, "code", now);
      if (own !== undefined) await assertFound(served, records, "code", own);
    }
  });
}
