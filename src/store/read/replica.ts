/** Reads lists from a replica that has caught up with the primary. */
import sql from "sql-template-tag";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import { Counters, SELECT_COUNTERS } from "../counters.ts";
import type { Dialect, Replica, Session } from "../dialect.ts";
import { PageReader } from "./pages.ts";

/** The readers of one server. Another server gets new ones, because it may be further behind. */
interface Connected {
  readonly session: Session;
  readonly counters: Counters;
  readonly pages: PageReader;
}

/** Reads from the replica that is connected, if it has caught up. */
export class ReplicaReader {
  private readonly replica: Replica;
  private readonly dialect: Dialect;
  private readonly catalog: Catalog;
  private connected: Connected | undefined;

  constructor(replica: Replica, dialect: Dialect, catalog: Catalog) {
    this.replica = replica;
    this.dialect = dialect;
    this.catalog = catalog;
  }

  /**
   * A reader that sees at least these changes of a collection; undefined if the replica is unavailable or behind. Does not
   * throw.
   */
  async pagesAt(resource: Resource, changes: number): Promise<PageReader | undefined> {
    const { session } = this.replica;
    if (!session) return undefined;
    if (this.connected?.session !== session) this.connected = this.connect(session);
    const { counters, pages } = this.connected;
    const counter = await counters.get([resource]).then(
      // No rows mean that the server was promoted.
      ([found]) => found ?? this.replica.disconnect(session),
      () => undefined,
    );
    return counter && counter.changes >= changes ? pages : undefined;
  }

  private connect(session: Session): Connected {
    // A replica does not notify anyone of commits, so its counters are read each time.
    const database = { reader: session, hasNewCommits: () => true };
    const counters = new Counters(database, this.catalog, sql`${SELECT_COUNTERS} WHERE ${this.replica.isReplica}`);
    return { session, counters, pages: new PageReader(session, this.dialect) };
  }
}
