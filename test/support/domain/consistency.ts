/** Checks that every record of a service can be read, and that its counts are correct. */
import assert from "node:assert/strict";
import type { Resource, View } from "../../../src/resource/resource.ts";
import { expandTemplate } from "../../../src/resource/templates.ts";
import type { Body, Served } from "../http/serve.ts";

/** A record as its list shows it with all fields, and its parent's id. */
interface Found {
  readonly of: string | undefined;
  readonly item: Body;
}

/** Reads every record by all its paths; returns the number of records. */
export async function checkConsistency(served: Served): Promise<number> {
  const found = new Map<Resource, Found[]>();
  for (const view of served.catalog.views) {
    const parents = view.parent ? found.get(view.parent.resource)!.map(({ item }) => item.id as string) : [undefined];
    const records: Found[] = [];
    for (const of of parents) {
      const path = expandTemplate(view.path, of === undefined ? {} : { [slotOf(view)]: of })!;
      const items = view.resource.kind === "single" ? await single(served, path) : await whole(served, path, view);
      records.push(...items.map((item) => ({ of, item })));
    }
    if (view.role === "own") found.set(view.resource, records);
    if (view.role === "flat") assert.equal(records.length, found.get(view.resource)!.length, view.path);
  }
  for (const [resource, records] of found) {
    for (const each of records) await checkTallies(served, resource, each, found);
  }
  return [...found.values()].reduce((total, records) => total + records.length, 0);
}

function slotOf({ path }: View): string {
  return /\{(\w+)\}/.exec(path)![1]!;
}

async function single(served: Served, path: string): Promise<Body[]> {
  const { status, body } = await served.get(path);
  assert.ok(status === 200 || status === 404, `${path}: ${status}`);
  return status === 200 ? [body] : [];
}

/** Reads every item of a list, page by page, and by its own path. */
async function whole(served: Served, path: string, { plural, role }: View): Promise<Body[]> {
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

async function checkTallies(served: Served, on: Resource, record: Found, found: Map<Resource, Found[]>): Promise<void> {
  const { id } = record.item;
  for (const { child, foreignKey, column } of on.childCounts) {
    const counted = found.get(child)!.filter(({ of, item }) => {
      if (foreignKey === child.parentKey) return of === id;
      return foreignKey === child.key ? item.id === id : item[foreignKey] === id;
    }).length;
    const where = `${on.one} ${id}, ${column}`;
    const view = on.views[0]!;
    const path = expandTemplate(view.path, record.of === undefined ? {} : { [slotOf(view)]: record.of });
    const { body, text } = await served.get(`${path}?id=${id}&${column}=${counted}&limit=100`);
    assert.ok(
      body[view.plural]?.some((each: Body) => each.id === id),
      `${where} should be ${counted}: ${text}`,
    );
    for (const [name, { count, overflowCode }] of on.fields) {
      if (count !== child.name) continue;
      const shown = record.item[name];
      // A declared number is a maximum.
      assert.ok(
        overflowCode ? shown >= counted : shown === counted,
        `${where}: ${name} is ${shown}, there are ${counted}`,
      );
    }
  }
}
