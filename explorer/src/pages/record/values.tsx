/** The values of a record, as lists of definitions. */
import { Fragment } from "react";
import type { Field, View } from "../../../../kit/description/model.ts";
import { hueIn } from "../../fields/hues.ts";
import { unitOf } from "../../fields/show/unit-of.ts";
import { Value } from "../../fields/show/value.tsx";
import { countedList } from "../../forms/values/counted.ts";
import { type Data, useGet } from "../../requests/queries.ts";
import { layoutOf, originOf } from "./layout.ts";
import { NowMark } from "./past/now-mark.tsx";

/** Fields that a part of another record does not repeat. */
const NOT_IN_PARTS: readonly string[] = ["created_at", "updated_at"];

/** The values of a record; as part of another one, without its times and without the reference to that one. */
export function Values({
  view,
  record,
  isPart = false,
}: {
  readonly view: View;
  readonly record: Data;
  readonly isPart?: boolean;
}) {
  const isOwn = ({ name }: Field) => !NOT_IN_PARTS.includes(name) && !view.path.includes(`{${name}}`);
  const shown = isPart ? { ...view, fields: view.fields.filter(isOwn) } : view;
  const { state, lede, columns, wide } = layoutOf(shown, record);
  const [left, right] = isPart && state ? [[state, ...columns[0]], columns[1]] : columns;
  const list = { view, record };
  return (
    <>
      {lede && (
        <p className={isPart ? "prose soft" : "lede"}>
          {record[lede.name]} <NowMark view={view} field={lede} record={record} />
        </p>
      )}
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
