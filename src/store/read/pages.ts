/** Reads pages of lists from one session. */

import type { Values } from "../../declare/values.ts";
import type { Keyset } from "../../query/cursor.ts";
import { filterKey } from "../../query/filters.ts";
import type { ListQuery } from "../../query/list-query.ts";
import { type Projection, represent } from "../../resource/representation.ts";
import type { Counter } from "../counters.ts";
import type { Dialect, Row, Session } from "../dialect.ts";
import { keysetOf, rangesAfter, selectRange } from "./cursor-ranges.ts";
import { ListCache } from "./list-cache.ts";
import { listPredicates } from "./predicates.ts";
import { countRows, orderBy, selectByKeys, selectKeys, toValues } from "./select.ts";

/** Up to this offset, an unfiltered page is read from its index each time, without caching the order of the list. */
const CACHED_FROM_OFFSET = 200;

/** One page of a list. */
export interface Page {
  readonly items: readonly Values[];
  /** The number of items on all pages. */
  readonly total: number;
}

/** One page of a list that is paged with cursors. */
export interface CursorPage {
  readonly items: readonly Values[];
  /** The sort values of the last item; undefined on the last page. */
  readonly next: Keyset | undefined;
}

/** Reads pages from one session, with a cache of its own. */
export class PageReader {
  private readonly session: Session;
  private readonly dialect: Dialect;
  private readonly cache = new ListCache();

  constructor(session: Session, dialect: Dialect) {
    this.session = session;
    this.dialect = dialect;
  }

  /**
   * One page of a list, or all of it if it is not paged.
   * @param parentId the parent's id, if the view has a parent
   * @param counter the counter of the collection; the session must already see all changes up to it
   */
  async readPage(
    projection: Projection,
    parentId: string | undefined,
    query: ListQuery,
    counter: Counter,
    { paged }: { paged: boolean },
  ): Promise<Page> {
    const { view } = projection;
    const filters = [...query.filters, ...query.visibility];
    const predicates = listPredicates(view, parentId, filters, this.dialect);
    const list = [view.path, parentId, ...filters.map(filterKey)].join(" ");
    const total =
      predicates.length === 0
        ? counter.total
        : await this.cache.total(list, counter.changes, async () => {
            const [row] = await this.session.all(countRows(view, predicates));
            return Number(row!.total);
          });
    const [offset, limit] = paged ? [(query.paging.page - 1) * query.paging.limit, query.paging.limit] : [0, total];
    if (offset >= total) return { items: [], total };
    const cacheable = paged && (offset >= CACHED_FROM_OFFSET || filters.length > 0);
    const order = cacheable
      ? await this.cache.order(list + orderBy(query.sorts).sql, counter.changes, total, () =>
          this.session.numbers(selectKeys(view, predicates, query.sorts)),
        )
      : undefined;
    const keys = order
      ? Array.from(order.subarray(offset, offset + limit))
      : await this.session.numbers(selectKeys(view, predicates, query.sorts, { limit, offset }));
    return { items: await this.readItems(projection, keys), total };
  }

  /** The page after a cursor. Its cost does not depend on its position in the list. */
  async readCursorPage(projection: Projection, parentId: string | undefined, query: ListQuery): Promise<CursorPage> {
    const { sorts, cursor, paging } = query;
    const predicates = listPredicates(projection.view, parentId, [...query.filters, ...query.visibility], this.dialect);
    const found: Row[] = [];
    for (const range of rangesAfter(sorts, cursor?.after)) {
      // One row more than the page has shows whether there is a next page.
      const limit = paging.limit + 1 - found.length;
      if (limit === 0) break;
      found.push(...(await this.session.all(selectRange(projection.view, predicates, sorts, range, limit))));
    }
    const last = found.length > paging.limit ? found[paging.limit - 1] : undefined;
    const keys = found.slice(0, paging.limit).map(({ n }) => Number(n));
    return { items: await this.readItems(projection, keys), next: last && keysetOf(last, sorts) };
  }

  /** The records with these integer keys, in the same order; those that were deleted meanwhile are left out. */
  private async readItems(projection: Projection, keys: readonly number[]): Promise<Values[]> {
    if (keys.length === 0) return [];
    const rows = new Map<number, Row>();
    for (const row of await this.session.all(selectByKeys(projection, keys, this.dialect)))
      rows.set(Number(row["#"]), row);
    return keys.flatMap((key) => {
      const row = rows.get(key);
      return row ? [represent(projection, toValues(projection, row))] : [];
    });
  }
}
