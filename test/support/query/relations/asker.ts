/** Asks a service questions about related records, and compares every response with the oracle. */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { Body, HttpResponse, Served } from "../../http/serve.ts";
import { assertGroups, type Summary, toSummaryQuery } from "../grouping-oracle.ts";
import { type OracleRow, toQueryString } from "../query-oracle.ts";
import {
  asFilters,
  expectedRecords,
  type RelationQuestion,
  satisfying,
  sortableFields,
  withPaths,
} from "../relation-oracle.ts";
import type { AskedList } from "./space-lists.ts";
import type { World } from "./space-world.ts";

/** A request that is repeated after writes. */
interface Asked {
  readonly path: string;
  readonly list: AskedList;
  /** Asserts that a response is correct now. */
  readonly check: (response: HttpResponse) => void;
  /** The responses, by their entity tags. */
  readonly responses: Map<string, HttpResponse>;
}

/** How many requests are repeated after a write. */
const REMEMBERED = 10;
/** How many entity tags of a request are sent with it. */
const MOST_TAGS = 12;

/** Asks questions, and remembers the latest requests to repeat them. */
export class Asker {
  private readonly served: Served;
  private current: World;
  /** What the oracle has computed of the current records, by list and query. */
  private readonly answers = new Map<string, OracleRow[]>();
  private readonly earlier: Asked[] = [];

  constructor(served: Served, world: World) {
    this.served = served;
    this.current = world;
  }

  /** The records as they are now. */
  get world(): World {
    return this.current;
  }

  /** Repeats the latest requests after a write, with the entity tags of their earlier responses. */
  async askAgain(world: World): Promise<void> {
    this.current = world;
    this.answers.clear();
    for (const asked of this.earlier) await this.request(asked);
  }

  /** Reads a page repeatedly, first from the database, then from what is kept; its neighbor; and with another limit. */
  async askPages(list: AskedList, question: RelationQuestion, fields: readonly string[] | undefined): Promise<void> {
    const [first, next, other] = [{}, { page: question.page + 1 }, { page: 1, limit: 7 }].map((changes) =>
      this.pageOf(list, { ...question, ...changes }, fields),
    );
    for (const each of [first!, first!, next!, other!, first!, next!]) await this.request(each);
    this.remember(first!);
    this.remember(other!);
  }

  /** Reads all pages along the cursor. */
  async askByCursor(list: AskedList, question: RelationQuestion): Promise<void> {
    const expected = this.recordsOf(list, question);
    const query = queryOf(question).replace(/page=\d+/, "cursor=");
    let seen = 0;
    for (let next: string | undefined = `${list.path}?${query}`; next; ) {
      const response: HttpResponse = await this.served.get(next);
      assert.equal(response.status, 200, `${next}: ${response.text}`);
      assertShown(itemsOf(response), expected.slice(seen, seen + question.limit), list.shown, next);
      seen += itemsOf(response).length;
      next = response.body._links.next;
    }
    assert.equal(seen, expected.length, query);
  }

  /**
   * Reads all pages along the cursor, with a write after each: records that match throughout, and keep their place, are seen
   * exactly once, in order.
   * @param write returns the records after it; undefined if it changed nothing
   */
  async askByCursorBetween(
    list: AskedList,
    question: RelationQuestion,
    write: () => Promise<World | undefined>,
  ): Promise<void> {
    const placesNow = () =>
      new Map(this.recordsOf(list, question).map((row) => [row.id, question.sorts.map(({ field }) => row[field])]));
    let steady = placesNow();
    const seen: string[] = [];
    const query = queryOf(question).replace(/page=\d+/, "cursor=");
    for (let next: string | undefined = `${list.path}?${query}`; next; ) {
      const response: HttpResponse = await this.served.get(next);
      // A list ends with its parent.
      if (response.status === 404 && !list.exists(this.world)) return;
      assert.equal(response.status, 200, `${next}: ${response.text}`);
      seen.push(...itemsOf(response).map(({ id }) => id));
      next = response.body._links.next;
      const world = await write();
      if (!world) continue;
      await this.askAgain(world);
      const places = placesNow();
      steady = new Map([...steady].filter(([id, place]) => isDeepStrictEqual(places.get(id), place)));
    }
    assert.deepEqual(
      seen.filter((id) => steady.has(id)),
      [...steady.keys()],
      query,
    );
  }

