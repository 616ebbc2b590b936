/** Reads lists from a replica that has caught up with the primary. */
import sql from "sql-template-tag";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import { Counters, combined, SELECT_COUNTERS } from "../counters.ts";
import type { ReadSource, Replica } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import type { ListCacheContext } from "./kept/list-cache.ts";
import { PageReader } from "./pages/page-reader.ts";

/** The readers of one server. Another server gets new ones, because it may be further behind. */
interface Connected {
  readonly source: ReadSource;
  readonly counters: Counters;
  readonly pages: PageReader;
}

/** Reads from the replica that is connected, if it has caught up. */
export class ReplicaReader {
  private readonly replica: Replica;
  private readonly dialect: Dialect;
  private readonly catalog: Catalog;
  private readonly context: ListCacheContext;
  private connected: Connected | undefined;

  constructor(replica: Replica, dialect: Dialect, catalog: Catalog, context: ListCacheContext) {
    this.context = context;
    this.replica = replica;
    this.dialect = dialect;
    this.catalog = catalog;
  }

  /**
   * A reader that sees at least these changes of collections, counted together; undefined if the replica is unavailable or behind. Does not
   * throw.
   */
  async pagesAt(collections: readonly Resource[], changes: number): Promise<PageReader | undefined> {
    const { current } = this.replica;
    if (!current) return undefined;
    if (this.connected?.source !== current) this.connected = this.connect(current);
    const { counters, pages } = this.connected;
    const found = await counters.get(collections).catch(() => undefined);
    // No rows mean that the server was promoted.
    if (found && !found[0]) this.replica.disconnect(current);
    return found?.[0] && combined(found).changes >= changes ? pages : undefined;
  }

  private connect(source: ReadSource): Connected {
    // A replica does not notify anyone of commits, so its counters are read each time.
    const database = { reader: source.reader, hasNewCommits: () => true };
    const counters = new Counters(database, this.catalog, sql`${SELECT_COUNTERS} WHERE ${this.replica.isReplica}`);
    return { source, counters, pages: new PageReader(source, this.dialect, this.context) };
  }
}
