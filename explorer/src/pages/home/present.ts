/** Finds the records that last until a day, or whose members stay until then. */

import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { View } from "../../../../kit/description/model.ts";
import { goingOn } from "../../fields/going-on.ts";
import type { KnownUntil } from "../../fields/known-until.ts";
import { type Here, hereOn, lastDay, unknownOn } from "../../pictures/presence/heads.ts";
import { type PresenceParts, recordFieldsOf } from "../../pictures/presence/parts.ts";
import { presenceOf } from "../../pictures/presence/stays.ts";
import { DAY_MS } from "../../pictures/time/days.ts";
import type { Data } from "../../requests/data.ts";
import { isoDate } from "./pictures.ts";

/**
 * Returns the path of the records without an end whose state says that they are ongoing; undefined without such a
 * state.
 */
export function endlessPath(parts: PresenceParts, today: string): string | undefined {
  const exists = parts.to && filterOf(parts.records, parts.to.name, "exists")?.parameter;
  const going = goingOn(parts.records);
  if (!exists || !going) return undefined;
  return pathOf(parts, today, { [exists]: "false", [going.parameter]: going.states.join(",") });
}

/** Returns the path of the records that end, or that a member leaves, on a day or later; undefined if none can end. */
export function endingPath(
  parts: PresenceParts,
  { from, today }: { readonly from: string; readonly today: string },
): string | undefined {
  const ends = parts.to && filterOf(parts.records, parts.to.name, "after")?.parameter;
  if (!ends) return undefined;
  const before = dayAt(parts, from, isDate(parts) ? -1 : 0);
  const leaves = parts.left && `${parts.include}.${parts.left}_after`;
  return pathOf(parts, today, leaves ? { [`any.1.${ends}`]: before, [`any.1.${leaves}`]: before } : { [ends]: before });
}

/** Returns the path of those that began before tomorrow. */
function pathOf(parts: PresenceParts, today: string, more: Readonly<Record<string, string>>): string | undefined {
  const began = filterOf(parts.records, parts.from.name, "before")?.parameter;
  if (!began) return undefined;
  const names = recordFieldsOf(parts).filter((name) => name !== undefined);
  const parameters = new URLSearchParams({
    ...{ fields: [...new Set(names)].join(","), include: parts.include, limit: "100" },
    // A page has 100 records: those without members must not take the place of others.
    [`${parts.include}_exists`]: "true",
    [began]: dayAt(parts, today, 1),
    ...more,
  });
  return `${parts.records.path}?${parameters}`;
}

function isDate({ from }: PresenceParts): boolean {
  return from.kind === "date";
}

/** Returns the day some days after another: a date, or its first moment. */
function dayAt(parts: PresenceParts, day: string, days: number): string {
  const time = Date.parse(day) + days * DAY_MS;
  return isDate(parts) ? isoDate(time) : new Date(time).toISOString();
}

/** Returns the last day, today at the latest, on which any ongoing record is known; today if there is none. */
export function lastKnownDay(known: readonly (string | undefined)[], today: string): string {
  return known.reduce<string>((last, day = today) => (day > last ? day : last), "") || today;
}

/** The members who are there on a day. */
export interface Present {
  /** The last day on which anybody is known to be there, today at the latest; today if there is nobody. */
  readonly day: number;
  readonly here: readonly Here[];
  /** The number of members who may or may not be there. */
  readonly unknown: number;
}

/** Returns who is there, from records that embed their members. */
export function presentIn(
  view: View,
  records: readonly Data[],
  { now, ...settings }: { readonly parts: PresenceParts; readonly knownUntil: KnownUntil; readonly now: number },
): Present {
  const entries = records.flatMap((record): Data[] => record._embedded?.[settings.parts.include] ?? []);
  const found = new Map(
    entries.map((entry) => [entry.id, { ...entry, _links: { self: `${view.path}/${encodeURIComponent(entry.id)}` } }]),
  );
  const settled = { ...settings, now, title: view.title, hueOf: () => 1 };
  const { members } = presenceOf([...found.values()], records, settled);
  const day = Math.min(now, lastDay(members) ?? now);
  return { day, here: hereOn(members, day), unknown: unknownOn(members, day) };
}
