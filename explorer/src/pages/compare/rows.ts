/** The rows of a comparison: what it leads with, the other values, and related lists; which of them differ. */
import { isNumeric } from "../../../../kit/description/kinds.ts";
import type { Field, View } from "../../../../kit/description/model.ts";
import { leadOf } from "../../../../kit/description/pages/page.ts";
import { fieldGroups } from "../../fields/field-groups.ts";
import { specOf } from "../../fields/kinds/kinds.ts";
import { citingField, isState, SAID_BY_STATE, timesOf } from "../../fields/record/layout.ts";
import { unitOf } from "../../fields/show/unit-of.ts";
import type { Length } from "../../pictures/from-start/lengths.ts";
import type { Data } from "../../requests/data.ts";
import { type ComparedList, entriesOf, isCut } from "./relations.ts";
import { meaningOf } from "./same.ts";

/** Units of time (UCUM). */
const TIMES: readonly string[] = ["s", "min", "h", "d", "wk", "mo", "a"];

/** A row: one value of each record. */
export interface CompareRow {
  readonly key: string;
  readonly label: string;
  readonly about: string | undefined;
  /** The field of its values, or */
  readonly field?: Field;
  /** with the end of the period that it begins; */
  readonly until?: Field;
  /** The lengths of those records that go on, and therefore have no value. */
  readonly lasting?: readonly (Length | undefined)[];
  /** or else the list that they count. */
  readonly list?: ComparedList;
  readonly differs: boolean;
  /** Each record has its own, so that a difference says nothing. */
  readonly isApart: boolean;
  /** The sizes of numbers that can be measured against each other; undefined where a record has none. */
  readonly sizes: readonly (number | undefined)[] | undefined;
}

/** Rows under a heading. */
export interface RowGroup {
  readonly heading: string;
  readonly rows: readonly CompareRow[];
}

/** A comparison. */
export interface Compared {
  readonly groups: readonly RowGroup[];
  /** The labels of rows in which no record has a value. */
  readonly empty: readonly string[];
}

/**
 * Compares records of a list.
 * @param lists related lists that the answer has
 * @param lengths how long each record has lasted, if the list says when they begin and end
 */
export function compared(
  view: View,
  records: readonly Data[],
  lists: readonly ComparedList[],
  lengths?: readonly Length[],
): Compared {
  const lead = leadRows(view, records, lengths);
  const shown = lead.flatMap(({ field, until }) => [field?.name, until?.name]);
  const [others, apart] = parted(otherFields(view).filter(({ name }) => !shown.includes(name)));
  const groups = [
    { heading: "Key facts", rows: lead },
    ...fieldGroups(others).map(({ heading, fields }) => ({
      heading,
      rows: longLast(fields).map((field) => fieldRow(field, view, records, lengths)),
    })),
    { heading: "Related", rows: lists.filter((list) => !isCounted(list, view)).map((list) => listRow(list, records)) },
    { heading: "About each", rows: apart.map((field) => ({ ...fieldRow(field, view, records), isApart: true })) },
  ];
  const hasValue = ({ values }: { readonly values: readonly unknown[] }) => values.some((each) => each !== undefined);
  return {
    groups: groups
      .map(({ heading, rows }) => ({ heading, rows: rows.filter(hasValue).map(rowOf) }))
      .filter(({ rows }) => rows.length > 0),
    empty: groups.flatMap(({ rows }) => rows.filter((row) => !hasValue(row)).map(({ label }) => label)),
  };
}

/** Returns the place of the largest sizes of a row; none unless it can be measured. */
export function largestIn({ sizes = [] }: CompareRow): readonly number[] {
  const most = Math.max(...sizes.map((size) => size ?? Number.NEGATIVE_INFINITY));
  return sizes.flatMap((size, index) => (size === most ? [index] : []));
}

/** A row, and what its values mean; undefined without one. */
interface Draft extends Omit<CompareRow, "differs" | "isApart"> {
  readonly isApart?: boolean;
  readonly values: readonly (string | undefined)[];
}

function rowOf({ values, sizes, isApart = false, ...row }: Draft): CompareRow {
  const differs = !isApart && new Set(values).size > 1;
  return { ...row, differs, isApart, sizes: differs ? sizes : undefined };
}

/** Parts fields from those of which each record has its own: descriptions, and what names it elsewhere. */
function parted(fields: readonly Field[]): [others: readonly Field[], apart: readonly Field[]] {
  const isApart = ({ kind, schema }: Field) => kind === "multiline" || schema["x-element-key"]?.unique === true;
  return [fields.filter((field) => !isApart(field)), fields.filter(isApart)];
}

