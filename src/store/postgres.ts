/** PostgreSQL: a pool of connections that read, one that writes, and whatever other processes do beside them. */
import { LRUCache } from "lru-cache";
import pg from "pg";
import { Problem } from "../problem.ts";
import { Commits } from "./commits.ts";
import type { Database, Session } from "./dialect.ts";
import { GroupCommit } from "./group-commit.ts";
import type { Happening } from "./happenings.ts";
import { listenToAnnouncements } from "./postgres-announcements.ts";
import { isPassing, notConnected, told } from "./postgres-errors.ts";
import { greet, Hosts } from "./postgres-hosts.ts";
import {
  PostgresReader,
  PostgresSession,
  postgresDialect,
  type Result,
  type Send,
  type Statement,
} from "./postgres-session.ts";
import { type Check, type Lines, type Occupancy, PostgresStandby } from "./postgres-standby.ts";
import { type Connection, PostgresWriter } from "./postgres-writer.ts";

export interface PostgresSettings {
  /** The most connections that read. */
  readonly connections: number;
  /** How long a statement may take, in milliseconds. */
  readonly patience: number;
  /** A standby, or several of which one is read from, and who is told that there is none, or one again. */
  readonly standby?: { readonly url: string; heard(away: string | undefined): void };
}

/** How long a write waits for those of other processes, and how long one of them may stand still, in milliseconds. */
const LONGEST_WAIT_MS = 10_000;
const STANDSTILL_MS = 5_000;
/** What PostgreSQL and its driver take for no limit. */
const FOR_EVER = 0;
/** How long a statement may take on a standby, so that there is time left to ask the database itself. */
const STANDBY_MS = 5_000;
/** How often a read is tried: at once, and on connections that are new. */
const ATTEMPTS = 3;
/** How many statements a connection keeps prepared before it is replaced. */
const STATEMENTS = 500;
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
): Promise<Database> {
  const hosts = new Hosts(url);
  await greet(hosts);
  const named = new Named();
  const writer = new PostgresWriter(() => connectWriter(hosts, named, patience));
  const group = new GroupCommit(writer);
  const session = new PostgresSession(writer.send);
  const pool = openPool(hosts, patience, connections);
  const commits = new Commits(() => listenToAnnouncements(hosts, () => commits.heard()));
  let failures = 0;
  const failed = (reason: unknown): never => {
    const inOurWords = told(reason);
    if (inOurWords instanceof Problem && inOurWords.slug === "unavailable") failures += 1;
    throw inOurWords;
  };
  const linesTo = (server: Hosts, check: Check): Lines => {
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
    transaction: (work, patient) =>
      (patient
        ? alone(() => connectWriter(hosts, named, FOR_EVER), work)
        : group.add((happened) => work(session, happened))
      ).catch(failed),
    concluding: (conclude) => group.concluding((happened) => conclude(session, happened)),
    onCommit: (heard) => commits.listen(heard),
    figures: () => {
      const pools = { primary: occupancyOf(pool), ...(standby ? { standby: standby.occupancy() } : {}) };
      return {
        connections: pools,
        waiting: {
          reader: pools.primary.waiting,
          ...(pools.standby ? { standby: pools.standby.waiting } : {}),
          writer: group.pending,
        },
        failures,
        groups: group.sizes,
      };
    },
    // Only who listens is told, and not before the commit is answered.
    moved: () => true,
    close: async () => {
      commits.close();
      await group.idle();
      writer.close();
      await Promise.all([pool.end(), standby?.close()]);
    },
  };
}

/** A transaction on a connection of its own. */
async function alone<T>(
  connect: () => Promise<Connection>,
  work: (session: Session, happened: Happening[]) => Promise<T>,
): Promise<T> {
  const writer = new PostgresWriter(connect);
  try {
    return await new GroupCommit(writer).add((happened) => work(new PostgresSession(writer.send), happened));
  } finally {
    writer.close();
  }
}

function raised(reason: unknown): never {
  throw reason;
}

/** So that whoever waits in vain is told so before the request's own time is up. */
function waitWithin(patience: number): number {
  return Math.min(LONGEST_WAIT_MS, patience / 2);
}

/** Names for statements: one that comes again is prepared. Names are never used twice. */
class Named {
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

/** A pool whose connections lead to where the hosts say. */
function openPool(
  hosts: Hosts,
  patience: number,
  connections: number,
  check: Check = (client) => hosts.check(client),
): pg.Pool {
  const limits = { statement_timeout: patience, query_timeout: patience + 1_000 };
  const pool = new pg.Pool({
    // The pool makes its clients by `new`, and takes whatever that returns.
    Client: function Client() {
      return hosts.client(limits);
    } as never,
    max: connections,
    idleTimeoutMillis: 0,
    // Also how long a statement waits for a connection.
    connectionTimeoutMillis: waitWithin(patience),
    verify: (client: pg.PoolClient, done: (error?: Error) => void) => void check(client).then(() => done(), done),
  } as pg.PoolConfig);
  pool.on("error", () => {});
  return pool;
}

function occupancyOf({ idleCount, totalCount, waitingCount }: pg.Pool): Occupancy {
  return { idle: idleCount, used: totalCount - idleCount, waiting: waitingCount };
}

/** Sends a statement that only reads, again where the connection broke or the server went over. */
function reading(pool: pg.Pool, hosts: Hosts, named: Named, failed: (reason: unknown) => never): Send {
  const connect = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect().catch((reason: unknown) => Promise.reject(notConnected(reason)));
      if (hosts.current(client)) return client;
      client.release(true);
    }
  };
  const once = async (statement: Statement): Promise<Result> => {
    const client = await connect();
    try {
      const result = await client.query(named.for(client, statement));
      client.release(named.full(client));
      return result;
    } catch (reason) {
      client.release(true);
      throw reason;
    }
  };
  return async (statement) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(statement);
      } catch (reason) {
        if (attempt === ATTEMPTS || !isPassing(reason)) failed(reason);
        await hosts.find();
      }
    }
  };
}

async function connectWriter(hosts: Hosts, named: Named, patience: number): Promise<Connection> {
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
