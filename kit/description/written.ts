/** Tells the values of a record that people wrote from those that follow from others. */
import type { WritableField } from "./model.ts";

/**
 * Returns the values of a record that people wrote: those that a new one needs to become the same. They are without
 * those that the service sets, and those that other records hold. An absent value is the same as none.
 * @param fields of a new record, or of a change
 */
export function writtenValues<T>(
  fields: readonly WritableField[],
  record: Readonly<Record<string, T>>,
): Record<string, T> {
  const hasValue = (name: string) => (record[name] ?? null) !== null;
  const isWritten = ({ name, schema }: WritableField) =>
    hasValue(name) && schema["x-written-through"] === undefined && !hasValue(schema["x-set-while"] ?? "");
  return Object.fromEntries(fields.filter(isWritten).map(({ name }) => [name, record[name]!]));
}
