/** Reads a record's neighbors in time. */
import { useMemo } from "react";
import type { View } from "../../../../../kit/description/model.ts";
import { huesOf } from "../../../fields/hues.ts";
import { useKnownUntil } from "../../../fields/use-known-until.ts";
import { type Data, useGet } from "../../../requests/queries.ts";
import { endOf } from "../../time/days.ts";
import { useToday } from "../../time/use-today.ts";
import { itemsOf } from "../../timeline/items.ts";
import type { TimelineParts } from "../../timeline/parts.ts";
import type { Surroundings } from "./neighbors.ts";
import { searchesOf } from "./query.ts";

/** Reads the surroundings of a record. Undefined until they are there; null if they cannot be read. */
export function useSurroundings(view: View, record: Data, parts: TimelineParts): Surroundings | null | undefined {
  const now = useToday();
  const { knownUntil, error } = useKnownUntil();
  const hueOf = useMemo(() => huesOf(parts.color), [parts.color]);
  const itemsIn = (records: readonly Data[]) =>
    knownUntil ? itemsOf(records, parts, hueOf, { now, knownUntil }).items : [];
  const knownOf = (records: readonly Data[]) =>
    records.reduce((latest, each) => Math.max(latest, endOf(knownUntil?.(each)) ?? now), Number.NEGATIVE_INFINITY);
  const [own] = itemsIn([record]);
  const searches = own && searchesOf(view, parts, own, Math.min(now, knownOf([record])));
  const before = useGet(searches && listOf(record) + searches.before);
  const after = useGet(searches && listOf(record) + searches.after);
  if (error || before.error || after.error) return null;
  if (!own || (searches && !(before.data && after.data))) return undefined;
  const both: readonly Data[] = [before, after].flatMap(({ data }) => data?.data[view.plural] ?? []);
  const others = [...new Map(both.map((each) => [each.id, each])).values()];
  const known = Math.min(now, knownOf([record, ...others]));
  return { own, others: itemsIn(others), lanes: parts.lanes, known };
}

/** Returns the path of the list in which a record is. */
export function listOf(record: Data): string {
  return record._links.self.replace(/\/[^/]+$/, "");
}
