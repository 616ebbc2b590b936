/** PostgreSQL in this process (PGlite), to test its dialect without a server. */
import { PGlite, types } from "@electric-sql/pglite";
import { type Database, NO_HOOKS } from "../../../engine/store/database.ts";
import { PostgresReader, PostgresSession, postgresDialect, type Send } from "../../../engine/store/postgres/session.ts";
import { PostgresWriter } from "../../../engine/store/postgres/writer.ts";
import { NO_SLOW_READS } from "../../../engine/store/slow-reads.ts";
import { GroupCommit } from "../../../engine/store/transaction/group-commit.ts";

/**
 * Opens a database.
 * @param folder for its files; without one, the database is in memory
 */
export async function openPglite(folder?: string, hooks = NO_HOOKS): Promise<Database> {
  const lite = await PGlite.create(folder, { parsers: { [types.INT8]: Number } });
  const send: Send = async ({ text, values }) => {
    if (!values) {
      await lite.exec(text);
      return { rows: [], rowCount: 0, command: text };
    }
    // A value of unknown type is sent as text, as `pg` does.
    const { rows, affectedRows = 0 } = await lite.query(text, values);
    return { rows, rowCount: affectedRows };
  };
  const writer = new PostgresWriter(async () => ({ send, unconfirmed: () => false, close: () => undo() }), "test");
  const undo = (): void => void lite.exec("ROLLBACK");
  const group = new GroupCommit(writer, new PostgresSession(writer.send), hooks);
  // There is one connection: reads wait until no commit group uses it.
  const readAfterCommits: Send = async (statement) => {
    await group.idle();
    return send(statement);
  };
  const reader = new PostgresReader(readAfterCommits);
  return {
    dialect: postgresDialect,
    availability: { check: async () => {} },
    reader,
    scanner: reader,
    slowReader: () => ({
      all: (query) => reader.all(query),
      numbers: (query) => reader.numbers(query),
      snapshot: (work) => work(reader),
    }),
    replica: undefined,
    transaction: (work, options) => group.add(work, options),
    exclusive: (work) => group.addExclusive(work),
    broadcast: undefined,
    onCommit: () => () => {},
    stats: () => ({ waiting: {}, slowReads: NO_SLOW_READS, failures: 0, groupSizes: group.sizes }),
    beginRead: () => {},
    hasNewCommits: () => true,
    close: async () => {
      await group.idle();
      await lite.close();
    },
  };
}
