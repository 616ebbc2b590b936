/** The face of a record that others refer to: the members of these, day by day. */
import { useMemo } from "react";
import { filterPathOf } from "../../../../../kit/description/filter-paths.ts";
import type { View } from "../../../../../kit/description/model.ts";
import { midSentence } from "../../../../../kit/description/words.ts";
import { aspectOf } from "../../../address/address.ts";
import { withParameters } from "../../../address/query.ts";
import { huesOf } from "../../../fields/hues.ts";
import { useKnownUntil } from "../../../fields/use-known-until.ts";
import { useRecords } from "../../../requests/records.ts";
import { countText, dateText } from "../../../units.ts";
import { pathOfRecords } from "../../parts/picture-query.ts";
import { lastDay } from "../../presence/heads.ts";
import { type PresenceParts, recordFieldsOf } from "../../presence/parts.ts";
import { type Member, presenceOf } from "../../presence/stays.ts";
import { isoOf, yearsText } from "../../time/days.ts";
import { useToday } from "../../time/use-today.ts";
import { itemsOf } from "../../timeline/items.ts";
import { partsOf as timelinePartsOf } from "../../timeline/parts.ts";
import { FaceFigure } from "../figure.tsx";
import { drawDays, heightOf, knownEndOf } from "./day-by-day.ts";
import { legendOf } from "./legend.ts";
import { longRecordsOf } from "./long-records.ts";

/** Props of `Visitors`. */
export interface VisitorsProps {
  /** The list of the members. */
  readonly members: View;
  /** The name of the record that they were at. */
  readonly name: string;
  readonly parts: PresenceParts;
  /** The path of the records that refer to this one, with its query. */
  readonly path: string;
}

/** The members that were there, day by day. */
export function Visitors({ members, name, parts, path }: VisitorsProps) {
  const now = useToday();
  const { records, include } = parts;
  const [list = "", query = ""] = path.split(/(?=\?)/);
  const timeline = useMemo(
    () => timelinePartsOf(records, { kind: "timeline", from: parts.from.name, to: parts.to?.name }),
    [records, parts],
  );
  const search = withParameters(query, { [`${include}_exists`]: "true" });
  const fields = [...recordFieldsOf(parts), timeline?.parent?.name];
  const loaded = useRecords(pathOfRecords(list, search, { fields, include }));
  const own = membersSearch(members, records, query);
  const people = useRecords(pathOfRecords(members.path, own, { fields: [members.title, parts.color?.name] }));
  const { knownUntil } = useKnownUntil();
  const hueOf = useMemo(() => huesOf(parts.color), [parts.color]);
  const isComplete = loaded.isComplete && people.isComplete && knownUntil !== undefined;
  const presence = useMemo(
    () =>
      isComplete
        ? presenceOf(people.records, loaded.records, { parts, title: members.title, hueOf, now, knownUntil })
        : undefined,
    [isComplete, people.records, loaded.records, parts, members.title, hueOf, now, knownUntil],
  );
  const there = useMemo(() => presence?.members.filter(({ stays }) => stays.length > 0), [presence]);
  const legend = useMemo(() => there && legendOf(there, parts.color, hueOf), [there, parts.color, hueOf]);
  const long = useMemo(() => {
    if (!isComplete || !timeline) return [];
    const { items } = itemsOf(loaded.records, timeline, () => 0, { now, knownUntil });
    const lasted = items.filter(({ tone, to }) => tone !== "plan" && tone !== "off" && to !== undefined);
    return longRecordsOf(lasted.map((item) => ({ ...item, to: (item.known ?? item.to!) - 1 })));
  }, [isComplete, loaded.records, timeline, now, knownUntil]);
  if (loaded.error || people.error || there?.length === 0) return null;
  const knownEnd = there && knownEndOf(there, now);
  const days = `${members.heading} on its ${midSentence(records.heading)}, day by day`;
  const title = there ? `${days}, ${yearsText(firstOf(there), lastDay(there)!)}` : days;
  const count = loaded.records.length;
  return (
    <FaceFigure
      title={title}
      more={{ [`All days of these ${midSentence(members.heading)}`]: aspectOf(members.path + own, "presence") }}
      legend={
        legend && (
          <ul className="legend">
            {legend.categories.map(({ label, hue, count }) => (
              <li key={label} className="key">
                <i className={`sw c${hue}`} />
                {label} <span className="count">{countText(count)}</span>
              </li>
            ))}
          </ul>
        )
      }
      draw={
        legend &&
        ((width) => drawDays({ members: legend.members, records: long, now, label: `${name}: ${title}` }, width))
      }
      height={heightOf(true, Number.POSITIVE_INFINITY)}
      caption={
        presence && (
          <>
            As recorded: the {include} of {countText(count)} {count === 1 ? records.noun : midSentence(records.heading)}
            ,{" "}
            {parts.joined || parts.left
              ? "each between the entry’s own days, or else those of the record"
              : "each on the days of the record"}
            , both included, so that those who come and those who leave overlap. Each column shows its fullest day; the
            legend counts different {midSentence(members.heading)}.
            {long.length > 0 &&
              ` Below: the longer ${midSentence(records.heading)}, ${long[0]!.title} to ${long.at(-1)!.title}.`}
            {presence.withoutEnd > 0 && " Entries without an end are not counted."}
            {presence.cut > 0 && ` Of ${countText(presence.cut)} records only the first ${include} are known here.`}
            {knownEnd !== undefined && ` Hatched: not known after ${dateText(isoOf(knownEnd - 1))}.`}
          </>
        )
      }
    />
  );
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
