/** Path templates over the values of a record, such as `/api/planets/{planet_id}/moons/{id}`. */
import type { Resource } from "./resource.ts";

/** Templates, split at their braces into alternating texts and names. Only declarations have templates, so their number is limited. */
const parsed = new Map<string, readonly string[]>();

function parse(template: string): readonly string[] {
  let parts = parsed.get(template);
  if (!parts) {
    parts = template.split(/[{}]/);
    parsed.set(template, parts);
  }
  return parts;
}

/** Expands a template; returns undefined if a value in it is missing. */
export function expandTemplate(template: string, values: Readonly<Record<string, unknown>>): string | undefined {
  const parts = parse(template);
  let expanded = parts[0]!;
  for (let index = 1; index < parts.length; index += 2) {
    const value = values[parts[index]!];
    if (value === null || value === undefined) return undefined;
    expanded += `${value}${parts[index + 1]}`;
  }
  return expanded;
}

/** The names in a template's braces. */
export function templateVariables(template: string): string[] {
  return parse(template).filter((_, index) => index % 2 === 1);
}

/** The values of a template's variables in a path, which has the form of the template; none contains a slash. */
export function parsePath(template: string, path: string): Record<string, string> {
  const segments = path.split("/");
  const names = template.split("/").map((segment) => /^\{(\w+)\}$/.exec(segment)?.[1]);
  return Object.fromEntries(names.flatMap((name, index) => (name ? [[name, segments[index]!]] : [])));
}

/** The canonical path of a record. */
export function recordPath({ path }: { readonly path: string }, record: Readonly<Record<string, unknown>>): string {
  return expandTemplate(path, record)!;
}

/** The path of the collection that contains a record. */
export function collectionPath({ views }: Pick<Resource, "views">, record: Readonly<Record<string, unknown>>): string {
  return expandTemplate(views[0]!.path, record)!;
}

/** The path of the top-level collection to which the records of a resource belong. */
export function topLevelPath({ parent, views }: Resource): string {
  return parent ? topLevelPath(parent) : views[0]!.path;
}
