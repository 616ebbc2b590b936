/** Statements as connections get them: one that comes again is prepared. */
import { LRUCache } from "lru-cache";
import type pg from "pg";
import type { Statement } from "./session.ts";

/** How many statements a connection keeps prepared before it is replaced. */
const STATEMENTS = 500;

/** Names for statements: one that comes again is prepared. Names are never used twice. */
export class StatementNames {
  private readonly names = new LRUCache<string, string>({ max: 2 * STATEMENTS });
  private readonly prepared = new WeakMap<pg.ClientBase, Set<string>>();
  private last = 0;

  /** The statement as a connection is to get it. */
  for(client: pg.ClientBase, statement: Statement): pg.QueryConfig {
    if (!statement.values) return statement as pg.QueryConfig;
    const name = this.names.get(statement.text);
    if (name === undefined) this.names.set(statement.text, "");
    else if (name === "") this.names.set(statement.text, `s${++this.last}`);
    else {
      const known = this.prepared.get(client);
      if (known) known.add(name);
      else this.prepared.set(client, new Set([name]));
      return { ...statement, name } as pg.QueryConfig;
    }
    return statement as pg.QueryConfig;
  }

  /** Whether a connection keeps so many statements that it is better replaced. */
  full(client: pg.ClientBase): boolean {
    return (this.prepared.get(client)?.size ?? 0) > STATEMENTS;
  }
}
