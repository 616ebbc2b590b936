/** Records with a name: what the search over all collections finds. */
import { comparedColumn } from "./column.ts";
import type { Resource } from "./resource.ts";

/** The field with the name of a record. */
export const NAME = "name";

/** The resources whose records have a name and are not private, in the order of their singulars. */
export function namedResources(resources: readonly Resource[]): Resource[] {
  return resources.filter(isNamed).sort((one, other) => (one.one < other.one ? -1 : 1));
}

/** Whether the records of a resource have a name, and are not private. */
export function isNamed({ kind, views, private: isPrivate }: Resource): boolean {
  const name = views[0]!.properties.get(NAME);
  return kind !== "membership" && isPrivate === undefined && name?.spec.kind === "text" && name.shown;
}

/** The column with the folded name. */
export function comparedName({ fields }: Resource): string {
  return comparedColumn({ column: NAME, spec: fields.get(NAME)! });
}
