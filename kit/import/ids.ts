/** Ids that are made from names. */
import { transliterate } from "transliteration";
import { hashOf } from "../values/hash.ts";

/** The longest id. */
const LONGEST = 64;

/**
 * Makes an id of a name in any script: lowercase Latin letters, digits and hyphens, such as `soyuz-ms-28` of `Союз МС-28`.
 * A name without letters and digits that could be written so becomes a hash. An empty name has an empty id.
 */
export function idOf(name: string): string {
  const plain = name.normalize("NFKC").trim();
  const words = plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ");
  const id = transliterate(words)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, LONGEST)
    .replace(/-+$/, "");
  return id === "" && plain !== "" ? `x-${hashOf(plain).toString(16).padStart(8, "0")}` : id;
}

/**
 * Returns an id that is not taken: the id itself, or the first free number after it.
 * @param taken ids that begin like it
 */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id;
  for (let number = 2; taken.has(free); number += 1) {
    const end = `-${number}`;
    free = id.slice(0, LONGEST - end.length) + end;
  }
  return free;
}
