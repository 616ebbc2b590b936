/** Paths, and their templates: `/api/planets/{planet_id}/moons`. */

/** Returns the variables of a template, in their order. */
export function variablesIn(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
}

/** Returns a template with the values of its variables. Those that have none stay variables. */
export function expandTemplate(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{(\w+)\}/g, (variable, name: string) => values[name] ?? variable);
}

/** Returns a template with the variables that a path has in the same places; undefined if it has less of them. */
export function filledLike(template: string, path: string): string | undefined {
  const own = path.split("/");
  const segments = template.split("/").map((segment, index) => (segment.startsWith("{") ? own[index] : segment));
  return segments.includes(undefined) ? undefined : segments.join("/");
}

/** Returns a path without its last segment: of a record, its list; of a list, the record that it belongs to. */
export function pathAbove(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Returns the last segment of a path: of a record, its id. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns the values of the variables of a template, in their order, by name. */
export function namedValues(template: string, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(variablesIn(template).map((name, index) => [name, values[index]!]));
}
