/** Reads a record's neighbors in time. */
import type { View } from "../../../../../kit/description/model.ts";
import { huesOf } from "../../../fields/hues.ts";
import type { KnownUntil } from "../../../fields/known-until.ts";
import type { Data } from "../../../requests/data.ts";
import { endOf } from "../../time/days.ts";
import { itemsOf } from "../../timeline/items.ts";
import type { TimelineParts } from "../../timeline/parts.ts";
import { aGet, type Reading } from "../reading.ts";
import type { Surroundings } from "./neighbors.ts";
import { searchesOf } from "./query.ts";

/** Reads the surroundings of a record; undefined if they cannot be read. */
export function* surroundingsOf(
  view: View,
  record: Data,
  parts: TimelineParts,
  { now, knownUntil }: { readonly now: number; readonly knownUntil: KnownUntil },
): Reading<Surroundings | undefined> {
  const hueOf = huesOf(parts.color);
  const itemsIn = (records: readonly Data[]) => itemsOf(records, parts, hueOf, { now, knownUntil }).items;
  const knownOf = (records: readonly Data[]) =>
    records.reduce((latest, each) => Math.max(latest, endOf(knownUntil(each)) ?? now), Number.NEGATIVE_INFINITY);
  const [own] = itemsIn([record]);
  if (!own) return undefined;
  const searches = searchesOf(view, parts, own, Math.min(now, knownOf([record])));
  const answers = searches ? yield [aGet(listOf(record) + searches.before), aGet(listOf(record) + searches.after)] : [];
  if (answers.includes(undefined)) return undefined;
  const both: readonly Data[] = answers.flatMap((answer) => answer[view.plural] ?? []);
  const others = [...new Map(both.map((each) => [each.id, each])).values()];
  const known = Math.min(now, knownOf([record, ...others]));
  return { own, others: itemsIn(others), lanes: parts.lanes, known };
}

/** Returns the path of the list in which a record is. */
export function listOf(record: Data): string {
  return record._links.self.replace(/\/[^/]+$/, "");
}
