/** The face of a member: the days so far, a rise for each stay. */
import { filterPathOf } from "../../../../../kit/description/filter-paths.ts";
import type { View } from "../../../../../kit/description/model.ts";
import { midSentence, possessive } from "../../../../../kit/description/words.ts";
import { aspectOf } from "../../../address/address.ts";
import { withParameters } from "../../../address/query.ts";
import { huesOf } from "../../../fields/hues.ts";
import { knownUntilIn } from "../../../fields/known-until.ts";
import type { Data } from "../../../requests/data.ts";
import { dateText } from "../../../units.ts";
import { pathOfRecords } from "../../parts/picture-query.ts";
import { type PresenceParts, recordFieldsOf } from "../../presence/parts.ts";
import { presenceOf } from "../../presence/stays.ts";
import { endOf, isoOf, yearsText } from "../../time/days.ts";
import { aList, type FaceContext, type ReadableFace, type Reading, STATE } from "../reading.ts";
import { drawStairs, heightFor, knownEnd, spanOf, totalOf } from "./stairs.ts";

/** Of fewer days, stairs say nothing. */
const FEWEST_DAYS = 2;

interface Own {
  readonly view: View;
  readonly record: Data;
  readonly parts: PresenceParts;
}

/** Returns the face of the stays of a member. */
export function ownStays(own: Own, context: FaceContext): ReadableFace {
  return { room: { title: titleOf(own), height: HEIGHT }, read: () => read(own, context) };
}

const HEIGHT = heightFor(2, Number.POSITIVE_INFINITY);

function titleOf({ view, record, parts }: Own): string {
  return `${possessive(String(record[view.title]))} days on ${midSentence(parts.records.heading)}`;
}

function* read(own: Own, { now }: FaceContext): Reading {
  const { view, record, parts } = own;
  const { records, include } = parts;
  const parameter = `${include}.${view.key}`;
  if (filterPathOf(records, parameter) === undefined) return undefined;
  const search = withParameters("", { [parameter]: record.id });
  const [state, stayed] = yield [
    STATE,
    aList(pathOfRecords(records.path, search, { fields: recordFieldsOf(parts), include })),
  ];
  if (!state || !stayed) return undefined;
  const knownUntil = knownUntilIn({ asOf: state.data_as_of, storedAt: state.data_stored_at });
  const hueOf = huesOf(parts.color);
  const presence = presenceOf([record], stayed, { parts, title: view.title, hueOf, now, knownUntil });
  const [member] = presence.members;
  const stays = member?.stays ?? [];
  if (!member || totalOf(stays) < FEWEST_DAYS) return undefined;
  const dataEnd = endOf(knownUntil(record)) ?? now + 1;
  const end = knownEnd(stays, dataEnd);
  return {
    title: `${titleOf(own)}, ${yearsText(stays[0]!.from, stays.at(-1)!.known)}`,
    more: { [`All ${midSentence(view.heading)} by day`]: aspectOf(view.path, "presence") },
    legend: [],
    draw: (width) => drawStairs(member, dataEnd, width),
    height: HEIGHT,
    caption: [
      "A rise is a stay, a level is the time between. Days count from the first date of a stay to the last",
      parts.joined || parts.left ? "; entries with dates of their own count on these." : ".",
      presence.withoutEnd > 0 ? " Entries without an end are not drawn." : "",
      end < spanOf(stays).to ? ` Hatched: not known after ${dateText(isoOf(end - 1))}.` : "",
    ].join(""),
  };
}
