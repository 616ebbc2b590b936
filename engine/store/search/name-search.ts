/** The search over all collections: records whose names contain all words, best first. */
import sql, { join, raw, type Sql } from "sql-template-tag";
import type { NameQuery } from "../../query/name-search.ts";
import type { Paging } from "../../query/paging.ts";
import { comparedColumn, keyColumn } from "../../resource/column.ts";
import { NAME } from "../../resource/named.ts";
import type { Resource } from "../../resource/resource.ts";
import { recordPath } from "../../resource/templates.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import type { ReadSession, ReadSource } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { startsWith } from "../read/predicates.ts";
import { where } from "../read/where.ts";
import { quoteIdentifier } from "../tables.ts";
import { narrowDown } from "./candidates.ts";

/** A record that was found. */
export interface NamedRecord {
  readonly resource: Resource;
  readonly id: string;
  readonly name: string;
  /** Its canonical path. */
  readonly path: string;
}

/** One page of the records that were found. */
export interface NamedPage {
  readonly records: readonly NamedRecord[];
  /** How many records of each resource were found, in their order. */
  readonly counts: readonly number[];
}

/** What separates the words of a name, besides spaces, for the order of results: ASCII symbols, and frequent punctuation. */
const SEPARATORS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~–—‘’“”„«»…·・。、「」（）";

/** Reads from one database. */
export class NameSearcher {
  private readonly source: ReadSource;
  private readonly dialect: Dialect;

  constructor(source: ReadSource, dialect: Dialect) {
    this.source = source;
    this.dialect = dialect;
  }

  /**
   * Finds records by their names: first those whose name equals the phrase, then those whose name begins with it, those
   * whose name has every word as a whole word, and the others; then by resource, in the given order, and by id.
   */
  async find(
    resources: readonly Resource[],
    query: NameQuery,
    { page, limit }: Paging,
    requester: Requester,
  ): Promise<NamedPage> {
    if (resources.length === 0) return { records: [], counts: [] };
    const offset = (page - 1) * limit;
    return this.source.slowReader(requester).snapshot(async (session) => {
      const found: Sql[] = [];
      for (const resource of resources) found.push(await this.found(session, resource, query));
      const counted = found.map((rows, at) => sql`SELECT ${raw(`${at}`)} AS kind, count(*) AS total ${rows}`);
      const counts = resources.map(() => 0);
      for (const { kind, total } of await session.all(join(counted, " UNION ALL ")))
        counts[Number(kind)] = Number(total);
      if (offset >= counts.reduce((sum, count) => sum + count, 0)) return { records: [], counts };
      const parts = resources.flatMap((resource, at) =>
        counts[at] === 0 ? [] : [this.ranked(resource, at, query, found[at]!)],
      );
      const rows = await session.all(
        sql`SELECT kind, id, name, parent FROM (${join(parts, " UNION ALL ")}) AS found ORDER BY place, kind, id LIMIT ${limit} OFFSET ${offset}`,
      );
      const records = rows.map((row) => {
        const resource = resources[Number(row.kind)]!;
        const [id, name] = [row.id as string, row.name as string];
        const { key, parentKey } = resource;
        const parent = parentKey === undefined ? {} : { [parentKey]: row.parent };
        return { resource, id, name, path: recordPath(resource, { ...parent, [key]: id }) };
      });
      return { records, counts };
    });
  }

  /** The records of a resource that are found, each with its place in the order. @param kind its place among the resources */
  private ranked(resource: Resource, kind: number, { words, phrase }: NameQuery, rows: Sql): Sql {
    const { parentKey, serialIds } = resource;
    const key = quoteIdentifier(keyColumn(resource));
    const id = serialIds ? this.dialect.serialText(key) : key;
    const parent = parentKey === undefined ? sql`CAST(NULL AS TEXT)` : quoteIdentifier(parentKey);
    const compared = quoteIdentifier(comparedName(resource));
    const padded = sql`' ' || ${this.dialect.withSpaces(compared, SEPARATORS)} || ' '`;
    const columns = sql`${id} AS id, ${quoteIdentifier(NAME)} AS name, ${parent} AS parent, ${compared} AS folded, ${padded} AS padded`;
    const hasWords = join(
      words.map((word) => this.dialect.contains(raw("padded"), ` ${word} `)),
      " AND ",
    );
    const place = sql`CASE WHEN folded = ${phrase} THEN 0 WHEN ${startsWith(raw("folded"), phrase)} THEN 1 WHEN ${hasWords} THEN 2 ELSE 3 END`;
    // The padded name is selected first, so that the statement has its many values once and not for each word.
    return sql`SELECT ${raw(`${kind}`)} AS kind, id, name, parent, ${place} AS place FROM (SELECT ${columns} ${rows}) AS named`;
  }

  /** FROM and WHERE: the records of a resource that are found. */
  private async found(session: ReadSession, resource: Resource, { words }: NameQuery): Promise<Sql> {
    const column = comparedName(resource);
    const predicates = words.map((word) => this.dialect.contains(quoteIdentifier(column), word));
    const required = words.map((text) => ({ columns: [column], text }));
    const narrowed = await narrowDown({ resource, required, predicates }, this.dialect, session);
    return sql`FROM ${quoteIdentifier(resource.table)}${where(this.dialect.abortable(narrowed))}`;
  }
}

/** The column with the folded name. */
function comparedName({ fields }: Resource): string {
  return comparedColumn({ column: NAME, spec: fields.get(NAME)! });
}
