/** Path templates: `/api/planets/{planet_id}/moons`. */

/** Returns the variables of a template, in their order. */
export function variablesIn(template: string): string[] {
  return Array.from(template.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
}

/** Returns a template with the values of its variables. Those that have none stay variables. */
export function filled(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(/\{(\w+)\}/g, (variable, name: string) => values[name] ?? variable);
}

/** Returns the values of the variables of a template, in their order, by name. */
export function namedValues(template: string, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(variablesIn(template).map((name, index) => [name, values[index]!]));
}
