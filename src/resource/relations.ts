/** The relations of a view: which links of its records lead to other records, and how to find those. */
import { pathColumn } from "./column.ts";
import type { Relation, Resource } from "./resource.ts";

/**
 * The relations of a resource's records, by the names of their links: sub-collections, one-to-ones, the lists of memberships
 * from both sides, references, and the parent. None leads to private records, and entries of memberships have none.
 * @param lookup finds a resource by its name
 */
export function relationsOf(resource: Resource, lookup: (name: string) => Resource): ReadonlyMap<string, Relation> {
  if (resource.kind === "membership") return new Map();
  const relations = [
    ...resource.children.flatMap(childRelations),
    ...resource.memberOf.map(memberRelation),
    ...referenceRelations(resource, lookup),
    ...parentRelation(resource),
  ];
  const shown = relations.filter(({ targets }) => targets.every(({ view }) => !view.private));
  return new Map(shown.map((relation) => [relation.name, relation]));
}

function childRelations({ kind, segment, aliases, parentKey, views }: Resource): Relation[] {
  const targets = [{ view: views[0]!, column: parentKey! }];
  return [...aliases, segment].map((name) => ({
    name: name.replaceAll("-", "_"),
    isMany: kind !== "single",
    property: "id",
    targets,
  }));
}

/** The owners that list a record as a member. */
function memberRelation({ key, reverse, views }: Resource): Relation {
  const { segment, link = segment } = reverse!;
  const view = views.find(({ role }) => role === "reverse")!;
  return { name: link.replaceAll("-", "_"), isMany: true, property: "id", targets: [{ view, column: key }] };
}

function referenceRelations({ fields, targetPaths }: Resource, lookup: (name: string) => Resource): Relation[] {
  return [...fields].flatMap(([field, { reference }]) => {
    if (!reference || reference.sibling) return [];
    const targets = reference.to.map((name) => ({ view: lookup(name).views[0]!, column: lookup(name).key }));
    const path = targetPaths.has(field) ? {} : { pathProperty: pathColumn(field) };
    return [{ name: referenceLink(field), isMany: false, property: field, targets, ...path }];
  });
}

function parentRelation({ parent, parentKey }: Resource): Relation[] {
  if (!parent) return [];
  const targets = [{ view: parent.views[0]!, column: parent.key }];
  return [{ name: parent.one, isMany: false, property: parentKey!, targets }];
}

/** The name of the link to a reference's target: `department` for `department_id`. */
export function referenceLink(field: string): string {
  return field.replace(/_id$/, "");
}
