/** The values of a form. */
import type { WritableField } from "../../description/model.ts";
import type { Values } from "../values/constraints.ts";
import type { Draft } from "./drafts.ts";

/** The values of a form: what was edited, otherwise what was loaded, otherwise what the service would set. */
export function valuesOf(fields: readonly WritableField[], { base, edits }: Draft): Values {
  return Object.fromEntries(
    fields.map(({ name, initial }) => [name, name in edits ? edits[name] : base ? base[name] : initial]),
  );
}
