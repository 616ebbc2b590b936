/** Proves that searches of many records, which trigram indexes narrow down, find what a comparison of all texts finds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import sql, { raw } from "sql-template-tag";
import { longText, text } from "../engine/declare/fields.ts";
import { readSubmission } from "../engine/resource/submission.ts";
import { NO_HOOKS } from "../engine/store/database.ts";
import { FEW_ROWS } from "../engine/store/read/cost.ts";
import { trigramIndexOf } from "../engine/store/search/trigrams.ts";
import { campaignSize } from "./support/campaign.ts";
import { caps, makers } from "./support/domain/versioned-domain.ts";
import { compareCodePoints, idsOf, query } from "./support/http/lists.ts";
import { type Served, serve } from "./support/http/serve.ts";
import { folded } from "./support/query/query-oracle.ts";
import { partsOf, scriptTexts } from "./support/query/scripts.ts";
import { STORE_KINDS, type StoreKind } from "./support/store/both-stores.ts";

/** More than are read at once, also after every round has deleted one, so that searches use the index. */
const RECORDS = FEW_ROWS + 100 + 2 * campaignSize("TRIGRAM_ROUNDS");
/** Every so many records, one has a child. */
const CAP_EVERY = 150;
/** A record that stays as it is. */
const KEPT = "kept";
const SEARCHES = campaignSize("TRIGRAM_ROUNDS");

const maker = makers({ motto: text(), notes: longText() });
const DOMAIN = [maker, caps(maker)];

/** What the service should have. */
interface Texts {
  readonly name: string;
  readonly motto: string | null;
  readonly notes: string | null;
}
type Expected = Map<string, Texts>;

const record = fc.record({ name: scriptTexts, motto: fc.option(scriptTexts), notes: fc.option(scriptTexts) });

const wordsIn = (words: string): string[] => folded(words).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
const has = (text: string | null, part: string): boolean => text !== null && folded(text).includes(folded(part));

function expectedIds(records: Expected, isFound: (texts: Texts) => boolean): string[] {
  const found = [...records].filter(([, texts]) => isFound(texts)).map(([id]) => id);
  return found.sort(compareCodePoints);
}

/** Compares what a part of a text finds. */
async function assertFound(served: Served, records: Expected, part: string): Promise<void> {
  const words = wordsIn(part);
  const cases: [path: string, isFound: (texts: Texts) => boolean][] = [
    [
      `/api/makers?${query(["search", part])}`,
      (texts) => words.length > 0 && words.every((word) => Object.values(texts).some((each) => has(each, word))),
    ],
    [`/api/makers?${query(["motto_contains", part])}`, ({ motto }) => has(motto, part)],
    [
      `/api/makers?${query(["notes_ends_with", part])}`,
      ({ notes }) => folded(notes ?? "").endsWith(folded(part)) && notes !== null,
    ],
  ];
  for (const [path, isFound] of cases) {
    const response = await served.get(`${path}&limit=100`);
    const expected = expectedIds(records, isFound);
    assert.deepEqual([idsOf(response), response.body.total_count], [expected.slice(0, 100), expected.length], path);
  }
  if (words.length === 0) return;
  const { body } = await served.get(`/api/search?${query(["q", part], ["kind", "maker"])}&limit=100`);
  const named = expectedIds(records, ({ name }) => words.every((word) => has(name, word)));
  // Without a match, similar words are tried, which no index narrows down.
  assert.equal(body.approximate ? 0 : body.total_count, named.length, part);
  if (named.length > 0 && named.length <= 100)
    assert.deepEqual(body.results.map(({ id }: { id: string }) => id).sort(compareCodePoints), named, part);
}

/** On SQLite, searches find nothing any more once the index is empty; on PostgreSQL, the plan shows that it is read. */
async function assertIndexIsRead(url: string, served: Served, opener: StoreKind["opener"]): Promise<void> {
  const { name } = trigramIndexOf(served.catalog.resource("makers"))!;
  const database = await opener(url)(NO_HOOKS);
  const plan = await database.transaction(async ({ session }) => {
    if (url.startsWith("sqlite:")) {
      await session.run(raw(`INSERT INTO "${name}" ("${name}") VALUES ('delete-all')`));
      return [];
    }
    await session.run(raw("SET LOCAL enable_seqscan = off"));
    const found = database.dialect.trigramIndexes!.find(trigramIndexOf(served.catalog.resource("makers"))!, [
      { columns: ["notes__folded"], text: "kept" },
    ]);
    return session.all(sql`EXPLAIN ${found}`);
  });
  await database.close();
  if (plan.length > 0) assert.match(JSON.stringify(plan), new RegExp(`Bitmap Index Scan on ${name}`));
  else assert.equal((await served.get("/api/makers?name_contains=Kept&limit=7")).body.total_count, 0);
}

for (const { name: store, create, opener, skip } of STORE_KINDS) {
  test(`§4.5, §4.7: ${store}: random searches in every script, while records change`, { skip }, async () => {
    await using database = await create();
    await using served = await serve(DOMAIN, { DATABASE_URL: database.url });
    const resource = served.catalog.resource("makers");
    const records: Expected = new Map();
    records.set(KEPT, { name: "Kept", motto: null, notes: null });
    await served.put(`/api/makers/${KEPT}`, { name: "Kept" });
    await served.store.write(async (tx) => {
      for (const [index, draft] of fc.sample(record, { numRuns: RECORDS, seed: 28 }).entries()) {
        records.set(`r${index}`, draft);
        await tx.create(resource, undefined, readSubmission(resource, "create", { id: `r${index}`, ...draft }));
      }
    });
    const capped = Array.from({ length: RECORDS / CAP_EVERY }, (_, at) => `r${CAP_EVERY * at + 1}`);
    for (const id of capped) {
      const { status, text } = await served.put(`/api/makers/${id}/caps/${id}`, { name: `Cap of ${id}x` });
      assert.equal(status, 201, text);
    }

    // Records that change are others than those that are deleted.
    const even = fc.nat(RECORDS / 2 - 1).map((at) => `r${2 * at}`);
    const odd = fc.nat(RECORDS / 2 - 1).map((at) => `r${2 * at + 1}`);
    const round = fc.record({ changed: even, deleted: odd, draft: record, part: scriptTexts.chain(partsOf) });
    await fc.assert(
      fc.asyncProperty(round, fc.gen(), async ({ changed, deleted, draft, part }, gen) => {
        const before = records.get(changed)!;
        const gone = records.get(deleted);
        const [put, post, remove] = await Promise.all([
          served.put(`/api/makers/${changed}`, draft),
          // It fails, and the others of its group are carried out again.
          served.post("/api/makers", { ...draft, id: KEPT }),
          served.delete(`/api/makers/${deleted}?cascade=true`),
        ]);
        assert.deepEqual([put.status, post.status, remove.status], [200, 409, gone ? 204 : 404]);
        records.set(changed, draft);
        records.delete(deleted);
        const texts = [before.name, before.notes, gone?.motto, draft.name, draft.motto];
        const parts = [part, ...texts.filter((each) => each != null), gen(partsOf, draft.name)];
        for (const each of parts) await assertFound(served, records, each);
      }),
      { numRuns: SEARCHES },
    );
    // The children of deleted records are gone from the index too.
    for (const id of capped) {
      const { body } = await served.get(`/api/search?q=${id}x`);
      assert.deepEqual(body.kinds, { cap: records.has(id) ? 1 : 0, maker: 0 }, id);
    }
    await assertIndexIsRead(database.url, served, opener);
  });
}
