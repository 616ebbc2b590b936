/** Reads what pictures draw, without a browser: the API of the service, as the caller may read it. */
import type { Description, View } from "../../../kit/description/model.ts";
import { chipsIn, sentenceOf } from "../components/chips/chips-in.ts";
import { referencesIn } from "../components/chips/filter-references.ts";
import type { TargetOf } from "../description/target.ts";
import { type References, targetRequests, targetsIn } from "../description/targets.ts";
import { type KnownUntil, knownUntilIn } from "../fields/known-until.ts";
import type { Data } from "../requests/data.ts";
import { countText } from "../units.ts";

/** Reads the API at the moment of the picture. */
export interface Source {
  readonly description: Description;
  /** The day of the drawing. */
  readonly now: number;
  /** Reads a path as JSON. */
  readonly get: (path: string) => Promise<Data>;
  /** Reads all records of a list. */
  readonly records: (path: string) => Promise<readonly Data[]>;
}

/** Reads the targets of references. */
export async function targetsFrom(source: Source, references: readonly References[]): Promise<TargetOf> {
  const requests = targetRequests(references, source.description);
  return targetsIn(requests, await Promise.all(requests.map(({ path }) => source.get(path))));
}

/** The day that the stored data describe, and until when each record is known. */
export interface Known {
  readonly asOf: string | undefined;
  readonly knownUntil: KnownUntil;
}

/** Reads until when records are known. */
export async function knownFrom(source: Source): Promise<Known> {
  const { data_as_of: asOf, data_stored_at: storedAt } = await source.get("/api");
  return { asOf, knownUntil: knownUntilIn({ asOf, storedAt }) };
}

/** Reads the name of the record below which a list is; undefined if it is below none, or one that is not to be read. */
export async function ownerOf({ description, get }: Source, path: string): Promise<string | undefined> {
  const above = path.slice(0, path.lastIndexOf("/"));
  const place = description.at(above);
  if (place?.kind !== "record") return undefined;
  const record = await get(above).catch(() => undefined);
  return record?.[place.view.title];
}

/** Writes the records that are drawn: `52 missions. Status is active.` */
export async function sentencesOf(source: Source, view: View, search: string, count: number): Promise<string[]> {
  const { noun, heading } = view;
  const targetOf = await targetsFrom(source, referencesIn(view, search));
  const nameOf = (...[field, id]: Parameters<TargetOf>) => targetOf(field, id.toLowerCase())?.name;
  const filters = chipsIn(view, search, nameOf).filter(({ parts }) => !isGrouping(parts[0]?.pairs[0]?.[0]));
  const counted = `${countText(count)} ${count === 1 ? noun : heading.toLowerCase()}`;
  return [`${[counted, ...filters.map(sentenceOf)].join("; ")}.`];
}

function isGrouping(name: string | undefined): boolean {
  return name === "group_by" || name === "measure";
}
