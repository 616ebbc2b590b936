/** The records behind a relation: their fields, their relations, and the filters that they take. */
import type { Property, Relation, View } from "../../resource/resource.ts";
import { memoize } from "../../runtime/memoize.ts";
import { type FilterParameter, parametersOf } from "../filters.ts";

/**
 * Where names behind a relation are looked up. A record has one side. An entry of a membership has two: itself, and then the
 * record on its other side, the member or the owner.
 */
export interface Side {
  readonly view: View;
  readonly properties: ReadonlyMap<string, Property>;
  /** By the names of query parameters. */
  readonly parameters: ReadonlyMap<string, FilterParameter>;
  /** Leads from the entry to the other side; undefined of the record, or the entry, itself. */
  readonly through: Relation | undefined;
}

/** The records of a list: a list of entries has the fields that its items show. */
export const listedSides = memoize((view: View): readonly Side[] => [side(view, view.properties, undefined)]);

/** The records of a view behind a relation. */
export const relatedSides = memoize((view: View): readonly Side[] => {
  const { otherSide } = view;
  const own = side(view, propertiesOf(view), undefined);
  if (!otherSide) return [own];
  const other = otherSide.targets[0]!.view;
  return [own, side(other, other.properties, otherSide)];
});

function side(view: View, properties: ReadonlyMap<string, Property>, through: Relation | undefined): Side {
  return { view, properties, parameters: parametersOf(properties.values()), through };
}

/** The properties of a view; from both sides, an entry also has all that are its own. */
function propertiesOf({ role, resource, properties }: View): ReadonlyMap<string, Property> {
  if (role !== "reverse") return properties;
  const copied = resource.copies.map(({ field }) => field);
  const own = [...resource.views[0]!.properties].filter(([name]) => name !== "id" && !copied.includes(name));
  return new Map([...own, ...properties]);
}

/** A filter parameter, and the side that has it. */
export function findParameter(
  sides: readonly Side[],
  name: string,
): { readonly side: Side; readonly parameter: FilterParameter } | undefined {
  for (const each of sides) {
    const parameter = each.parameters.get(name);
    if (parameter) return { side: each, parameter };
  }
  return undefined;
}

/** A relation, and the side that has it. */
export function findRelation(
  sides: readonly Side[],
  name: string,
): { readonly side: Side; readonly relation: Relation } | undefined {
  for (const each of sides) {
    const relation = each.view.relations.get(name);
    if (relation) return { side: each, relation };
  }
  return undefined;
}
