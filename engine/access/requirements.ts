/** The requirements of requests, derived from the catalog by path and method. */

import type { Scopes } from "../declare/scopes.ts";
import type { Values } from "../declare/values.ts";
import { Problem } from "../problem.ts";
import type { Resource, View } from "../resource/resource.ts";
import { type Caller, hasScope } from "./caller.ts";

/** What a caller needs for a request. */
export interface Requirement {
  /**
   * `open`: no credential, and none is checked. `read`: a credential only with `PUBLIC_READ=false`. `private`, `write`: a
   * credential.
   */
  readonly kind: "open" | "read" | "private" | "write";
  /** The caller needs all of these. If empty, any valid credential will do. */
  readonly scopes: readonly string[];
  /** Set if responses are for the caller only, besides those of `private` reads. */
  readonly isPersonal?: boolean;
}

/** The requirement of probes and pages. */
export const NO_CREDENTIAL: Requirement = { kind: "open", scopes: [] };

/** The requirement of the entry point. */
export const READ_ACCESS: Requirement = { kind: "read", scopes: [] };

/** The requirement of what a caller may learn about themselves. */
export const OWN_IDENTITY: Requirement = { kind: "read", scopes: [], isPersonal: true };

/** The requirements of records that belong to callers; ownership is checked later. */
const OWN: Requirement = { kind: "private", scopes: [] };
const OWN_WRITE: Requirement = { kind: "write", scopes: [], isPersonal: true };

/** Whether the responses are for one caller only, and are not stored. */
export function isPersonal({ kind, isPersonal }: Requirement): boolean {
  return isPersonal === true || kind === "private";
}

/** The methods that read. What serves GET serves the others too. */
const READING = ["GET", "HEAD", "QUERY"];

/** Whether a method reads, and changes nothing. */
export function isRead(method: string): boolean {
  return READING.includes(method);
}

/** The requirement of a method on the paths of a view. */
export function requirementFor(view: View, method: string): Requirement {
  const { resource, scopes } = view;
  if (resource.ownedBy !== undefined) return isRead(method) ? OWN : OWN_WRITE;
  if (isRead(method)) return { kind: view.private ? "private" : "read", scopes: readScopesOf(view) };
  // Deleting a record affects its private children too: they are deleted with it, or block the deletion.
  const hidden = method === "DELETE" ? privateDependentScopes(resource) : [];
  return { kind: "write", scopes: [...new Set([scopes.write, ...hidden])], isPersonal: view.private };
}

/** The scopes that reading a view needs: those of both resources for a list of records that refer to another one. */
function readScopesOf({ role, parent, scopes }: View): string[] {
  const above = role === "referring" ? [parent!.resource.scopes.read] : [];
  return [...new Set([...above, scopes.read])];
}

/**
 * What reading the past of a view needs in addition; undefined if nothing, or if it has none.
 * @param log the event log, in which the past can be read as well
 * @param publicHistory whether the past of public resources is open to all who may read these
 */
export function pastRequirement(
  view: View,
  log: Resource | undefined,
  publicHistory: boolean,
): Requirement | undefined {
  if (!log || !view.resource.hasHistory || (publicHistory && !view.private)) return undefined;
  return requirementFor(log.views[0]!, "GET");
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

/** Throws Problem `forbidden`, with the name of the scope, if the caller lacks it. */
export function requireScope(caller: Caller, scope: string): void {
  if (hasScope(caller, scope)) return;
  throw new Problem("forbidden", `This request needs the scope ${scope}, which the credential does not have.`, {
    code: "insufficient_scope",
    scope,
  });
}
