/** The values of a form. */
import type { WritableField } from "../../../../kit/description/model.ts";
import type { Values } from "../../../../kit/values/json.ts";
import type { Draft } from "./drafts.ts";

/**
 * Returns the values of a form: edited ones, otherwise those loaded, otherwise those suggested or set by the service.
 */
export function valuesOf(fields: readonly WritableField[], { base, edits }: Draft): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, field.name in edits ? edits[field.name] : uneditedIn(field, base)]),
  );
}

/**
 * Returns the value of a field that nobody has edited.
 * @param base the record as it was loaded; undefined for a new one
 */
export function uneditedIn({ name, suggested, initial }: WritableField, base: Draft["base"]): unknown {
  return base ? base[name] : (suggested ?? initial);
}
