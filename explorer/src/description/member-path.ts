/** The paths of members: where they are by themselves, and how events name them. */
import type { Description, Place } from "../../../kit/description/model.ts";

interface Linked {
  readonly id?: unknown;
  readonly _links?: Readonly<Record<string, unknown>>;
}

/** Returns the record of its own that an entry of a list stands for: the person, for a member of a crew. */
export function memberPath({ at }: Description, record: Linked): string | undefined {
  const links = Object.entries<unknown>(record._links ?? {});
  const own = links.find(([name, path]) => {
    if (name === "self" || typeof path !== "string" || path.includes("?")) return false;
    const place = at(path);
    return place?.kind === "record" && place.view.kind !== "single" && place.ids.at(-1) === record.id;
  });
  return own?.[1] as string | undefined;
}

/**
 * Returns the path of a record that was found at any of its paths: an alias of a list of members names the same
 * records.
 */
export function canonicalPath({ view, ids }: Place, path: string): string {
  if (view.aliasOf === undefined) return path;
  const [...left] = ids;
  const list = view.aliasOf.replace(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? ""));
  return [list, ...left.map(encodeURIComponent)].join("/");
}
