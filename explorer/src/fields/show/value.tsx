/** A value as it is shown, by the kind of its field. */
import type { ReactNode } from "react";
import type { Field } from "../../description/model.ts";
import type { Data } from "../../requests/queries.ts";
import { Category } from "./category.tsx";
import { ChosenWords } from "./chosen-words.tsx";
import { DateValue, Instant } from "./date.tsx";
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
export function Value(props: ValueProps): ReactNode {
  const { field, record } = props;
  const value = record[field.name];
  if (value === undefined) return null;
  if (value === null || (Array.isArray(value) && value.length === 0)) return <NoValue />;
  return show(props, value);
}

// biome-ignore lint/suspicious/noExplicitAny: the value of any field
function show({ field, record, short = false, hue, unit = field.unit }: ValueProps, value: any): ReactNode {
  const cell = (each: Field, part: Data) => <Value field={each} record={part} short />;
  switch (field.kind) {
    case "integer":
    case "decimal":
      return <Quantity value={value} unit={unit} />;
    case "boolean":
      return value ? "yes" : "no";
    case "date":
      return (
        <DateValue value={value} precision={field.precision ? record[field.precision] : undefined} short={short} />
      );
    case "instant":
      return <Instant value={value} short={short} />;
    case "lifecycle":
      return <State value={value} tone={field.tones[value] ?? "done"} />;
    case "enum":
      return <Category field={field} value={value} hue={hue} />;
    case "reference":
      return short ? (
        <ShortReference field={field} record={record} value={value} />
      ) : (
        <Reference field={field} record={record} value={value} />
      );
    case "id":
      return <span className="id">{value}</span>;
    case "uri":
      return <Uri value={value} />;
    case "texts":
      return field.choices.length > 0 ? (
        <ChosenWords choices={field.choices} values={value} short={short} />
      ) : (
        <Texts values={value} />
      );
    case "objects":
      return <Objects field={field} short={short} cell={cell} values={value} />;
    case "object":
      return <ObjectValue field={field} short={short} cell={cell} value={value} />;
    case "json":
      return <Json value={value} short={short} />;
    case "prose":
      return short ? value : <Prose value={value} />;
    default:
      return <Text field={field} record={record} value={String(value)} short={short} />;
  }
}

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
