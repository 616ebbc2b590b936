/** Reads everything that a service returns: every record, every list in every order, with every count and filter. */
import assert from "node:assert/strict";
import { isSortable } from "../../../engine/resource/parameters.ts";
import type { View } from "../../../engine/resource/resource.ts";
import { expandTemplate } from "../../../engine/resource/templates.ts";
import { jsonOf, sendRequest } from "../http/client.ts";
import { query } from "../http/lists.ts";
import { ADMIN_KEY, type Body, type Served } from "../http/serve.ts";

/** The response body, or the status of a 404, by path. */
export async function takeSnapshot(served: Served): Promise<Record<string, Body>> {
  const bodies: Record<string, Body> = {};
  const ids = new Map<string, string[]>();
  const origin = new URL(served.url);
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const fetchBody = async (path: string): Promise<Body> => {
    // Without the check against the OpenAPI document, which is slow for thousands of responses.
    const response = await sendRequest({ origin, path }, { method: "GET", headers });
    assert.ok(response.status === 200 || response.status === 404, `${path}: ${response.status}`);
    bodies[path] = response.status === 200 ? jsonOf(response) : response.status;
    return bodies[path];
  };
  // The event log may differ.
  for (const view of served.catalog.views.filter(({ resource }) => resource !== served.catalog.log)) {
    const parents = view.parent ? ids.get(view.parent.resource.name)! : [undefined];
    const viewIds: string[] = [];
    for (const parentId of parents) {
      const path = expandTemplate(view.path, { [view.parent?.column ?? ""]: parentId })!;
      if (view.resource.kind === "single") {
        await fetchBody(path);
        continue;
      }
      const list = await fetchBody(`${path}?fields=*&limit=100`);
      const items = list[view.plural] as Body[];
      if (view.role === "own") viewIds.push(...items.map(({ id }) => id as string));
      await fetchBody(path);
      const queryStrings = items.length > 0 ? queriesFor(view, items).map((each) => `${path}?${each}`) : [];
      await Promise.all([...items.map(({ _links }) => _links.self as string), ...queryStrings].map(fetchBody));
    }
    if (view.role === "own") ids.set(view.resource.name, viewIds);
  }
  return bodies;
}

/** Sorts by every property, and filters that find its first value, in another case too. */
function queriesFor({ properties }: View, items: readonly Body[]): string[] {
  return [...properties.values()].flatMap((property) => {
    const { name, isHiddenCount, spec } = property;
    if (spec.kind === "array" && property.filterable) return query([`${name}_exists`, "false"]);
    if (!isSortable(property)) return [];
    const at = (item: Body) => name.split(".").reduce((object, each) => object?.[each], item);
    const value = items.map(at).find((each) => each !== null && each !== undefined);
    const queryStrings = [query(["sort", `${name}:desc`])];
    if (isHiddenCount) queryStrings.push(query([`${name}_min`, "1"]));
    else queryStrings.push(query([`${name}_exists`, "false"]));
    if (value === undefined) return queryStrings;
    queryStrings.push(query([name, String(value)]));
    if (spec.kind === "text")
      queryStrings.push(
        query([`${name}_contains`, value.toUpperCase()]),
        query([`${name}_starts_with`, value.toLowerCase()]),
      );
    if (spec.kind === "reference" || spec.kind === "id") queryStrings.push(query([name, value.toUpperCase()]));
    return queryStrings;
  });
}
