/** Fixes the query of a list as the service suggests. */
import type { Fault } from "../../../client/index.ts";
import { searchOf } from "./query.ts";

/** A query that the service would understand. */
export interface Suggestion {
  /** The word proposed instead: `launch_date`. */
  readonly word: string;
  readonly search: string;
}

/** Returns the suggestion of a fault; undefined if nothing is near. It is part of the message, which is for people. */
export function suggestionOf(search: string, { parameter, code, message }: Fault): Suggestion | undefined {
  const word = /Did you mean ([\w:.-]+)\?/.exec(message)?.[1];
  if (parameter === undefined || word === undefined) return undefined;
  if (code === "unknown_parameter") return { word, search: renamed(search, parameter, word) };
  const unknown = /"([^"]+)"\. Did you mean/.exec(message)?.[1];
  return unknown === undefined ? undefined : { word, search: reworded(search, parameter, unknown, word) };
}

function renamed(search: string, from: string, to: string): string {
  const pairs = [...new URLSearchParams(search)].map(([name, value]) => [name === from ? to : name, value]);
  return searchOf(new URLSearchParams(pairs));
}

/** Replaces a word in a value such as `sort=lunch_date:desc,name`. */
function reworded(search: string, parameter: string, from: string, to: string): string {
  const pairs = [...new URLSearchParams(search)].map(([name, value]) =>
    name === parameter ? [name, value.replace(/[^,:]+/g, (word) => (word.trim() === from ? to : word))] : [name, value],
  );
  return searchOf(new URLSearchParams(pairs));
}
