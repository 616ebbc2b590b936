/** What a caller asks of a list, read from the query string and checked against the view. */

import { type Fault, refuse } from "../problem.ts";
import { OPERATORS, type Operator, operatorsOf, parameterName, RESERVED, UNDERSTOOD } from "../resource/operators.ts";
import type { Property, View } from "../resource/resource.ts";
import { suggestion } from "../resource/suggestion.ts";
import { memoize } from "../runtime/memoize.ts";
import { type CursorQuery, readCursor } from "./cursor.ts";
import { type Condition, readCompact, readCondition } from "./filters.ts";
import { type PageSizes, type Paging, readPaging } from "./paging.ts";
import { type Parameter, parseParameters } from "./parameters.ts";
import { readFields } from "./selection.ts";
import { readSorting, type Sort } from "./sorting.ts";

/** A checked question to a list. */
export interface ListQuery {
  readonly paging: Paging;
  /** With `cursor`: where to go on, instead of a page's number. */
  readonly walk?: CursorQuery;
  readonly sorts: readonly Sort[];
  readonly conditions: readonly Condition[];
  /** What restricts the list to the records that the caller sees, whatever was asked. */
  readonly seen?: readonly Condition[];
  /** The properties chosen with `fields`; undefined when the list's own summary is meant. */
  readonly fields?: readonly Property[];
  /** `fields=*`: items as a GET of each would show them. */
  readonly everything: boolean;
  /** All parameters as given, for the links of the page. */
  readonly given: readonly Parameter[];
}

const MOST_VALUES = 100;
/** How some clients write a parameter that they give several times: `status[]=…&status[]=…`. */
const LIST_OF = /\[\d*\]$/;

/**
 * Reads a query string against a view.
 * @param of the parent's id, where the view has one
 * @param found faults of shape in the rest of the request
 * @throws Problem `invalid-request` that lists every fault
 */
export function readListQuery(
  view: View,
  query: string,
  sizes: PageSizes,
  of?: string,
  found: readonly Fault[] = [],
): ListQuery {
  const { parameters: given, faults } = parseParameters(query);
  faults.push(...found);
  const single = new Map<string, string>();
  const conditions: Condition[] = [];
  const filters = filterParameters(view);
  for (const [name, value] of given) {
    if (name === "filter") {
      collect(conditions, faults, readCompact(view, value));
    } else if (single.has(name)) {
      const message = `${name} may be given once.${ofSeveral(name, filters)}`;
      faults.push({ in: "shape", parameter: name, code: "duplicate_parameter", message });
    } else {
      single.set(name, value);
      const filter = filters.get(name);
      if (filter) collect(conditions, faults, readCondition(name, filter.property, filter.operator, value));
      else if (!UNDERSTOOD.includes(name)) faults.push(unknown(name, view, filters));
    }
  }
  const values = conditions.reduce((sum, condition) => sum + condition.values.length, 0);
  if (values > MOST_VALUES) {
    faults.push({
      in: "shape",
      parameter: "filter",
      code: "too_many_values",
      message: `A request may filter by at most ${MOST_VALUES} values, not ${values}.`,
    });
  }
  const paging = readPaging(single, sizes, faults);
  const sorts = readSorting(view, single, faults);
  const fields = readFields(view, single.get("fields"), faults);
  const walk = readCursor({ view, of, conditions, sorts }, single, faults);
  refuse(faults);
  return {
    paging,
    ...(walk ? { walk } : {}),
    sorts,
    conditions,
    ...(fields ? { fields } : {}),
    everything: single.get("fields") === "*",
    given,
  };
}

/**
 * Reads the query string of a path that takes only the parameters named.
 * @param faults where what is wrong with it is added
 */
export function readPlainQuery(query: string, understood: readonly string[], faults: Fault[]): Map<string, string> {
  const { parameters, faults: malformed } = parseParameters(query);
  faults.push(...malformed);
  const single = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (!understood.includes(name)) {
      const allowed = understood.length > 0 ? ` Allowed here: ${understood.join(", ")}.` : " This request takes none.";
      faults.push({
        in: "shape",
        parameter: name,
        code: "unknown_parameter",
        message: `There is no parameter ${name} here.${allowed}${suggestion(name, understood)}`,
      });
    } else if (single.has(name)) {
      faults.push({ in: "shape", parameter: name, code: "duplicate_parameter", message: `${name} may be given once.` });
    } else single.set(name, value);
  }
  return single;
}

function collect(conditions: Condition[], faults: Fault[], read: Condition | Fault): void {
  if ("code" in read) faults.push(read);
  else conditions.push(read);
}

/** How to ask for one of several values, where a filter takes them. */
function ofSeveral(name: string, filters: ReadonlyMap<string, unknown>): string {
  const several = parameterName(name, "in");
  return filters.has(several) ? ` For one of several values, ${several} takes them separated by commas.` : "";
}

function unknown(name: string, view: View, filters: ReadonlyMap<string, unknown>): Fault {
  const base = [...view.properties.values()]
    .filter(({ name: property, filterable }) => filterable && name.startsWith(`${property}_`))
    .sort((one, other) => other.name.length - one.name.length)[0];
  const operators = base && operatorsOf(base).map((operator) => parameterName(base.name, operator));
  // An operator that does not fit its field is no misspelling of another field's.
  const unfit = base && Object.keys(OPERATORS).includes(name.slice(base.name.length + 1));
  const several = LIST_OF.test(name) ? ofSeveral(name.replace(LIST_OF, ""), filters) : "";
  const near = several || (unfit ? "" : suggestion(name, [...UNDERSTOOD, ...filters.keys()]));
  const allowed = operators && !near ? ` ${base.name} takes ${operators.join(", ")}.` : "";
  const later = RESERVED.includes(name) && !UNDERSTOOD.includes(name);
  return {
    in: "shape",
    parameter: name,
    code: "unknown_parameter",
    message: `There is no parameter ${name} here.${later ? "" : near}${allowed}`,
  };
}

/** Every filter parameter of a view, with what it means. */
export const filterParameters = memoize((view: View) => {
  const filters = new Map<string, { property: Property; operator: Operator }>();
  for (const property of view.properties.values()) {
    for (const operator of operatorsOf(property)) {
      filters.set(parameterName(property.name, operator), { property, operator });
    }
  }
  return filters;
});
