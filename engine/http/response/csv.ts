/** CSV (RFC 4180) of records. */
import { stringify } from "csv-stringify/sync";
import type { Schema } from "../../declare/schema.ts";
import type { Json, Values } from "../../declare/values.ts";
import { shownValue } from "../../resource/representation.ts";
import type { Property } from "../../resource/resource.ts";

/** A column of CSV. */
export interface Column<Row> {
  readonly name: string;
  read(row: Row): Json;
}

/** The columns of a property: one for each member of a declared object, named with dots, else one. */
export function columnsOf(property: Property): Column<Values>[] {
  const value = (values: Values) => shownValue(property, values);
  return memberPaths(property.spec.schema).map((path) => ({
    name: [property.name, ...path].join("."),
    read: path.length === 0 ? value : (values) => memberOf(value(values), path),
  }));
}

/** The paths of a schema's members that are not themselves declared objects; the empty path if it has none. */
function memberPaths({ properties }: Schema): string[][] {
  if (properties === undefined) return [[]];
  return Object.entries(properties as Record<string, Schema>).flatMap(([name, schema]) =>
    memberPaths(schema).map((path) => [name, ...path]),
  );
}

function memberOf(value: Json, path: readonly string[]): Json {
  let member: Json | undefined = value;
  for (const name of path) member = (member as { readonly [name: string]: Json } | null | undefined)?.[name];
  return member ?? null;
}

const OPTIONS = {
  record_delimiter: "\r\n",
  cast: { boolean: String, object: (value: object) => JSON.stringify(value) },
  // Quotes single CR and LF too.
  quote_record_delimiter: true,
};

/** The first line: the names of the columns. */
export function csvHeader(columns: readonly Column<never>[]): string {
  return stringify([columns.map(({ name }) => name)], OPTIONS);
}

/** One line for each row. */
export function csvLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return rows.length === 0
    ? ""
    : stringify(
        rows.map((row) => columns.map(({ read }) => read(row))),
        OPTIONS,
      );
}
