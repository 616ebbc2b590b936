/** The names of resources in sentences. */
import type { Resource } from "./resource.ts";

/** The name of one record in a sentence: `space station`. */
export function nameInText({ one }: Pick<Resource, "one">): string {
  return one.replaceAll("_", " ").replace(/^api\b/, "API");
}

/** The name of several records in a sentence: `space stations`. That of a path may be another word: `data` has samples. */
export function namesInText(resource: Pick<Resource, "one" | "plural" | "kind">): string {
  const text = nameInText(resource);
  // Such as `spacecraft`.
  if (resource.kind !== "single" && resource.plural === resource.one) return text;
  if (/[^aeiou]y$/.test(text)) return `${text.slice(0, -1)}ies`;
  return /(?:[sxz]|[cs]h)$/.test(text) ? `${text}es` : `${text}s`;
}

/** A number of records in a sentence: `1 space station`, `10,000 samples`. */
export function countInText(resource: Pick<Resource, "one" | "plural" | "kind">, count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? nameInText(resource) : namesInText(resource)}`;
}
