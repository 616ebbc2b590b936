/** The records to which a relation leads: their fields, their relations, and the filters that they take. */
import type { Property, Relation, View } from "../../resource/resource.ts";
import { memoize } from "../../runtime/memoize.ts";
import { type FilterParameter, parametersOf } from "../filters.ts";

/**
 * Where names after a relation are looked up. A record has one side. An entry of a membership has two: itself, and then the
 * record on its other side, the member or the owner.
 */
export interface Side {
  readonly view: View;
  readonly properties: ReadonlyMap<string, Property>;
  /** By the names of query parameters. */
  readonly parameters: ReadonlyMap<string, FilterParameter>;
  /** Leads from the entry to the other side; undefined of the record, or the entry, itself. */
  readonly through: Relation | undefined;
  /** Whose readers alone may know the properties; undefined if the records before them show these, if as copies. */
  readonly shownIn: View | undefined;
}

/** The records of a list: a list of entries has the fields that its items show. */
export const listedSides = memoize((view: View): readonly Side[] => [ownSide(view, view.properties)]);

/** The records of a view to which a relation leads. */
export const relatedSides = memoize((view: View): readonly Side[] => {
  const { otherSide, resource } = view;
  if (!otherSide) return [ownSide(view, view.properties)];
  const other = otherSide.targets[0]!.view;
  const fieldOf = new Map(resource.copies.map(({ column, field }) => [column, field]));
  const all = entryProperties(view);
  const own = all.filter(([, { column }]) => !fieldOf.has(column));
  // The column of a copy has no index; that of the field itself may have one.
  const copied = all.flatMap(([name, { column }]): [string, Property][] =>
    fieldOf.has(column) ? [[name, other.properties.get(fieldOf.get(column)!)!]] : [],
  );
  return [
    ownSide(view, new Map(own.filter(([name]) => view.properties.has(name)))),
    { ...ownSide(view, new Map(own.filter(([name]) => !view.properties.has(name)))), shownIn: resource.views[0] },
    otherSideOf(other, new Map(copied), otherSide),
    { ...otherSideOf(other, other.properties, otherSide), shownIn: other },
  ];
});

function ownSide(view: View, properties: ReadonlyMap<string, Property>): Side {
  return { view, properties, parameters: parametersOf(properties), through: undefined, shownIn: undefined };
}

function otherSideOf(view: View, properties: ReadonlyMap<string, Property>, through: Relation): Side {
  return { ...ownSide(view, properties), through };
}

/** The properties of the entries in a view; from both sides, an entry also has all that are its own. */
function entryProperties({ role, resource, properties }: View): [string, Property][] {
  if (role !== "reverse") return [...properties];
  const copies = resource.copies.map(({ column }) => column);
  const own = [...resource.views[0]!.properties].filter(
    ([name, { column }]) => name !== "id" && !copies.includes(column),
  );
  return [...new Map([...own, ...properties])];
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

/** A relation, and the first side that has it, under this name or under another name of the same list. */
export function findRelation(
  sides: readonly Side[],
  name: string,
): { readonly side: Side; readonly relation: Relation } | undefined {
  const named = sides.map(({ view }) => view.relations.get(name)).find((relation) => relation !== undefined);
  for (const side of named ? sides : [])
    for (const relation of side.view.relations.values()) if (relation.link === named!.link) return { side, relation };
  return undefined;
}
