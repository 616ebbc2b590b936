/** What a database remembers of its data: the records as they were shipped, whatever became of them since. */
import type { DataSource } from "../../declare/registry/registry.ts";
import type { Values } from "../../declare/values.ts";
import type { Resource } from "../../resource/resource.ts";
import { FORMER_NAMES, parseFormerNames, withCurrentNames } from "../../store/events/former-names.ts";
import type { Store } from "../../store/store.ts";
import type { SystemWriter } from "../../store/write/system-writer.ts";
import { type Data, digestOf } from "./sources.ts";

/** The metadata's name for the number of records that the database was filled with. */
export const LOADED = "dataset";

/** The metadata's name for the day whose state the data describe. */
const AS_OF = "dataset_as_of";

/** The metadata's name for the moment when they were stored. */
const STORED_AT = "dataset_stored_at";

/** The metadata's name for the digest of the data. */
const DIGEST = "dataset_digest";

/** What the metadata's names for the shipped records begin with; the names of their resources follow. */
const SHIPPED = "dataset_shipped:";

/** The data that are stored, as far as they say. */
export interface StoredDataset {
  /** The day whose state they describe. */
  readonly asOf: string | undefined;
  /** When they were stored: what was changed later, somebody has edited. */
  readonly storedAt: string | undefined;
}

/** What is known of the data in a database; nothing if there are none. */
export async function readStoredDataset(store: Store): Promise<StoredDataset> {
  const [asOf, storedAt] = await Promise.all([AS_OF, STORED_AT].map((name) => store.getMetadata(name)));
  return { asOf, storedAt };
}

/** The records of each resource as they were shipped; undefined if a version filled the database that did not remember them. */
export async function readShipped(store: Store): Promise<ReadonlyMap<Resource, readonly Values[]> | undefined> {
  if ((await store.getMetadata(DIGEST)) === undefined) return (await wasFilled(store)) ? undefined : new Map();
  const names = parseFormerNames(await store.getMetadata(FORMER_NAMES));
  const shipped = new Map<Resource, readonly Values[]>();
  for (const resource of store.catalog.resources) {
    const records = JSON.parse((await store.getMetadata(SHIPPED + resource.name)) ?? "[]") as Values[];
    shipped.set(
      resource,
      records.map((record) => withCurrentNames(names, resource.table, 0, record)),
    );
  }
  return shipped;
}

/**
 * Remembers data that are being stored.
 * @param shipped the records of each resource; of a record that could not be stored, as it was before
 */
export async function rememberData(
  system: SystemWriter,
  { asOf, digest }: Pick<Data, "asOf" | "digest">,
  shipped: ReadonlyMap<Resource, readonly Values[]>,
): Promise<void> {
  if (asOf !== undefined) {
    await system.setMetadata(AS_OF, asOf);
    await system.setMetadata(STORED_AT, system.now);
  }
  await system.setMetadata(DIGEST, digest);
  for (const [{ name }, records] of shipped) await system.setMetadata(SHIPPED + name, JSON.stringify(records));
}

/** Whether a database was filled with other data than these. */
export async function hasOtherData(store: Store, sources: readonly DataSource[]): Promise<boolean> {
  if (sources.length === 0 || !(await wasFilled(store))) return false;
  return (await store.getMetadata(DIGEST)) !== digestOf(sources);
}

async function wasFilled(store: Store): Promise<boolean> {
  return Number((await store.getMetadata(LOADED)) ?? 0) > 0;
}
