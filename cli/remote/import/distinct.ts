/** `--distinct`: imports only the first of the rows that become the same record. */
import { crc32 } from "node:zlib";
import type { AddressedRecord } from "./record-reader.ts";

/** Selects rows in one pass over a file. */
export interface Selection {
  /** Whether a row is imported; called for each row, in order. */
  takes(record: AddressedRecord, place: string): boolean;
  /** The places of rows that are skipped although their record differs from the first one with its id; at most ten. */
  readonly differing: readonly string[];
}

/** Selects every row. */
export const everyRow = (): Selection => ({ takes: () => true, differing: [] });

const MAX_PLACES = 10;

/** Selects the first of each record: of each id, or of each content if the service gives the ids. Remembers all ids. */
export function firstOfEach(): Selection {
  const contents = new Map<string, number>();
  const differing: string[] = [];
  return {
    differing,
    takes: ({ path, id, record }, place) => {
      const text = JSON.stringify(record);
      const name = `${path} ${id ?? text}`;
      const content = crc32(text);
      const first = contents.get(name);
      if (first === undefined) contents.set(name, content);
      else if (first !== content && differing.length < MAX_PLACES) differing.push(place);
      return first === undefined;
    },
  };
}
