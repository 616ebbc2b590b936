/** A value as it is shown, by the kind of its field. */
import type { ReactNode } from "react";
import type { Field, Kind } from "../../../../kit/description/model.ts";
import type { Data } from "../../requests/queries.ts";
import { Category } from "./category.tsx";
import { ChosenWords } from "./chosen-words.tsx";
import { DateValue, Instant } from "./date.tsx";
import { Duration } from "./duration.tsx";
import { NoValue } from "./no-value.tsx";
import { Objects, ObjectValue } from "./objects.tsx";
import { Quantity } from "./quantity.tsx";
import { Reference, ShortReference } from "./reference.tsx";
import { State } from "./state.tsx";
import { Prose, Text, Texts, Uri } from "./text.tsx";

export { NoValue } from "./no-value.tsx";
export { Quantity } from "./quantity.tsx";

/** Props of `Value`. */
export interface ValueProps {
  readonly field: Field;
  /** The record, or the object, that has the value. */
  readonly record: Data;
  /** Shorter, as in the cells of tables. */
  readonly short?: boolean;
  /** The number of the color that the value of an enum has in pictures. */
  readonly hue?: number | undefined;
  /** The unit of this value, where each record has its own. */
  readonly unit?: string | undefined;
}

/** The value of a field. */
export function Value({ field, record, short = false, hue, unit = field.unit }: ValueProps): ReactNode {
  const value = record[field.name];
  if (value === undefined) return null;
  if (value === null || (Array.isArray(value) && value.length === 0)) return <NoValue />;
  const Drawn = SHOWN[field.kind];
  return (
    <Drawn
      {...{ field, record, value, short, hue, unit }}
      cell={(each, part) => <Value field={each} record={part} short />}
    />
  );
}

/** The parts that each kind draws a value from. */
interface Shown extends Required<Pick<ValueProps, "field" | "record" | "short">>, Pick<ValueProps, "hue" | "unit"> {
  // biome-ignore lint/suspicious/noExplicitAny: the value of any field
  readonly value: any;
  /** Shows a part of it. */
  readonly cell: (field: Field, record: Data) => ReactNode;
}

/** Each kind, as it is shown. */
const SHOWN: Readonly<Record<Kind, (shown: Shown) => ReactNode>> = {
  id: ({ value }) => <span className="id">{value}</span>,
  text: (shown) => <Text {...shown} value={String(shown.value)} />,
  multiline: ({ value, short }) => (short ? <bdi>{value}</bdi> : <Prose value={value} />),
  uri: ({ value }) => <Uri value={value} />,
  integer: Quantity,
  decimal: Quantity,
  boolean: ({ value }) => (value ? "yes" : "no"),
  date: ({ field, record, ...shown }) => (
    <DateValue {...shown} precision={field.precision ? record[field.precision] : undefined} />
  ),
  instant: Instant,
  duration: Duration,
  enum: Category,
  lifecycle: ({ field, value }) => <State value={value} tone={field.tones[value] ?? "done"} />,
  reference: (shown) => (shown.short ? <ShortReference {...shown} /> : <Reference {...shown} />),
  texts: ({ field: { choices }, value, short }) =>
    choices.length > 0 ? <ChosenWords choices={choices} values={value} short={short} /> : <Texts values={value} />,
  objects: Objects,
  object: ObjectValue,
  json: Json,
};

/** JSON, indented; in a cell, on one line. */
function Json({ value, short }: { readonly value: unknown; readonly short: boolean }) {
  if (short) return <code>{JSON.stringify(value)}</code>;
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
    </div>
  );
}
