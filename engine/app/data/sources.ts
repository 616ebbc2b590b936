/** Reads the records of data sources: folders with one JSON file per resource, and arrays of records by resource. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { targetsOf } from "../../declare/field-spec.ts";
import type { DataSource } from "../../declare/registry/registry.ts";
import type { Values } from "../../declare/values.ts";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import { SettingError } from "../setting-values.ts";

/** A record to load. */
export interface DataRecord {
  /** Where it is, for messages: `missions.json[3]`. */
  readonly place: string;
  readonly values: Values;
}

/** The records of all sources. */
export interface Data {
  /** The day whose state they describe, `YYYY-MM-DD`, if one of the sources says so. */
  readonly asOf: string | undefined;
  /** The records of each resource that has some, in the order in which they can be loaded. */
  readonly records: ReadonlyMap<Resource, readonly DataRecord[]>;
  /** How many records there are. */
  readonly total: number;
  /** Of the sources, as `digestOf` returns it. */
  readonly digest: string;
}

/** The file of a folder in which the source describes itself: `{"as_of": "YYYY-MM-DD"}`. */
const DESCRIPTION = "dataset.json";

/**
 * Reads sources. A record with the key of one in an earlier source changes that one.
 * @throws SettingError if there is no such folder, or with the file that is no array of records of a resource
 */
export function readData(sources: readonly DataSource[], catalog: Catalog): Data {
  const files = sources.map((source) => (typeof source === "string" ? readFolder(source, catalog) : source));
  const records = new Map<Resource, readonly DataRecord[]>();
  for (const resource of inLoadingOrder(catalog)) {
    const all = joined(
      resource,
      files.map((file) => file[resource.name] ?? []),
    );
    if (all.length > 0) records.set(resource, all);
  }
  const total = [...records.values()].reduce((sum, { length }) => sum + length, 0);
  return { asOf: asOfIn(sources), records, total, digest: digestOf(sources) };
}

/** The day whose state sources describe, `YYYY-MM-DD`, if one of them says so. */
export function asOfIn(sources: readonly DataSource[]): string | undefined {
  const folders = sources.filter((source) => typeof source === "string");
  return folders.map((folder) => descriptionIn(folder)?.as_of).findLast((day) => day !== undefined);
}

/** A text that differs if sources do. Reads them without making records of them. */
export function digestOf(sources: readonly DataSource[]): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    if (typeof source !== "string") hash.update(JSON.stringify(source));
    else for (const file of jsonFiles(source)) hash.update(file).update(readFileSync(join(source, file)));
  }
  return hash.digest("hex");
}

/** The names of a folder's files, in order. @throws SettingError if there is no such folder */
function jsonFiles(folder: string): string[] {
  if (!existsSync(folder)) throw new SettingError(`DATASET: there is no folder ${folder}.`);
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort();
}

/** The resources, each after those that its records refer to, unless these refer to it as well. */
export function inLoadingOrder({ resources, resource }: Catalog): Iterable<Resource> {
  const visited = new Set<Resource>();
  const ordered = new Set<Resource>();
  const visit = (each: Resource): void => {
    if (visited.has(each)) return;
    visited.add(each);
    const targets = [...each.fields.values()].flatMap(targetsOf);
    for (const needed of [each.parent, each.member, ...targets.map(resource)]) if (needed) visit(needed);
    ordered.add(each);
  };
  for (const each of resources) visit(each);
  return ordered;
}

function descriptionIn(folder: string): { readonly as_of: string } | undefined {
  const file = join(folder, DESCRIPTION);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** The arrays of a folder's files, by the names of their resources. */
function readFolder(folder: string, { resources }: Catalog): Record<string, readonly object[]> {
  const files = jsonFiles(folder).filter((file) => file !== DESCRIPTION);
  const known = new Set(resources.map(({ name }) => `${name}.json`));
  const stray = files.filter((file) => !known.has(file));
  if (stray.length > 0) throw new SettingError(`DATASET: ${join(folder, stray[0]!)} has the name of no resource.`);
  return Object.fromEntries(files.map((file) => [file.slice(0, -".json".length), readArray(join(folder, file))]));
}

function readArray(file: string): readonly object[] {
  let records: unknown;
  try {
    records = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new SettingError(`DATASET: ${file}: ${(error as Error).message}`);
  }
  if (Array.isArray(records)) return records;
  throw new SettingError(`DATASET: ${file} is no array of records.`);
}

/** The records of one resource in all sources. */
function joined(resource: Resource, sources: readonly (readonly object[])[]): readonly DataRecord[] {
  const records: DataRecord[] = [];
  const positions = new Map<string | undefined, number>();
  for (const source of sources) {
    const added: DataRecord[] = [];
    for (const [index, given] of source.entries()) {
      const record: DataRecord = { place: `${resource.name}.json[${index}]`, values: given as Values };
      const position = positions.get(keyIn(resource, record.values));
      if (position === undefined) added.push(record);
      else records[position] = { ...record, values: { ...records[position]!.values, ...record.values } };
    }
    for (const record of added) {
      const key = keyIn(resource, record.values);
      const position = records.push(record) - 1;
      if (key !== undefined) positions.set(key, position);
    }
  }
  return records;
}

/** What identifies a record among those of its resource; undefined if it has no id yet. */
export function keyIn({ parentKey, key }: Resource, values: Values): string | undefined {
  const parts = [...new Set([parentKey ?? key, key])].map((name) => values[name]);
  return parts.every((part) => typeof part === "string") ? parts.join("/") : undefined;
}
