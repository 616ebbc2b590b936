/** Finds the records that last over a day, as far as that is known. */
import { filterOf } from "../../../../kit/description/list-fields.ts";
import type { Picture, View } from "../../../../kit/description/model.ts";
import { changedField, type KnownUntil } from "../../fields/known-until.ts";
import type { Data } from "../../requests/data.ts";
import { goingOn, isoDate } from "./pictures.ts";

const DAY_MS = 86_400_000;
const DATE = "2000-01-01".length;

/**
 * Returns the path of the records without an end whose state says that they are ongoing; undefined without such a
 * state.
 */
export function endlessPath(records: View, picture: Picture, today: string): string | undefined {
  const exists = filterOf(records, String(picture.to), "exists")?.parameter;
  const going = goingOn(records);
  if (!exists || !going) return undefined;
  return pathOf(records, picture, today, { [exists]: "false", [going.parameter]: going.states.join(",") });
}

/** Returns the path of the records that end on a day or later; undefined if none can end. */
export function endingPath(
  records: View,
  picture: Picture,
  { from, today }: { readonly from: string; readonly today: string },
): string | undefined {
  const ends = filterOf(records, String(picture.to), "after")?.parameter;
  return (
    ends &&
    pathOf(records, picture, today, { [ends]: dayAt(records, picture, from, isDate(records, picture) ? -1 : 0) })
  );
}

/** Returns the path of those that began before tomorrow. */
function pathOf(
  records: View,
  picture: Picture,
  today: string,
  more: Readonly<Record<string, string>>,
): string | undefined {
  const began = filterOf(records, String(picture.from), "before")?.parameter;
  if (!began) return undefined;
  const names = [records.title, picture.from, picture.to, changedField(records)].filter((name) => name !== undefined);
  const parameters = new URLSearchParams({
    ...{ fields: [...new Set(names)].join(","), include: String(picture.include), limit: "100" },
    [began]: dayAt(records, picture, today, 1),
    ...more,
  });
  return `${records.path}?${parameters}`;
}

function isDate(records: View, picture: Picture): boolean {
  return records.fields.find(({ name }) => name === picture.from)?.kind === "date";
}

/** Returns the day some days after another: a date, or its first moment. */
function dayAt(records: View, picture: Picture, day: string, days: number): string {
  const time = Date.parse(day) + days * DAY_MS;
  return isDate(records, picture) ? isoDate(time) : new Date(time).toISOString();
}

/** Returns the last day, today at the latest, on which any ongoing record is known; today if there is none. */
export function lastKnownDay(known: readonly (string | undefined)[], today: string): string {
  return known.reduce<string>((last, day = today) => (day > last ? day : last), "") || today;
}

/**
 * Returns the last day on which anything is known to last, the records that do so on it, and those of which that is not
 * known.
 * @param endless ongoing records
 * @param ended records that end on the last known day of those or later
 */
export function presentOn(
  { endless, ended }: { readonly endless: readonly Data[]; readonly ended: readonly Data[] },
  {
    picture,
    knownUntil,
    today,
  }: { readonly picture: Picture; readonly knownUntil: KnownUntil; readonly today: string },
): { readonly day: string; readonly found: readonly Data[]; readonly unknown: readonly Data[] } {
  const dateIn = (record: Data, part: unknown) => String(record[String(part)]).slice(0, DATE);
  const lasting = [
    ...endless.map((record) => ({ record, until: knownUntil(record) ?? today, isEndless: true })),
    ...ended.map((record) => ({ record, until: dateIn(record, picture.to), isEndless: false })),
  ];
  const capped = lasting.map(({ until }) => (until < today ? until : today));
  const day = lastKnownDay(capped, today);
  const begun = lasting.filter(({ record }) => dateIn(record, picture.from) <= day);
  return {
    day,
    found: begun.filter(({ until }) => until >= day).map(({ record }) => record),
    unknown: begun.filter(({ until, isEndless }) => isEndless && until < day).map(({ record }) => record),
  };
}
