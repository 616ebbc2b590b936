/** The outcomes of the records of a bulk edit. */
import type { WritableField } from "../../../../../kit/description/model.ts";
import type { Values } from "../../../../../kit/values/json.ts";
import type { ApiResponse, Data } from "../../../requests/data.ts";

/** A record of a bulk edit. */
export interface BulkRecord {
  readonly path: string;
  readonly name: string;
}

/** The outcome of a record. */
export type Outcome =
  /** It was changed: the values before, what was set, and the record as the answer has it, with its tag. */
  | { readonly kind: "done"; readonly before: Data; readonly edits: Values; readonly now: ApiResponse }
  /** Nothing was sent: it had these values. */
  | { readonly kind: "same" }
  /** Nothing was written: somebody else changed these fields after the record was read; `edits` was to be set. */
  | {
      readonly kind: "conflict";
      readonly edits: Values;
      readonly seen: Data;
      readonly current: ApiResponse;
      readonly changed: readonly WritableField[];
    }
  | { readonly kind: "refused"; readonly error: Error }
  /** There is no such record any more. */
  | { readonly kind: "gone" };

/** The kinds of outcomes, those that need attention first. A record without an outcome was not sent. */
export const OUTCOME_KINDS = ["conflict", "refused", "gone", "unsent", "done", "same"] as const;

/** The kind of an outcome. */
export type OutcomeKind = (typeof OUTCOME_KINDS)[number];

/** The records of one kind of outcome. */
export interface OutcomeGroup {
  readonly kind: OutcomeKind;
  readonly records: readonly BulkRecord[];
}

/** Groups records by their outcome; without groups that have none. */
export function outcomeGroups(
  records: readonly BulkRecord[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly OutcomeGroup[] {
  const kindOf = ({ path }: BulkRecord): OutcomeKind => outcomes.get(path)?.kind ?? "unsent";
  const groups = Map.groupBy(records, kindOf);
  return OUTCOME_KINDS.flatMap((kind) => {
    const group = groups.get(kind);
    return group ? [{ kind, records: group }] : [];
  });
}

/** Returns the paths of the records with one kind of outcome. */
export function pathsOf(groups: readonly OutcomeGroup[], kind: OutcomeKind): string[] {
  return groups.find((group) => group.kind === kind)?.records.map(({ path }) => path) ?? [];
}
