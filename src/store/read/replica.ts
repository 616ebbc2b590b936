/** Lists read from a standby, where it has caught up with the database. */
import sql from "sql-template-tag";
import type { Catalog } from "../../resource/catalog.ts";
import type { Resource } from "../../resource/resource.ts";
import { Counters, READING } from "../counters.ts";
import type { Dialect, Replica, Session } from "../dialect.ts";
import { Pages } from "./pages.ts";

/** What is known of one server. With another it is forgotten: that one may be further behind. */
interface Known {
  readonly session: Session;
  readonly counters: Counters;
  readonly pages: Pages;
}

export class ReplicaReader {
  private readonly standby: Replica;
  private readonly dialect: Dialect;
  private readonly catalog: Catalog;
  private known: Known | undefined;

  constructor(standby: Replica, dialect: Dialect, catalog: Catalog) {
    this.standby = standby;
    this.dialect = dialect;
    this.catalog = catalog;
  }

  /**
   * What reads lists with every change of a collection up to this one; undefined where no standby has come so far. It
   * throws nothing.
   */
  async caughtUp(resource: Resource, changes: number): Promise<Pages | undefined> {
    const { session } = this.standby;
    if (!session) return undefined;
    if (this.known?.session !== session) this.known = this.at(session);
    const { counters, pages } = this.known;
    const counter = await counters.of([resource]).then(
      ([found]) => found ?? this.standby.disconnect(session),
      () => undefined,
    );
    return counter && counter.changes >= changes ? pages : undefined;
  }

  private at(session: Session): Known {
    // Its commits are those of the database, of which it does not tell.
    const moving = { reader: session, hasNewCommits: () => true };
    const counters = new Counters(moving, this.catalog, sql`${READING} WHERE ${this.standby.isReplica}`);
    return { session, counters, pages: new Pages(session, this.dialect) };
  }
}
