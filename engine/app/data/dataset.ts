/** Loads data into an empty database, under the same rules as requests. */
import { targetsOf } from "../../declare/field-spec.ts";
import type { DataSource, Registry } from "../../declare/registry/registry.ts";
import { ADMIN } from "../../declare/scopes.ts";
import type { Values } from "../../declare/values.ts";
import { Problem } from "../../problem.ts";
import type { Resource } from "../../resource/resource.ts";
import { readSubmission, readSubmissions } from "../../resource/submission.ts";
import type { Store } from "../../store/store.ts";
import type { Writer } from "../../store/write/writer.ts";
import type { Config } from "../config.ts";
import { reasonOf } from "../registry/load.ts";
import { SettingError } from "../setting-values.ts";
import { LOADED, rememberData } from "./base.ts";
import { type Data, type DataRecord, readData } from "./sources.ts";

/** The data that an empty database gets with the setting `DATASET`. */
export function dataOf({ data = [] }: Registry, { dataset }: Pick<Config, "dataset">): readonly DataSource[] {
  return dataset === "builtin" ? data : [];
}

/** Receives each resource that got records, and their number. */
type Report = (resource: Resource, count: number) => void;

/**
 * Loads data at the first start only. A database that clients have emptied stays empty.
 * @param sources of the data; none to start without data
 * @returns how many records were loaded; undefined if this is not the first start
 * @throws SettingError as `loadDataset` does
 */
export async function loadDatasetOnce(
  store: Store,
  sources: readonly DataSource[],
  report: Report,
): Promise<number | undefined> {
  // API keys and their events may exist before any data.
  const resources = store.catalog.resources.filter(
    (resource) => resource.scopes.write !== ADMIN && resource !== store.catalog.log,
  );
  const counters = await store.counters(resources);
  if (counters.some(({ total }) => total > 0)) return undefined;
  let data: Data | undefined;
  const { isNew, value } = await store.initialize(LOADED, async (tx) => {
    // Not read before: a database that clients have emptied needs none.
    data ??= readData(sources, store.catalog);
    await loadAll(tx, data);
    return String(data.total);
  });
  if (isNew && data) reportAll(data, report);
  return isNew ? Number(value) : undefined;
}

/**
 * Loads all records of a source in one transaction.
 * @returns how many records were loaded
 * @throws SettingError if it cannot be read, or with the place of the record that a rule refuses; then nothing is loaded
 */
export async function loadDataset(store: Store, source: DataSource, report: Report): Promise<number> {
  const data = readData([source], store.catalog);
  await store.write((tx) => loadAll(tx, data));
  reportAll(data, report);
  return data.total;
}

/** Loads all records. Those of each resource are one event. */
function loadAll(tx: Writer, data: Data): Promise<void> {
  return tx.createTogether(async () => {
    for (const [resource, all] of data.records)
      for (const group of groupsOf(resource, all)) await load(tx, resource, group);
    const shipped = [...data.records].map(([resource, all]) => [resource, all.map(({ values }) => values)] as const);
    await rememberData(tx.system, data, new Map(shipped));
  });
}

function reportAll({ records }: Data, report: Report): void {
  for (const [resource, { length }] of records) report(resource, length);
}

/** Divides records: successive ones of one parent are written at once, unless they may refer to each other. */
function* groupsOf(resource: Resource, records: readonly DataRecord[]): Generator<readonly DataRecord[]> {
  const parentOf = ({ values }: DataRecord) => (resource.parentKey ? values[resource.parentKey] : undefined);
  const isAlone = resource.kind === "single" || refersToItself(resource);
  for (let start = 0, end = 0; start < records.length; start = end) {
    do end++;
    while (!isAlone && end < records.length && parentOf(records[end]!) === parentOf(records[start]!));
    yield records.slice(start, end);
  }
}

function refersToItself(resource: Resource): boolean {
  return [...resource.fields.values()].some((spec) => targetsOf(spec).includes(resource.name));
}

async function load(tx: Writer, resource: Resource, records: readonly DataRecord[]): Promise<void> {
  try {
    await createRecords(
      tx,
      resource,
      records.map(({ values }) => values),
    );
  } catch (reason) {
    if (reason instanceof Problem) throw new SettingError(`DATASET: ${describe(reason, resource, records)}`);
    // A function of a declaration throws; it does not say at which record.
    if (reason instanceof TypeError || reason instanceof ReferenceError || reason instanceof RangeError)
      throw new SettingError(`DATASET: ${records[0]!.place} or one that follows: ${reasonOf(reason)}`);
    throw reason;
  }
}

/** Creates records of one parent, under the rules for clients. @throws Problem if one of them is refused */
export async function createRecords(tx: Writer, resource: Resource, records: readonly Values[]): Promise<void> {
  const parentId = resource.parentKey ? (records[0]![resource.parentKey] as string) : undefined;
  if (resource.kind === "single")
    await tx.replace(resource, { parentId: parentId! }, readSubmission(resource, "replace", records[0]));
  else await tx.createEach(resource, parentId, await readSubmissions(resource, records, records.length));
}

/** Names the place, the record and the faults of a refusal. */
function describe(problem: Problem, resource: Resource, records: readonly DataRecord[]): string {
  const [fault] = problem.extras.errors ?? [];
  const index = resource.kind === "single" ? 0 : Number(fault?.pointer?.split("/")[1] ?? 0);
  const { place, values } = records[index]!;
  return `${place} ${JSON.stringify(values.id ?? values)}: ${faultsIn(problem)}`;
}

/** The faults of a refusal, with the names of their fields. Of several records, the pointers begin with an index. */
export function faultsIn({ message, extras: { errors = [] } }: Problem): string {
  const faults = errors.map(({ pointer = "", message: fault }) => `${pointer.replace(/^\/\d+/, "")} ${fault}`);
  return faults.join("; ") || message;
}
