/** The rows of a timeline: those in the span that is shown. */

import type { Field } from "../../../../kit/description/model.ts";
import { pageOf } from "../../address/address.ts";
import { Link } from "../../description/past/link.tsx";
import type { TargetOf } from "../../description/target.ts";
import { DateValue } from "../../fields/show/date.tsx";
import { Value } from "../../fields/show/value.tsx";
import type { Column, Table } from "../parts/columns.ts";
import type { Span } from "../time/days.ts";
import { timeScale } from "../time/ticks.ts";
import { type Item, knownDay } from "./items.ts";
import { isInView } from "./layout.ts";
import type { TimelineParts } from "./parts.ts";

/** Returns the table of a timeline. */
export function tableOf(items: readonly Item[], parts: TimelineParts, span: Span, targetOf: TargetOf): Table<Item> {
  const x = timeScale(span, 0, 1);
  const { title, state, from, to, color, lanes } = parts;
  const fields = [...new Set([state, from, to, color, ...lanes])].filter((field) => field !== undefined);
  const name: Column<Item> = {
    name: title,
    label: "Name",
    value: (item) => item.title,
    cell: (item) => <Link to={pageOf(item.path)}>{item.title}</Link>,
  };
  return {
    columns: [
      name,
      ...fields.flatMap((field) => [columnOf(field, field === color, targetOf), ...(field === to ? [KNOWN] : [])]),
    ],
    rows: items.filter((item) => isInView(item, x)),
    keyOf: ({ id }) => id,
  };
}

/** The last day on which an item is known to be ongoing. */
const KNOWN: Column<Item> = {
  name: "known_until",
  label: "Known until",
  value: (item) => knownDay(item),
  cell: (item) => {
    const day = knownDay(item);
    return day && <DateValue value={day} precision={undefined} short />;
  },
};

function columnOf(field: Field, isColor: boolean, targetOf: TargetOf): Column<Item> {
  return {
    name: field.name,
    label: field.label,
    value: ({ record }) => record[field.name],
    cell: ({ record, hue }) => {
      const target = field.kind === "reference" && record[field.name] && targetOf(field, record[field.name]);
      if (target) return <Link to={pageOf(target.path)}>{target.name}</Link>;
      return <Value field={field} record={record} hue={isColor ? hue : undefined} short />;
    },
  };
}
