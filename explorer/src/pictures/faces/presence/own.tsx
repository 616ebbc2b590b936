/** The face of a member: the days so far, a rise for each stay. */
import { useMemo } from "react";
import { filterPathOf } from "../../../../../kit/description/filter-paths.ts";
import type { View } from "../../../../../kit/description/model.ts";
import { midSentence, possessive } from "../../../../../kit/description/words.ts";
import { aspectOf } from "../../../address/address.ts";
import { withParameters } from "../../../address/query.ts";
import { huesOf } from "../../../fields/hues.ts";
import { useKnownUntil } from "../../../fields/use-known-until.ts";
import type { Data } from "../../../requests/data.ts";
import { useRecords } from "../../../requests/records.ts";
import { dateText } from "../../../units.ts";
import { pathOfRecords } from "../../parts/picture-query.ts";
import { type PresenceParts, recordFieldsOf } from "../../presence/parts.ts";
import { presenceOf } from "../../presence/stays.ts";
import { endOf, isoOf, yearsText } from "../../time/days.ts";
import { useToday } from "../../time/use-today.ts";
import { FaceFigure } from "../figure.tsx";
import { drawStairs, heightFor, knownEnd, spanOf, totalOf } from "./stairs.ts";

/** Of fewer days, stairs say nothing. */
const FEWEST_DAYS = 2;

/** Props of `OwnStays`. */
export interface OwnStaysProps {
  readonly view: View;
  readonly record: Data;
  readonly parts: PresenceParts;
}

/** The stays of a member. */
export function OwnStays({ view, record, parts }: OwnStaysProps) {
  const now = useToday();
  const { records, include } = parts;
  const parameter = `${include}.${view.key}`;
  const isFilter = filterPathOf(records, parameter) !== undefined;
  const loaded = useRecords(
    isFilter
      ? pathOfRecords(records.path, withParameters("", { [parameter]: record.id }), {
          fields: recordFieldsOf(parts),
          include,
        })
      : undefined,
  );
  const { knownUntil } = useKnownUntil();
  const isComplete = loaded.isComplete && knownUntil !== undefined;
  const presence = useMemo(
    () =>
      isComplete
        ? presenceOf([record], loaded.records, {
            parts,
            title: view.title,
            hueOf: huesOf(parts.color),
            now,
            knownUntil,
          })
        : undefined,
    [isComplete, record, loaded.records, parts, view.title, now, knownUntil],
  );
  const [member] = presence?.members ?? [];
  const stays = member?.stays ?? [];
  if (!isFilter || loaded.error || (presence && totalOf(stays) < FEWEST_DAYS)) return null;
  const dataEnd = endOf(knownUntil?.(record)) ?? now + 1;
  const draw = member && ((width: number) => drawStairs(member, dataEnd, width));
  const title = `${possessive(String(record[view.title]))} days on ${midSentence(records.heading)}`;
  const [first, last] = [stays[0], stays.at(-1)];
  const years = first && last && yearsText(first.from, last.known);
  const end = last && knownEnd(stays, dataEnd);
  const isHatched = end !== undefined && end < spanOf(stays).to;
  return (
    <FaceFigure
      title={years ? `${title}, ${years}` : title}
      more={{ [`All ${midSentence(view.heading)} by day`]: aspectOf(view.path, "presence") }}
      draw={draw}
      height={heightFor(2, Number.POSITIVE_INFINITY)}
      caption={
        presence && (
          <>
            A rise is a stay, a level is the time between. Days count from the first date of a stay to the last
            {parts.joined || parts.left ? `; entries with dates of their own count on these` : ""}.
            {presence.withoutEnd > 0 && " Entries without an end are not drawn."}
            {isHatched && ` Hatched: not known after ${dateText(isoOf(end - 1))}.`}
          </>
        )
      }
    />
  );
}
