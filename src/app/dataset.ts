/** Loads a data set into an empty database: JSON files, one per resource, under the same rules as requests. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ADMIN } from "../declare/scopes.ts";
import type { Values } from "../declare/values.ts";
import { Problem } from "../problem.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Resource } from "../resource/resource.ts";
import { readSubmission } from "../resource/submission.ts";
import type { Store } from "../store/store.ts";
import type { Writer } from "../store/write/writer.ts";

/** The file of a resource in a data set. */
export function fileOf(folder: string, resource: Resource): string {
  return join(folder, `${resource.name}.json`);
}

/** The records of a resource in a data set; empty if it has no file. */
export function readRecords(folder: string, resource: Resource): Values[] {
  const path = fileOf(folder, resource);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Values[]) : [];
}

/** The metadata's name for the number of records that were loaded. */
const LOADED = "dataset";

/**
 * Loads a data set at the first start only. A database that clients have emptied stays empty.
 * @param folder the data set; undefined to start without data
 * @param report receives the name of each resource and its number of records
 * @returns how many records were loaded; undefined if this is not the first start
 */
export async function loadDatasetOnce(
  store: Store,
  folder: string | undefined,
  report: (resource: string, count: number) => void,
): Promise<number | undefined> {
  // API keys and their events may exist before any data.
  const resources = store.catalog.resources.filter(
    (resource) => resource.scopes.write !== ADMIN && resource !== store.catalog.log,
  );
  const counters = await store.counters(resources);
  if (counters.some(({ total }) => total > 0)) return undefined;
  const { value, isNew } = await store.initialize(LOADED, async (tx) =>
    String(folder === undefined ? 0 : await loadAll(tx, store.catalog, folder, report)),
  );
  return isNew ? Number(value) : undefined;
}

/**
 * Loads all files of a folder in one transaction.
 * @param report receives the name of each resource and its number of records
 * @returns how many records were loaded
 * @throws Error with the file and the record that a rule refuses; then nothing is loaded
 */
export async function loadDataset(
  store: Store,
  folder: string,
  report: (resource: string, count: number) => void,
): Promise<number> {
  return store.write((tx) => loadAll(tx, store.catalog, folder, report));
}

async function loadAll(
  tx: Writer,
  catalog: Catalog,
  folder: string,
  report: (resource: string, count: number) => void,
): Promise<number> {
  let total = 0;
  for (const resource of catalog.resources) {
    const records = readRecords(folder, resource);
    for (const [index, record] of records.entries())
      await load(tx, resource, record, `${resource.name}.json[${index}]`);
    if (records.length > 0) report(resource.name, records.length);
    total += records.length;
  }
  return total;
}

async function load(tx: Writer, resource: Resource, record: Values, location: string): Promise<void> {
  const parentId = resource.parentKey ? (record[resource.parentKey] as string) : undefined;
  try {
    if (resource.kind === "single")
      await tx.replace(resource, { parentId: parentId! }, readSubmission(resource, "replace", record));
    else await tx.create(resource, parentId, readSubmission(resource, "create", record));
  } catch (reason) {
    if (!(reason instanceof Problem)) throw reason;
    const faults = (reason.extras.errors ?? []).map((fault) => `${fault.pointer} ${fault.message}`);
    throw new Error(`${location} ${JSON.stringify(record.id ?? record)}: ${reason.message} ${faults.join("; ")}`);
  }
}
