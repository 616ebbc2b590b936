/** What a request to a path needs before it is looked at, read off the catalog. */

import type { Scopes } from "../declare/scopes.ts";
import type { Values } from "../declare/values.ts";
import { Problem } from "../problem.ts";
import type { Resource, View } from "../resource/resource.ts";
import { type Caller, hasScope } from "./caller.ts";

export interface Requirement {
  /**
   * `open`: nothing, not even that a credential that was sent is valid. `read`: no credential unless the operator asks
   * for one. `private` and `write`: a credential.
   */
  readonly kind: "open" | "read" | "private" | "write";
  /** The caller has all of these; none: any valid credential will do. */
  readonly scopes: readonly string[];
}

/** Of probes and pages. */
export const NO_CREDENTIAL: Requirement = { kind: "open", scopes: [] };

/** Of the entry point. */
export const READ_ACCESS: Requirement = { kind: "read", scopes: [] };

/** Of records that belong to callers: whose they are is looked at later. */
const OWN: Requirement = { kind: "private", scopes: [] };
const OWN_WRITE: Requirement = { kind: "write", scopes: [] };

/** What a method of a view's paths needs. */
export function requirementFor(view: View, method: string): Requirement {
  const { resource, scopes } = view;
  if (resource.owner !== undefined) return method === "GET" || method === "HEAD" ? OWN : OWN_WRITE;
  if (method === "GET" || method === "HEAD") return { kind: view.private ? "private" : "read", scopes: [scopes.read] };
  // Whoever deletes a record decides over what is private of it too: it goes along, or stands in the way.
  const hidden = method === "DELETE" ? privateBelow(resource) : [];
  return { kind: "write", scopes: [...new Set([scopes.write, ...hidden])] };
}

function privateBelow({ children, referrers }: Resource): string[] {
  return [
    ...children.filter((child) => child.private !== undefined).map(({ scopes }) => scopes.write),
    ...referrers.filter(({ resource }) => resource.private !== undefined).map(({ resource }) => resource.scopes.read),
  ];
}

/**
 * What a body may need beyond its path: the scopes of what it is written through to, by field. Only where a field would
 * change is the scope demanded.
 */
export function throughScopes(
  { fields }: Resource,
  body: Values,
  scopesOf: (resource: string) => Scopes,
): [field: string, scope: string][] {
  return Object.keys(body).flatMap((field) => {
    const through = fields.get(field)?.through;
    return through === undefined ? [] : [[field, scopesOf(through).write] as [string, string]];
  });
}

/** @throws Problem `forbidden` naming the scope that the caller lacks */
export function requireScope(caller: Caller, scope: string): void {
  if (hasScope(caller, scope)) return;
  throw new Problem("forbidden", `This needs the scope ${scope}, which the credential does not have.`, {
    code: "insufficient_scope",
    scope,
  });
}
