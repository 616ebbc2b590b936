/** The first records of a list, as a small table. */

import type { ReactNode } from "react";
import { isNumeric } from "../../../../../kit/description/kinds.ts";
import type { Field, View } from "../../../../../kit/description/model.ts";
import { orderOf } from "../../../../../kit/description/pages/page.ts";
import { pageOf } from "../../../address/address.ts";
import { memberPath } from "../../../description/member-path.ts";
import { Link } from "../../../description/past/link.tsx";
import { useDescription } from "../../../description/use-description.tsx";
import { hueIn } from "../../../fields/hues.ts";
import { specOf } from "../../../fields/kinds/kinds.ts";
import { NoValue } from "../../../fields/show/no-value.tsx";
import { isNamed, textOf } from "../../../fields/show/text.tsx";
import { unitOf } from "../../../fields/show/unit-of.ts";
import { Value } from "../../../fields/show/value.tsx";
import type { Data } from "../../../requests/queries.ts";
import { AddedMark } from "../adding/added-mark.tsx";

/** Some records of a list. The title comes first and leads to the record. */
export function Rows({
  view,
  columns,
  records,
}: {
  readonly view: View;
  readonly columns: readonly Field[];
  readonly records: readonly Data[];
}) {
  const title = columns.find(({ name }) => name === nameColumn(view));
  const ordered = title ? [title, ...columns.filter((field) => field !== title)] : columns;
  const telling = tellingColumn(view, ordered.slice(1));
  const measured = measuredColumn(view, ordered.slice(1), records);
  const most = measured ? Math.max(...records.map((record) => record[measured.name] ?? 0)) : 0;
  const classOf = (field: Field, index: number) => {
    const isWideOnly = index > 0 && field !== telling;
    const { column = "" } = specOf(field);
    return `${isWideOnly ? "wide-only " : ""}${column === "clip" ? "" : column}`;
  };
  return (
    <div className="tbl-scroll">
      <table className="tbl">
        <thead>
          <tr>
            {ordered.flatMap((field, index) => [
              <th key={field.name} scope="col" className={classOf(field, index)}>
                {field.label}
              </th>,
              field === measured && <td key="bar" className="bar-head wide-only" />,
            ])}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record._links?.self ?? record.id}>
              {ordered.flatMap((field, index) => [
                <td key={field.name} className={`${classOf(field, index)}${index === 0 ? " name wrap" : " clip"}`}>
                  {index === 0 ? (
                    <>
                      <Title field={field} record={record} />
                      <AddedMark view={view} record={record} />
                    </>
                  ) : (
                    <EntryLink record={view.kind === "membership" && field === telling ? record : {}}>
                      <Value
                        field={field}
                        record={record}
                        unit={unitOf(field, record, view)}
                        hue={hueIn(view, field, record[field.name])}
                        short
                      />
                    </EntryLink>
                  )}
                </td>,
                field === measured && <BarCell key="bar" part={record[field.name] / most} />,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A bar beside a number, by which numbers are compared at a glance. */
function BarCell({ part }: { readonly part: number }) {
  return (
    <td className="bar-cell wide-only" aria-hidden>
      <i style={{ width: `${100 * part}%` }} />
    </td>
  );
}

function Title({ field, record }: { readonly field: Field; readonly record: Data }) {
  const description = useDescription();
  const path = memberPath(description, record) ?? record._links?.self;
  const value = record[field.name] ?? record.id;
  if (value == null) return <NoValue />;
  const name = isNamed(field) ? textOf(String(value)) : <Value field={field} record={record} short />;
  return path ? <Link to={pageOf(path)}>{name}</Link> : <bdi>{name}</bdi>;
}

/** A link from the text of a membership to its own record, since the title leads to that of the member. */
function EntryLink({ record, children }: { readonly record: Data; readonly children: ReactNode }) {
  const path = record._links?.self;
  return path ? (
    <Link className="plain" to={pageOf(path)}>
      {children}
    </Link>
  ) : (
    children
  );
}

/** Returns the column by which people know a record; of measurements, the measured thing. */
function nameColumn({ title, pictures }: View): string {
  const series = pictures.find(({ kind }) => kind === "series");
  return [series?.by ?? title].flat().at(-1)!;
}

/** Returns the column by which the largest records come first, if all its numbers can be drawn as bars. */
function measuredColumn(view: View, columns: readonly Field[], records: readonly Data[]): Field | undefined {
  const order = orderOf(view);
  const field = columns.find(({ name }) => name === order?.field.name);
  const isDrawn = (value: unknown) => value == null || (typeof value === "number" && value >= 0);
  const isLargestFirst = field !== undefined && isNumeric(field) && order!.sort.endsWith(":desc");
  return isLargestFirst && records.every((record) => isDrawn(record[field.name])) ? field : undefined;
}

/**
 * Returns the column that a phone has room for besides the title: the pictured field, the text of a membership, the
 * state.
 */
function tellingColumn({ kind, pictures }: View, columns: readonly Field[]): Field | undefined {
  const pictured = columns.find(({ name }) =>
    pictures.some((picture) => picture.kind === "series" && picture.y === name),
  );
  const own = kind === "membership" ? columns.find(({ derived }) => !derived) : undefined;
  const state = columns.find((field) => field.kind === "lifecycle" || Object.keys(field.tones).length > 0);
  return pictured ?? own ?? state ?? columns[0];
}
