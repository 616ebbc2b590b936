/** Ids that are made from names. */

/** The longest id. */
const LONGEST = 64;

/** A name as an id: lowercase Latin letters, digits and hyphens. */
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
