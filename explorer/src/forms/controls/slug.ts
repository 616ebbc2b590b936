/** Ids that are made from names. */

/** The longest id. */
const LONGEST = 64;

/** Makes an id of a name: lowercase Latin letters, digits and hyphens. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, LONGEST)
    .replace(/-+$/, "");
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
