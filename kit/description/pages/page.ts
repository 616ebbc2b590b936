/** How pages show the records of a list: the facts that a record leads with, and the columns and the order of lists. */
import { isTemporal } from "../kinds.ts";
import type { Field, View } from "../model.ts";
import type { LeadFact } from "./declared.ts";

/** The most facts and columns that are chosen where none are declared. */
const MOST_FACTS = 5;
const MOST_COLUMNS = 7;

/** Returns the facts that a record leads with; without a declaration, dates, categories, references and measures. */
export function leadOf(view: View): readonly LeadFact[] {
  if (view.page.lead) return view.page.lead;
  const own = view.fields.filter(({ name, derived }) => !derived && name !== view.title && !isInPath(view, name));
  const first = (count: number, is: (field: Field) => boolean) => own.filter(is).slice(0, count);
  const facts = [
    ...first(2, isTemporal),
    ...first(1, ({ kind, tones }) => kind === "enum" && Object.keys(tones).length === 0),
    ...first(1, ({ kind }) => kind === "reference"),
    ...first(2, ({ unit }) => unit !== undefined),
  ];
  return facts.slice(0, MOST_FACTS).map(({ name }) => ({ field: name }));
}

/**
 * Returns the columns of a list; without a declaration, what the list shows and, as far as there is room, states, dates,
 * categories, references and counts.
 */
export function columnsOf(view: View): Field[] {
  const { page, summary, isSystem, kind } = view;
  const names = page.columns ?? (isSystem || kind === "reverse" ? summary : filled(view));
  // Units stand beside their values, and dates are written as precisely as they are known.
  const units = view.pictures.map(({ unit }) => unit);
  const precisions = view.fields.flatMap(({ name, precision }) => (names.includes(name) ? [precision] : []));
  const isElsewhere = (name: string) => units.includes(name) || precisions.includes(name);
  const isShown = (name: string) => name !== "id" && !isInPath(view, name) && !isElsewhere(name);
  return names.filter(isShown).flatMap((name) => columnNamed(view, name) ?? []);
}

/** Returns a column by its name: a field, or one of the record to which a relation leads (`planet.name`). */
export function columnNamed({ fields, relations }: View, name: string): Field | undefined {
  const own = fields.find((field) => field.name === name);
  if (own || !name.includes(".")) return own;
  const [head, ...rest] = name.split(".");
  const relation = relations.find((each) => each.name === head);
  const field = relation?.records.fields.find((each) => each.name === rest.join("."));
  return field && { ...field, name };
}

/** Returns the relation that a column of related records takes; undefined if it is a field of the records themselves. */
export function relationOf({ name, relation }: Field): string | undefined {
  return name.includes(".") ? name.split(".")[0] : relation;
}

/** The order of a list. */
export interface Order {
  /** As `sort` has it: `mean_radius_km:desc`. */
  readonly sort: string;
  /** The values of the field in their order, if it has one of its own. */
  readonly ranks: readonly string[] | undefined;
  readonly field: Field;
}

/** Returns the declared order of a list, of what a member takes part in, the latest first; undefined if it has none. */
export function orderOf({ kind, page, fields, sortable }: View): Order | undefined {
  const latest =
    kind === "reverse" ? fields.find((field) => isTemporal(field) && sortable.includes(field.name)) : undefined;
  const sort = page.order ?? (latest && `${latest.name}:desc`);
  const field = fields.find(({ name }) => name === sort?.replace(/:.*/, ""));
  if (sort === undefined || !field) return undefined;
  const ranks = field.schema["x-usual"] ?? (field.kind === "enum" ? field.values : undefined);
  return { sort, ranks, field };
}

/** Returns the order in which pages request a list, as `sort` has it; undefined if the service cannot sort it so. */
export function sortOf(view: View): string | undefined {
  if (view.isSystem) return view.sortable.includes("created_at") ? "created_at:desc" : undefined;
  const order = orderOf(view);
  return order && order.ranks === undefined && view.sortable.includes(order.field.name) ? order.sort : undefined;
}

/** Returns records by the places of their values, if the order has any; others follow as they were. */
export function inOrder<R extends Readonly<Record<string, unknown>>>(
  records: readonly R[],
  order: Order | undefined,
): readonly R[] {
  if (!order?.ranks) return records;
  const { ranks, field } = order;
  const place = (record: R) => placeIn(ranks, String(record[field.name]));
  return records.toSorted((one, other) => place(one) - place(other));
}

/** Returns the place of a value in an order; what has none there comes last. */
export function placeIn(order: readonly string[], value: string): number {
  const place = order.indexOf(value);
  return place < 0 ? order.length : place;
}

/** Returns the names of the columns that a list shows if nothing is declared. */
function filled(view: View): string[] {
  const { title, summary, fields } = view;
  const byWorth: readonly ((field: Field) => boolean)[] = [
    ({ kind, tones }) => kind === "lifecycle" || Object.keys(tones).length > 0,
    (field) => isTemporal(field) && !field.derived,
    ({ kind }) => kind === "enum" || kind === "reference",
    ({ schema }) => schema["x-counts"] !== undefined,
  ];
  const isCompanion = ({ name }: Field) => fields.some(({ precision }) => precision === name);
  const others = byWorth.flatMap((is) => fields.filter((field) => is(field) && !isCompanion(field)));
  const names = [title, ...summary, ...others.map(({ name }) => name)];
  return [...new Set(names)].filter((name) => name !== "id").slice(0, Math.max(MOST_COLUMNS, summary.length));
}

function isInPath({ path }: View, name: string): boolean {
  return path.includes(`{${name}}`);
}
