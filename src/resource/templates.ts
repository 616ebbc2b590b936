/** Path templates over the values of a record, such as `/api/planets/{planet_id}/moons/{id}`. */

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

/** The canonical path of a record. */
export function recordPath({ path }: { readonly path: string }, record: Readonly<Record<string, unknown>>): string {
  return expandTemplate(path, record)!;
}
