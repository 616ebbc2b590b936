/** PostgreSQL within the process (PGlite), so that its dialect is tested where no server can be reached. */
import { PGlite, types } from "@electric-sql/pglite";
import { type Database, NO_HOOKS } from "../../../src/store/dialect.ts";
import { GroupCommit } from "../../../src/store/group-commit.ts";
import { PostgresReader, PostgresSession, postgresDialect, type Send } from "../../../src/store/postgres/session.ts";
import { PostgresWriter } from "../../../src/store/postgres/writer.ts";

/** @param folder where it keeps its files; nowhere when there is none */
export async function openPglite(folder?: string, { beforeCommit } = NO_HOOKS): Promise<Database> {
  const lite = await PGlite.create(folder, { parsers: { [types.INT8]: Number } });
  const send: Send = async ({ text, values }) => {
    if (!values) {
      await lite.exec(text);
      return { rows: [], rowCount: 0, command: text };
    }
    // A value whose type nothing says is sent as text, as `pg` does.
    const { rows, affectedRows = 0 } = await lite.query(text, values);
    return { rows, rowCount: affectedRows };
  };
  const writer = new PostgresWriter(async () => ({ send, unconfirmed: () => false, close: () => undo() }));
  const undo = (): void => void lite.exec("ROLLBACK");
  const group = new GroupCommit(writer, new PostgresSession(writer.send), beforeCommit);
  // There is one connection, so that what reads waits until no group is on it.
  const reading: Send = async (statement) => {
    await group.idle();
    return send(statement);
  };
  return {
    dialect: postgresDialect,
    reader: new PostgresReader(reading),
    replica: undefined,
    transaction: (work) => group.add(work),
    exclusive: (work) => group.add(({ session }) => work(session)),
    onCommit: () => () => {},
    stats: () => ({ waiting: {}, failures: 0, groupSizes: group.sizes }),
    beginRead: () => {},
    hasNewCommits: () => true,
    close: async () => {
      await group.idle();
      await lite.close();
    },
  };
}
