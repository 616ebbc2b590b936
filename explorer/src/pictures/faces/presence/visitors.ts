/** The face of a record that others refer to: the members of these, day by day. */
import { filterPathOf } from "../../../../../kit/description/filter-paths.ts";
import type { View } from "../../../../../kit/description/model.ts";
import { midSentence } from "../../../../../kit/description/words.ts";
import { aspectOf } from "../../../address/address.ts";
import { withParameters } from "../../../address/query.ts";
import { huesOf } from "../../../fields/hues.ts";
import { type KnownUntil, knownUntilIn } from "../../../fields/known-until.ts";
import type { Data } from "../../../requests/data.ts";
import { countText, dateText } from "../../../units.ts";
import { pathOfRecords } from "../../parts/picture-query.ts";
import { lastDay } from "../../presence/heads.ts";
import { type PresenceParts, recordFieldsOf } from "../../presence/parts.ts";
import { type Member, presenceOf } from "../../presence/stays.ts";
import { isoOf, yearsText } from "../../time/days.ts";
import { itemsOf } from "../../timeline/items.ts";
import { type TimelineParts, partsOf as timelinePartsOf } from "../../timeline/parts.ts";
import { aList, type FaceContext, type ReadableFace, type Reading, STATE } from "../reading.ts";
import { drawDays, heightOf, knownEndOf } from "./day-by-day.ts";
import { legendOf } from "./legend.ts";
import { type LongRecord, longRecordsOf } from "./long-records.ts";

interface Visited {
  /** The list of the members. */
  readonly members: View;
  /** The name of the record that they were at. */
  readonly name: string;
  readonly parts: PresenceParts;
  /** The path of the records that refer to this one, with its query. */
  readonly path: string;
}

/** Returns the face of the members that were there, day by day. */
export function visitors(visited: Visited, context: FaceContext): ReadableFace {
  return { room: { title: titleOf(visited), height: HEIGHT }, read: () => read(visited, context) };
}

const HEIGHT = heightOf(true, Number.POSITIVE_INFINITY);

function titleOf({ members, parts: { records } }: Visited): string {
  return `${members.heading} on its ${midSentence(records.heading)}, day by day`;
}

function* read(visited: Visited, { now }: FaceContext): Reading {
  const { members, name, parts, path } = visited;
  const { records, include } = parts;
  const [list = "", query = ""] = path.split(/(?=\?)/);
  const timeline = timelinePartsOf(records, { kind: "timeline", from: parts.from.name, to: parts.to?.name });
  const search = withParameters(query, { [`${include}_exists`]: "true" });
  const fields = [...recordFieldsOf(parts), timeline?.parent?.name];
  const own = membersSearch(members, records, query);
  const [state, lasting, people] = yield [
    STATE,
    aList(pathOfRecords(list, search, { fields, include })),
    aList(pathOfRecords(members.path, own, { fields: [members.title, parts.color?.name] })),
  ];
  if (!state || !lasting || !people) return undefined;
  const knownUntil = knownUntilIn({ asOf: state.data_as_of, storedAt: state.data_stored_at });
  const hueOf = huesOf(parts.color);
  const presence = presenceOf(people, lasting, { parts, title: members.title, hueOf, now, knownUntil });
  const there = presence.members.filter(({ stays }) => stays.length > 0);
  if (there.length === 0) return undefined;
  const { categories, members: colored } = legendOf(there, parts.color, hueOf);
  const long = timeline ? longIn(lasting, timeline, { now, knownUntil }) : [];
  const knownEnd = knownEndOf(there, now);
  const title = `${titleOf(visited)}, ${yearsText(firstOf(there), lastDay(there)!)}`;
  const count: number = lasting.length;
  const hasOwnDays = parts.joined || parts.left;
  return {
    title,
    more: { [`All days of these ${midSentence(members.heading)}`]: aspectOf(members.path + own, "presence") },
    legend: categories.map((each) => ({ ...each, count: countText(each.count) })),
    draw: (width) => drawDays({ members: colored, records: long, now, label: `${name}: ${title}` }, width),
    height: HEIGHT,
    caption: [
      knownEnd === undefined ? "" : `Hatched: not known after ${dateText(isoOf(knownEnd - 1))}. `,
      `As recorded: the ${include} of ${countText(count)} ${count === 1 ? records.noun : midSentence(records.heading)}, `,
      hasOwnDays ? "each between the entry’s own days, or else those of the record" : "each on the days of the record",
      ", both included, so that those who come and those who leave overlap. Each column shows its fullest day; the ",
      `legend counts different ${midSentence(members.heading)}.`,
      long.length > 0
        ? ` Below: the longer ${midSentence(records.heading)}, ${long[0]!.title} to ${long.at(-1)!.title}.`
        : "",
      presence.withoutEnd > 0 ? " Entries without an end are not counted." : "",
      presence.cut > 0 ? ` Of ${countText(presence.cut)} records only the first ${include} are known here.` : "",
    ].join(""),
  };
}

/** Returns the longer ones of records that have begun. */
function longIn(
  records: readonly Data[],
  timeline: TimelineParts,
  time: { readonly now: number; readonly knownUntil: KnownUntil },
): LongRecord[] {
  const { items } = itemsOf(records, timeline, () => 0, time);
  const lasted = items.filter(({ tone, to }) => tone !== "plan" && tone !== "off" && to !== undefined);
  return longRecordsOf(lasted.map((item) => ({ ...item, to: (item.known ?? item.to!) - 1 })));
}

/** Returns the query for the members of records that a query chooses; of all, if no relation of the members leads to these records. */
function membersSearch(members: View, records: View, query: string): string {
  const [first] = new URLSearchParams(query);
  const relation = members.relations.find(({ isMany, paths }) => isMany && paths.includes(records.path));
  if (!first || !relation) return "";
  const parameter = `${relation.name}.${first[0]}`;
  return filterPathOf(members, parameter) ? withParameters("", { [parameter]: first[1] }) : "";
}

function firstOf(members: readonly Member[]): number {
  return members.reduce((first, { stays }) => Math.min(first, stays[0]!.from), Number.POSITIVE_INFINITY);
}
