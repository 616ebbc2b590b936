/** The query string of a list, checked against its view. */

import { OPERATORS, type Operator } from "../kinds/operators.ts";
import { type Fault, refuseFaults } from "../problem.ts";
import { didYouMean } from "../resource/messages.ts";
import { LIST_PARAMETERS, operatorsOf, parameterName, RESERVED_PARAMETERS } from "../resource/parameters.ts";
import type { Property, Relation, View } from "../resource/resource.ts";
import { memoize } from "../runtime/memoize.ts";
import { type CursorQuery, readCursor } from "./cursor.ts";
import { type Filter, MAX_FILTER_VALUES, readCompactFilter, readFilter, tooManyValues } from "./filters.ts";
import { type Grouping, readGrouping } from "./grouping.ts";
import { type PageSizes, type Paging, readPaging } from "./paging.ts";
import { duplicateParameter, type Parameter, parseParameters } from "./parameters.ts";
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
  /** All parameters of the request, for the links of the page. */
  readonly parameters: readonly Parameter[];
}

/** How some clients write a repeated parameter: `status[]=…&status[]=…`. */
const ARRAY_SUFFIX = /\[\d*\]$/;

/**
 * Reads the query string of a list.
 * @param parentId the parent's id, if the view has a parent
 * @param earlierFaults faults of shape in the rest of the request
 * @throws Problem `invalid-request` with every fault
 */
export function readListQuery(
  view: View,
  query: string,
  sizes: PageSizes,
  parentId?: string,
  earlierFaults: readonly Fault[] = [],
): ListQuery {
  const { parameters, faults } = parseParameters(query);
  faults.push(...earlierFaults);
  const values = new Map<string, string>();
  const filters: Filter[] = [];
  let count = 0;
  /** The parameter with which the values became too many. */
  let excess: string | undefined;
  const addFilter = (parameter: string, read: Filter | Fault): void => {
    if ("code" in read) {
      faults.push(read);
      return;
    }
    filters.push(read);
    count += read.values.length;
    if (count > MAX_FILTER_VALUES) excess ??= parameter;
  };
  const known = filterParameters(view);
  for (const [name, value] of parameters) {
    const filter = known.get(name);
    if (name === "filter") addFilter(name, readCompactFilter(view, value));
    else if (values.has(name)) faults.push(duplicateParameter(name, inHint(name, known)));
    else {
      values.set(name, value);
      if (name === "search") addFilter(name, readSearch(view, value));
      else if (filter) addFilter(name, readFilter(name, filter.property, filter.operator, value));
      else if (!LIST_PARAMETERS.includes(name)) faults.push(unknownParameter(name, view, known));
    }
  }
  if (excess !== undefined) faults.push(tooManyValues(excess, count));
  checkFormat(values, faults);
  const paging = readPaging(values, sizes, faults);
  const grouping = readGrouping(view, values, faults);
  const sorts = grouping ? [] : readSorting(view, values, faults);
  const fields = readFields(view, values.get("fields"), faults);
  const include = readInclude(view, values.get("include"), faults);
  const cursor = grouping ? undefined : readCursor({ view, parentId, filters, sorts }, values, faults);
  refuseFaults(faults);
  return {
    paging,
    cursor,
    sorts,
    filters,
    grouping,
    visibility: [],
    fields,
    allFields: values.get("fields") === "*",
    include,
    parameters,
  };
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
  const others = LIST_PARAMETERS.filter((name) => name !== "filter" && names.includes(name));
  const faults = others.map((parameter): Fault => {
    const message = `${parameter} is not allowed on a stream; only filters are.`;
    return { in: "shape", parameter, code: "unknown_parameter", message };
  });
  return readListQuery(view, query, sizes, undefined, [...earlierFaults, ...faults]).filters;
}

/** How to filter by several values, if the parameter has an operator for that. */
function inHint(name: string, known: ReadonlyMap<string, unknown>): string {
  const parameter = parameterName(name, "in");
  return known.has(parameter) ? ` To match one of several values, use ${parameter} with a comma-separated list.` : "";
}

function unknownParameter(name: string, view: View, known: ReadonlyMap<string, unknown>): Fault {
  const hint = () => parameterHint(name, view, known);
  return { in: "shape", parameter: name, code: "unknown_parameter", message: `Unknown parameter ${name}.`, hint };
}

/** Which parameter may have been meant, or which ones its field has. */
function parameterHint(name: string, view: View, known: ReadonlyMap<string, unknown>): string {
  const field = [...view.properties.values()]
    .filter(({ name: property, filterable }) => filterable && name.startsWith(`${property}_`))
    .sort((one, other) => other.name.length - one.name.length)[0];
  const allowed = field && operatorsOf(field).map((operator) => parameterName(field.name, operator));
  // An operator that the field does not have is not a misspelling of another field.
  const isOperator = field && Object.keys(OPERATORS).includes(name.slice(field.name.length + 1));
  const suggestion =
    (ARRAY_SUFFIX.test(name) ? inHint(name.replace(ARRAY_SUFFIX, ""), known) : "") ||
    (isOperator ? "" : didYouMean(name, [...LIST_PARAMETERS, ...known.keys()]));
  const filters = allowed && !suggestion ? ` Allowed for ${field.name}: ${allowed.join(", ")}.` : "";
  // A reserved name is never a misspelling.
  return `${RESERVED_PARAMETERS.includes(name) ? "" : suggestion}${filters}`;
}

/** Every filter parameter of a view, with its property and operator. */
export const filterParameters = memoize((view: View) => {
  const filters = new Map<string, { property: Property; operator: Operator }>();
  for (const property of view.properties.values()) {
    for (const operator of operatorsOf(property)) {
      filters.set(parameterName(property.name, operator), { property, operator });
    }
  }
  return filters;
});
