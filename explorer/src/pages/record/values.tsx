/** The values of a record, as lists of definitions. */
import { Fragment } from "react";
import type { Field, View } from "../../../../kit/description/model.ts";
import { midSentence } from "../../../../kit/description/words.ts";
import { hueIn } from "../../fields/hues.ts";
import { citingField, layoutOf, originOf, SAID_BY_STATE } from "../../fields/record/layout.ts";
import { unitOf } from "../../fields/show/unit-of.ts";
import { Value } from "../../fields/show/value.tsx";
import { countedList } from "../../forms/values/counted.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { differencesOf } from "./past/differences.ts";
import { NowMark } from "./past/now-mark.tsx";
import { usePresent } from "./past/present-record.ts";
import { Section } from "./related/section-frame.tsx";
import { SourceMarks } from "./sources/source-marks.tsx";

/** Fields that a part of another record does not repeat. */
const NOT_IN_PARTS: readonly string[] = ["created_at", "updated_at"];

/** The values of one of the service's own records. */
export function Values({ view, record }: ValuesProps) {
  const { lede, columns, wide } = layoutOf(view, record);
  return (
    <>
      <Lede {...{ view, record, field: lede }} className="lede" />
      <TwoColumns {...{ view, record, columns, wide }} />
    </>
  );
}

/** The values of a record that is a part of another one's page, without its times and the reference to that one. */
export function PartValues({ view, record }: ValuesProps) {
  const isOwn = ({ name }: Field) => !NOT_IN_PARTS.includes(name) && !view.path.includes(`{${name}}`);
  const shown = { ...view, fields: view.fields.filter(isOwn) };
  const cited = citingField(view);
  const empty = withoutValue(shown, record);
  const { state, lede, columns, wide } = layoutOf(shown, record, [...namesOf(empty), ...(cited ? [cited.name] : [])]);
  const [left, right] = state ? [[state, ...columns[0]], columns[1]] : columns;
  return (
    <>
      <Lede {...{ view, record, field: lede }} className="prose soft" />
      <TwoColumns {...{ view, record, columns: [left, right], wide }} />
      <NoValues fields={empty} />
    </>
  );
}

/** The values of a record that its page does not lead with, and which have none. @param without the names of the fields that it does */
export function OtherValues({ view, record, without }: ValuesProps & { readonly without: readonly string[] }) {
  const now = usePresent();
  const changed = now ? namesOf(differencesOf(view, record, now)) : [];
  const isNew = ({ name }: Field) => !changed.includes(name) && !without.includes(name);
  const empty = withoutValue(view, record).filter(isNew);
  // A list without records says so itself.
  const none = view.fields.filter((field) => record[field.name] === 0 && field.schema["x-counts"] && isNew(field));
  const { columns, wide } = layoutOf(view, record, [...without, ...namesOf(empty), ...namesOf(none)]);
  if (columns.flat().length + wide.length === 0) return <NoValues fields={empty} />;
  return (
    <Section heading="More facts">
      <TwoColumns {...{ view, record, columns, wide }} />
      <NoValues fields={empty} />
    </Section>
  );
}

interface ValuesProps {
  readonly view: View;
  readonly record: Data;
}

/** The long text above the values. */
export function Lede({
  view,
  record,
  field,
  className,
}: ValuesProps & { readonly field: Field | undefined; readonly className: string }) {
  return (
    field && (
      <p className={className} dir="auto">
        {record[field.name]} <SourceMarks name={field.name} />
        <NowMark view={view} field={field} record={record} />
      </p>
    )
  );
}

/** Returns the fields of a record that have no value. */
function withoutValue({ fields }: View, record: Data): Field[] {
  const precisions = fields.map(({ precision }) => precision);
  return fields.filter(({ name }) => {
    const value = record[name];
    if (name === SAID_BY_STATE || precisions.includes(name)) return false;
    return value === null || (Array.isArray(value) && value.length === 0);
  });
}

function namesOf(fields: readonly Field[]): string[] {
  return fields.map(({ name }) => name);
}

/** Names the fields without a value, in a line. */
function NoValues({ fields }: { readonly fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return <p className="no-values">No value: {fields.map(({ label }) => midSentence(label)).join(", ")}</p>;
}

function TwoColumns({
  view,
  record,
  columns: [left, right],
  wide,
}: ValuesProps & Pick<ReturnType<typeof layoutOf>, "columns" | "wide">) {
  const list = { view, record };
  return (
    <>
      <div className="two">
        <Definitions {...list} fields={left} />
        <Definitions {...list} fields={right} />
      </div>
      <Definitions {...list} fields={wide} />
    </>
  );
}

function Definitions({
  view,
  record,
  fields,
}: {
  readonly view: View;
  readonly record: Data;
  readonly fields: readonly Field[];
}) {
  if (fields.length === 0) return null;
  return (
    <dl className="values">
      {fields.map((field) => {
        const origin = view.isSystem ? undefined : originOf(field, record);
        const isCountOrPlan = origin === undefined && typeof field.schema["x-counts"] === "string";
        return (
          <Fragment key={field.name}>
            <dt title={field.about}>{field.label}</dt>
            <dd>
              <Value
                field={field}
                record={record}
                unit={unitOf(field, record, view)}
                hue={hueIn(view, field, record[field.name])}
              />
              <SourceMarks name={field.name} />
              <NowMark view={view} field={field} record={record} />
              {origin && record[field.name] !== null && <span className="by">{origin}</span>}
              {isCountOrPlan && record[field.name] != null && <CountOrPlan field={field} record={record} />}
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}

/** "Counted" or "planned". A record does not say which it is: a number that equals the count is taken for it. */
function CountOrPlan({ field, record }: { readonly field: Field; readonly record: Data }) {
  const path: string | undefined = record._links?.self;
  const { data } = useGet(path && `${countedList(field, path)}?limit=1`, { poll: 60_000 });
  if (!data) return null;
  return <span className="by">{data.data.total_count === record[field.name] ? "counted" : "planned"}</span>;
}
