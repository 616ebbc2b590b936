/** Proves random queries between random writes: ids, order and totals equal those of an oracle without a database. */
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { campaignSize } from "./support/campaign.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { clientOf } from "./support/http/checked-client.ts";
import { createAll, idsOf } from "./support/http/lists.ts";
import { type Body, type Served, serveForFile } from "./support/http/serve.ts";
import {
  expectedPage,
  type FieldKinds,
  type ListQuery,
  type OracleRow,
  toQueryString,
} from "./support/query/query-oracle.ts";
import { PRODUCT_FIELDS, productQueries, randomProduct } from "./support/query/random-products.ts";
import { DATES, optional, randomQueries, TEXTS } from "./support/query/random-queries.ts";

const RECORDS = 300;
const ROUNDS = campaignSize("QUERY_ROUNDS");

/** A collection in the service, and the records that it should hold. */
class Mirror {
  readonly rows = new Map<string, OracleRow>();
  private readonly served: Served;
  private readonly path: string;
  private readonly kinds: FieldKinds;
  /** Queries that are repeated after every write, to prove that no cached list outlives it. */
  private readonly earlier: ListQuery[] = [];

  constructor(served: Served, path: string, kinds: FieldKinds) {
    this.served = served;
    this.path = path;
    this.kinds = kinds;
  }

  keep(record: Body): void {
    // A count that filters and sorts, but is not shown.
    this.rows.set(record.id, { objective_count: this.rows.get(record.id)?.objective_count ?? 0, ...record });
  }

  /**
   * Requests a page, the next one and another page size repeatedly: the first responses come from the database, the
   * next from the cached order, the last from cached responses.
   */
  async ask(question: ListQuery): Promise<void> {
    const neighbour = { ...question, page: question.page + 1 };
    const others = { ...question, page: 1, limit: question.limit + 1 > 100 ? 50 : question.limit + 1 };
    for (const each of [question, question, neighbour, others, neighbour, question, neighbour]) await this.check(each);
    this.earlier.push(question);
    if (this.earlier.length > 5) this.earlier.shift();
  }

  async askAgain(): Promise<void> {
    for (const question of this.earlier) await this.check(question);
  }

  private async check(question: ListQuery): Promise<void> {
    const path = `${this.path}?${toQueryString(question)}`;
    const answer = await this.served.get(path);
    const expected = expectedPage(question, this.kinds, this.rows.values());
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    const { page, limit, total_count: total } = answer.body;
    assert.deepEqual(
      { page, limit, total, ids: idsOf(answer) },
      { ...expected, page: question.page, limit: question.limit },
      path,
    );
  }
}

/** One random write, every other time. */
interface Write {
  readonly kind: "none" | "create" | "change" | "remove" | "below";
  readonly draft: Body;
  /** Which record, of those that there are. */
  readonly at: number;
}

function writes(draft: fc.Arbitrary<Body>): fc.Arbitrary<Write> {
  const kind = fc.constantFrom<Write["kind"]>("none", "none", "none", "none", "create", "change", "remove", "below");
  return fc.record({ kind, draft, at: fc.nat(10_000) });
}

/** Creates the records, then alternates queries and writes. */
async function compare(
  served: Served,
  mirror: Mirror,
  path: string,
  draft: fc.Arbitrary<Body>,
  question: fc.Arbitrary<ListQuery>,
  runs: number,
  write: (write: Write, target: OracleRow) => Promise<boolean>,
): Promise<void> {
  // Ids in random order.
  const drafts = fc.sample(draft, { numRuns: RECORDS, seed: 1961 });
  const records = drafts.map((each, at) => ({ id: `${at % 3 === 0 ? "q" : "r"}${(at * 7) % RECORDS}`, ...each }));
  for (let from = 0; from < RECORDS; from += 50) {
    served.clock.advance(60_000);
    for (const record of await createAll(served, path, records.slice(from, from + 50))) mirror.keep(record);
  }
  const round = fc.asyncProperty(question, writes(draft), async (listQuery, change) => {
    await mirror.ask(listQuery);
    const targets = [...mirror.rows.values()];
    if (change.kind === "none") return;
    served.clock.advance(1_000);
    if (await write(change, targets[change.at % targets.length]!)) await mirror.askAgain();
  });
  await fc.assert(round, { numRuns: runs });
}

