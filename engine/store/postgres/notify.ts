/** LISTEN and NOTIFY: processes on one PostgreSQL database notify each other of commits, and send each other messages. */
import type pg from "pg";
import sql, { type Sql } from "sql-template-tag";
import type { Hosts } from "./hosts.ts";

/** The channel of a service. It contains the schema, so that services on different schemas do not notify each other. */
const channelOf = (name: string): Sql => sql`${`${name} `}::text || md5(current_schema())`;

/** The message of a commit. */
export const COMMITTED = "";

/** Sends a message to all listening processes of a service, when the transaction commits. */
export function notify(name: string, message: string): Sql {
  return sql`SELECT pg_notify(${channelOf(name)}, ${message})`;
}

const RECONNECT_MS = 500;
/** How often the connection is tested, since a server can disappear without closing it. */
const PROBE_MS = 5_000;

/**
 * Listens on a connection of its own, and reconnects until it is stopped.
 * @param onMessage is called with every message, and with `COMMITTED` after a reconnect, since messages may have been missed
 * @returns a function that stops it
 */
export function listenForMessages(hosts: Hosts, onMessage: (message: string) => void): () => void {
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const reconnect = (): void => {
    client?.end().catch(() => {});
    client = undefined;
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void connect().catch(reconnect), RECONNECT_MS).unref();
  };
  const probe = (connected: pg.Client): void => {
    timer = setTimeout(() => {
      connected.query("SELECT 1").then(() => probe(connected), reconnect);
    }, PROBE_MS).unref();
  };
  const connect = async (): Promise<void> => {
    const connected = await hosts.connect({ query_timeout: PROBE_MS });
    client = connected;
    connected.once("end", () => {
      if (client === connected) reconnect();
    });
    connected.on("notification", ({ payload = COMMITTED }) => onMessage(payload));
    const { rows } = await connected.query(sql`SELECT ${channelOf(hosts.name)} AS name`);
    await connected.query(`LISTEN "${rows[0].name}"`);
    if (stopped) reconnect();
    else {
      onMessage(COMMITTED);
      probe(connected);
    }
  };
  void connect().catch(reconnect);
  return () => {
    stopped = true;
    reconnect();
  };
}
