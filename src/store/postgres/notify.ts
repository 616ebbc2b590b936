/** What processes on one PostgreSQL tell each other by LISTEN and NOTIFY: that something was committed. */
import type pg from "pg";
import sql from "sql-template-tag";
import type { Hosts } from "./hosts.ts";

/** Services on different schemas of a database do not hear each other. */
const CHANNEL = sql`SELECT 'space-missions ' || md5(current_schema()) AS name`;

/** Sent with the commit, to whoever listens then. */
export const ANNOUNCEMENT = sql`SELECT pg_notify('space-missions ' || md5(current_schema()), '')`;

/** How long until a connection that was lost is tried again, and how often one that is silent is asked. */
const AGAIN_MS = 500;
const ASK_MS = 5_000;

/**
 * Listens on a connection of its own, again and again, until it is ended.
 * @param heard is called for every announcement, and when some may have been missed
 * @returns what ends it
 */
export function listenToAnnouncements(hosts: Hosts, heard: () => void): () => void {
  let client: pg.Client | undefined;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const again = (): void => {
    client?.end().catch(() => {});
    client = undefined;
    clearTimeout(timer);
    if (!ended) timer = setTimeout(() => void connect().catch(again), AGAIN_MS).unref();
  };
  const ask = (connected: pg.Client): void => {
    // A server that went away without a word is noticed only when it is asked.
    timer = setTimeout(() => void connected.query("SELECT 1").then(() => ask(connected), again), ASK_MS).unref();
  };
  const connect = async (): Promise<void> => {
    const connected = await hosts.connect({ query_timeout: ASK_MS });
    client = connected;
    connected.once("end", () => {
      if (client === connected) again();
    });
    connected.on("notification", heard);
    const { rows } = await connected.query(CHANNEL);
    await connected.query(`LISTEN "${rows[0].name}"`);
    if (ended) again();
    else {
      heard();
      ask(connected);
    }
  };
  void connect().catch(again);
  return () => {
    ended = true;
    again();
  };
}
