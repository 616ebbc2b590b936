/** The connections that read: a pool of them, and statements that are sent again where one breaks. */
import pg from "pg";
import { isPassing, notConnected } from "./errors.ts";
import type { Hosts } from "./hosts.ts";
import type { Check, Occupancy } from "./replica.ts";
import type { Result, Send, Statement } from "./session.ts";
import type { StatementNames } from "./statements.ts";

/** The longest that anybody waits, for a connection or for those who write, in milliseconds. */
const LONGEST_WAIT_MS = 10_000;
/** How often a read is tried: at once, and on connections that are new. */
const ATTEMPTS = 3;

/** So that whoever waits in vain is told so before the request's own time is up. */
export function waitWithin(patience: number): number {
  return Math.min(LONGEST_WAIT_MS, patience / 2);
}

/** A pool whose connections lead to where the hosts say. */
export function openPool(
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

export function occupancyOf({ idleCount, totalCount, waitingCount }: pg.Pool): Occupancy {
  return { idle: idleCount, used: totalCount - idleCount, waiting: waitingCount };
}

/** Sends a statement that only reads, again where the connection broke or the server went over. */
export function reading(pool: pg.Pool, hosts: Hosts, named: StatementNames, failed: (reason: unknown) => never): Send {
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
