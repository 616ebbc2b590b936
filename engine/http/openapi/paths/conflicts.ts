/** The conflicts that a write of a resource can cause, derived from its declaration. */
import type { Resource } from "../../../resource/resource.ts";

/** The slugs of the conflicts that a write can cause. */
export function conflictsOf(resource: Resource, method: string): string[] {
  const codes = new Set(
    method === "DELETE" && !resource.softDelete ? deletionConflicts(resource) : writeConflicts(resource, method),
  );
  if (resource.writeThrough && method !== "DELETE") {
    // Writing through creates, changes or deletes a member.
    for (const membership of resource.memberOf) {
      for (const each of ["POST", "PATCH", "DELETE"]) {
        for (const slug of conflictsOf(membership, each)) codes.add(slug);
      }
    }
  }
  return [...codes];
}

/** Conflicts of a deletion. One-to-ones never block it. */
function deletionConflicts({ children, memberOf, referrers }: Resource): string[] {
  const blocked = memberOf.length > 0 || referrers.length > 0 || children.some((child) => child.kind !== "single");
  return blocked ? ["has-dependents"] : [];
}

function writeConflicts(resource: Resource, method: string): string[] {
  const { conflicts, fields, lifecycle, countedIn, kind, parent } = resource;
  const slug = (code: string) => code.replaceAll("_", "-");
  const creates = method !== "PATCH";
  // The id may belong to a record of another parent.
  const hasUniqueKeys = [...fields.values()].some(({ elementKey }) => elementKey?.unique);
  const idCanExist = method === "POST" || (method === "PUT" && kind === "collection" && parent !== undefined);
  // A parent with a declared maximum may be full for a new child, or for one that is moved to it.
  const counts = countedIn.filter(({ foreignKey }) => creates || fields.has(foreignKey));
  const full = counts.flatMap(({ parent, child }) =>
    [...parent.fields.values()].filter(({ count }) => count === child.name),
  );
  const changes = method !== "POST";
  return [
    ...(idCanExist || hasUniqueKeys ? ["already-exists"] : []),
    ...(changes && lifecycle ? ["invalid-transition"] : []),
    ...conflicts.map(({ code }) => slug(code)),
    ...[...full, ...(changes ? fields.values() : [])].flatMap((spec) =>
      spec.overflowCode ? [slug(spec.overflowCode)] : [],
    ),
  ];
}
