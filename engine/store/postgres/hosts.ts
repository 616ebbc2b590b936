/** Failover: the hosts of a PostgreSQL URL, and the one of them that accepts writes (libpq multi-host connection strings). */
import pg from "pg";
import { messageOf, toConnectionError } from "./errors.ts";

const CONNECT_TIMEOUT_MS = 3_000;

/** Options of one connection; times in milliseconds. */
export interface ConnectionOptions {
  readonly statement_timeout?: number;
  readonly lock_timeout?: number;
  readonly idle_in_transaction_session_timeout?: number;
  /** Measured by the client, in case the server no longer answers. */
  readonly query_timeout: number;
  /** Sends each statement at once instead of waiting for the result of the one before. */
  readonly pipeline?: boolean;
}

/** Parses BIGINT as a number: no counter or key comes near 2^53. */
const INT8 = 20;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: "text") =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

/** Chooses a host, and creates connections to it. */
export class Hosts {
  /** One connection string per host. */
  private readonly urls: readonly string[];
  /** The name of the service, which the server shows for its connections. */
  readonly name: string;
  /** Whether read-only servers are skipped. */
  private readonly mustBeWritable: boolean;
  private readonly indexOf = new WeakMap<pg.ClientBase, number>();
  private currentIndex = 0;
  private search: Promise<void> | undefined;

  /**
   * @param url `postgres://user:password@host:port,host:port/database?target_session_attrs=read-write`; with several
   *   hosts, one that takes writes is used, unless `target_session_attrs` is `any`
   * @param name of the service
   */
  constructor(url: string, name: string) {
    this.name = name;
    const { urls, attributes } = parseUrl(url);
    this.urls = urls;
    this.mustBeWritable = attributes === null ? urls.length > 1 : attributes !== "any";
  }

  /** Returns one `Hosts` for each host of a URL, for callers that choose the host themselves. */
  static each(url: string, name: string): Hosts[] {
    return parseUrl(url).urls.map((hostUrl) => new Hosts(hostUrl, name));
  }

  /** A client of the current host, not yet connected. */
  createClient(options: ConnectionOptions): pg.Client {
    const client = new pg.Client({
      connectionString: this.urls[this.currentIndex]!,
      application_name: this.name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      types,
      ...options,
    } as pg.ClientConfig);
    // A lost connection rejects its running statement; without this listener, an idle one would end the process.
    client.on("error", () => {});
    this.indexOf.set(client, this.currentIndex);
    return client;
  }

  /** Whether a client is connected to the current host, and not to the one before a failover. */
  isCurrent(client: pg.ClientBase): boolean {
    return this.indexOf.get(client) === this.currentIndex;
  }

  /** Checks a new connection. @throws Error if the server is read-only but must accept writes */
  async verify(client: pg.ClientBase): Promise<void> {
    if (!this.mustBeWritable) return;
    const { rows } = await client.query("SHOW transaction_read_only");
    if (rows[0].transaction_read_only === "on") throw new Error("connection error: the server is read-only");
  }

  /** Finds a usable host and makes it the current one. Concurrent callers share the search. Does not throw. */
  findServer(): Promise<void> {
    if (this.urls.length === 1) return Promise.resolve();
    this.search ??= this.tryAll().finally(() => {
      this.search = undefined;
    });
    return this.search;
  }

  private async tryAll(): Promise<void> {
    const start = this.currentIndex;
    for (let step = 0; step < this.urls.length; step += 1) {
      this.currentIndex = (start + step) % this.urls.length;
      const client = this.createClient({ query_timeout: CONNECT_TIMEOUT_MS });
      try {
        await client.connect();
        await this.verify(client);
        return;
      } catch {
        // Try the next host.
      } finally {
        client.end().catch(() => {});
      }
    }
  }

  /**
   * Connects to a usable host.
   * @throws the driver's Error if there is none
   */
  async connect(options: ConnectionOptions): Promise<pg.Client> {
    for (let attempt = 1; ; attempt += 1) {
      const client = this.createClient(options);
      try {
        await client.connect();
        await this.verify(client);
        return client;
      } catch (reason) {
        client.end().catch(() => {});
        if (attempt > 1 || this.urls.length === 1) throw toConnectionError(reason);
        await this.findServer();
      }
    }
  }
}

/** Compiling the exact sums of a summary can take half a minute, which cancelling would not interrupt. */
const NO_COMPILATION = "-c jit=off";

/** Splits a URL with several hosts into one URL per host, without `target_session_attrs`. */
function parseUrl(url: string): { urls: string[]; attributes: string | null } {
  const [, head, list, tail = ""] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url)!;
  const [path = "", query = ""] = tail.split("?", 2);
  const parameters = new URLSearchParams(query);
  const attributes = parameters.get("target_session_attrs");
  parameters.delete("target_session_attrs");
  parameters.set("options", `${NO_COMPILATION} ${parameters.get("options") ?? ""}`.trimEnd());
  return { urls: list!.split(",").map((host) => `${head}${host}${path}?${parameters}`), attributes };
}

/**
 * Checks that a server is reachable and that the database's encoding is UTF-8.
 * @param inspect looks at the database
 * @returns what `inspect` returns
 * @throws Error with one line for the operator
 */
export async function verifyServer<T>(hosts: Hosts, inspect: (client: pg.Client) => Promise<T>): Promise<T> {
  let client: pg.Client;
  try {
    client = await hosts.connect({ query_timeout: CONNECT_TIMEOUT_MS });
  } catch (error) {
    throw new Error(`cannot connect to PostgreSQL (${messageOf(error)})`);
  }
  try {
    const { rows } = await client.query("SHOW server_encoding");
    const encoding = rows[0].server_encoding as string;
    if (encoding !== "UTF8") throw new Error(`the database's encoding is ${encoding}; create one with ENCODING 'UTF8'`);
    return await inspect(client);
  } finally {
    await client.end();
  }
}
