/** Reads a database as it was at a moment: every statement sees the rows of that moment under the names of their tables. */
import type { Resource } from "../../resource/resource.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import type { Query, ReadSession, ReadSource, SlowReader } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { quoteIdentifier } from "../tables.ts";
import { type Rows, rowsAt } from "./versions.ts";

/** The rows of resources, those of parents before those of children. */
export type RowsByResource = ReadonlyMap<Resource, Rows>;

/** The tables that a statement may name, with other rows. */
class PastTables {
  /** The rows of each table by its quoted name; those that name others are before these. */
  private readonly tables: readonly (readonly [name: string, rows: Rows])[];

  constructor(rows: RowsByResource) {
    this.tables = [...rows].map(([{ table }, rowsOf]) => [quoteIdentifier(table).sql, rowsOf]);
  }

  /** A statement, with the definitions of the tables that it names. */
  in({ sql, text, values }: Query): Query {
    const needed: string[] = [];
    let statement = sql;
    for (const [name, rows] of this.tables) {
      if (!statement.includes(name)) continue;
      const definition = `${name} AS NOT MATERIALIZED (${rows(statement).sql})`;
      needed.push(definition);
      // A definition may name the tables of children, which are declared after their parents.
      statement += definition;
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
