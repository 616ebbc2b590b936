/** Fields of the one record to which a relation leads, by which a list can be sorted, grouped and measured: `planet.name`. */
import { isSortable } from "../../resource/parameters.ts";
import type { Property, Relation, View } from "../../resource/resource.ts";
import { memoize } from "../../runtime/memoize.ts";
import type { FollowedRelations } from "./followed.ts";

/** The parameters whose values name fields, and may follow relations. */
const NAMING = ["sort", "sort_by", "group_by", "measure"];
/** The first part of each path in such a value. */
const HEAD = /(?:^|[,:])([^,:.]+)\./g;

/** The fields of a view, and those of the records to which its relations lead, by path. */
export const fieldsOf = memoize((view: View): ReadonlyMap<string, Property> => {
  const related = [...view.relations.values()].flatMap((relation) => relatedFields(view, relation));
  return new Map([...related, ...view.properties.values()].map((each) => [each.name, each]));
});

function relatedFields(view: View, relation: Relation): Property[] {
  if (relation.isMany) return [];
  const names = new Set(relation.targets.flatMap((target) => [...target.view.properties.keys()]));
  return [...names].flatMap((name): Property[] => {
    const sources = relation.targets.flatMap((target) => {
      const property = target.view.properties.get(name);
      return property && isSortable(property) ? [{ target, property }] : [];
    });
    const specs = sources.map(({ property }) => property.spec);
    // Values of different kinds have no common order.
    if (!specs[0] || specs.some(({ kind }) => kind !== specs[0]!.kind)) return [];
    const path = `${relation.name}.${name}`;
    const related = { view, relation, sources };
    return [{ name: path, column: path, spec: specs[0], shown: false, listed: false, filterable: true, related }];
  });
}

/** Follows the relations with which paths in the values of parameters begin, whether or not the fields after them exist. */
export function followNamed(
  { relations }: View,
  values: ReadonlyMap<string, string>,
  followed: FollowedRelations,
): void {
  const seen = new Set<Relation>();
  for (const parameter of NAMING) {
    for (const [, name] of (values.get(parameter) ?? "").matchAll(HEAD)) {
      const relation = relations.get(name!);
      if (!relation || seen.has(relation)) continue;
      seen.add(relation);
      followed.enter(relation);
      followed.add(parameter);
    }
  }
}
