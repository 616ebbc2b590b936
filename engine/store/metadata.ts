/** The service metadata: texts that the service stores about itself, by name. */
import sql from "sql-template-tag";
import type { Session, WriteSession } from "./database.ts";

/** Returns undefined if there is no text of this name. */
export async function readMetadata(session: Pick<Session, "all">, name: string): Promise<string | undefined> {
  const [row] = await session.all(sql`SELECT value FROM service_metadata WHERE name = ${name}`);
  return row?.value as string | undefined;
}

/** The name of the text that a probe writes. */
const PROBE = "probed_at";

/** Writes a text that differs each time, to find out whether the database can be written. */
export async function writeProbe(session: Pick<WriteSession, "send">): Promise<void> {
  await writeMetadata(session, PROBE, String(performance.timeOrigin + performance.now()));
}

/**
 * Stores a text.
 * @param value undefined deletes the text
 */
export async function writeMetadata(
  session: Pick<WriteSession, "send">,
  name: string,
  value: string | undefined,
): Promise<void> {
  await session.send(
    value === undefined
      ? sql`DELETE FROM service_metadata WHERE name = ${name}`
      : sql`INSERT INTO service_metadata (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
}
