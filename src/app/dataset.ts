/** Fills an empty registry with a data set: JSON files, one per resource, through the same rules as a request. */
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

/** The records of a resource in a data set; none when it has no file. */
export function readRecords(folder: string, resource: Resource): Values[] {
  const path = fileOf(folder, resource);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Values[]) : [];
}

const FILLED = "dataset";

/**
 * Fills a registry at its first start; one that was emptied later stays empty.
 * @param folder the data set, or undefined to begin with nothing
 * @param report is told each resource and how many of its records were loaded
 * @returns how many records were loaded; undefined when this is not the first start
 */
export async function fillOnce(
  store: Store,
  folder: string | undefined,
  report: (resource: string, count: number) => void,
): Promise<number | undefined> {
  // Keys, and what is told of them, may be there before there is anything to use them on.
  const filled = store.catalog.resources.filter(
    (resource) => resource.scopes.write !== ADMIN && resource !== store.catalog.log,
  );
  const counters = await store.counters(filled);
  if (counters.some(({ total }) => total > 0)) return undefined;
  const { value, isNew } = await store.initialize(FILLED, async (change) =>
    String(folder === undefined ? 0 : await loadAll(change, store.catalog, folder, report)),
  );
  return isNew ? Number(value) : undefined;
}

/**
 * Loads all files of a folder in one transaction.
 * @param report is told each resource and how many of its records were loaded
 * @returns how many records were loaded
 * @throws Error naming the file and the record that a rule refuses; nothing is kept then
 */
export async function loadDataset(
  store: Store,
  folder: string,
  report: (resource: string, count: number) => void,
): Promise<number> {
  return store.write((change) => loadAll(change, store.catalog, folder, report));
}

async function loadAll(
  change: Writer,
  catalog: Catalog,
  folder: string,
  report: (resource: string, count: number) => void,
): Promise<number> {
  let total = 0;
  for (const resource of catalog.resources) {
    const records = readRecords(folder, resource);
    for (const [at, record] of records.entries()) await load(change, resource, record, `${resource.name}.json[${at}]`);
    if (records.length > 0) report(resource.name, records.length);
    total += records.length;
  }
  return total;
}

async function load(change: Writer, resource: Resource, record: Values, where: string): Promise<void> {
  const of = resource.parentKey ? (record[resource.parentKey] as string) : undefined;
  try {
    if (resource.kind === "single")
      await change.replace(resource, { of: of! }, readSubmission(resource, "replace", record));
    else await change.create(resource, of, readSubmission(resource, "create", record));
  } catch (reason) {
    if (!(reason instanceof Problem)) throw reason;
    const faults = (reason.extras.errors ?? []).map((fault) => `${fault.pointer} ${fault.message}`);
    throw new Error(`${where} ${JSON.stringify(record.id ?? record)}: ${reason.message} ${faults.join("; ")}`);
  }
}
