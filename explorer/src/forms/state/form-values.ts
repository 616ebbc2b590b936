/** The values of a form. */
import type { WritableField } from "../../description/model.ts";
import type { Values } from "../values/constraints.ts";
import type { Draft } from "./drafts.ts";

/** The values of a form: what was edited, otherwise what was loaded, otherwise what is suggested or the service would set. */
export function valuesOf(fields: readonly WritableField[], { base, edits }: Draft): Values {
  return Object.fromEntries(
    fields.map((field) => [field.name, field.name in edits ? edits[field.name] : uneditedIn(field, base)]),
  );
}

/** The value of a field that nobody has edited. @param base the record as it was loaded; undefined for a new one */
export function uneditedIn({ name, suggested, initial }: WritableField, base: Draft["base"]): unknown {
  return base ? base[name] : (suggested ?? initial);
}
