/** Pages of lists, read in one place, with what is remembered of the lists there. */

import type { Values } from "../../declare/values.ts";
import type { Keyset } from "../../query/cursor.ts";
import type { ListQuery } from "../../query/list-query.ts";
import { type Projection, represent } from "../../resource/representation.ts";
import type { Counter } from "../counters.ts";
import type { Dialect, Row, Session } from "../dialect.ts";
import { keysetOf, rangesAfter, selectRange } from "./cursor-ranges.ts";
import { ListCache } from "./list-cache.ts";
import { countRows, listTerms, orderBy, selectByKeys, selectKeys, toValues } from "./select.ts";

/** Below this depth an unfiltered page is read over its index at once. */
const DEEP = 200;

/** One page of a list. */
export interface Page {
  readonly items: readonly Values[];
  /** The size of the whole list, exact for every page. */
  readonly total: number;
}

/** A page of cursor pagination. */
export interface CursorPage {
  readonly items: readonly Values[];
  /** The position after which the next page begins; undefined on the last page. */
  readonly next?: Keyset;
}

export class Pages {
  private readonly session: Session;
  private readonly dialect: Dialect;
  private readonly remembered = new ListCache();

  constructor(session: Session, dialect: Dialect) {
    this.session = session;
    this.dialect = dialect;
  }

  /**
   * A page of a list, in the order asked for; the whole list when `paged` is false.
   * @param counter how the collection stands, read before; the session has all its changes
   */
  async readPage(
    shape: Projection,
    of: string | undefined,
    query: ListQuery,
    { changes, total: all }: Counter,
    { paged }: { paged: boolean },
  ): Promise<Page> {
    const { view } = shape;
    const { page, limit } = query.paging;
    const conditions = [...query.filters, ...(query.visibility ?? [])];
    const terms = listTerms(view, of, conditions, this.dialect);
    const filter = JSON.stringify([
      view.path,
      of,
      conditions.map(({ property, operator, values }) => [property.name, operator, values]),
    ]);
    const total =
      terms.length === 0
        ? all
        : await this.remembered.total(filter, changes, async () => {
            const [row] = await this.session.all(countRows(view, terms));
            return Number(row!.total);
          });
    const offset = paged ? (page - 1) * limit : 0;
    const size = paged ? limit : total;
    if (offset >= total) return { items: [], total };
    const worthwhile = paged && (offset >= DEEP || conditions.length > 0);
    const order = worthwhile
      ? await this.remembered.order(`${filter}${orderBy(query.sorts).sql}`, changes, total, () =>
          this.session.numbers(selectKeys(view, terms, query.sorts)),
        )
      : undefined;
    const keys = order
      ? Array.from(order.subarray(offset, offset + size))
      : await this.session.numbers(selectKeys(view, terms, query.sorts, size, offset));
    return { items: await this.rows(shape, keys), total };
  }

  /** The next items of a walk, at the same cost wherever it is. */
  async readCursorPage(shape: Projection, of: string | undefined, query: ListQuery): Promise<CursorPage> {
    const { filters: conditions, sorts, cursor: walk, paging } = query;
    const terms = listTerms(shape.view, of, [...conditions, ...(query.visibility ?? [])], this.dialect);
    const found: Row[] = [];
    for (const range of rangesAfter(sorts, walk?.after)) {
      // One more tells whether the walk goes on.
      const wanted = paging.limit + 1 - found.length;
      if (wanted === 0) break;
      found.push(...(await this.session.all(selectRange(shape.view, terms, sorts, range, wanted))));
    }
    const last = found.length > paging.limit ? found[paging.limit - 1] : undefined;
    const keys = found.slice(0, paging.limit).map(({ n }) => Number(n));
    return { items: await this.rows(shape, keys), ...(last ? { next: keysetOf(last, sorts) } : {}) };
  }

  private async rows(shape: Projection, keys: readonly number[]): Promise<Values[]> {
    if (keys.length === 0) return [];
    const rows = new Map<number, Row>();
    for (const row of await this.session.all(selectByKeys(shape, keys, this.dialect))) rows.set(Number(row["#"]), row);
    return keys.flatMap((key) => {
      const row = rows.get(key);
      return row ? [represent(shape, toValues(shape, row))] : [];
    });
  }
}
