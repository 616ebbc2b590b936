/** The names of operations, schemas, tags and parameters in the document, chosen for generated clients. */
import type { Resource, View } from "../../resource/resource.ts";

/** `crew_member` and `crew-member` as a type name: `CrewMember`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** `crew_member` as words: `crew member`; `api_key` as `API key`. */
export function toWords(name: string): string {
  return name.replace(/[_-]+/g, " ").replace(/\b(?:api|url)\b/g, (letters) => letters.toUpperCase());
}

/** `api_key` → `an API key`. */
export function withArticle(name: string): string {
  const text = toWords(name);
  return `${/^(?!uni)[aeiou]/i.test(text) ? "an" : "a"} ${text}`;
}

/** The words of a name, capitalized. */
export function heading(name: string): string {
  const text = toWords(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The tag of a resource's operations. */
export function tagOf({ name }: Resource): string {
  return heading(name);
}

/** The name of the schema of a view's records. Views that show the same share it. */
export function schemaName({ role, resource, plural }: View): string {
  return role === "reverse" ? `${pascalCase(resource.member!.one)}${pascalCase(plural)}Item` : pascalCase(resource.one);
}

/** The name of the path parameter that holds an item's id. */
export function itemParameter({ kind, key, one }: Resource): string {
  return kind === "membership" ? key : `${one}_id`;
}

/** One path of a view, with the names used in its `operationId`s. */
export interface NamedPath {
  readonly path: string;
  /** `PlanetMoons` in `listPlanetMoons`, and `PlanetMoon` in `getPlanetMoon`. */
  readonly listName: string;
  readonly itemName: string;
}

/** The paths of a view: its own and the aliases. */
export function namedPaths(view: View): NamedPath[] {
  const { resource, role, path, aliases } = view;
  const prefixed = role === "flat" ? undefined : view.parent?.resource;
  const prefix = prefixed ? pascalCase(prefixed.one) : "";
  const itemName = `${prefix}${pascalCase(resource.one)}`;
  return [
    { path, listName: `${prefix}${pascalCase(view.plural)}`, itemName },
    ...aliases.map((alias) => {
      const segment = pascalCase(alias.slice(alias.lastIndexOf("/") + 1));
      return { path: alias, listName: `${prefix}${segment}`, itemName: `${itemName}Under${segment}` };
    }),
  ];
}
