/** Reads what a picture of groups draws, by the names of what it is about. */
import { useMemo } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { withParameters } from "../../address/query.ts";
import { type References, useTargets } from "../../description/use-targets.ts";
import { knownUntilIn } from "../../fields/known-until.ts";
import { useGet } from "../../requests/queries.ts";
import { countText, dateText } from "../../units.ts";
import { dayOf } from "../time/days.ts";
import type { Partial } from "./draw/layout.ts";
import { type Drawn, drawnOf, type Row } from "./numbers/drawn.ts";
import { isOverTime, type Part } from "./numbers/shape.ts";
import { type LoadedGroups, type ReadGroups, useGroups } from "./use-groups.ts";

/** A period that is known only to a day, as a table says it: `to 30 June`. */
export interface NotedPartial extends Partial {
  readonly note: string;
}

/** The groups of a query, ready to be drawn. */
export interface LoadedDrawn extends Omit<LoadedGroups, "read"> {
  readonly drawn: Drawn | undefined;
  /** The period in which knowledge ends. */
  readonly partial: NotedPartial | undefined;
}

/** So many records are named in one request. */
const NAMED = 100;

/** Reads the groups of a query, the names of the records that they are about, and until when they are known. */
export function useDrawn(view: View, path: string, search: string): LoadedDrawn {
  const { read, ...loaded } = useGroups(view, path, search);
  const { data } = useGet("/api", { poll: false });
  const asOf: string | undefined = data?.data.data_as_of;
  const storedAt: string | undefined = data?.data.data_stored_at;
  const targetOf = useTargets(read ? referencesIn(read) : NO_REFERENCES);
  const hasRoot = data !== undefined;
  const drawn = useMemo(() => {
    if (!read || !hasRoot) return undefined;
    const known = knownUntilIn({ asOf, storedAt });
    return drawnOf(read.groups, {
      ...{ view, shape: read.shape, search: read.search },
      nameOf: (field, id) => targetOf(field, id)?.name,
      knownUntil: ({ updated_at_max: updated_at }) => known({ updated_at }),
    });
  }, [read, view, hasRoot, asOf, storedAt, targetOf]);
  const row = drawn && asOf !== undefined && isOverTime(drawn.shape) ? partialRow(drawn, asOf) : undefined;
  const later = useGet(row?.search === undefined ? undefined : laterPath(path, row.search, drawn!.shape.along, asOf!));
  const laterCount: number = later.data?.data.total_count ?? 0;
  const partial = useMemo(() => row && partialOf(row, asOf!, laterCount), [row, asOf, laterCount]);
  return { ...loaded, drawn, partial };
}

const NO_REFERENCES: readonly References[] = [];

/** Returns the records that groups are named by. */
function referencesIn({ shape, groups }: ReadGroups): References[] {
  return [shape.along, ...(shape.color ? [shape.color] : [])].flatMap(({ field }) => {
    if (field.kind !== "reference") return [];
    const ids = [...new Set(groups.flatMap((group): string[] => group[field.name] ?? []))];
    return Array.from({ length: Math.ceil(ids.length / NAMED) }, (_, index) => ({
      field,
      ids: ids.slice(index * NAMED, (index + 1) * NAMED),
    }));
  });
}

/** Returns the row of the period that the last known day is in, unless it is its last day. */
function partialRow({ rows }: Drawn, asOf: string): Row | undefined {
  const end = dayOf(asOf)! + 1;
  return rows.find(({ from, to }) => from < end && end < to);
}

/** Returns the request that counts what a period has after a day. */
function laterPath(path: string, search: string, { field }: Part, asOf: string): string {
  const name = `${field.name}_after`;
  const given = new URLSearchParams(search).get(name);
  const after = field.kind === "instant" ? `${asOf}T23:59:59.999Z` : asOf;
  const later = given !== null && Date.parse(given) > Date.parse(after) ? given : after;
  return path + withParameters(search, { [name]: later, limit: "1" });
}

/** Says until when a period is known, or how many of its records come later. */
function partialOf({ key, name }: Row, asOf: string, later: number): NotedPartial {
  const day = dateText(asOf).replace(new RegExp(` ${name}$`), "");
  const note = later > 0 ? `${countText(later)} of them after ${day}` : `to ${day}`;
  return { key, end: dayOf(asOf)! + 1, text: `${name}: ${note}`, note };
}
