/** What a load must write later than the record itself: fields that refer to records that come later, or count them. */
import type { Values } from "../../../engine/declare/values.ts";
import type { Destination } from "../service/destination.ts";

/** A destination with what is written later. */
export interface LoadStep {
  readonly destination: Destination;
  /** The fields that are written later, each with the place of the step after which that can be done. */
  readonly deferred: ReadonlyMap<string, number>;
  /** After which steps something of this one is written, in their order. There is at least one. */
  readonly due: readonly number[];
}

/** The steps of a load, in order. */
export function loadSteps(destinations: readonly Destination[]): LoadStep[] {
  const places = new Map<string, number>();
  for (const [place, { template, aliases, flat }] of destinations.entries())
    for (const path of [template, ...aliases, flat ?? template]) places.set(path, place);
  return destinations.map((destination, place) => {
    const { references, counts, draft } = destination;
    const lists = [...references, ...[...counts].map(([field, list]) => [field, [list]] as const)];
    const late = lists
      .map(([field, paths]) => ({ field, due: Math.max(...paths.map((path) => places.get(path) ?? 0)) }))
      .filter(({ field, due }) => due >= place && !draft.required.includes(field));
    return {
      destination,
      deferred: new Map(late.map(({ field, due }) => [field, due])),
      due: late.length === 0 ? [place] : [...new Set(late.map(({ due }) => due))].sort((a, b) => a - b),
    };
  });
}

/** What a client may write of a record that was read: without what the service sets, or another resource holds. */
export function writableValues({ draft, setWhile, writtenThrough }: Destination, record: Values): Values {
  const isSet = (field: string): boolean => {
    const other = setWhile.get(field);
    return other !== undefined && (record[other] ?? null) !== null;
  };
  return Object.fromEntries(
    Object.entries(record).filter(
      ([field]) => draft.properties[field] !== undefined && !writtenThrough.has(field) && !isSet(field),
    ),
  );
}

/** Some fields of a record. @param keep whether a field is one of them */
export function pick(record: Values, keep: (field: string) => boolean): Values {
  return Object.fromEntries(Object.entries(record).filter(([field]) => keep(field)));
}
