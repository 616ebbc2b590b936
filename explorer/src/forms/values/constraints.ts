/** Checks values before anything is sent: the constraints that the schemas state. All else is up to the service. */
import type { Fault } from "../../../../client/index.ts";
import type { WritableField } from "../../../../kit/description/model.ts";
import { specOf } from "../../fields/kinds/kinds.ts";
import { countText, plainNumber } from "../../units.ts";
import { isUnreadable } from "./unreadable.ts";

/** The error that adding decimals may have; whether such a sum is too large, the service decides. */
const ROUNDING = 1e-9;

/** Values by the names of their fields. */
export type Values = Readonly<Record<string, unknown>>;

/** Returns whether a field may have no value. One with a default gets that instead. */
export function mayBeEmpty({ nullable, initial }: WritableField): boolean {
  return nullable && initial === undefined;
}

/**
 * Returns the faults of the values of fields.
 * @param pointer the place of the object that has them (RFC 6901); `""` for the record
 */
export function faultsIn(fields: readonly WritableField[], values: Values, pointer = ""): Fault[] {
  return fields.flatMap((field) => faultsOf(field, values[field.name], `${pointer}/${field.name}`));
}

function faultsOf(field: WritableField, value: unknown, pointer: string): Fault[] {
  const fault = (code: string, message: string): Fault[] => [{ pointer, code, message }];
  if (isUnreadable(value)) return fault("unreadable", value.$reason);
  if (value === null || value === undefined) {
    // An id that was emptied is not sent.
    const isRefused = value === null && !field.nullable && field.kind !== "id";
    return field.required || isRefused ? fault("required", "A value is required.") : [];
  }
  if (field.kind === "objects") return listFaults(field, value as readonly Values[], pointer);
  if (field.kind === "object") return faultsIn(field.fields, value as Values, pointer);
  if (field.kind === "json") {
    const message = sizeFault(field, value);
    return message === undefined ? [] : fault(TOO_LARGE, message);
  }
  if (field.kind === "texts") return textsFaults(field, value as readonly string[], pointer);
  const message = typeof value === "string" ? textFault(field, value) : numberFault(field, value);
  return message === undefined ? [] : fault("invalid", message);
}

/** The code of the fault of too large an object: it is shown at once, because more typing does not fix it. */
export const TOO_LARGE = "too_large";

/** Returns the most bytes that any object may have; undefined without a limit. */
export function mostBytesOf({ schema }: Pick<WritableField, "schema">): number | undefined {
  return schema["x-max-bytes"] as number | undefined;
}

/** Returns the bytes of a value as it is sent; of an unreadable one, as it was typed. */
export function bytesOf(value: unknown): number {
  return new TextEncoder().encode(isUnreadable(value) ? value.$typed : JSON.stringify(value)).length;
}

function sizeFault(field: WritableField, value: unknown): string | undefined {
  const [most, bytes] = [mostBytesOf(field), bytesOf(value)];
  if (most === undefined || bytes <= most) return undefined;
  return `At most ${countText(most)} bytes are allowed; this has ${countText(bytes)}.`;
}

/** Returns the number of characters as the service counts them: code points. */
export function lengthOf(text: string): number {
  return [...text].length;
}

function textFault(field: WritableField, value: string): string | undefined {
  const length = lengthOf(value);
  const { maxLength, minLength = 0 } = field.schema as { maxLength?: number; minLength?: number };
  if (maxLength !== undefined && length > maxLength)
    return `At most ${countText(maxLength)} characters are allowed; this has ${countText(length)}.`;
  if (length < minLength) return minLength === 1 ? "A value is required." : `At least ${minLength} characters.`;
  return specOf(field).fault?.(value, field);
}

function numberFault(field: WritableField, value: unknown): string | undefined {
  if (typeof value !== "number") return undefined;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field.schema as Record<string, number | undefined>;
  if (minimum !== undefined && value < minimum) return `At least ${plainNumber(minimum)} is required.`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return `It must be more than ${plainNumber(exclusiveMinimum)}.`;
  if (maximum !== undefined && value > maximum) return `At most ${plainNumber(maximum)} is allowed.`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return `It must be less than ${plainNumber(exclusiveMaximum)}.`;
  return undefined;
}

function textsFaults(field: WritableField, values: readonly string[], pointer: string): Fault[] {
  const element = { ...field, kind: "text", schema: field.schema.items ?? {} } as const;
  return values.flatMap((value, index) => {
    const message = value === "" ? "Remove this row, or enter a text." : textFault(element, value);
    return message === undefined ? [] : [{ pointer: `${pointer}/${index}`, code: "invalid", message }];
  });
}

/** Returns the faults of each object, of keys that repeat, and of a sum. */
function listFaults(field: WritableField, values: readonly Values[], pointer: string): Fault[] {
  const own = values.flatMap((value, index) => faultsIn(field.fields, value, `${pointer}/${index}`));
  const key = field.schema["x-unique-by"];
  if (typeof key !== "string") return [...own, ...sumFault(field, values, pointer)];
  const repeated = values.flatMap((value, index) => {
    const first = values.findIndex((each) => each[key] === value[key]);
    if (first === index || value[key] == null) return [];
    return [{ pointer: `${pointer}/${index}/${key}`, code: "duplicate", message: `Row ${first + 1} has the same.` }];
  });
  return [...own, ...repeated, ...sumFault(field, values, pointer)];
}

/** The sum of a list of objects that has a limit: so far, and at most. */
export interface Sum {
  readonly key: string;
  readonly total: number;
  readonly sum: number;
}

/** Returns the running sum of a list, if its schema limits one. */
export function sumOf({ schema }: WritableField, values: readonly Values[]): Sum | undefined {
  const limit = schema["x-sum-at-most"] as { readonly key: string; readonly total: number } | undefined;
  if (!limit) return undefined;
  const numbers = values.map((value) => value[limit.key]).filter((each): each is number => typeof each === "number");
  return { ...limit, sum: numbers.reduce((sum, each) => sum + each, 0) };
}

function sumFault(field: WritableField, values: readonly Values[], pointer: string): Fault[] {
  const sum = sumOf(field, values);
  if (!sum || sum.sum <= sum.total + ROUNDING) return [];
  const message = `The sum of ${sum.key} is ${plainNumber(sum.sum)}; at most ${plainNumber(sum.total)} is allowed.`;
  return [{ pointer, code: "sum_exceeded", message }];
}
