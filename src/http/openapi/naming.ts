/** What things are called in the document: paths, operations, schemas and tags, so that a generated client reads well. */
import type { Resource, View } from "../../resource/resource.ts";

/** `crew_member` and `crew-member` as a type's name: `CrewMember`. */
export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** `crew_member` in words, `api_key` as an API key. */
export function words(name: string): string {
  return name.replace(/[_-]+/g, " ").replace(/\b(?:api|url)\b/g, (letters) => letters.toUpperCase());
}

/** Words with a capital. */
export function heading(name: string): string {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The tag of a resource's operations. */
export function tagOf({ name }: Resource): string {
  return heading(name);
}

/** The schema of a view's records; views that show the same share it. */
export function schemaName({ role, resource, plural }: View): string {
  return role === "reverse" ? `${pascal(resource.member!.one)}${pascal(plural)}Item` : pascal(resource.one);
}

/** The name of an item's id in a path. */
export function itemParameter({ kind, key, one }: Resource): string {
  return kind === "membership" ? key : `${one}_id`;
}

/** One path of a view, with the names that its operations are called by. */
export interface Door {
  readonly path: string;
  /** What `operationId`s end in: `listPlanetMoons`, `getPlanetMoon`. */
  readonly many: string;
  readonly one: string;
}

/** Every path under which a view is served: its own and the aliases. */
export function doorsOf(view: View): Door[] {
  const { resource, role, path, aliases } = view;
  const above = role === "flat" ? undefined : role === "reverse" ? resource.member : resource.parent;
  const prefix = above ? pascal(above.one) : "";
  const one = `${prefix}${pascal(resource.one)}`;
  return [
    { path, many: `${prefix}${pascal(view.plural)}`, one },
    ...aliases.map((alias) => {
      const segment = pascal(alias.slice(alias.lastIndexOf("/") + 1));
      return { path: alias, many: `${prefix}${segment}`, one: `${one}Under${segment}` };
    }),
  ];
}
