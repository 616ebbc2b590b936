/** A standby of PostgreSQL that is read from: one server at a time, the same one as long as it runs. */
import type pg from "pg";
import sql from "sql-template-tag";
import type { Session, Standby } from "../dialect.ts";
import { isLoss, reasonOf } from "./errors.ts";
import type { Hosts } from "./hosts.ts";
import { PostgresReader, type Send } from "./session.ts";

/** When one is looked for again, in milliseconds after none was found. */
const RETRY_MS = 1_000;
const ASK_MS = 3_000;

/** How many connections there are, and how many statements wait for one. */
export interface Occupancy {
  readonly idle: number;
  readonly used: number;
  readonly waiting: number;
}

/** Connections to one server. */
export interface ReplicaPool {
  send: Send;
  occupancy(): Occupancy;
  close(): Promise<void>;
}

/** Makes sure that a new connection leads where it should. @throws Error when it does not */
export type Check = (client: pg.ClientBase) => Promise<void>;

/** Where a connection leads: which database of which cluster, and which run of which of its servers. */
interface Where {
  readonly database: string;
  readonly run: string;
  readonly follows: boolean;
}

const FOLLOWS = "pg_is_in_recovery()";
const WHERE = `SELECT ${FOLLOWS} AS follows, pg_postmaster_start_time()::text AS run, json_build_array(
  (SELECT system_identifier FROM pg_control_system()), current_database(), current_schema())::text AS database`;

async function whereOf(client: pg.ClientBase): Promise<Where> {
  return (await client.query(WHERE)).rows[0] as Where;
}

async function ask(hosts: Hosts): Promise<Where> {
  const client = await hosts.connect({ query_timeout: ASK_MS });
  try {
    return await whereOf(client);
  } finally {
    client.end().catch(() => {});
  }
}

export class PostgresStandby implements Standby {
  readonly follows = sql([FOLLOWS]);
  private readonly primary: Hosts;
  private readonly hosts: readonly Hosts[];
  private readonly open: (hosts: Hosts, check: Check) => ReplicaPool;
  private readonly heard: (away: string | undefined) => void;
  private found: { readonly session: Session; readonly lines: ReplicaPool } | undefined;
  private search: Promise<void> | undefined;
  private database: string | undefined;
  private from = 0;
  private away = false;
  private closed = false;

  /**
   * @param hosts of which one is used, each a host of its own
   * @param open opens connections; a new one is checked before it is used
   * @param heard is told why there is none, and with undefined that there is one again, once each
   */
  constructor(
    primary: Hosts,
    hosts: readonly Hosts[],
    open: (hosts: Hosts, check: Check) => ReplicaPool,
    heard: (away: string | undefined) => void,
  ) {
    this.primary = primary;
    this.hosts = hosts;
    this.open = open;
    this.heard = heard;
  }

  get session(): Session | undefined {
    if (!this.found && performance.now() >= this.from) void this.find();
    return this.found?.session;
  }

  /** Of the connections to the standby, of which there are none while it is away. */
  occupancy(): Occupancy {
    return this.found?.lines.occupancy() ?? { idle: 0, used: 0, waiting: 0 };
  }

  leave(session: Session): void {
    if (this.found?.session !== session) return;
    this.found.lines.close().catch(() => {});
    this.found = undefined;
    void this.find();
  }

  /** Looks for a standby; all who ask meanwhile share the search. It finds none without throwing. */
  async find(): Promise<void> {
    if (this.closed) return;
    this.search ??= this.tryAll().finally(() => {
      this.search = undefined;
    });
    await this.search;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.search;
    await this.found?.lines.close();
  }

  private async tryAll(): Promise<void> {
    let reason = "";
    for (const hosts of this.hosts) {
      try {
        this.found = await this.settle(hosts);
        if (this.away) this.heard(undefined);
        this.away = false;
        return;
      } catch (error) {
        reason = reasonOf(error);
      }
    }
    this.from = performance.now() + RETRY_MS;
    if (!this.away && !this.closed) this.heard(reason);
    this.away = true;
  }

  private async settle(hosts: Hosts): Promise<typeof this.found> {
    this.database ??= (await ask(this.primary)).database;
    const { database, run, follows } = await ask(hosts);
    if (database !== this.database) throw new Error("it holds another database than DATABASE_URL");
    if (!follows) throw new Error("the server is no standby");
    // One that was started anew, or another behind the same address, may be further behind than what was read before.
    const lines = this.open(hosts, async (client) => {
      if ((await whereOf(client)).run !== run) throw new Error("connection error: another server answers");
    });
    const session: Session = new PostgresReader((statement) =>
      lines.send(statement).catch((reason: unknown) => {
        if (isLoss(reason)) this.leave(session);
        throw reason;
      }),
    );
    return { session, lines };
  }
}
