/** Reads a database as it was at a moment: every statement sees the rows of that moment under the names of their tables. */
import type { Sql } from "sql-template-tag";
import type { Resource } from "../../resource/resource.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import type { Query, ReadSession, ReadSource, SlowReader } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { quoteIdentifier } from "../tables.ts";
import { rowsAt } from "./versions.ts";

/** Subqueries for the rows of resources, those of parents before those of children. */
export type RowsByResource = ReadonlyMap<Resource, Sql>;

/** The tables that a statement may name, with other rows. */
class PastTables {
  /** The definition of each table by its quoted name; those that name others are before these. */
  private readonly definitions: readonly (readonly [name: string, definition: string])[];

  constructor(rows: RowsByResource) {
    this.definitions = [...rows].map(([{ table }, { sql }]) => {
      const name = quoteIdentifier(table).sql;
      return [name, `${name} AS NOT MATERIALIZED (${sql})`];
    });
  }

  /** A statement, with the definitions of the tables that it names. */
  in({ sql, text, values }: Query): Query {
    const needed: string[] = [];
    for (const [name, definition] of this.definitions) {
      // A definition may name the tables of children, which are declared after their parents.
      if (![sql, ...needed].some((statement) => statement.includes(name))) continue;
      needed.push(definition);
    }
    const tables = needed.length === 0 ? "" : `WITH ${needed.toReversed().join(", ")} `;
    return { sql: tables + sql, text: tables + text, values };
  }
}

/** Reads the tables of the past in the statements of a session. */
function pastSession(session: ReadSession, tables: PastTables): ReadSession {
  return {
    all: (query) => session.all(tables.in(query)),
    numbers: (query) => session.numbers(tables.in(query)),
  };
}

/** The rows of resources as they were at a time, in milliseconds since 1970. */
export function allRowsAt(resources: readonly Resource[], time: number, dialect: Dialect): RowsByResource {
  return new Map(resources.map((resource) => [resource, rowsAt(resource, time, dialect.storedTable(resource.table))]));
}

/** A source of rows of the past. All of its reads are slow reads of one requester: no index has these rows in order. */
export function pastSource(
  source: Pick<ReadSource, "slowReader">,
  rows: RowsByResource,
  requester: Requester,
): ReadSource {
  const tables = new PastTables(rows);
  const slow = source.slowReader(requester);
  const reader: SlowReader = {
    ...pastSession(slow, tables),
    snapshot: (work) => slow.snapshot((session) => work(pastSession(session, tables))),
  };
  return { reader, scanner: reader, slowReader: () => reader };
}
