/** Sorting: `sort_by` with `order`, or the compact `sort`. */
import type { Fault } from "../problem.ts";
import { isSortable } from "../resource/parameters.ts";
import type { Property, View } from "../resource/resource.ts";
import { memoize } from "../runtime/memoize.ts";
import { type FieldNames, namesHint, namesOf } from "./hints.ts";
import { splitNames } from "./parameters.ts";
import { fieldsOf } from "./relations/related-fields.ts";

/** The most fields to sort by. */
export const MAX_SORTS = 20;

/** A property to sort by, and its direction. */
export interface Sort {
  readonly property: Property;
  readonly descending: boolean;
}

/** Something to sort by, and its direction. */
export interface Direction<T> {
  readonly target: T;
  readonly descending: boolean;
}

/** What can be sorted by. */
export interface Sortable<T> {
  /** By the names that clients use. */
  readonly targets: ReadonlyMap<string, T>;
  readonly names: FieldNames;
  /** The names to sort by if there is neither `sort` nor `sort_by`. */
  readonly defaults: readonly string[];
}

/** The requested sorts of a list, followed by `id` ascending, the last tie-breaker, if it is not among them. */
export function readSorting(view: View, parameters: ReadonlyMap<string, string>, faults: Fault[]): Sort[] {
  const directions = readDirections(sortableProperties(view), parameters, faults);
  const sorts = directions.map(({ target, descending }): Sort => ({ property: target, descending }));
  const idIndex = sorts.findIndex((sort) => sort.property.name === "id");
  // Ids are unique, so no sort after them has an effect.
  return idIndex >= 0
    ? sorts.slice(0, idIndex + 1)
    : [...sorts, { property: view.properties.get("id")!, descending: false }];
}

const sortableProperties = memoize((view: View): Sortable<Property> => {
  const targets = new Map([...fieldsOf(view)].filter(([, property]) => isSortable(property)));
  return { targets, names: namesOf(targets.values()), defaults: ["id"] };
});

/** Reads `sort`, or `sort_by` with `order`. */
export function readDirections<T>(
  sortable: Sortable<T>,
  parameters: ReadonlyMap<string, string>,
  faults: Fault[],
): Direction<T>[] {
  return parameters.has("sort")
    ? readCompactSorts(sortable, parameters, faults)
    : readPairedSorts(sortable, parameters, faults);
}

/** Reads `sort=<field>[:asc|desc],…`. */
function readCompactSorts<T>(
  sortable: Sortable<T>,
  parameters: ReadonlyMap<string, string>,
  faults: Fault[],
): Direction<T>[] {
  if (parameters.has("sort_by") || parameters.has("order")) {
    faults.push(fault("sort", "sort cannot be combined with sort_by or order."));
  }
  const sorts = splitNames("sort", parameters.get("sort")!, faults, MAX_SORTS).flatMap((part) => {
    const [name = "", direction = "asc", ...rest] = part.split(":");
    return readSort(sortable, "sort", name, rest.length > 0 ? "" : direction, faults);
  });
  return checkUnique("sort", sorts, faults);
}

/** Reads `sort_by=<field>,…` with `order=<asc|desc>,…`. */
function readPairedSorts<T>(
  sortable: Sortable<T>,
  parameters: ReadonlyMap<string, string>,
  faults: Fault[],
): Direction<T>[] {
  const [sortBy, order] = [parameters.get("sort_by"), parameters.get("order")];
  const names = sortBy === undefined ? sortable.defaults : splitNames("sort_by", sortBy, faults, MAX_SORTS);
  const orders = order === undefined ? [] : splitNames("order", order, faults, MAX_SORTS);
  // Without names, there are too many of them.
  if (names.length > 0 && orders.length > names.length) {
    const fields = names.length === 1 ? "1 field" : `${names.length} fields`;
    faults.push(fault("order", `order has ${orders.length} directions for ${fields}; give at most one for each.`));
  }
  const sorts = names.flatMap((name, index) =>
    readSort(sortable, "sort_by", name, "asc", faults).map((sort) => ({
      ...sort,
      descending: readDirection("order", orders[index] ?? "asc", faults),
    })),
  );
  return checkUnique("sort_by", sorts, faults);
}

/** Returns an empty array if nothing with this name can be sorted by. */
function readSort<T>(
  { targets, names }: Sortable<T>,
  parameter: string,
  name: string,
  direction: string,
  faults: Fault[],
): Direction<T>[] {
  const target = targets.get(name);
  if (target !== undefined) return [{ target, descending: readDirection(parameter, direction, faults) }];
  if (name.startsWith("-")) {
    faults.push(
      fault(parameter, `A field cannot start with "-". Write the direction after it: ${name.slice(1)}:desc.`),
    );
    return [];
  }
  const hint = () => namesHint(name, names);
  faults.push({ ...fault(parameter, `Unknown field ${JSON.stringify(name)}.`), hint });
  return [];
}

function readDirection(parameter: string, direction: string, faults: Fault[]): boolean {
  const word = direction.toLowerCase();
  if (word !== "asc" && word !== "desc") faults.push(fault(parameter, "The direction must be asc or desc."));
  return word === "desc";
}

function checkUnique<T>(parameter: string, sorts: Direction<T>[], faults: Fault[]): Direction<T>[] {
  const targets = sorts.map((sort) => sort.target);
  if (new Set(targets).size < targets.length) faults.push(fault(parameter, "A field may appear only once."));
  return sorts;
}

function fault(parameter: string, message: string): Fault {
  return { in: "shape", parameter, code: "invalid_value", message };
}
