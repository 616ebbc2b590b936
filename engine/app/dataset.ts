/** Loads a data set into an empty database: JSON files, one per resource, under the same rules as requests. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ADMIN } from "../declare/scopes.ts";
import type { Values } from "../declare/values.ts";
import { Problem } from "../problem.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Resource } from "../resource/resource.ts";
import { readSubmission, readSubmissions } from "../resource/submission.ts";
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

/** The metadata's name for the day whose state the data set describes. */
const AS_OF = "dataset_as_of";

/** The metadata's name for the moment when it was stored. */
const STORED_AT = "dataset_stored_at";

/** What a data set says about itself, in the file `dataset.json`. */
interface DatasetDescription {
  /** The day whose state it describes: `YYYY-MM-DD`. */
  readonly as_of: string;
}

/** The loaded data set, as far as it says. */
export interface LoadedDataset {
  /** The day whose state it describes. */
  readonly asOf: string | undefined;
  /** When it was stored: what was changed later, somebody has edited. */
  readonly storedAt: string | undefined;
}

/** What is known of the loaded data set; nothing if there is none. */
export async function readLoadedDataset(store: Store): Promise<LoadedDataset> {
  return { asOf: await store.getMetadata(AS_OF), storedAt: await store.getMetadata(STORED_AT) };
}

/**
 * Loads a data set at the first start only. A database that clients have emptied stays empty.
 * @param folder the data set; undefined to start without data
 * @param report receives each resource that has records, and their number
 * @returns how many records were loaded; undefined if this is not the first start
 */
export async function loadDatasetOnce(
  store: Store,
  folder: string | undefined,
  report: (resource: Resource, count: number) => void,
): Promise<number | undefined> {
  // API keys and their events may exist before any data.
  const resources = store.catalog.resources.filter(
    (resource) => resource.scopes.write !== ADMIN && resource !== store.catalog.log,
  );
  const counters = await store.counters(resources);
  if (counters.some(({ total }) => total > 0)) return undefined;
  const { value, isNew } = await store.initialize(LOADED, async (tx) =>
    String(folder === undefined ? 0 : await loadTogether(tx, store.catalog, folder, report)),
  );
  return isNew ? Number(value) : undefined;
}

/**
 * Loads all files of a folder in one transaction.
 * @param report receives each resource that has records, and their number
 * @returns how many records were loaded
 * @throws Error if there is no such folder, or with the file and the record that a rule refuses; then nothing is loaded
 */
export async function loadDataset(
  store: Store,
  folder: string,
  report: (resource: Resource, count: number) => void,
): Promise<number> {
  return store.write((tx) => loadTogether(tx, store.catalog, folder, report));
}

/** Loads all files. The records of each resource are one event. */
function loadTogether(...[tx, ...rest]: Parameters<typeof loadAll>): Promise<number> {
  return tx.createTogether(() => loadAll(tx, ...rest));
}

async function loadAll(
  tx: Writer,
  catalog: Catalog,
  folder: string,
  report: (resource: Resource, count: number) => void,
): Promise<number> {
  if (!existsSync(folder)) throw new Error(`The data cannot be loaded: there is no folder ${folder}.`);
  const description = join(folder, "dataset.json");
  if (existsSync(description)) {
    const { as_of } = JSON.parse(readFileSync(description, "utf8")) as DatasetDescription;
    await tx.system.setMetadata(AS_OF, as_of);
    await tx.system.setMetadata(STORED_AT, tx.system.now);
  }
  let total = 0;
  for (const resource of catalog.resources) {
    const records = readRecords(folder, resource);
    for (const group of groupsOf(resource, records)) await load(tx, resource, group);
    if (records.length > 0) report(resource, records.length);
    total += records.length;
  }
  return total;
}

/** Records of one file that are written at once. */
interface Group {
  /** The position of its first record in the file. */
  readonly start: number;
  readonly records: readonly Values[];
}

/** Divides the records of a file: successive ones of one parent are written at once, unless they may refer to each other. */
function* groupsOf(resource: Resource, records: readonly Values[]): Generator<Group> {
  const parentOf = (record: Values) => (resource.parentKey ? record[resource.parentKey] : undefined);
  const isAlone = resource.kind === "single" || refersToItself(resource);
  for (let start = 0, end = 0; start < records.length; start = end) {
    do end++;
    while (!isAlone && end < records.length && parentOf(records[end]!) === parentOf(records[start]!));
    yield { start, records: records.slice(start, end) };
  }
}

function refersToItself(resource: Resource): boolean {
  return [...resource.fields.values()].some(({ reference }) => reference?.to.includes(resource.name));
}

async function load(tx: Writer, resource: Resource, { start, records }: Group): Promise<void> {
  const [first] = records;
  const parentId = resource.parentKey ? (first![resource.parentKey] as string) : undefined;
  try {
    if (resource.kind === "single")
      await tx.replace(resource, { parentId: parentId! }, readSubmission(resource, "replace", first));
    else await tx.createEach(resource, parentId, await readSubmissions(resource, records, records.length));
  } catch (reason) {
    if (!(reason instanceof Problem)) throw reason;
    throw new Error(describe(reason, resource, { start, records }));
  }
}

/** Names the file, the record and the faults of a refusal. */
function describe({ message, extras }: Problem, resource: Resource, { start, records }: Group): string {
  const [fault] = extras.errors ?? [];
  const index = resource.kind === "single" ? 0 : Number(fault?.pointer?.split("/")[1] ?? 0);
  const record = records[index]!;
  const faults = (extras.errors ?? []).map(({ pointer, message }) => `${pointer} ${message}`);
  return `${resource.name}.json[${start + index}] ${JSON.stringify(record.id ?? record)}: ${message} ${faults.join("; ")}`;
}
