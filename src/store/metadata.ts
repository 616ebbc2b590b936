/** The service metadata: texts that the service stores about itself, by name. */
import sql from "sql-template-tag";
import type { Session } from "./dialect.ts";

/** Returns undefined if there is no text of this name. */
export async function readMetadata(session: Session, name: string): Promise<string | undefined> {
  const [row] = await session.all(sql`SELECT value FROM service_metadata WHERE name = ${name}`);
  return row?.value as string | undefined;
}

/**
 * Stores a text.
 * @param value undefined deletes the text
 */
export async function writeMetadata(session: Session, name: string, value: string | undefined): Promise<void> {
  await session.run(
    value === undefined
      ? sql`DELETE FROM service_metadata WHERE name = ${name}`
      : sql`INSERT INTO service_metadata (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
}
