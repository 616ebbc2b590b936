/** LISTEN and NOTIFY: processes on one PostgreSQL database notify each other of commits. */
import type pg from "pg";
import sql, { raw } from "sql-template-tag";
import { PRODUCT } from "../../runtime/product.ts";
import type { Hosts } from "./hosts.ts";

/** The channel contains the schema, so that services on different schemas of a database do not notify each other. */
const CHANNEL = raw(`'${PRODUCT} ' || md5(current_schema())`);
const SELECT_CHANNEL = sql`SELECT ${CHANNEL} AS name`;

/** Notifies all listening processes when the transaction commits. */
export const NOTIFY_COMMIT = sql`SELECT pg_notify(${CHANNEL}, '')`;

const RECONNECT_MS = 500;
/** How often the connection is tested, since a server can disappear without closing it. */
const PROBE_MS = 5_000;

/**
 * Listens on a connection of its own, and reconnects until it is stopped.
 * @param onCommit is called for every notification, and after a reconnect, since notifications may have been missed
 * @returns a function that stops it
 */
export function listenForCommits(hosts: Hosts, onCommit: () => void): () => void {
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
    connected.on("notification", onCommit);
    const { rows } = await connected.query(SELECT_CHANNEL);
    await connected.query(`LISTEN "${rows[0].name}"`);
    if (stopped) reconnect();
    else {
      onCommit();
      probe(connected);
    }
  };
  void connect().catch(reconnect);
  return () => {
    stopped = true;
    reconnect();
  };
}
