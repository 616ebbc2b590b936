/** Compares extension keywords of two versions of an OpenAPI document (§9): generated pages and clients depend on them, too. */
import type { Part } from "./openapi-conformance.ts";

/** Keywords that say only how words look, and what forms suggest. */
export const LOOKS: readonly string[] = ["x-tones", "x-hues", "x-usual", "x-suggested-days"];

/** What the keywords of a part of the new document do not say any more. */
export function keywordChanges(before: Part, after: Part, place: string): string[] {
  return Object.keys(before)
    .filter((name) => name.startsWith("x-") && !LOOKS.includes(name) && !hasAll(after[name], before[name]))
    .map((name) => `${place}: ${name} is ${JSON.stringify(after[name])}, was ${JSON.stringify(before[name])}`);
}

/** Whether a value is the same as another, but for more members and elements. */
function hasAll(value: Part, other: Part): boolean {
  if (Array.isArray(other)) {
    return Array.isArray(value) && other.every((each) => value.some((candidate) => hasAll(candidate, each)));
  }
  if (other === null || typeof other !== "object") return value === other;
  return Object.entries<Part>(other).every(([name, each]) => hasAll(value?.[name], each));
}
