/** Shows the values that the service sets, below the form of a record. */
import { Fragment } from "react";
import type { View } from "../../../../kit/description/model.ts";
import { SAID_BY_STATE } from "../../fields/record/layout.ts";
import { Value } from "../../fields/show/value.tsx";
import type { Data } from "../../requests/data.ts";

/** The fields that no form can set, for reading; nothing if there are none. */
export function ServiceFields({ view, record }: { readonly view: View; readonly record: Data }) {
  const elsewhere = new Set(["id", SAID_BY_STATE, ...view.writable.update.map(({ name }) => name)]);
  const fields = view.fields.filter(
    ({ name, derived }) => derived && !elsewhere.has(name) && record[name] !== undefined,
  );
  if (fields.length === 0) return null;
  return (
    <details className="service-set">
      <summary>Set by the service</summary>
      <dl className="values">
        {fields.map((field) => (
          <Fragment key={field.name}>
            <dt>{field.label}</dt>
            <dd>
              <Value field={field} record={record} short />
            </dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