  /** Exports the whole list. */
  async askExport(list: AskedList, question: RelationQuestion): Promise<void> {
    const path = `${list.path}?${queryOf(question).replace(/&?page=\d+&limit=\d+/, "&format=ndjson")}`;
    const check: Asked["check"] = ({ text }) => {
      const items = linesOf(text);
      assertShown(items, this.recordsOf(list, question), Object.keys(items[0] ?? {}), path);
    };
    await this.ask({ path, list, check, responses: new Map() });
  }

  /** Exports a summary. */
  async askSummary(list: AskedList, question: RelationQuestion, summary: Summary): Promise<void> {
    const filters = queryOf({ ...question, sorts: [] }).replace(/&?page=\d+&limit=\d+$/, "");
    const path = `${list.path}?${toSummaryQuery(summary)}${filters && `&${filters}`}&format=ndjson`;
    const names = [...summary.keys, ...summary.measures].map(({ field }) => field);
    const paths = names.filter((name) => name.includes("."));
    const check: Asked["check"] = ({ text }) => {
      const found = satisfying(this.world, list.rows(this.world), question);
      const rows = found.map((each) => withPaths(this.world, each, paths));
      const kinds = sortableFields(list.kind);
      assert.doesNotThrow(() => assertGroups(linesOf(text), summary, kinds, rows), `${path}\n${text.slice(0, 2_000)}`);
    };
    await this.ask({ path, list, check, responses: new Map() });
  }

  private async ask(asked: Asked): Promise<void> {
    await this.request(asked);
    this.remember(asked);
  }

  private remember(asked: Asked): void {
    if (this.earlier.some(({ path }) => path === asked.path)) return;
    this.earlier.push(asked);
    if (this.earlier.length > REMEMBERED) this.earlier.shift();
  }

  private async request({ path, list, check, responses }: Asked): Promise<void> {
    const tags = [...responses.keys()].slice(-MOST_TAGS).join(", ");
    const response = await this.served.get(path, { headers: tags ? { "if-none-match": tags } : {} });
    const { status, headers, text } = response;
    if (!list.exists(this.world)) {
      assert.equal(status, 404, path);
      return;
    }
    assert.ok(status === 200 || (tags && status === 304), `${path}: ${status} ${text}`);
    // What a client has with a tag that is current again must be current, too.
    const tag = headers.get("etag")!;
    const kept = responses.get(tag);
    assert.ok(kept ?? status === 200, `${path}: 304 with a tag that was not sent`);
    if (kept) assert.doesNotThrow(() => check(kept), `${path}: the tag ${tag} is that of an earlier state`);
    if (status === 304) return;
    check(response);
    responses.set(tag, response);
  }

  private pageOf(list: AskedList, question: RelationQuestion, fields: readonly string[] | undefined): Asked {
    const path = `${list.path}?${queryOf(question)}${fields ? `&fields=${fields.join(",")}` : ""}`;
    const { page, limit } = question;
    const check = (response: HttpResponse): void => {
      const { page: shownPage, limit: shownLimit, total_count: total } = response.body;
      const expected = this.recordsOf(list, question);
      const shown = expected.slice((page - 1) * limit, page * limit);
      const ids = itemsOf(response).map(({ id }) => id);
      assert.deepEqual(
        { page: shownPage, limit: shownLimit, total, ids },
        { page, limit, total: expected.length, ids: shown.map(({ id }) => id) },
        path,
      );
      assertShown(itemsOf(response), shown, fields ? ["id", ...fields] : list.shown, path);
    };
    return { path, list, check, responses: new Map() };
  }

  private recordsOf(list: AskedList, question: RelationQuestion): OracleRow[] {
    const key = `${list.path}?${queryOf({ ...question, page: 1, limit: 1 })}`;
    const known = this.answers.get(key) ?? expectedRecords(this.world, list.rows(this.world), question);
    this.answers.set(key, known);
    return known;
  }
}

function queryOf({ conditions, ...question }: RelationQuestion): string {
  return toQueryString({ ...question, filters: asFilters(conditions) });
}

/** Asserts that items are those of these records, in order, with the values that these have now. */
function assertShown(
  items: readonly Body[],
  records: readonly OracleRow[],
  fields: readonly string[],
  path: string,
): void {
  const names = fields.filter((name) => !name.startsWith("_"));
  const values = (record: Body) => Object.fromEntries(names.map((name) => [name, record[name]]));
  assert.deepEqual(items.map(values), records.map(values), path);
}

function itemsOf({ body }: HttpResponse): Body[] {
  return Object.values(body).find(Array.isArray) as Body[];
}

function linesOf(text: string): Body[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
