/** The fields that a bulk edit sets, and to what. */
import type { Fault } from "../../../../../client/index.ts";
import type { WritableField } from "../../../../../kit/description/model.ts";
import type { Values } from "../../../../../kit/values/json.ts";
import { specOf } from "../../../fields/kinds/kinds.ts";
import { faultsIn, mayBeEmpty } from "../../../forms/values/constraints.ts";

/** A field that was added to a bulk edit. */
export interface ChosenField {
  readonly name: string;
  /** It gets no value. */
  readonly isCleared: boolean;
}

/** Returns whether a field can be left without a value. */
export function isClearable(field: WritableField): boolean {
  return !field.required && field.kind !== "lifecycle" && mayBeEmpty(field);
}

/** Returns the values of a field that was just added: those that its control shows before anything is entered. */
export function firstValues(field: WritableField): Values {
  const { name, precision, precisions } = field;
  if (precision !== undefined && precisions.length > 0) return { [precision]: precisions[0] };
  const { empty } = specOf(field);
  return empty === undefined ? {} : { [name]: empty };
}

/** Returns the faults of the values before anything is sent. */
export function chosenFaults(
  fields: readonly WritableField[],
  chosen: readonly ChosenField[],
  values: Values,
): Fault[] {
  const set = chosen.filter(({ isCleared }) => !isCleared).flatMap(({ name }) => fieldIn(fields, name));
  return set.flatMap((field) => {
    if ((values[field.name] ?? null) !== null) return faultsIn([field], values);
    const message = `Enter a value, or ${isClearable(field) ? "set the field to empty" : "don't change the field"}.`;
    return [{ pointer: `/${field.name}`, code: "required", message }];
  });
}

/** Returns the edits of each record: null where a field is cleared. A date comes with its precision. */
export function chosenEdits(fields: readonly WritableField[], chosen: readonly ChosenField[], values: Values): Values {
  const entries = chosen.flatMap(({ name, isCleared }): [string, unknown][] => {
    if (isCleared) return [[name, null]];
    const precision = fieldIn(fields, name)[0]?.precision;
    const rough: [string, unknown][] =
      precision === undefined || values[precision] === undefined ? [] : [[precision, values[precision]]];
    return [[name, values[name] ?? null], ...rough];
  });
  return Object.fromEntries(entries);
}

function fieldIn(fields: readonly WritableField[], name: string): WritableField[] {
  return fields.filter((field) => field.name === name);
}
