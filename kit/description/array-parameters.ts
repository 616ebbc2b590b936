/** What array parameters may have as elements: words, or names that a pattern lists. */
import type { Schema } from "./schema.ts";

/** Returns the words that the elements of an array parameter may be. */
export function wordsOf(schema: Schema | undefined): string[] {
  const { items } = schema ?? {};
  const all = [items?.enum, ...(items?.anyOf ?? []).map((each) => each.enum)].flat();
  return all.filter((word): word is string => typeof word === "string");
}

/** Returns the alternatives of a pattern of names: `^(?:(?:id|name|place\.body)|(?:launch_date)(?::(?:year|day))?)$`. */
export function groupableOf(schema: Schema | undefined): string[] {
  const pattern = patternOf(schema).replace(/^\^\(\?:|\)\$$/g, "");
  return [...pattern.matchAll(/\(\?:([\w.|]+)\)(?:\(\?::\(\?:([\w|]+)\)\)\?)?/g)].flatMap(([, names, periods]) => {
    const bare = names!.split("|");
    return bare.flatMap((name) => [name, ...(periods?.split("|") ?? []).map((period) => `${name}:${period}`)]);
  });
}

/** Returns the measures of a pattern: `^(?:count|(?:min|max):(?:value)|(?:sum|avg):(?:value))$`. */
export function measuresOf(schema: Schema | undefined): string[] {
  return [...patternOf(schema).matchAll(/\(\?:([a-z|]+)\):\(\?:([\w.|]+)\)/g)].flatMap(([, functions, names]) =>
    names!.split("|").flatMap((name) => functions!.split("|").map((each) => `${each}:${name}`)),
  );
}

/** Returns the pattern of the elements of an array parameter, with the dots of names unescaped. */
function patternOf(schema: Schema | undefined): string {
  return String(schema?.items?.pattern ?? "").replaceAll("\\.", ".");
}
