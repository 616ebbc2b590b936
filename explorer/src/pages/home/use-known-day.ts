/** Finds until which day the records of a timeline are known. */
import { changedField } from "../../fields/known-until.ts";
import { useKnownUntil } from "../../fields/use-known-until.ts";
import { isoOf } from "../../pictures/time/days.ts";
import { useToday } from "../../pictures/time/use-today.ts";
import type { Data } from "../../requests/data.ts";
import type { Pictured } from "./pictures.ts";

/** Returns how long records are known, and the fields that a part of the page reads of them. */
export function useKnownDay({ view, picture }: Pictured) {
  const { knownUntil } = useKnownUntil();
  const today = isoOf(useToday());
  const names = [view.title, picture.from, picture.to, picture.precision, picture.colour, changedField(view)];
  const known = knownUntil && ((record: Data) => earlier(knownUntil(record) ?? today, today));
  return {
    fields: [...new Set(names.filter((name) => name !== undefined && name !== "id"))].join(","),
    today,
    /** The last day on which a record is known, today at the latest. Undefined until the service has answered. */
    known,
    /** Says on which day records are all known; undefined if that is today. */
    dayOf: (records: readonly Data[], say: (day: string) => string) => {
      const day = known ? records.map(known).reduce(earlier, today) : today;
      return day < today ? say(day) : undefined;
    },
  };
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
