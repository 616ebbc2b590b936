/** Reads the whole event log, and replays it. */
import assert from "node:assert/strict";
import type { View } from "../../../engine/resource/resource.ts";
import { expandTemplate } from "../../../engine/resource/templates.ts";
import type { Body, Served } from "../http/serve.ts";

/** Every event after this one, page by page, oldest first. */
export async function readEvents(served: Served, id = ""): Promise<Body[]> {
  const events: Body[] = [];
  for (let next: string | undefined = "/api/events?limit=100"; next; ) {
    const { status, body, text } = await served.get(next);
    assert.equal(status, 200, text);
    events.push(...body.events);
    next = body._links.next;
  }
  const ids = events.map((event) => event.id as string);
  assert.deepEqual(ids, [...new Set(ids)].sort(), "each once, in the order of the ids");
  return events.filter((event) => event.id > id);
}

/** The type and subject of each event. */
export function summarize(events: readonly Body[]): string[] {
  return events.map(({ type, subject }) => `${type} ${subject}`);
}

/** Replaces the content of private records, which events do not have. */
const PRIVATE = "private";

/** What a log says of the current records. */
interface Replayed {
  /** The records that events show, by path. */
  readonly records: Map<string, Body>;
  /** The number of other records, which were created in batches, by the path of their collection. */
  readonly unseen: Map<string, number>;
}

/** Asserts that a log, replayed from an empty state, yields the current records. */
export function assertReplayed(events: readonly Body[], current: ReadonlyMap<string, Body>): void {
  const { records, unseen } = replay(events);
  for (const path of records.keys()) assert.ok(current.has(path), path);
  for (const [path, record] of current) {
    const collection = collectionOf(path);
    if (records.has(path)) assert.deepEqual(records.get(path), record, path);
    else unseen.set(collection, (unseen.get(collection) ?? 0) - 1);
  }
  for (const [collection, count] of unseen) assert.equal(count, 0, `${collection}: records without an event`);
}

function collectionOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

/** Replays a log, and asserts that every event fits the earlier ones. */
function replay(events: readonly Body[]): Replayed {
  const records = new Map<string, Body>();
  const unseen = new Map<string, number>();
  const addUnseen = (collection: string, count: number) => {
    const total = (unseen.get(collection) ?? 0) + count;
    assert.ok(total >= 0, `${collection}: fewer records were created than changed`);
    unseen.set(collection, total);
  };
  for (const { id, type, subject, data } of events) {
    const [kind, verb] = type.split(".");
    // These are no changes of records.
    if (kind === "events" || verb === "refused") continue;
    if (verb === "batch_created") addUnseen(subject, data.count);
    else if (verb === "batch_deleted") {
      const paths = [...records.keys()].filter((path) => collectionOf(path) === subject);
      assert.equal((unseen.get(subject) ?? 0) + paths.length, data.count, `${id} deletes the whole collection`);
      for (const path of paths) records.delete(path);
      unseen.delete(subject);
    } else replaySingle({ id, type, subject, data }, verb);
  }
  return { records, unseen };

  function replaySingle({ id, type, subject, data }: Body, verb: string): void {
    const isPublic = "after" in data;
    if (!records.has(subject) && verb !== "created") {
      addUnseen(collectionOf(subject), -1);
      records.set(subject, isPublic ? data.before : PRIVATE);
    }
    const before = records.get(subject) ?? null;
    assert.equal(before === null, verb === "created", `${id} ${type} ${subject}`);
    if (isPublic) assert.deepEqual(data.before, before, `${id} ${type} ${subject}`);
    if (isPublic) assert.notDeepEqual(data.before, data.after, `${id} tells of no change`);
    if (verb === "deleted") records.delete(subject);
    else records.set(subject, isPublic ? data.after : PRIVATE);
    if (isPublic) assert.equal(data.after === null, verb === "deleted", id);
  }
}

/** The current representation of every record that has events, by canonical path. */
export async function readCurrent(served: Served): Promise<Map<string, Body>> {
  const records = new Map<string, Body>();
  const ownViews = served.catalog.views.filter(({ role, resource }) => role === "own" && resource.log);
  const parents = new Map<string, string[]>();
  for (const view of ownViews) {
    const ids = view.parent ? parents.get(view.parent.resource.name)! : [undefined];
    const foundIds: string[] = [];
    for (const parentId of ids) {
      const path = expandTemplate(view.path, view.parent ? { [view.parent.column]: parentId } : {})!;
      for (const item of await itemsOf(served, view, path)) {
        records.set(item._links.self, view.private ? PRIVATE : item);
        foundIds.push(item.id);
      }
    }
    parents.set(view.resource.name, foundIds);
  }
  return records;
}

async function itemsOf(served: Served, { resource, plural }: View, path: string): Promise<Body[]> {
  if (resource.kind === "single") {
    const { status, body } = await served.get(path);
    return status === 200 ? [body] : [];
  }
  const items: Body[] = [];
  for (let next: string | undefined = `${path}?fields=*&limit=100&page=1`; next; ) {
    const { body } = await served.get(next);
    items.push(...body[plural]);
    next = body._links.next;
  }
  return items;
}
