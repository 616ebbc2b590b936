/** The relations of a view: which links of its records lead to other records, and how to find those. */
import { pathColumn } from "./column.ts";
import type { Relation, RelationTarget, Resource, View } from "./resource.ts";
import { templateVariables } from "./templates.ts";

/** What a path leads to: the records of a view that have the last id of the path in a column. */
interface Destination extends RelationTarget {
  /** Whether it is a list. */
  readonly isMany: boolean;
}

/** Destinations by the shapes of their paths: that of `/api/planets/{planet_id}/moons` is `/api/planets/{}/moons`. */
type Destinations = ReadonlyMap<string, Destination>;

/**
 * Gives every view its relations, by the names of links: each link but `self` that leads to a record, or to a list or one-to-one
 * below a record. None leads to private records. Also finds the links that can lead to the past.
 */
export function addRelations(resources: readonly Resource[]): void {
  const views = resources.flatMap((resource) => resource.views);
  const destinations: Destinations = new Map(views.flatMap(destinationsIn));
  const paths = new Map(resources.map(({ name, path }) => [name, path]));
  const dated = new Set(views.flatMap(datedShapes));
  for (const view of views) {
    const relations = Object.entries(view.links).flatMap(([name, link]): Relation[] => {
      const { property, templates } = followed(view.resource, link, paths);
      const found = templates.flatMap((template) => destinations.get(shapeOf(template)) ?? []);
      const isKnown = property !== undefined && found.length > 0 && found.length === templates.length;
      const isShown = name !== "self" && found.every((target) => !target.view.private);
      return isKnown && isShown ? [{ name, link, property, targets: found, isMany: found[0]!.isMany }] : [];
    });
    view.relations = new Map(relations.map((relation) => [relation.name, relation]));
    view.otherSide = otherSideOf(view);
    const links = Object.entries({ ...view.links, ...view.summaryLinks });
    const leadsBack = ([, link]: [string, string]): boolean =>
      followed(view.resource, link, paths).templates.every((template) => dated.has(shapeOf(template)));
    view.datedLinks = new Set(links.filter(leadsBack).map(([name]) => name));
  }
}

function otherSideOf({ resource, role }: View): Relation | undefined {
  const { kind, parent, member } = resource;
  const other = kind === "membership" ? (role === "own" ? member : parent)! : undefined;
  if (!other || other.private !== undefined) return undefined;
  const target = { view: other.views[0]!, column: other.key };
  return { name: other.one, link: other.path, property: "id", targets: [target], isMany: false };
}

/** What the paths of a view lead to, by their shapes. An entry of a membership is left out: it takes two ids to identify it. */
function destinationsIn(view: View): [shape: string, Destination][] {
  const { path, aliases, parent, key } = view;
  const { kind } = view.resource;
  const found: [string, Destination][] = [];
  for (const each of parent ? [path, ...aliases] : [])
    found.push([shapeOf(each), { view, column: parent!.column, isMany: kind !== "single" }]);
  if (kind === "collection") found.push([shapeOf(`${path}/{${key}}`), { view, column: key, isMany: false }]);
  return found;
}

/** The shapes of all paths of a view whose records have a history. */
function datedShapes({ resource, path, aliases, hasItems, key }: View): string[] {
  if (!resource.hasHistory) return [];
  const item = resource.kind === "single" || !hasItems ? [] : [`/{${key}}`];
  return [path, ...aliases].flatMap((list) => ["", ...item].map((rest) => shapeOf(list + rest)));
}

/** The shape of a path, which may have a query. */
function shapeOf(template: string): string {
  return template.replace(/\?.*/, "").replaceAll(/\{\w+\}/g, "{}");
}

/** The property whose value a link leads to, and the templates of the paths that the link may be. */
function followed({ fields }: Resource, link: string, paths: ReadonlyMap<string, string>) {
  // A reference whose id alone does not tell its path has the path in a column.
  const stored = [...fields].find(([field, { reference }]) => reference && link === `{${pathColumn(field)}}`);
  if (!stored) return { property: templateVariables(link).at(-1), templates: [link] };
  const [field, { reference }] = stored;
  return { property: field, templates: reference!.to.map((name) => paths.get(name)!) };
}

/** The name of the link to a reference's target: `department` for `department_id`. */
export function referenceLink(field: string): string {
  return field.replace(/_id$/, "");
}
