/** The columns of lists: what is requested so that they can be shown, and the values of related records. */
import type { Field, ReadableRelations, View } from "../../../kit/description/model.ts";
import { relationOf } from "../../../kit/description/pages/page.ts";
import type { Data } from "../requests/data.ts";

/**
 * Returns the parameters that request columns; `fields` only if the list would not show them by itself.
 * @param readableRelations undefined embeds no names
 */
export function parametersFor(
  columns: readonly Field[],
  { fields, summary, pictures }: View,
  readableRelations: ReadableRelations | undefined,
): { readonly fields: string | undefined; readonly include: string | undefined } {
  const own = columns.filter(({ name }) => !name.includes("."));
  const units = pictures.flatMap(({ y, unit }) => (own.some(({ name }) => name === y) ? [unit] : []));
  const named = [...own.flatMap(({ name, precision }) => [name, precision]), ...units].flat();
  const isField = (name: unknown): name is string => name !== "id" && fields.some((field) => field.name === name);
  const names = [...new Set(named.filter(isField))];
  const isListed = names.every((name) => summary.includes(name));
  const related = columns.flatMap((field) => (field.name.includes(".") ? relationOf(field)! : []));
  const relations = [...new Set([...(readableRelations?.(own) ?? []), ...related])];
  return {
    fields: isListed ? undefined : names.join(","),
    include: relations.length === 0 ? undefined : relations.join(","),
  };
}

/** Returns records with the values that columns have in the records to which relations lead. */
export function withRelated(
  records: readonly Data[] | undefined,
  columns: readonly Field[],
): readonly Data[] | undefined {
  const related = columns.filter(({ name }) => name.includes("."));
  if (related.length === 0) return records;
  return records?.map((record) => ({
    ...record,
    ...Object.fromEntries(related.map(({ name }) => [name, valueBehind(record, name)])),
  }));
}

function valueBehind(record: Data, column: string): unknown {
  const [relation, field] = column.split(".") as [string, string];
  return record._embedded?.[relation]?.[field] ?? null;
}

/** From so many rows on, a value that all have is said once. */
const MANY = 3;

/** Returns the columns, but the first one, in which all records have the same value. Those of an entry lead to it. */
export function commonIn(view: View, columns: readonly Field[], records: readonly Data[]): readonly Field[] {
  const [first] = records;
  if (!first || records.length < MANY) return [];
  return columns.slice(1).filter(({ name, kind, derived }) => {
    const isShort = kind === "enum" || kind === "text" || kind === "integer" || kind === "boolean";
    const isLink = view.kind === "membership" && !derived;
    return isShort && !isLink && first[name] != null && records.every((record) => record[name] === first[name]);
  });
}
