/** Sorting: `sort_by` with `order`, or the compact `sort`; `id` ascending is always the last tiebreaker. */
import type { Fault } from "../problem.ts";
import type { Property, View } from "../resource/resource.ts";
import { suggestion } from "../resource/suggestion.ts";

export interface Sort {
  readonly property: Property;
  readonly descending: boolean;
}

/** The sorts that were asked for, followed by `id` where it is not among them. */
export function readSorting(view: View, given: ReadonlyMap<string, string>, faults: Fault[]): Sort[] {
  const sorts = given.has("sort") ? compact(view, given, faults) : paired(view, given, faults);
  const byId = sorts.findIndex((sort) => sort.property.name === "id");
  // Nothing after the identifier can make a difference.
  return byId >= 0 ? sorts.slice(0, byId + 1) : [...sorts, { property: view.properties.get("id")!, descending: false }];
}

function compact(view: View, given: ReadonlyMap<string, string>, faults: Fault[]): Sort[] {
  if (given.has("sort_by") || given.has("order")) {
    faults.push(fault("sort", "sort stands for sort_by and order; give one or the other."));
  }
  return unique(
    "sort",
    faults,
    given
      .get("sort")!
      .split(",")
      .flatMap((part) => {
        const [name = "", direction = "asc", ...rest] = part.split(":");
        const sort = read(view, "sort", name, rest.length > 0 ? "" : direction, faults);
        return sort ? [sort] : [];
      }),
  );
}

function paired(view: View, given: ReadonlyMap<string, string>, faults: Fault[]): Sort[] {
  const names = given.get("sort_by")?.split(",") ?? ["id"];
  const orders = given.get("order")?.split(",") ?? [];
  if (orders.length > names.length) {
    const fields = names.length === 1 ? "1 field" : `${names.length} fields`;
    faults.push(fault("order", `order has ${orders.length} directions for ${fields}.`));
  }
  return unique(
    "sort_by",
    faults,
    names.flatMap((name, at) => {
      const sort = read(view, "sort_by", name, "asc", faults);
      return sort ? [{ ...sort, descending: direction("order", orders[at] ?? "asc", faults) }] : [];
    }),
  );
}

function read(view: View, parameter: string, name: string, order: string, faults: Fault[]): Sort | undefined {
  const property = view.properties.get(name);
  if (!property?.filterable && name.startsWith("-")) {
    faults.push(fault(parameter, `A direction is written after the field: ${name.slice(1)}:desc.`));
    return undefined;
  }
  if (!property?.filterable) {
    const known = [...view.properties.values()].filter((each) => each.filterable).map((each) => each.name);
    faults.push(
      fault(
        parameter,
        `There is no field ${JSON.stringify(name)} to sort by.${suggestion(name, known)} Sortable are ${known.join(", ")}.`,
      ),
    );
    return undefined;
  }
  return { property, descending: direction(parameter, order, faults) };
}

function direction(parameter: string, order: string, faults: Fault[]): boolean {
  const word = order.toLowerCase();
  if (word !== "asc" && word !== "desc") faults.push(fault(parameter, "A direction is asc or desc."));
  return word === "desc";
}

function unique(parameter: string, faults: Fault[], sorts: Sort[]): Sort[] {
  const names = sorts.map((sort) => sort.property.name);
  if (new Set(names).size < names.length) faults.push(fault(parameter, "A field may be sorted by once."));
  return sorts;
}

function fault(parameter: string, message: string): Fault {
  return { in: "shape", parameter, code: "invalid_value", message };
}
