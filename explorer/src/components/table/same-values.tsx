/** The values that all records of a list have in common, which need no column. */
import type { Field } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { Value } from "../../fields/show/value.tsx";
import type { Data } from "../../requests/data.ts";

/** Says it once: `priority 3 · quality good`. */
export function Common({ fields, record }: { readonly fields: readonly Field[]; readonly record: Data | undefined }) {
  if (!record || fields.length === 0) return null;
  return (
    <span className="common">
      {fields.map((field) => (
        <span key={field.name}>
          {midSentence(field.label)} <Value field={field} record={record} short />
        </span>
      ))}
    </span>
  );
}
