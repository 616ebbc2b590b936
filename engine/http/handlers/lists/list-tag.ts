/** What the entity tag of a list is made of: for a GET of the list, and for `If-Match` of a POST to it. */
import type { Access } from "../../../access/authenticate.ts";
import type { Caller } from "../../../access/caller.ts";
import type { Fault } from "../../../problem.ts";
import type { ReadScopes } from "../../../query/visibility.ts";
import type { Resource, View } from "../../../resource/resource.ts";
import type { Counter } from "../../../store/counters.ts";
import type { Writer } from "../../../store/write/writer.ts";
import type { HttpContext, RequestData } from "../../context.ts";
import { requestPlace } from "../../request/address.ts";
import { readListCondition } from "../../request/conditions.ts";
import { listTag } from "../../response/etag.ts";
import { requireListMatch } from "../../response/preconditions.ts";

/** A list as a caller sees it. */
interface SelectedList {
  readonly view: View;
  /** The parent's id, if the view has a parent. */
  readonly parentId: string | undefined;
  readonly query: string;
  /** Undefined for pages of JSON. */
  readonly mediaType?: string | undefined;
  /** Those of `rowScopesOf`. */
  readonly scopes: ReadScopes;
}

/** The resources whose changes move the tag. With the parent, a list that exists never has the tag of one that does not. */
export function shownResources({ resource, parent }: View): readonly Resource[] {
  return parent ? [resource, parent.resource] : [resource];
}

/** The scopes that decide which records a caller sees; undefined if that does not depend on the caller. */
export function rowScopesOf(access: Access, { rowScope }: Resource, caller: Caller): ReadScopes {
  return rowScope === undefined ? undefined : access.readScopes(caller);
}

/** The entity tag of a list. @param counters those of `shownResources`, and of what else it shows */
export function tagOfList(counters: readonly Pick<Counter, "changes">[], selected: SelectedList): string {
  const { view, parentId, query, mediaType, scopes = [] } = selected;
  const address = view.parent ? `${parentId}?${query}` : query;
  return listTag(counters, [address, ...(mediaType === undefined ? [] : [mediaType]), ...scopes].join(" "));
}

/**
 * Reads the condition of a POST: `If-Match`, with the tag of the list as JSON without parameters.
 * @param faults receives a fault if it is malformed
 * @returns a check within the transaction, which throws Problem `precondition-failed`, but `not-found` if the parent does not
 *   exist; undefined if there is no condition
 */
export function readListPrecondition(
  { access }: Pick<HttpContext, "access">,
  resource: Resource,
  request: RequestData,
  faults: Fault[],
): ((tx: Writer) => Promise<void>) | undefined {
  const ifMatch = readListCondition(request.headers, faults);
  if (ifMatch === undefined) return undefined;
  const { parentId } = requestPlace(request);
  const view = resource.views[0]!;
  const list: SelectedList = { view, parentId, query: "", scopes: rowScopesOf(access, resource, request.caller) };
  return async (tx) => {
    await tx.findParent(resource, parentId);
    const counters = shownResources(view).map((each) => ({ changes: tx.system.changes(each) }));
    requireListMatch(ifMatch, tagOfList(counters, list));
  };
}
