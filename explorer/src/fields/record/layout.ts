/** Chooses where each field of a record is shown. */
import type { Field, View } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/data.ts";
import { specOf } from "../kinds/kinds.ts";

/** The fields of a record, by their place on its page. */
export interface Layout {
  /** The state in the head. */
  readonly state: Field | undefined;
  /** The long text above all others. */
  readonly lede: Field | undefined;
  /** Two columns of single values. */
  readonly columns: readonly [readonly Field[], readonly Field[]];
  /** Fields that take the whole width. */
  readonly wide: readonly Field[];
}

/** The field that says nothing that the state does not. */
export const SAID_BY_STATE = "allowed_transitions";
/** The places where columns may be parted: so many fields off their middle, so that groups stay together. */
const SLACK = 2;

/** Divides the fields that a record has, without those that are shown elsewhere. */
export function layoutOf({ fields, title }: View, record: Data, without: readonly string[] = []): Layout {
  const present = fields.filter(({ name }) => record[name] !== undefined);
  const state = present.find(isState);
  const lede = present.find(({ kind, name }) => kind === "multiline" && record[name]);
  const precisions = new Set(present.map(({ precision }) => precision));
  const elsewhere = new Set(["id", title, state?.name, lede?.name, state && SAID_BY_STATE, ...precisions, ...without]);
  const shown = present.filter(({ name }) => !elsewhere.has(name));
  const wide = shown.filter(
    (field) => record[field.name] !== null && specOf(field).isWide?.(record[field.name], field),
  );
  const groups = [0, 1, 2, 3].map((group) =>
    shown.filter((field) => !wide.includes(field) && groupOf(field) === group),
  );
  return { state, lede, columns: columnsOf(groups), wide };
}

/** Returns the fields of a record that say when the service wrote it. */
export function timesOf({ fields }: View): Field[] {
  return fields.filter(({ kind, derived }) => kind === "instant" && derived);
}

/** Returns the field with the citations of a list's records. */
export function citingField({ fields }: View): Field | undefined {
  return fields.find(({ schema }) => schema["x-element-key"]?.fieldsIn !== undefined);
}

/** Returns whether the words of a field are states. */
export function isState({ kind, tones }: Field): boolean {
  return kind === "lifecycle" || (kind === "enum" && Object.keys(tones).length > 0);
}

/** Returns the group of a field: own values, references, counted and derived values, times. */
function groupOf({ kind, derived, reference, schema }: Field): number {
  if (reference) return 1;
  if (derived) return kind === "instant" ? 3 : 2;
  return schema["x-counts"] ? 2 : 0;
}

/** Makes two columns of nearly the same length, parted between two groups if possible. */
function columnsOf(groups: readonly (readonly Field[])[]): [Field[], Field[]] {
  const all = groups.flat();
  const middle = Math.ceil(all.length / 2);
  const ends = groups.map((_, index) => groups.slice(0, index + 1).flat().length);
  const near = ends.filter((end) => Math.abs(end - middle) <= SLACK && end > 0 && end < all.length);
  const [at = middle] = near.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return [all.slice(0, at), all.slice(at)];
}

/** Returns the text beside a value that says how it came about. */
export function originOf({ kind, derived, schema }: Field, record: Data): string | undefined {
  if (schema["x-counts"] && derived) return "counted";
  const while_ = schema["x-set-while"];
  const isSet = derived ? kind !== "instant" : while_ !== undefined && record[while_] != null;
  return isSet ? "set by the service" : undefined;
}
