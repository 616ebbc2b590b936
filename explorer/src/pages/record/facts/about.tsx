/** The address of a record, and when it was written. */
import type { Field, View } from "../../../../../kit/description/model.ts";
import { pageOf } from "../../../address/address.ts";
import { timesOf } from "../../../fields/record/layout.ts";
import { Value } from "../../../fields/show/value.tsx";
import type { Data } from "../../../requests/data.ts";
import { Section } from "../related/section-frame.tsx";

/** The last part of a record's page. */
export function AboutRecord({ view, record }: { readonly view: View; readonly record: Data }) {
  const path: string | undefined = record._links?.self;
  return (
    <Section heading="About this record">
      <dl className="values is-three">
        <dt>Address</dt>
        <dd className="mono">{path && pageOf(path)}</dd>
        {timesOf(view).map((field) => (
          <Times key={field.name} field={field} record={record} />
        ))}
      </dl>
    </Section>
  );
}

function Times({ field, record }: { readonly field: Field; readonly record: Data }) {
  return (
    <>
      <dt>{field.label}</dt>
      <dd>
        <Value field={field} record={record} />
      </dd>
    </>
  );
}