async function change(
  served: Served,
  mirror: Mirror,
  path: string,
  { kind, draft }: Write,
  { id }: OracleRow,
): Promise<boolean> {
  if (kind === "create") mirror.keep(await clientOf(served).at(path).create(draft));
  else if (kind === "change") mirror.keep(await clientOf(served).at(path).update(id, draft));
  else if (kind === "remove") {
    assert.equal((await served.delete(`${path}/${id}?cascade=true`)).status, 204);
    mirror.rows.delete(id);
  } else return false;
  return true;
}

const words = fc.constantFrom(...TEXTS);

test("§4.5: random queries on products", async () => {
  const served = await serveForFile(secondDomain);
  const path = "/api/products";
  const mirror = new Mirror(served, path, PRODUCT_FIELDS);
  await compare(served, mirror, path, randomProduct, productQueries, ROUNDS, (write, row) =>
    change(served, mirror, path, write, row),
  );
});

test("§4.5: random queries on missions, and on the count of their objectives", async () => {
  const served = await serveForFile();
  const path = "/api/missions";
  const kinds: FieldKinds = {
    id: "id",
    name: "text",
    description: "text",
    status: "enum",
    launch_date: "date",
    end_date: "date",
    crew_size: "number",
    operator: "text",
    mission_type: "enum",
    destination: "id",
    part_of: "id",
    objective_count: "count",
    updated_at: "date-time",
  };
  const worlds = ["mars", "venus", "ceres"];
  await createAll(
    served,
    "/api/planets",
    worlds.map((id) => ({ id, name: id, planet_type: "dwarf" })),
  );
  const mirror = new Mirror(served, path, kinds);
  for (const id of ["root-1", "root-2"]) mirror.keep(await clientOf(served).at(path).create({ id, name: id }));
  const states = ["planned", "on_hold", "active", "completed", "failed", "cancelled"] as const;
  const types = ["crewed", "orbiter", "rover"] as const;
  const draft = fc.record({
    name: words,
    description: optional(...TEXTS),
    launch_date: optional(...DATES.slice(0, 4)),
    end_date: optional(...DATES.slice(4)),
    crew_size: optional(0, 1, 2, 3, 7),
    operator: optional("NASA", "nasa", "ЦУП", "ESA"),
    mission_type: optional(...types),
    destination: optional(...worlds),
    part_of: optional("root-1", "root-2"),
  });
  const born = fc.tuple(draft, fc.constantFrom(...states)).map(([fields, status]) => ({ ...fields, status }));
  const listQuery = randomQueries(kinds, {
    id: ["Root-1", "root-2", "r1", "29"],
    status: states,
    crew_size: ["0", "1", "2", "7"],
    operator: ["NASA", "ЦУП", "ESA", "s"],
    mission_type: types,
    destination: ["MARS", ...worlds],
    part_of: ["Root-1", "root-2"],
  });
  await compare(served, mirror, path, born, listQuery, ROUNDS, async (write, row) => {
    const { status: _, ...fields } = write.draft;
    if (write.kind === "below") {
      // One more objective changes only the count of its mission.
      assert.equal((await served.post(`${path}/${row.id}/objectives`, { title: "More" })).status, 201);
      mirror.rows.set(row.id, { ...row, objective_count: Number(row.objective_count) + 1 });
      return true;
    }
    // A mission with parts cannot be deleted or become part of itself.
    if (row.name === row.id) return false;
    return change(served, mirror, path, write.kind === "create" ? write : { ...write, draft: fields }, row);
  });
});
