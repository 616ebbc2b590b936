/** Summaries of lists: `group_by` puts the records of a list into groups, and `measure` says what is computed of each. */
import { comparesAs } from "../kinds/kinds.ts";
import type { Fault } from "../problem.ts";
import { didYouMean } from "../resource/messages.ts";
import { INCLUDE_DELETED, isSortable } from "../resource/parameters.ts";
import type { Property, View } from "../resource/resource.ts";
import { isTruncated } from "./cursor.ts";
import { allowedFields, namesHint, namesOf } from "./hints.ts";
import { COUNT, givenName, type Measure, type Refuse, readMeasure, splitAtColon, unknownName } from "./measures.ts";
import { splitNames } from "./parameters.ts";
import { fieldsOf } from "./relations/related-fields.ts";
import { type Direction, readDirections } from "./sorting.ts";

/** The periods to which times are truncated, in UTC. Dates have no hours. */
export const PERIODS = ["decade", "year", "quarter", "month", "day", "hour", "minute"] as const;
export type Period = (typeof PERIODS)[number];
const DATE_PERIODS = PERIODS.slice(0, PERIODS.indexOf("hour"));

export const MAX_KEYS = 3;
export const MAX_MEASURES = 8;

/** A field whose values tell groups apart. */
export interface GroupKey {
  readonly property: Property;
  /** The period to which a time is truncated; undefined if each value is a group. */
  readonly period: Period | undefined;
}

/** A checked summary. */
export interface Grouping {
  /** Without keys, all records are one group. */
  readonly keys: readonly GroupKey[];
  /** Besides the count. */
  readonly measures: readonly Measure[];
  /** The requested order, by the names of members of groups; then, groups are in the order of their keys. */
  readonly sorts: readonly Direction<string>[];
}

/** Whether records can be grouped by a property: not by long texts. */
export function isGroupable(property: Property): boolean {
  return isSortable(property) && !isTruncated(property);
}

/** The periods of a property; empty unless it is a time. */
export function periodsOf({ spec: { kind } }: Property): readonly Period[] {
  if (comparesAs(kind, "date")) return DATE_PERIODS;
  return comparesAs(kind, "moment") ? PERIODS : [];
}

/** Reads `group_by` and `measure`; returns undefined if the caller sent neither. */
export function readGrouping(
  view: View,
  parameters: ReadonlyMap<string, string>,
  faults: Fault[],
): Grouping | undefined {
  const [groupBy, measure] = [parameters.get("group_by"), parameters.get("measure")];
  if (groupBy === undefined && measure === undefined) return undefined;
  for (const parameter of ["fields", "include", "cursor", INCLUDE_DELETED]) {
    if (parameters.has(parameter))
      faults.push(fault(parameter, `${parameter} cannot be combined with group_by and measure.`));
  }
  const keyParts = groupBy === undefined ? [] : splitNames("group_by", groupBy, faults, MAX_KEYS);
  const measureParts = measure === undefined ? [] : splitNames("measure", measure, faults, MAX_MEASURES);
  const keys = readParts("group_by", keyParts, (part, refuse) => readKey(view, part, refuse), faults);
  const measures = readParts("measure", measureParts, (part, refuse) => readMeasure(view, part, refuse), faults);
  // As they were given, so that a misspelled field is no second fault of the order.
  const keyNames = keyParts.map((part) => splitAtColon(part)[0]);
  const measureNames = measureParts.map(givenName);
  checkUnique("group_by", keyNames, faults);
  checkUnique("measure", measureNames, faults);
  for (const name of new Set(keyNames)) {
    if (name === COUNT || measureNames.includes(name))
      faults.push(fault("group_by", `${name} is the name of a measure too; a group has only one member of this name.`));
  }
  const names = [...keyNames, COUNT, ...measureNames];
  const sortable = {
    targets: new Map(names.map((name) => [name, name])),
    names: { own: [...new Set(names)], related: [] },
    defaults: [...new Set(keyNames)],
  };
  return {
    keys,
    measures: measures.filter((each) => each !== COUNT),
    sorts: readDirections(sortable, parameters, faults),
  };
}

/** Reads the parts of a comma-separated list. */
function readParts<T>(
  parameter: string,
  parts: readonly string[],
  read: (part: string, refuse: Refuse) => T | undefined,
  faults: Fault[],
): T[] {
  const refuse: Refuse = (message, hint) => void faults.push({ ...fault(parameter, message), hint });
  return parts.flatMap((part) => read(part, refuse) ?? []);
}

/** Reads `<field>[:<period>]`. */
function readKey(view: View, part: string, refuse: Refuse): GroupKey | undefined {
  const [name, period] = splitAtColon(part);
  const fields = fieldsOf(view);
  const property = fields.get(name);
  if (!property || !isGroupable(property)) {
    const known = namesOf([...fields.values()].filter(isGroupable));
    if (!property || !isSortable(property)) return refuse(unknownName("field", name), () => namesHint(name, known));
    return refuse(`${name} is a long text; records cannot be grouped by it. ${allowedFields(known)}`);
  }
  const periods = periodsOf(property);
  if (period === undefined || periods.includes(period as Period))
    return { property, period: period as Period | undefined };
  if (periods.length === 0) return refuse(`${name} takes no period; only dates and date-times do.`);
  const hint = () => `${didYouMean(period, periods)} Allowed for ${name}: ${periods.join(", ")}.`;
  return refuse(unknownName("period", period), hint);
}

function checkUnique(parameter: string, names: readonly string[], faults: Fault[]): void {
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) < index));
  for (const name of repeated) faults.push(fault(parameter, `${name} may appear only once.`));
}

function fault(parameter: string, message: string): Fault {
  return { in: "shape", parameter, code: "invalid_value", message };
}
