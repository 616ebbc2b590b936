/** The table of a resource's relations in the reference. */
import { relatedSides } from "../../query/relations/related-records.ts";
import { nameInText, namesInText, type Relation, type Resource, type View } from "../../resource/resource.ts";
import { escapeHtml, inline, table } from "./html.ts";

/** The tables of the relations of a resource's views; empty without relations. The records of all parents have those of one. */
export function relationTables({ views }: Resource): string {
  return views
    .filter(({ role, relations }) => role !== "flat" && relations.size > 0)
    .map((view) => {
      const where = view.role === "reverse" ? ` in <code>${escapeHtml(view.path)}</code>` : "";
      const byLink = Map.groupBy(view.relations.values(), ({ link }) => link);
      const rows = [...byLink.values()].map(relationRow);
      return `<h3>Relations${where}</h3>${table(["Name", "Leads to", "In queries"], rows)}`;
    })
    .join("\n");
}

/** The row of a relation. @param names the same relation under each of its names */
function relationRow(names: readonly Relation[]): string[] {
  const relation = names.at(-1)!;
  const { name, isMany, targets } = relation;
  const uses = [
    `\`include=${name}\``,
    ...filterExamples(relation).map((parameter) => `\`${parameter}=…\``),
    ...(isMany ? [`\`${name}_exists=false\``] : [`\`sort=${name}.${titleOf(targets[0]!.view)}\``]),
  ];
  return [
    names.map((each) => `<code>${each.name}</code>`).join(", "),
    targets.map(({ view }) => aboutTarget(view, isMany)).join(" or "),
    inline(uses.join(", ")),
  ];
}

/** What a target has, with links to the tables of its fields. */
function aboutTarget(view: View, isMany: boolean): string {
  const { resource, otherSide } = view;
  const text = isMany ? namesInText(resource) : nameInText(resource);
  const own = `<a href="#${resource.name}">${escapeHtml(text)}</a>`;
  if (!otherSide) return own;
  const other = otherSide.targets[0]!.view.resource;
  return `${own}, with the fields of the <a href="#${other.name}">${escapeHtml(nameInText(other))}</a> of each`;
}

/** A filter of each side of the related records: the first field that lists show, besides the id. */
function filterExamples({ name, targets }: Relation): string[] {
  const sides = relatedSides(targets[0]!.view).filter(({ isCopied }) => !isCopied);
  return sides.flatMap(({ properties }) => {
    const fields = [...properties.values()].filter(({ filterable, shown }) => filterable && shown);
    const [shown] = [...fields.filter(({ listed }) => listed), ...fields].filter((field) => field.name !== "id");
    return shown ? [`${name}.${shown.name}`] : [];
  });
}

function titleOf({ properties }: View): string {
  return [...properties.values()].find(({ name, listed }) => listed && name !== "id")?.name ?? "id";
}
