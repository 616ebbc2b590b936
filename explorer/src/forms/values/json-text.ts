/** JSON as it is typed. */
import { jsonFault } from "./json-fault.ts";
import { type Unreadable, unreadable } from "./unreadable.ts";

/** Reads an object. @returns it; null for an empty text; what is wrong with it, by line and column, if it is none */
export function readJson(text: string): object | null | Unreadable {
  if (text.trim() === "") return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unreadable(text, `${reasonOf(error as Error, text)}.`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  return unreadable(text, 'A JSON object is required, such as {"name": "value"}.');
}

/** The first fault, with its place as a person counts it. */
function reasonOf(error: Error, text: string): string {
  const fault = jsonFault(text);
  if (!fault) return error.message;
  const before = text.slice(0, fault.at).split("\n");
  return `${fault.reason} at line ${before.length}, column ${before.at(-1)!.length + 1}`;
}
