/** The table of a resource's relations in the reference. */
import { relatedSides } from "../../../query/relations/related-records.ts";
import type { Relation, Resource, View } from "../../../resource/resource.ts";
import { nameInText, namesInText } from "../../../resource/text.ts";
import { escapeHtml, inline, table } from "../html.ts";
import { REFERENCE } from "./addresses.ts";

/** The tables of the relations of a resource's views; empty without relations. The records of all parents have those of one. */
export function relationTables({ views }: Resource): string {
  return views
    .filter(({ role, relations }) => (role === "own" || role === "reverse") && relations.size > 0)
    .map((view) => {
      const heading = view.role === "reverse" ? `<h3>Relations in <code>${escapeHtml(view.path)}</code></h3>` : "";
      const byLink = Map.groupBy(view.relations.values(), ({ link }) => link);
      const rows = [...byLink.values()].map(relationRow);
      return `${heading}${table(["Name", "Leads to", "In queries"], rows)}`;
    })
    .join("\n");
}

/** The row of a relation. @param names the same relation under each of its names */
function relationRow(names: readonly Relation[]): string[] {
  const relation = names.at(-1)!;
  const { name, isMany, targets, link } = relation;
  const fields = exampleFields(relation).map((field) => `${name}.${field}`);
  const uses = [
    `include=${name}`,
    ...fields.map((path) => `${path}=…`),
    ...(isMany
      ? [`${name}_none${fields[0]!.slice(name.length)}=…`, `${name}_exists=false`]
      : [`sort=${fields[0]}`, `group_by=${fields[0]}`]),
  ];
  return [
    names.map((each) => `<code>${each.name}</code>`).join(", "),
    targets.map(({ view }) => aboutTarget(view, isMany ? link : undefined)).join(" or "),
    inline(uses.map((use) => `\`${use}\``).join(", ")),
  ];
}

/** What a target has, with links to the tables of its fields. @param list the path of the list, if it is one */
function aboutTarget({ resource, otherSide }: View, list: string | undefined): string {
  const text = list ? namesInText(resource) : nameInText(resource);
  const where = list ? ` in <code>${escapeHtml(list)}</code>` : "";
  const own = `<a href="${REFERENCE}/${resource.name}">${escapeHtml(text)}</a>${where}`;
  if (!otherSide) return own;
  const other = otherSide.targets[0]!.view.resource;
  return `${own}; filters also take the fields of the <a href="${REFERENCE}/${other.name}">${escapeHtml(nameInText(other))}</a> of each`;
}

/** A field of each side of the related records: the first that lists show, besides ids. */
function exampleFields({ targets }: Relation): string[] {
  const sides = relatedSides(targets[0]!.view).filter(
    // Neither copies nor what only the list of the other side shows.
    ({ through, shownIn }) => Boolean(through) === Boolean(shownIn),
  );
  const fields = sides.flatMap(({ properties }) => {
    const shown = [...properties.values()].filter((property) => property.filterable && property.shown);
    return (
      [...shown.filter(({ listed }) => listed), ...shown].find(({ spec }) => spec.kind !== "id" && !spec.reference) ??
      []
    );
  });
  return fields.length > 0 ? fields.map(({ name }) => name) : ["id"];
}
