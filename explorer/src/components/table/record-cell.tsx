/** One value of a record in a list. */
import type { ReactNode } from "react";
import type { Field, View } from "../../../../kit/description/model.ts";
import { pageOf } from "../../address/address.ts";
import { memberPath } from "../../description/member-path.ts";
import { Link } from "../../description/past/link.tsx";
import { useDescription } from "../../description/use-description.tsx";
import { hueIn } from "../../fields/hues.ts";
import { textOf } from "../../fields/show/text.tsx";
import { Value } from "../../fields/show/value.tsx";
import type { Data } from "../../requests/queries.ts";

/** The place in a list from which the record's page finds its neighbors. */
export interface ListState {
  /** The list from which the record was opened: a path of the API with its query. */
  readonly list: string;
  /** The record's place in it, from 0. */
  readonly index: number;
  /** The list was requested with the usual columns, which its address does not name. */
  readonly hasUsualColumns?: boolean | undefined;
}

/** The link to a record by its title: to the record of its own if the list is of memberships. */
export function RecordLink({
  view,
  field,
  record,
  from,
}: {
  readonly view: View;
  readonly field: Field;
  readonly record: Data;
  readonly from: ListState;
}): ReactNode {
  const description = useDescription();
  const own = view.kind === "membership" ? memberPath(description, record) : undefined;
  const path = own ?? record._links?.self;
  const value = record[field.name] ?? record.id;
  const title = field.kind === "text" ? textOf(String(value)) : String(value);
  const shown = field.kind === "id" || record[field.name] == null ? <span className="id">{title}</span> : title;
  if (!path) return <bdi>{shown}</bdi>;
  return (
    <Link to={pageOf(path)} state={from}>
      {shown}
    </Link>
  );
}

/** A value, in the color that pictures give it. */
export function RecordValue({
  view,
  field,
  record,
  short,
}: {
  readonly view: View;
  readonly field: Field;
  readonly record: Data;
  readonly short: boolean;
}): ReactNode {
  return <Value field={field} record={record} short={short} hue={hueIn(view, field, record[field.name])} />;
}
