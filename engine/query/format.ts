/** `format`: the representation of a list. */
import type { Fault } from "../problem.ts";
import { allowedNames } from "../resource/messages.ts";
import { parseParameters } from "./parameters.ts";

/** The values of `format`: pages of JSON, or an export of the whole list. */
export const FORMATS = ["json", "csv", "ndjson"] as const;

/** A representation of a list. */
export type Format = (typeof FORMATS)[number];

/** The name of the parameter, unless it is escaped. */
const MAY_HAVE_FORMAT = /format|%/;

/** Finds `format` in a query string; undefined if it is absent. The value may be invalid, which `checkFormat` finds. */
export function findFormat(query: string): string | undefined {
  if (!MAY_HAVE_FORMAT.test(query)) return undefined;
  return parseParameters(query).parameters.find(([name]) => name === "format")?.[1];
}

/** Adds a fault if `format` is not one of the formats. */
export function checkFormat(parameters: ReadonlyMap<string, string>, faults: Fault[]): void {
  const format = parameters.get("format");
  if (format === undefined || FORMATS.includes(format as Format)) return;
  const message = `Unknown format ${JSON.stringify(format)}.`;
  const hint = () => allowedNames(format, FORMATS);
  faults.push({ in: "shape", parameter: "format", code: "invalid_value", message, hint });
}
