/** What a request needs to be authorized, read off the catalog by path and method. */

import type { Scopes } from "../declare/scopes.ts";
import type { Values } from "../declare/values.ts";
import { Problem } from "../problem.ts";
import type { Resource, View } from "../resource/resource.ts";
import { type Caller, hasScope } from "./caller.ts";

export interface Requirement {
  /**
   * `open`: nothing; a credential is not even checked. `read`: a credential only with `PUBLIC_READ=false`. `private` and
   * `write`: a credential.
   */
  readonly kind: "open" | "read" | "private" | "write";
  /** The caller needs all of these. If empty, any valid credential will do. */
  readonly scopes: readonly string[];
}

/** For probes and pages. */
export const NO_CREDENTIAL: Requirement = { kind: "open", scopes: [] };

/** For the entry point. */
export const READ_ACCESS: Requirement = { kind: "read", scopes: [] };

/** For records that belong to callers; ownership is checked later. */
const OWN: Requirement = { kind: "private", scopes: [] };
const OWN_WRITE: Requirement = { kind: "write", scopes: [] };

/** What a method needs on the paths of a view. */
export function requirementFor(view: View, method: string): Requirement {
  const { resource, scopes } = view;
  if (resource.ownedBy !== undefined) return method === "GET" || method === "HEAD" ? OWN : OWN_WRITE;
  if (method === "GET" || method === "HEAD") return { kind: view.private ? "private" : "read", scopes: [scopes.read] };
  // Deleting a record affects its private children too: they are deleted with it, or block the deletion.
  const hidden = method === "DELETE" ? privateDependentScopes(resource) : [];
  return { kind: "write", scopes: [...new Set([scopes.write, ...hidden])] };
}

function privateDependentScopes({ children, referrers }: Resource): string[] {
  return [
    ...children.filter((child) => child.private !== undefined).map(({ scopes }) => scopes.write),
    ...referrers.filter(({ resource }) => resource.private !== undefined).map(({ resource }) => resource.scopes.read),
  ];
}

/**
 * The scopes that a body needs beyond its path: those of the resources to which its fields are written through. A scope is
 * required only if the field would change.
 */
export function writeThroughScopes(
  { fields }: Resource,
  body: Values,
  scopesOf: (resource: string) => Scopes,
): [field: string, scope: string][] {
  return Object.keys(body).flatMap((field) => {
    const through = fields.get(field)?.writtenThrough;
    return through === undefined ? [] : [[field, scopesOf(through).write] as [string, string]];
  });
}

/** @throws Problem `forbidden` naming the scope if the caller lacks it */
export function requireScope(caller: Caller, scope: string): void {
  if (hasScope(caller, scope)) return;
  throw new Problem("forbidden", `This request needs the scope ${scope}, which the credential does not have.`, {
    code: "insufficient_scope",
    scope,
  });
}
