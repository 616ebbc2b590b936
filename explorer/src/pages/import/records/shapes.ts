/** Checks that values have the shapes that their fields take, before the constraints of forms are checked. */
import type { Fault } from "../../../../../client/index.ts";
import type { WritableField } from "../../../../../kit/description/model.ts";
import { isDate } from "../../../fields/dates/period.ts";
import { faultsIn, type Values } from "../../../forms/values/constraints.ts";
import { isUnreadable } from "../../../forms/values/unreadable.ts";
import { plainNumber } from "../../../units.ts";

/** RFC 3339. */
const INSTANT = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/** Returns the faults of a record, as far as the description tells. The service decides in the end. */
export function faultsOfRecord(fields: readonly WritableField[], record: Values): Fault[] {
  const shapes = shapeFaults(fields, record, "");
  const wrong = new Set(shapes.map(({ pointer = "" }) => pointer.split("/")[1]));
  return [
    ...shapes,
    ...faultsIn(
      fields.filter(({ name }) => !wrong.has(name)),
      record,
    ),
  ];
}

function shapeFaults(fields: readonly WritableField[], values: Values, pointer: string): Fault[] {
  return fields.flatMap((field) => faultsOfValue(field, values[field.name], `${pointer}/${field.name}`));
}

function faultsOfValue(field: WritableField, value: unknown, pointer: string): Fault[] {
  if (value === undefined || value === null || isUnreadable(value)) return [];
  const message = shapeFault(field, value);
  if (message !== undefined) return [{ pointer, code: "invalid", message }];
  if (field.kind === "object") return shapeFaults(field.fields, value as Values, pointer);
  if (field.kind !== "objects") return [];
  return (value as Values[]).flatMap((each, index) => shapeFaults(field.fields, each, `${pointer}/${index}`));
}

/** Returns the reason why a value cannot be that of a field; undefined if it can. */
function shapeFault({ kind, values, choices }: WritableField, value: unknown): string | undefined {
  switch (kind) {
    case "integer":
      return Number.isSafeInteger(value) ? undefined : `A whole number is required, not ${shown(value)}.`;
    case "decimal":
      return typeof value === "number" ? undefined : `A number is required, not ${shown(value)}.`;
    case "boolean":
      return typeof value === "boolean" ? undefined : `true or false is required, not ${shown(value)}.`;
    case "object":
    case "json":
      return isObject(value) ? undefined : "An object is required.";
    case "objects":
      return Array.isArray(value) && value.every(isObject) ? undefined : "A list of objects is required.";
    case "texts":
      if (!Array.isArray(value) || !value.every((each) => typeof each === "string"))
        return "A list of texts is required.";
      return choices.length === 0 || value.every((each) => choices.includes(each))
        ? undefined
        : `Allowed are ${choices.join(", ")}.`;
    default:
      return textFault(kind, values, value);
  }
}

function textFault(kind: string, words: readonly string[], value: unknown): string | undefined {
  if (typeof value !== "string") return `A text is required, not ${shown(value)}.`;
  if (words.length > 0 && !words.includes(value))
    return `${shown(value)} is not allowed. Allowed are ${words.join(", ")}.`;
  if (kind === "date" && !isDate(value)) return `${shown(value)} is not a date, such as 1969-07-20.`;
  if (kind === "instant" && !(INSTANT.test(value) && isDate(value.slice(0, 10))))
    return `${shown(value)} is not a point in time, such as 1969-07-20T20:17:40Z.`;
  return undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  if (typeof value === "number") return plainNumber(value);
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)} …` : text;
}
