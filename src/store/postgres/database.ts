/** PostgreSQL: a pool of connections that read, one that writes, and whatever other processes do beside them. */
import { Problem } from "../../problem.ts";
import { type Database, NO_HOOKS, type Session } from "../dialect.ts";
import { CommitListeners } from "../events/commit-listeners.ts";
import { GroupCommit } from "../group-commit.ts";
import { told } from "./errors.ts";
import { greet, Hosts } from "./hosts.ts";
import { ANNOUNCEMENT, listenToAnnouncements } from "./notify.ts";
import { occupancyOf, openPool, reading, waitWithin } from "./pool.ts";
import { type Check, PostgresStandby, type ReplicaPool } from "./replica.ts";
import { PostgresReader, PostgresSession, postgresDialect } from "./session.ts";
import { StatementNames } from "./statements.ts";
import { type Connection, PostgresWriter } from "./writer.ts";

export interface PostgresSettings {
  /** The most connections that read. */
  readonly connections: number;
  /** How long a statement may take, in milliseconds. */
  readonly patience: number;
  /** A standby, or several of which one is read from, and who is told that there is none, or one again. */
  readonly standby?: { readonly url: string; heard(away: string | undefined): void };
}

/** How long a transaction may stand still, in milliseconds. */
const STANDSTILL_MS = 5_000;
/** What PostgreSQL and its driver take for no limit. */
const FOR_EVER = 0;
/** How long a statement may take on a standby, so that there is time left to ask the database itself. */
const STANDBY_MS = 5_000;
/** PostgreSQL's word for what a standby has not confirmed (`SyncRepWaitForLSN`). */
const UNCONFIRMED = /synchronous replication/;

/**
 * Opens a database on a server.
 * @param url with one host or several
 * @throws Error with one line for the operator when there is no server, or it cannot be used
 */
export async function openPostgres(
  url: string,
  { connections, patience, standby: wanted }: PostgresSettings,
  { beforeCommit } = NO_HOOKS,
): Promise<Database> {
  const hosts = new Hosts(url);
  await greet(hosts);
  const named = new StatementNames();
  const writer = new PostgresWriter(() => connectWriter(hosts, named, patience));
  const group = new GroupCommit(writer, new PostgresSession(writer.send), async (tx) => {
    await beforeCommit(tx);
    await tx.session.run(ANNOUNCEMENT);
  });
  const pool = openPool(hosts, patience, connections);
  const commits = new CommitListeners(() => listenToAnnouncements(hosts, () => commits.heard()));
  let failures = 0;
  const failed = (reason: unknown): never => {
    const inOurWords = told(reason);
    if (inOurWords instanceof Problem && inOurWords.slug === "unavailable") failures += 1;
    throw inOurWords;
  };
  const linesTo = (server: Hosts, check: Check): ReplicaPool => {
    const lines = openPool(server, Math.min(STANDBY_MS, patience / 3), connections, check);
    return {
      send: reading(lines, server, named, raised),
      occupancy: () => occupancyOf(lines),
      close: () => lines.end(),
    };
  };
  const standby = wanted && new PostgresStandby(hosts, Hosts.each(wanted.url), linesTo, wanted.heard);
  await standby?.find();
  return {
    dialect: postgresDialect,
    reader: new PostgresReader(reading(pool, hosts, named, failed)),
    ...(standby ? { standby } : {}),
    transaction: (work) => group.add(work).catch(failed),
    exclusive: (work) => runExclusively(() => connectWriter(hosts, named, FOR_EVER), work).catch(failed),
    onCommit: (heard) => commits.listen(heard),
    stats: () => {
      const pools = { primary: occupancyOf(pool), ...(standby ? { standby: standby.occupancy() } : {}) };
      return {
        connections: pools,
        waiting: {
          reader: pools.primary.waiting,
          ...(pools.standby ? { standby: pools.standby.waiting } : {}),
          writer: group.pending,
        },
        failures,
        groupSizes: group.sizes,
      };
    },
    // Each statement reads what is committed when it is sent.
    beginRead: () => {},
    // Only who listens is told, and not before the commit is answered.
    hasNewCommits: () => true,
    close: async () => {
      commits.close();
      await group.idle();
      writer.close();
      await Promise.all([pool.end(), standby?.close()]);
    },
  };
}

/** Runs a transaction on a connection of its own. */
async function runExclusively<T>(
  connect: () => Promise<Connection>,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const writer = new PostgresWriter(connect);
  const group = new GroupCommit(writer, new PostgresSession(writer.send), NO_HOOKS.beforeCommit);
  try {
    return await group.add(({ session }) => work(session));
  } finally {
    writer.close();
  }
}

function raised(reason: unknown): never {
  throw reason;
}

async function connectWriter(hosts: Hosts, named: StatementNames, patience: number): Promise<Connection> {
  const client = await hosts.connect(
    {
      lock_timeout: waitWithin(patience),
      idle_in_transaction_session_timeout: STANDSTILL_MS,
      query_timeout: patience,
    },
    true,
  );
  let warned = false;
  client.on("notice", ({ message }) => {
    if (UNCONFIRMED.test(message ?? "")) warned = true;
  });
  return {
    send: (statement) => client.query(named.for(client, statement)),
    unconfirmed: () => warned,
    close: () => void client.end().catch(() => {}),
  };
}
