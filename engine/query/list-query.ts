/** The query string of a list, checked against its view. */

import { type Fault, refuseFaults } from "../problem.ts";
import { listParametersOf } from "../resource/parameters.ts";
import type { Property, Relation, Resource, View } from "../resource/resource.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { type CursorQuery, readCursor } from "./cursor.ts";
import { type Filter, filterParameters } from "./filters.ts";
import { type Grouping, readGrouping } from "./grouping.ts";
import { inHint } from "./hints.ts";
import { type Moment, readAsOf } from "./history/as-of.ts";
import { type Changes, changedSince, readChangedSince } from "./history/changed-since.ts";
import { type PageSizes, type Paging, readPaging } from "./paging.ts";
import { duplicateParameter, type Parameter, parseParameters } from "./parameters.ts";
import { FilterReader } from "./relations/filter-reader.ts";
import { FollowedRelations, type RequireAccess } from "./relations/followed.ts";
import { followNamed } from "./relations/related-fields.ts";
import { readSearch } from "./search.ts";
import { checkFormat, readFields, readInclude } from "./selection.ts";
import { readSorting, type Sort } from "./sorting.ts";

/** A checked query of a list. */
export interface ListQuery {
  readonly paging: Paging;
  /** Defined if the caller pages with `cursor` instead of `page`. */
  readonly cursor: CursorQuery | undefined;
  readonly sorts: readonly Sort[];
  readonly filters: readonly Filter[];
  /**
   * The collections of related records that decide which records the list has, their order or their groups; its own may be
   * among them.
   */
  readonly related: readonly Resource[];
  /** Defined if the caller asks for a summary instead of records; `sorts` is empty then. */
  readonly grouping: Grouping | undefined;
  /** Restricts the list to the records that the caller may see; empty if all are visible. */
  readonly visibility: readonly Filter[];
  /** The properties chosen with `fields`; undefined selects the summary. */
  readonly fields: readonly Property[] | undefined;
  /** `fields=*`: items have every field, as in a GET of one record. */
  readonly allFields: boolean;
  /** The relations whose records are embedded in each item. */
  readonly include: readonly Relation[];
  /** The moment of the past that the query asks about; undefined if that is the present. */
  readonly moment?: Moment | undefined;
  /** The changes that the query asks about; their time is among the filters, too. */
  readonly changes?: Changes | undefined;
  /** All parameters of the request, for the links of the page. */
  readonly parameters: readonly Parameter[];
}

/** What the query of a list is read with. */
export interface ListQueryOptions {
  /** The parent's id, if the view has a parent. */
  readonly parentId?: string | undefined;
  /** Faults of shape in the rest of the request. */
  readonly earlierFaults?: readonly Fault[];
  /** Throws if the caller may not read the records of a view, about which the query asks; the service itself may read all. */
  readonly requireAccess?: RequireAccess;
  /** Tells which moments are past. */
  readonly clock?: Pick<Clock, "now">;
}

/**
 * Reads the query string of a list.
 * @throws Problem `invalid-request` with every fault; but first what `requireAccess` throws
 */
export function readListQuery(
  view: View,
  query: string,
  sizes: PageSizes,
  { parentId, earlierFaults = [], requireAccess = () => {}, clock = systemClock }: ListQueryOptions = {},
): ListQuery {
  const { parameters, faults } = parseParameters(query);
  faults.push(...earlierFaults);
  const values = new Map<string, string>();
  const followed = new FollowedRelations(requireAccess, faults);
  const reader = new FilterReader(view, followed, faults);
  const known = listParametersOf(view);
  for (const [name, value] of parameters) {
    if (name === "filter") reader.readCompact(value);
    else if (values.has(name)) faults.push(duplicateParameter(name, inHint(name, [...filterParameters(view).keys()])));
    else {
      values.set(name, value);
      if (name === "search") reader.add(name, readSearch(view, value));
      else if (!known.includes(name)) reader.readParameter(name, value);
    }
  }
  const moment = readAsOf(values, clock, faults);
  const changes = readChangedSince(values, moment, clock, faults);
  const filters = [...reader.finish(), ...(changes ? [changedSince(changes)] : [])];
  followNamed(view, values, followed);
  checkFormat(values, faults);
  const paging = readPaging(values, sizes, faults);
  const grouping = readGrouping(view, values, faults);
  const sorts = grouping ? [] : readSorting(view, values, faults);
  const fields = readFields(view, values.get("fields"), faults);
  const include = readInclude(view, values.get("include"), faults);
  for (const { view: related } of include.flatMap(({ targets }) => targets)) requireAccess(related);
  const cursor = grouping ? undefined : readCursor({ view, parentId, filters, sorts }, values, faults);
  refuseFaults(faults);
  return {
    paging,
    cursor,
    sorts,
    filters,
    related: [...followed.resources],
    grouping,
    visibility: [],
    fields,
    allFields: values.get("fields") === "*",
    include,
    moment,
    changes,
    parameters,
  };
}

/** The collections on which a list depends, its own first. */
export function collectionsOf({ resource }: View, { related }: Pick<ListQuery, "related">): readonly Resource[] {
  return [...new Set([resource, ...related])];
}

/**
 * Reads the query string of an event stream, which takes filters only.
 * @param earlierFaults faults of shape in the rest of the request
 * @throws Problem `invalid-request` with every fault
 */
export function readFilters(
  view: View,
  query: string,
  sizes: PageSizes,
  earlierFaults: readonly Fault[] = [],
): readonly Filter[] {
  const names = parseParameters(query).parameters.map(([name]) => name);
  const others = listParametersOf(view).filter((name) => name !== "filter" && names.includes(name));
  const faults = others.map((parameter): Fault => {
    const message = `${parameter} is not allowed on a stream; only filters are.`;
    return { in: "shape", parameter, code: "unknown_parameter", message };
  });
  return readListQuery(view, query, sizes, { earlierFaults: [...earlierFaults, ...faults] }).filters;
}
