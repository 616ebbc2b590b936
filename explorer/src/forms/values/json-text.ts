/** JSON as it is typed. */
import { type JsonFault, jsonFault } from "./json-fault.ts";
import { type Unreadable, unreadable } from "./unreadable.ts";

/** Reads an object. @returns it; null for an empty text; what is wrong with it, by line and column, if it is none */
export function readJson(text: string): object | null | Unreadable {
  if (text.trim() === "") return null;
  const fault = jsonFault(text);
  if (fault) return unreadable(text, `${fault.reason} at ${placeOf(fault, text)}.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unreadable(text, `${(error as Error).message}.`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  return unreadable(text, 'A JSON object is required, such as {"name": "value"}.');
}

/** Returns the place of a fault, as a person counts it. */
function placeOf(fault: JsonFault, text: string): string {
  const before = text.slice(0, fault.at).split("\n");
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
}
