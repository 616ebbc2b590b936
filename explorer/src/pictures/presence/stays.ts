/** Stays: when each member was there. A member's overlapping or touching records are one stay. */

import type { HueOf } from "../../fields/hues.ts";
import type { KnownUntil } from "../../fields/known-until.ts";
import type { Data } from "../../requests/data.ts";
import { dateText } from "../../units.ts";
import { dayOf, endOf, isoOf, today } from "../time/days.ts";
import type { PresenceParts } from "./parts.ts";

/** A record that a member took part in. Days count from its first to its last, both included. */
export interface Leg {
  readonly path: string;
  readonly title: string;
  readonly role: string | undefined;
  readonly from: number;
  /** The last day: today if it has no end. */
  readonly to: number;
  /** The last day that is known; later ones count for nobody. */
  readonly known: number;
  /** No end is recorded. */
  readonly isGoing: boolean;
}

/** An unbroken time. */
export interface Stay extends Pick<Leg, "from" | "to" | "known" | "isGoing"> {
  readonly legs: readonly Leg[];
}

/** A member with their stays, in order. */
export interface Member {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly category: string | null;
  readonly hue: number;
  readonly stays: readonly Stay[];
  /** Records whose end is not known: they count for no day. */
  readonly dots: readonly Leg[];
}

/** Everybody's stays, and what could not be drawn. */
export interface Presence {
  readonly members: readonly Member[];
  /** Members without an entry that can be drawn. */
  readonly absent: number;
  /** Entries whose record has an unknown end, and no start. */
  readonly withoutEnd: number;
  readonly withoutStart: number;
  /** Records of which the service embeds only the first entries. */
  readonly cut: number;
}

/** Today, and until when records are known. */
interface Time {
  readonly now: number;
  readonly knownUntil: KnownUntil;
}

interface Collected {
  readonly legs: Leg[];
  readonly dots: Leg[];
}

/** Returns the stays of members, ordered by their first one. */
export function presenceOf(
  members: readonly Data[],
  records: readonly Data[],
  { parts, title, hueOf, ...time }: { parts: PresenceParts; title: string; hueOf: HueOf } & Time,
): Presence {
  const collected = new Map<string, Collected>(members.map(({ id }) => [id, { legs: [], dots: [] }]));
  let [withoutEnd, withoutStart] = [0, 0];
  for (const record of records) {
    const tone = parts.state?.tones[record[parts.state.name]];
    if (tone === "plan" || tone === "off") continue;
    for (const entry of record._embedded?.[parts.include] ?? []) {
      const own = collected.get(entry.id);
      if (!own) continue;
      const lasted = timeOf(entry, record, { parts, mayGoOn: tone === "go", ...time });
      if (!lasted) {
        withoutStart += 1;
        continue;
      }
      const leg = {
        ...lasted,
        path: record._links.self,
        title: String(record[parts.records.title]),
        role: valueIn<string>(entry, parts.role),
      };
      if (lasted.to === undefined) {
        withoutEnd += 1;
        own.dots.push({ ...leg, to: lasted.from, known: lasted.from });
      } else own.legs.push({ ...leg, to: lasted.to, known: lasted.known ?? lasted.to });
    }
  }
  const present = members.flatMap((member): Member[] => {
    const { legs, dots } = collected.get(member.id)!;
    if (legs.length + dots.length === 0) return [];
    const category = parts.color ? (member[parts.color.name] ?? null) : null;
    const hue = parts.color ? hueOf(category) : 1;
    const name = String(member[title] ?? member.id);
    return [{ id: member.id, path: member._links.self, name, category, hue, stays: united(legs), dots }];
  });
  const cut = records.filter((record) => record._embedded_truncated?.includes(parts.include)).length;
  const absent = members.length - present.length;
  return { members: present.sort(byFirst), absent, withoutEnd, withoutStart, cut };
}

function valueIn<T>(data: Data, name: string | undefined): T | undefined {
  return name === undefined ? undefined : (data[name] ?? undefined);
}

/** Returns the time of an entry: its own days, or else its record's; undefined without a start. */
function timeOf(
  entry: Data,
  record: Data,
  { parts, mayGoOn, now, knownUntil }: { readonly parts: PresenceParts; readonly mayGoOn: boolean } & Time,
) {
  const from = dayOf(valueIn(entry, parts.joined) ?? record[parts.from.name]);
  if (from === undefined) return undefined;
  const end = endOf(valueIn(entry, parts.left) ?? valueIn(record, parts.to?.name));
  const isGoing = end === undefined && mayGoOn;
  const first = Math.floor(from);
  if (isGoing) {
    const to = Math.max(first, now);
    return { from: first, to, known: Math.min(to, Math.max(first, dayOf(knownUntil(record)) ?? now)), isGoing };
  }
  return { from: first, to: end === undefined ? undefined : Math.max(first, Math.ceil(end) - 1), isGoing };
}

/** Joins what overlaps or touches, as far as it is known. What begins later ends what was not known before. */
function united(legs: readonly Leg[]): Stay[] {
  const sorted = [...legs].sort((a, b) => a.from - b.from || a.to - b.to);
  const stays: (Pick<Leg, "from"> & { to: number; known: number; isGoing: boolean; legs: Leg[] })[] = [];
  for (const leg of sorted) {
    const last = stays.at(-1);
    if (last && leg.from <= last.known + 1) {
      last.to = Math.max(last.to, leg.to);
      last.known = Math.max(last.known, leg.known);
      last.legs.push(leg);
      last.isGoing ||= leg.isGoing;
    } else {
      if (last) last.to = Math.min(last.to, leg.from - 1);
      stays.push(stayOf(leg));
    }
  }
  return stays;
}

/** Returns the number of days of a stay that are known. */
export function daysOf({ from, known }: Stay): number {
  return known - from + 1;
}

/** Returns the whole days between the first and the last date of a stay that are known. */
export function wholeDaysOf({ from, known }: Stay): number {
  return known - from;
}

/** Writes the end of a stay in words. */
export function sayEnd({ to, known, isGoing }: Stay): string {
  if (!isGoing) return dateText(isoOf(to));
  if (known < to) return `not known after ${dateText(isoOf(known))}`;
  return to < today() ? `ongoing on ${dateText(isoOf(to))}` : "today";
}

/** Returns the stay of one leg. */
export function stayOf(leg: Leg) {
  const { from, to, known, isGoing } = leg;
  return { from, to, known, isGoing, legs: [leg] };
}

function firstOf({ stays, dots }: Member): number {
  return Math.min(stays[0]?.from ?? Number.POSITIVE_INFINITY, ...dots.map(({ from }) => from));
}

function byFirst(a: Member, b: Member): number {
  return firstOf(a) - firstOf(b) || (a.stays[0]?.to ?? 0) - (b.stays[0]?.to ?? 0) || (a.name < b.name ? -1 : 1);
}
