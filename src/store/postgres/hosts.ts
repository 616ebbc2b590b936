/** Where PostgreSQL is: one host, or several of which one takes writes, as libpq understands a URL with many hosts. */
import pg from "pg";
import { notConnected, reasonOf } from "./errors.ts";

/** How long a connection may take to come about. */
const CONNECT_MS = 3_000;

/** What every connection asks of the server, in milliseconds. */
export interface SessionLimits {
  readonly statement_timeout?: number;
  readonly lock_timeout?: number;
  readonly idle_in_transaction_session_timeout?: number;
  /** On this side, for a server that does not answer any more. */
  readonly query_timeout: number;
}

/** Integers of the database are numbers here: no counter or key comes near 2^53. */
const INT8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: "text") =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

export class Hosts {
  /** One connection string for each host. */
  private readonly urls: readonly string[];
  /** Whether a server that does not take writes is passed over. */
  private readonly writable: boolean;
  private readonly leading = new WeakMap<pg.ClientBase, number>();
  private at = 0;
  private search: Promise<void> | undefined;

  /**
   * @param url `postgres://user:password@host:port,host:port/database?target_session_attrs=read-write`; of several
   *   hosts one that takes writes is wanted, unless it says `any`
   */
  constructor(url: string) {
    const { urls, attributes } = split(url);
    this.urls = urls;
    this.writable = attributes === null ? this.urls.length > 1 : attributes !== "any";
  }

  /** The hosts of a URL one by one, for whoever takes any that answers. */
  static each(url: string): Hosts[] {
    return split(url).urls.map((one) => new Hosts(one));
  }

  /** What connects to the host that was found last. */
  client(limits: SessionLimits, pipeline = false): pg.Client {
    const client = new pg.Client({
      connectionString: this.urls[this.at]!,
      application_name: "space-missions",
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      types,
      pipeline,
      ...limits,
    } as pg.ClientConfig);
    // A connection that breaks fails what runs on it; nobody listens to one that rests.
    client.on("error", () => {});
    this.leading.set(client, this.at);
    return client;
  }

  /** Whether a connection leads to the host that was found last; one to a host that was left is not read from. */
  current(client: pg.ClientBase): boolean {
    return this.leading.get(client) === this.at;
  }

  /** @throws Error when a connection leads to a server that does not take writes, and another is wanted */
  async check(client: pg.ClientBase): Promise<void> {
    if (!this.writable) return;
    const { rows } = await client.query("SHOW transaction_read_only");
    if (rows[0].transaction_read_only === "on") throw new Error("connection error: the server is read-only");
  }

  /** Looks for a host that will do; all who ask meanwhile share the search. It finds none without a word. */
  find(): Promise<void> {
    if (this.urls.length === 1) return Promise.resolve();
    this.search ??= this.tryAll().finally(() => {
      this.search = undefined;
    });
    return this.search;
  }

  private async tryAll(): Promise<void> {
    const from = this.at;
    for (let step = 0; step < this.urls.length; step += 1) {
      this.at = (from + step) % this.urls.length;
      const client = this.client({ query_timeout: CONNECT_MS });
      try {
        await client.connect();
        await this.check(client);
        return;
      } catch {
        // The next one may do.
      } finally {
        client.end().catch(() => {});
      }
    }
  }

  /**
   * Connects to a host that will do.
   * @throws Error of the driver when there is none
   */
  async connect(limits: SessionLimits, pipeline = false): Promise<pg.Client> {
    for (let attempt = 1; ; attempt += 1) {
      const client = this.client(limits, pipeline);
      try {
        await client.connect();
        await this.check(client);
        return client;
      } catch (reason) {
        client.end().catch(() => {});
        if (attempt > 1 || this.urls.length === 1) throw notConnected(reason);
        await this.find();
      }
    }
  }
}

/** A URL for each host, and what is asked of the server's session. */
function split(url: string): { urls: string[]; attributes: string | null } {
  const [, head, list, tail = ""] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url)!;
  const [path = "", query = ""] = tail.split("?", 2);
  const parameters = new URLSearchParams(query);
  const attributes = parameters.get("target_session_attrs");
  parameters.delete("target_session_attrs");
  const rest = parameters.size > 0 ? `${path}?${parameters}` : path;
  return { urls: list!.split(",").map((host) => `${head}${host}${rest}`), attributes };
}

/**
 * Makes sure that a server is there, and one that keeps text as it is.
 * @throws Error with one line for the operator
 */
export async function greet(hosts: Hosts): Promise<void> {
  let client: pg.Client;
  try {
    client = await hosts.connect({ query_timeout: CONNECT_MS });
  } catch (error) {
    throw new Error(`PostgreSQL does not let the service in (${reasonOf(error)})`);
  }
  const { rows } = await client.query("SHOW server_encoding");
  await client.end();
  const encoding = rows[0].server_encoding as string;
  if (encoding !== "UTF8") throw new Error(`the database's encoding is ${encoding}; make one with ENCODING 'UTF8'`);
}
