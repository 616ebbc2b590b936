/** Writes that a person decides on by what a page shows. What was changed since then, they see first. */
import { NotFound, Stale } from "../../../../client/index.ts";
import type { WritableField } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/data.ts";
import { compare } from "../values/three-way.ts";

/** The outcome of a write. */
export type Outcome<T> =
  | { readonly kind: "done"; readonly written: T }
  /** Nothing was written: these fields were changed meanwhile. */
  | {
      readonly kind: "changed";
      readonly seen: Data;
      readonly current: Data;
      readonly changed: readonly WritableField[];
    }
  /** Nothing was written: there is nothing at the path. */
  | { readonly kind: "gone" };

/** A write, and the state on which it is based. */
export interface WriteOnSeen<T> {
  /** The fields that people write. Others follow from other records, and stop nothing. */
  readonly fields: readonly WritableField[];
  /** The record as the person saw it. */
  readonly seen: Data;
  /** The fields that the write sets. */
  readonly edits: Data;
  /** Reads the record by its plain path: the tag of a response that embeds others is not one of the record. */
  readonly read: () => Promise<{ readonly data: Data; readonly headers: Headers }>;
  /** Sends the write for the state with a tag. */
  readonly send: (tag: string | undefined) => Promise<T>;
}

/** The number of times a write is sent if only fields that follow from other records change under it. */
const TRIES = 3;

/** Writes, unless the record is no longer the one that was seen. @throws Problem, NetworkError */
export async function writeOnSeen<T>({ fields, seen, edits, read, send }: WriteOnSeen<T>): Promise<Outcome<T>> {
  const shown = fields.filter(({ name }) => name in seen);
  try {
    for (let tries = 1; ; tries += 1) {
      const { data: current, headers } = await read();
      const { theirs, both } = compare(shown, seen, edits, current);
      const changed = [...both, ...theirs];
      if (changed.length > 0) return { kind: "changed", seen, current, changed };
      try {
        return { kind: "done", written: await send(headers.get("etag") ?? undefined) };
      } catch (error) {
        if (!(error instanceof Stale) || tries === TRIES) throw error;
      }
    }
  } catch (error) {
    if (error instanceof NotFound) return { kind: "gone" };
    throw error;
  }
}
