/** Purges the history of a record: what the event log and stored responses say of it. */
import { purgeStoredResponse, showsPurged } from "../http/response/purge.ts";
import { OPERATION_PREFIX } from "../operations/store.ts";
import { notFound } from "../problem.ts";
import type { Catalog } from "../resource/catalog.ts";
import type { Resource } from "../resource/resource.ts";
import { parsePath, recordPath } from "../resource/templates.ts";
import type { PurgeResult } from "../store/events/purge.ts";
import type { Store } from "../store/store.ts";

/** How to purge. */
export interface PurgeOptions {
  /** Whether to purge the records below it too, and those that list it as a member. */
  readonly below: boolean;
  /** Who purges, for the event log. */
  readonly actor: string;
}

/**
 * Purges the history of the record at a canonical path, which need not exist any more.
 * @throws Problem `not-found` if no records have such a path
 */
export function purgeHistory(store: Store, path: string, { below, actor }: PurgeOptions): Promise<PurgeResult> {
  const resource = loggedResourceAt(store.catalog, path);
  const members = below ? resource.memberOf : [];
  const end = path.slice(path.lastIndexOf("/"));
  const isPurged = (self: string): boolean =>
    self === path ||
    (below && self.startsWith(`${path}/`)) ||
    (self.endsWith(end) && members.some((member) => hasPath(member, self)));
  return store.purgeHistory({
    resource,
    subject: path,
    below,
    actor,
    purgeOutcome: (outcome) => purgeStoredResponse(outcome, isPurged),
    isPurgedResult: (result) => showsPurged(result, isPurged),
    resultPrefix: OPERATION_PREFIX,
  });
}

/** The resource whose records have events and such a path. */
function loggedResourceAt({ resources }: Catalog, path: string): Resource {
  const found = resources.find((resource) => resource.log !== undefined && hasPath(resource, path));
  if (!found) throw notFound(`No records have paths like ${path}; write the path as in the record's link self.`);
  return found;
}

/** Whether a path has the form of those of a resource. */
function hasPath(resource: Resource, path: string): boolean {
  const { path: template } = resource;
  return (
    path.split("/").length === template.split("/").length &&
    !path.split("/").slice(1).includes("") &&
    recordPath(resource, parsePath(template, path)) === path
  );
}
