/**
 * A record's representation as JSON text, put together at once. Its links are little more than texts around an id: as values
 * they would be made, read and copied for nothing, in every answer.
 */

import type { Kind } from "../declare/field-spec.ts";
import type { Values } from "../declare/values.ts";
import { memoize } from "../runtime/memoize.ts";
import { type Projection, shownValue } from "./representation.ts";
import { fill, slots } from "./resource.ts";

/** The JSON text of what `represent` makes of the same. */
export function jsonText(shape: Projection, read: Values): string {
  const { members, links } = textsOf(shape);
  let text = "{";
  for (const { before, property, plain } of members) {
    const value = shownValue(shape, property, read);
    if (value === null) text += `${before}null,`;
    else text += plain ? `${before}"${value}",` : `${before}${JSON.stringify(value)},`;
  }
  let filled = "";
  for (const { before, template, plain } of links) {
    const path = fill(template, read);
    if (path === undefined) continue;
    filled += `${filled === "" ? "" : ","}${before}${plain ? `"${path}"` : JSON.stringify(path)}`;
  }
  return `${text}"_links":{${filled}}}`;
}

/** What does not change of a shape's JSON text; plain is what never has to be escaped. */
const textsOf = memoize(({ view, properties, links }: Projection) => ({
  members: properties.map((property) => ({
    property,
    before: `${JSON.stringify(property.name)}:`,
    plain: PLAIN.includes(property.spec.kind),
  })),
  links: Object.entries(links).map(([name, template]) => {
    const filling = slots(template).map((slot) => view.properties.get(slot)!.spec.kind);
    const plain = isPlain(template) && filling.every((kind) => PLAIN.includes(kind));
    return { template, before: `${JSON.stringify(name)}:`, plain };
  }),
}));

/** The kinds whose values are texts without anything that JSON escapes. */
const PLAIN: readonly Kind[] = ["id", "reference", "date", "instant"];

function isPlain(text: string): boolean {
  return JSON.stringify(text) === `"${text}"`;
}
