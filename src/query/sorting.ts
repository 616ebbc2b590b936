/** Sorting: `sort_by` with `order`, or the compact `sort`; `id` ascending is always the last tie-breaker. */
import type { Fault } from "../problem.ts";
import { didYouMean } from "../resource/messages.ts";
import type { Property, View } from "../resource/resource.ts";

/** A property to sort by, and its direction. */
export interface Sort {
  readonly property: Property;
  readonly descending: boolean;
}

/** The requested sorts, followed by `id` if it is not among them. */
export function readSorting(view: View, parameters: ReadonlyMap<string, string>, faults: Fault[]): Sort[] {
  const sorts = parameters.has("sort")
    ? readCompactSorts(view, parameters, faults)
    : readPairedSorts(view, parameters, faults);
  const idIndex = sorts.findIndex((sort) => sort.property.name === "id");
  // Ids are unique, so no sort after them has an effect.
  return idIndex >= 0
    ? sorts.slice(0, idIndex + 1)
    : [...sorts, { property: view.properties.get("id")!, descending: false }];
}

/** Reads `sort=<field>[:asc|desc],…`. */
function readCompactSorts(view: View, parameters: ReadonlyMap<string, string>, faults: Fault[]): Sort[] {
  if (parameters.has("sort_by") || parameters.has("order")) {
    faults.push(fault("sort", "sort cannot be combined with sort_by or order."));
  }
  const sorts = parameters
    .get("sort")!
    .split(",")
    .flatMap((part) => {
      const [name = "", direction = "asc", ...rest] = part.split(":");
      return readSort(view, "sort", name, rest.length > 0 ? "" : direction, faults);
    });
  return checkUnique("sort", sorts, faults);
}

/** Reads `sort_by=<field>,…` with `order=<asc|desc>,…`. */
function readPairedSorts(view: View, parameters: ReadonlyMap<string, string>, faults: Fault[]): Sort[] {
  const names = parameters.get("sort_by")?.split(",") ?? ["id"];
  const orders = parameters.get("order")?.split(",") ?? [];
  if (orders.length > names.length) {
    const fields = names.length === 1 ? "1 field" : `${names.length} fields`;
    faults.push(fault("order", `order has ${orders.length} directions for ${fields}; give at most one for each.`));
  }
  const sorts = names.flatMap((name, index) =>
    readSort(view, "sort_by", name, "asc", faults).map((sort) => ({
      ...sort,
      descending: readDirection("order", orders[index] ?? "asc", faults),
    })),
  );
  return checkUnique("sort_by", sorts, faults);
}

/** Returns an empty array if the field cannot be sorted by. */
function readSort(view: View, parameter: string, name: string, direction: string, faults: Fault[]): Sort[] {
  const property = view.properties.get(name);
  if (property?.filterable) return [{ property, descending: readDirection(parameter, direction, faults) }];
  if (name.startsWith("-")) {
    faults.push(
      fault(parameter, `A field cannot start with "-". Write the direction after it: ${name.slice(1)}:desc.`),
    );
    return [];
  }
  const known = [...view.properties.values()].filter((each) => each.filterable).map((each) => each.name);
  const unknown = `Unknown field ${JSON.stringify(name)}.${didYouMean(name, known)}`;
  faults.push(fault(parameter, `${unknown} Allowed: ${known.join(", ")}.`));
  return [];
}

function readDirection(parameter: string, direction: string, faults: Fault[]): boolean {
  const word = direction.toLowerCase();
  if (word !== "asc" && word !== "desc") faults.push(fault(parameter, "The direction must be asc or desc."));
  return word === "desc";
}

function checkUnique(parameter: string, sorts: Sort[], faults: Fault[]): Sort[] {
  const names = sorts.map((sort) => sort.property.name);
  if (new Set(names).size < names.length) faults.push(fault(parameter, "A field may appear only once."));
  return sorts;
}

function fault(parameter: string, message: string): Fault {
  return { in: "shape", parameter, code: "invalid_value", message };
}
