/** The hooks of declarations, adapted to stored records, which are values by column. */
import type { Declaration } from "../declare/declaration.ts";
import type { Affected, RegistryReader, RegistryWriter } from "../declare/hooks.ts";
import type { RequestedChange } from "../declare/system-collection.ts";
import type { Json, Values } from "../declare/values.ts";
import type { Fault } from "../problem.ts";

/** A rule. The sentence is the message of the fault if the rule does not hold. */
export interface Rule {
  readonly field: string;
  readonly sentence: string;
  holds(
    record: Values,
    context: { readonly today: string; readonly now: string; readonly before: Values | null },
  ): boolean;
}

interface ConflictContext {
  readonly after: Values;
  /** The record before the change; null if it is new. */
  readonly before: Values | null;
  readonly registry: RegistryReader;
}

/** A conflict of a change with the current state. */
export interface Conflict {
  readonly code: string;
  readonly about: string;
  /** Returns why the change is refused; undefined if it is allowed. */
  refuses(context: ConflictContext): Promise<string | undefined>;
}

interface RecordUpdate {
  readonly before: Values;
  readonly after: Values;
  readonly registry: RegistryReader;
}

type Compute<T> = (record: Values, registry: RegistryReader) => Promise<T>;

/** The hooks of a resource. */
export interface ResourceHooks {
  readonly rules: readonly Rule[];
  readonly conflicts: readonly Conflict[];
  /** @throws Problem if the author may not make the change */
  readonly permit: ((change: RequestedChange<Values>) => Promise<void>) | undefined;
  /** Computes the values of omitted fields, by field. */
  readonly computeDefault: ReadonlyMap<string, Compute<Json>>;
  readonly derive: Compute<Values> | undefined;
  /** The records whose derived fields the change of a record affects, by the name of their resource and id. */
  readonly affects:
    | ((change: RecordUpdate) => Promise<readonly { readonly name: string; readonly id: string }[]>)
    | undefined;
  readonly derivesDaily: boolean;
  /** The faults of values to write through; none if the declaration finds none. */
  readonly checkWriteThrough: CheckWriteThrough | undefined;
  readonly writeThrough: ((written: Values, record: Values, writer: RegistryWriter) => Promise<void>) | undefined;
}

/** Checks values to write through into a record, which is null if it is new. */
type CheckWriteThrough = (
  written: Values,
  before: Values | null,
  registry: RegistryReader,
) => Promise<readonly Fault[]>;

/** The functions of a declaration without the types of its fields. */
interface Untyped {
  readonly rules?: Record<string, Record<string, Rule["holds"]>>;
  readonly conflicts?: Record<string, Omit<Conflict, "code">>;
  readonly permit?: ResourceHooks["permit"];
  readonly computeDefault?: Record<string, Compute<Json>>;
  readonly derive?: Compute<Values>;
  readonly affects?: (change: RecordUpdate) => Promise<readonly Affected[]>;
  readonly derivesDaily?: boolean;
  readonly checkWriteThrough?: CheckWriteThrough;
  readonly writeThrough?: (written: Values, record: Values, writer: RegistryWriter) => Promise<void>;
}

/**
 * Adapts the hooks of a declaration.
 * @param hookRecord converts a stored record into what the hooks read
 */
export function hooksOf(declaration: Declaration, hookRecord: (stored: Values) => Values): ResourceHooks {
  const {
    rules = {},
    conflicts = {},
    permit,
    computeDefault = {},
    derive,
    affects,
    derivesDaily = false,
    checkWriteThrough,
    writeThrough,
  } = declaration as unknown as Untyped;
  return {
    rules: Object.entries(rules).flatMap(([field, sentences]) =>
      Object.entries(sentences).map(([sentence, holds]) => ({ field, sentence, holds })),
    ),
    conflicts: Object.entries(conflicts).map(([code, { about, refuses }]) => ({
      code,
      about,
      refuses: ({ after, before, registry }) =>
        refuses({ after: hookRecord(after), before: before && hookRecord(before), registry }),
    })),
    permit:
      permit &&
      ((change) =>
        permit({ ...change, after: hookRecord(change.after), before: change.before && hookRecord(change.before) })),
    computeDefault: new Map(
      Object.entries(computeDefault).map(([field, compute]) => [
        field,
        (draft, registry) => compute(hookRecord(draft), registry),
      ]),
    ),
    derive: derive && ((stored, registry) => derive(hookRecord(stored), registry)),
    affects:
      affects &&
      (async ({ before, after, registry }) => {
        const affected = await affects({ before: hookRecord(before), after: hookRecord(after), registry });
        return affected.map(({ declaration: { name }, id }) => ({ name, id }));
      }),
    derivesDaily,
    checkWriteThrough:
      checkWriteThrough &&
      ((written, before, registry) => checkWriteThrough(written, before && hookRecord(before), registry)),
    writeThrough: writeThrough && ((written, stored, writer) => writeThrough(written, hookRecord(stored), writer)),
  };
}

/** The columns of a membership, as its resource has them. */
interface EntryColumns {
  readonly fields: ReadonlyMap<string, unknown>;
  readonly copies: readonly { readonly side: "owner" | "member"; readonly field: string; readonly column: string }[];
  readonly parentKey: string | undefined;
  readonly key: string;
}

/** An entry of a membership as hooks read it: its own fields, and `owner` and `member` with the fields copied from them. */
export function entryOf({ fields, copies, parentKey, key }: EntryColumns, stored: Values): Values {
  const owner: Values = { id: stored[parentKey!]! };
  const member: Values = { id: stored[key]! };
  for (const { side, field, column } of copies) (side === "owner" ? owner : member)[field] = stored[column] ?? null;
  const own = [...fields.keys()].map((name) => [name, stored[name] ?? null] as const);
  return { ...Object.fromEntries(own), owner, member };
}
