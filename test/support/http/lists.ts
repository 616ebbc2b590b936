/** Reads lists, and composes queries for them. */
import assert from "node:assert/strict";
import { clientOf } from "./checked-client.ts";
import { type Body, faultsOf, type HttpResponse, type Served } from "./serve.ts";

/** A query string with every name and value percent-encoded. */
export function query(...parameters: readonly (readonly [name: string, value: string])[]): string {
  return parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
}

/** The items in the response of any list. */
export function itemsOf(response: HttpResponse): Body[] {
  return Object.values(response.body as Body).find(Array.isArray) as Body[];
}

/** The ids of the items in the response of any list. */
export function idsOf(response: HttpResponse): string[] {
  return itemsOf(response).map((item) => item.id);
}

/** The ids of a list, or the status and faults of a refusal, to compare with an expected value. */
export async function readIds(served: Served, path: string): Promise<unknown> {
  const response = await served.get(path);
  return response.status === 200 ? idsOf(response) : [response.status, faultsOf(response)];
}

/** The messages of a refusal by parameter. */
export function messagesOf(response: HttpResponse): Record<string, string> {
  const errors = response.body.errors as { parameter: string; message: string }[];
  return Object.fromEntries(errors.map(({ parameter, message }) => [parameter, message]));
}

/** Creates records concurrently. */
export function createAll(served: Served, path: string, records: readonly object[]): Promise<Body[]> {
  const { create } = clientOf(served).at(path);
  return Promise.all(records.map((record) => create(record)));
}

/** Reads all pages along `next`. Asserts that each has this total, and that no item is repeated. */
export async function readAllPages(served: Served, path: string, plural: string, total: number): Promise<Body[]> {
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

/** Compares by Unicode code point, as lists are sorted. */
export function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
