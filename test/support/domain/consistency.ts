/** Checks that every record of a service can be read, and that its counts are correct. */
import assert from "node:assert/strict";
import type { Resource, View } from "../../../engine/resource/resource.ts";
import { expandTemplate } from "../../../engine/resource/templates.ts";
import type { Body, Served } from "../http/serve.ts";

/** A record as its list shows it with all fields, and its parent's id. */
interface FoundItem {
  readonly parentId: string | undefined;
  readonly item: Body;
}

/** Reads every record by all its paths; returns the number of records. */
export async function checkConsistency(served: Served): Promise<number> {
  const found = new Map<Resource, FoundItem[]>();
  for (const view of served.catalog.views) {
    const parents = view.parent ? found.get(view.parent.resource)!.map(({ item }) => item.id as string) : [undefined];
    const records: FoundItem[] = [];
    for (const parentId of parents) {
      const path = expandTemplate(view.path, parentId === undefined ? {} : { [parentParameter(view)]: parentId })!;
      const items =
        view.resource.kind === "single" ? await readSingle(served, path) : await readList(served, path, view);
      records.push(...items.map((item) => ({ parentId, item })));
    }
    if (view.role === "own") found.set(view.resource, records);
    if (view.role === "flat") assert.equal(records.length, found.get(view.resource)!.length, view.path);
  }
  for (const [resource, records] of found) {
    for (const each of records) await checkCounts(served, resource, each, found);
  }
  return [...found.values()].reduce((total, records) => total + records.length, 0);
}

function parentParameter({ path }: View): string {
  return /\{(\w+)\}/.exec(path)![1]!;
}

async function readSingle(served: Served, path: string): Promise<Body[]> {
  const { status, body } = await served.get(path);
  assert.ok(status === 200 || status === 404, `${path}: ${status}`);
  return status === 200 ? [body] : [];
}

/** Reads every item of a list, page by page, and by its own path. */
async function readList(served: Served, path: string, { plural, role }: View): Promise<Body[]> {
  const items: Body[] = [];
  for (let next: string | undefined = `${path}?fields=*&limit=100&page=1`; next; ) {
    const { status, body, text } = await served.get(next);
    assert.equal(status, 200, `${next}: ${text}`);
    items.push(...body[plural]);
    next = body._links.next;
    if (!next) assert.equal(items.length, body.total_count, path);
  }
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length, `${path}: each exactly once`);
  for (const item of items) {
    const { status, body } = await served.get(item._links.self);
    assert.equal(status, 200, item._links.self);
    if (role !== "reverse") assert.deepEqual({ ...item, _links: 0 }, { ...body, _links: 0 }, item._links.self);
  }
  return items;
}

async function checkCounts(
  served: Served,
  parent: Resource,
  record: FoundItem,
  found: Map<Resource, FoundItem[]>,
): Promise<void> {
  const { id } = record.item;
  for (const { child, foreignKey, column } of parent.childCounts) {
    const counted = found.get(child)!.filter(({ parentId, item }) => {
      if (foreignKey === child.parentKey) return parentId === id;
      return foreignKey === child.key ? item.id === id : item[foreignKey] === id;
    }).length;
    const location = `${parent.one} ${id}, ${column}`;
    const view = parent.views[0]!;
    const path = expandTemplate(
      view.path,
      record.parentId === undefined ? {} : { [parentParameter(view)]: record.parentId },
    );
    const { body, text } = await served.get(`${path}?id=${id}&${column}=${counted}&limit=100`);
    assert.ok(
      body[view.plural]?.some((each: Body) => each.id === id),
      `${location} should be ${counted}: ${text}`,
    );
    for (const [name, { count, overflowCode }] of parent.fields) {
      if (count !== child.name) continue;
      const shown = record.item[name];
      // A declared number is a maximum.
      assert.ok(
        overflowCode ? shown >= counted : shown === counted,
        `${location}: ${name} is ${shown}, there are ${counted}`,
      );
    }
  }
}
