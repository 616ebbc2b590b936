/** The same quantity of several records: one section for each quantity, one panel for each of its units. */
import { type Sample, subjectOf } from "../samples.ts";

/** The samples of one record in a unit. */
export interface Row {
  readonly parent: string;
  /** The greatest first; of very many only the greatest and the least. */
  readonly samples: readonly Sample[];
  /** The number of samples. */
  readonly count: number;
}

/** The records of one unit, the greatest value first. */
export interface UnitPanel {
  readonly unit: string;
  readonly samples: readonly Sample[];
  readonly rows: readonly Row[];
  /** The number of records without room. */
  readonly left: number;
}

/** A quantity. */
export interface Comparison {
  readonly subject: string;
  readonly panels: readonly UnitPanel[];
  /** The number of records that have it. */
  readonly parents: number;
}

const MOST_ROWS = 40;
/** The most samples of a row that are drawn each by itself. */
export const MOST_DOTS = 60;

/** Returns quantities, those of the most records first. */
export function comparisonsOf(samples: readonly Sample[]): Comparison[] {
  return [...Map.groupBy(samples, subjectOf)]
    .map(([subject, own]) => ({
      subject,
      panels: [...Map.groupBy(own, ({ unit }) => unit)]
        .map(([unit, inUnit]) => panelOf(unit, inUnit))
        .sort((a, b) => b.rows.length - a.rows.length),
      parents: new Set(own.map(({ parent }) => parent)).size,
    }))
    .sort((a, b) => b.parents - a.parents || (a.subject < b.subject ? -1 : 1));
}

function panelOf(unit: string, samples: readonly Sample[]): UnitPanel {
  const rows = [...Map.groupBy(samples, ({ parent }) => parent ?? "")]
    .map(([parent, own]) => ({ parent, count: own.length, samples: shownOf(own.toSorted((a, b) => b.y - a.y)) }))
    .sort((a, b) => b.samples[0]!.y - a.samples[0]!.y);
  return { unit, samples, rows: rows.slice(0, MOST_ROWS), left: Math.max(0, rows.length - MOST_ROWS) };
}

/** Returns all, or the greatest and the least. */
function shownOf(samples: readonly Sample[]): readonly Sample[] {
  return samples.length > MOST_DOTS ? [samples[0]!, samples.at(-1)!] : samples;
}
