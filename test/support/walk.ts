/** A list as a client reads it who wants all of it: from its first page to its last, along `next`. */
import assert from "node:assert/strict";
import type { Body, Served } from "./serve.ts";

/** Every item; each page must tell the same exact total, and no item may come twice. */
export async function walk(served: Served, path: string, plural: string, total: number): Promise<Body[]> {
  const items: Body[] = [];
  for (let next: string | undefined = path; next; ) {
    const { status, body, text } = await served.get(next);
    assert.deepEqual([status, body.total_count], [200, total], text);
    items.push(...body[plural]);
    next = body._links.next;
  }
  assert.equal(items.length, total);
  assert.equal(new Set(items.map(({ id }) => id)).size, total, "each exactly once");
  return items;
}

/** By Unicode code point, as lists are sorted. */
export function byText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