/** Returns the state, and the facts that records lead with. A period is one row if every record that begins also ends. */
function leadRows(view: View, records: readonly Data[], lengths: readonly Length[] | undefined): Draft[] {
  const named = (name: string | undefined) => view.fields.find((field) => field.name === name);
  const facts = leadOf(view).flatMap((fact): Draft[] => {
    const field = named(fact.field);
    if (!field || field.name === view.title) return [];
    const end = named(fact.until);
    const isPeriod = end && records.every((each) => each[field.name] == null || each[end.name] != null);
    const row = fieldRow(field, view, records, lengths);
    const label = fact.until === undefined || isPeriod ? (fact.label ?? field.label) : field.label;
    if (!isPeriod) return [{ ...row, label, field: label === field.label ? field : withUnit(field) }];
    const ends = fieldRow(end, view, records).values;
    const both = row.values.map((value, index) => value && `${value} ${ends[index]}`);
    return [{ ...row, label, until: end, values: both }];
  });
  const states = view.fields.filter((each) => isState(each) && facts.every(({ field }) => field?.name !== each.name));
  return [...states.map((field) => fieldRow(field, view, records)), ...facts];
}

/** Returns the fields that have a row of their own: not those that stand with another one, or are about the record. */
function otherFields(view: View): Field[] {
  const companions = view.fields.map(({ precision }) => precision);
  const units = view.pictures.map(({ unit }) => unit);
  const apart = [
    ...["id", view.title, SAID_BY_STATE, citingField(view)?.name],
    ...timesOf(view).map(({ name }) => name),
  ];
  const isApart = (name: string) => [...apart, ...companions, ...units].includes(name);
  return view.fields.filter(({ name }) => !isApart(name) && !view.path.includes(`{${name}}`));
}

function longLast(fields: readonly Field[]): readonly Field[] {
  const isLong = ({ kind }: Field) => ["multiline", "objects", "object", "json"].includes(kind);
  return [false, true].flatMap((long) => fields.filter((field) => isLong(field) === long));
}

function fieldRow(field: Field, view: View, records: readonly Data[], lengths?: readonly Length[]): Draft {
  const { name, label, about } = field;
  const lasting = lengths && isLength(field) ? lengths.map((length) => (length.isGoing ? length : undefined)) : [];
  const isGoing = records.some((record, place) => record[name] == null && lasting[place]);
  const units = new Set(records.filter((each) => each[name] != null).map((each) => unitOf(field, each, view)));
  return {
    ...{ key: name, label, about, field, ...(isGoing && { lasting }) },
    values: records.map((each, place) => meaningOf(field, each, view) ?? lasting[place]?.words),
    // What goes on is longer than what its size could say.
    sizes:
      isNumeric(field) && !isGoing && units.size === 1
        ? sizesOf(records.map((each) => sizeOf(field, each)))
        : undefined,
  };
}

/** Returns whether a field says how long a record lasted, which the service knows only of what has ended. */
function isLength({ kind, derived, unit, schema }: Field): boolean {
  return derived && (kind === "duration" || TIMES.includes(unit ?? schema["x-unit"] ?? ""));
}

/** Returns a field with its unit, which its own label may have, but not that of a fact. */
function withUnit(field: Field): Field {
  return { ...field, unit: field.unit ?? field.schema["x-unit"] };
}

function sizeOf(field: Field, record: Data): number | undefined {
  const value: unknown = record[field.name] ?? undefined;
  return value === undefined ? undefined : specOf(field).size!(value);
}

/** Returns sizes if bars can show them: two or more, none below zero. */
function sizesOf(sizes: readonly (number | undefined)[]): readonly (number | undefined)[] | undefined {
  const known = sizes.filter((size) => size !== undefined);
  return known.length > 1 && known.every((size) => size >= 0) && known.some((size) => size > 0) ? sizes : undefined;
}

function listRow(list: ComparedList, records: readonly Data[]): Draft {
  const lists = records.map((record) => entriesOf(list, record));
  const isWhole = !records.some((record) => isCut(list, record));
  const meaning = (index: number) => {
    const entries = lists[index];
    if (!entries || (list.isNamed && entries.length === 0)) return undefined;
    if (!list.isNamed) return `${entries.length} ${isCut(list, records[index]!)}`;
    return JSON.stringify(
      entries.map(({ record: { id }, role }) => `${String(id).toLowerCase()} ${role ?? ""}`).sort(),
    );
  };
  const isEmpty = lists.every((entries) => !entries || entries.length === 0);
  return {
    ...{ key: `list ${list.name}`, label: list.heading, about: list.view.about, list },
    values: records.map((_, index) => (isEmpty ? undefined : meaning(index))),
    sizes: list.isNamed || !isWhole ? undefined : sizesOf(lists.map((entries) => entries?.length)),
  };
}

/** Returns whether a field of the records counts a list already. */
function isCounted({ isNamed, view }: ComparedList, { fields }: View): boolean {
  return !isNamed && fields.some(({ schema }) => schema["x-counts"] === view.path);
}
