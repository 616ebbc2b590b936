/** Reads and writes a store of the second domain through the interface in `engine/store/store.ts`. */

import type { Values } from "../../../engine/declare/values.ts";
import { Problem } from "../../../engine/problem.ts";
import type { CursorQuery } from "../../../engine/query/cursor.ts";
import { readListQuery } from "../../../engine/query/list-query.ts";
import { fullProjection, represent } from "../../../engine/resource/representation.ts";
import type { Resource } from "../../../engine/resource/resource.ts";
import { readSubmission } from "../../../engine/resource/submission.ts";
import type { CursorPage } from "../../../engine/store/read/pages/page.ts";
import type { Store } from "../../../engine/store/store.ts";
import type { Writer } from "../../../engine/store/write/writer.ts";

/** A client of one store. */
export class StoreClient {
  readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  resource(name: string): Resource {
    return this.store.catalog.resource(name);
  }

  async changeCounters(...names: string[]): Promise<number[]> {
    const counters = await this.store.counters(names.map((name) => this.resource(name)));
    return counters.map(({ changes }) => changes);
  }

  async read(name: string, id: string, parentId?: string): Promise<Values | undefined> {
    const view = this.resource(name).views[0]!;
    const projection = fullProjection(view);
    const found = await this.store.get(projection, { id, ...(parentId ? { parentId } : {}) });
    return found && represent(projection, found.values);
  }

  /** The ids on a page of a list, and its total. */
  async list(name: string, query: string, parentId?: string): Promise<{ ids: unknown[]; total: number }> {
    const view = this.resource(name).views[0]!;
    const listQuery = readListQuery(view, query, { default: 20, max: 100 });
    const { items, total } = await this.store.list(fullProjection(view), parentId, listQuery, { paged: true });
    return { ids: items.map((item) => item.id), total };
  }

  /** Reads a page of a list. Returns a function that tells whether the store knows that the page is still the same. */
  async watchPage(name: string, query: string, parentId?: string): Promise<() => Promise<boolean>> {
    const view = this.resource(name).views[0]!;
    const listQuery = readListQuery(view, query, { default: 20, max: 100 });
    const shown = [view.resource, ...(view.parent ? [view.parent.resource] : [])];
    const since = await this.store.counters(shown);
    const { part } = await this.store.list(fullProjection(view), parentId, listQuery, { paged: true });
    return async () => this.store.isUnchanged(part, since, await this.store.counters(shown));
  }

  /**
   * Reads a list along its cursors: the ids on each page.
   * @param between gets the last id of each page but the last; its results are collected
   */
  async readCursorPages<T>(
    name: string,
    query: string,
    between: (last: string) => Promise<T>,
  ): Promise<{ pages: unknown[][]; gone: T[] }> {
    const view = this.resource(name).views[0]!;
    const listQuery = readListQuery(view, query, { default: 20, max: 100 });
    const [pages, results]: [unknown[][], T[]] = [[], []];
    for (let cursor: CursorQuery | undefined = { after: undefined }; cursor; ) {
      const { items, next: last }: CursorPage = await this.store.listByCursor(fullProjection(view), undefined, {
        ...listQuery,
        cursor,
      });
      pages.push(items.map((item) => item.id));
      cursor = last && { after: last };
      if (cursor) results.push(await between(items.at(-1)!.id as string));
    }
    return { pages, gone: results };
  }

  create(name: string, body: Values, parentId?: string): Promise<Values> {
    return this.store.write((tx) => this.createWithin(tx, name, body, parentId));
  }

  createWithin(tx: Writer, name: string, body: Values, parentId?: string): Promise<Values> {
    const resource = this.resource(name);
    return tx.create(resource, parentId, readSubmission(resource, "create", body));
  }

  patch(name: string, id: string, body: Values): Promise<Values> {
    const resource = this.resource(name);
    return this.store.write((tx) => tx.patch(resource, { id }, readSubmission(resource, "patch", body)));
  }

  replace(name: string, id: string, body: Values): Promise<{ record: Values; created: boolean }> {
    const resource = this.resource(name);
    return this.store.write((tx) => tx.replace(resource, { id }, readSubmission(resource, "replace", body)));
  }

  remove(name: string, id: string, cascade = false): Promise<Values> {
    return this.store.write((tx) => tx.delete(this.resource(name), { id }, { cascade }));
  }
}

/** Whether a write was refused with this problem, for `assert.rejects`. */
export function isProblem(slug: string): (reason: unknown) => boolean {
  return (reason) => reason instanceof Problem && reason.slug === slug;
}
