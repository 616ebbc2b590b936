/** Reads a database as it was at a moment: every statement sees the rows of that moment under the names of their tables. */
import type { Resource } from "../../resource/resource.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import type { Query, ReadSession, ReadSource, SlowReader } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { quoteIdentifier } from "../tables.ts";
import { rowsAt } from "./versions.ts";

/** The tables of the past that a statement may name. */
class PastTables {
  /** The definition of each table by its quoted name; those that name others are before these. */
  private readonly definitions: readonly (readonly [name: string, definition: string])[];

  constructor(resources: readonly Resource[], time: number, dialect: Dialect) {
    this.definitions = resources.map((resource) => {
      const name = quoteIdentifier(resource.table).sql;
      const rows = rowsAt(resource, time, dialect.storedTable(resource.table));
      return [name, `${name} AS NOT MATERIALIZED (${rows.sql})`];
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

/**
 * A source of the rows of a moment. All of its reads are slow reads of one requester: no index has the rows of the past in order.
 * @param time in milliseconds since 1970
 */
export function pastSource(
  source: Pick<ReadSource, "slowReader">,
  resources: readonly Resource[],
  time: number,
  dialect: Dialect,
  requester: Requester,
): ReadSource {
  const tables = new PastTables(resources, time, dialect);
  const slow = source.slowReader(requester);
  const reader: SlowReader = {
    ...pastSession(slow, tables),
    snapshot: (work) => slow.snapshot((session) => work(pastSession(session, tables))),
  };
  return { reader, scanner: reader, slowReader: () => reader };
}
