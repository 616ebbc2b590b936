/** The journal: the latest row changes of each collection, in memory. */
import type { Resource } from "../../resource/resource.ts";
import type { ListedChange } from "./recent-changes.ts";
import type { CollectionChange, RowChange } from "./row-changes.ts";

/** The maximum number of row changes of all collections. */
const CAPACITY = 4_000;

/** Reads the changes of a collection after a value of its change counter, by any process, as far as they are stored. */
export type ReadStoredChanges = (resource: Resource, from: number) => Promise<readonly ListedChange[]>;

/**
 * Says what changed in a collection between two values of its change counter. It has no gaps: where a change is unknown, it
 * forgets all changes before it. Those of other processes are known where they are stored.
 */
export class ChangeJournal {
  /** The entries of each collection; each continues where the one before it ends. */
  private readonly entries = new Map<Resource, ListedChange[]>();
  /** The entries of all collections, oldest first. Those that were forgotten may still be among them. */
  private readonly all: ListedChange[] = [];
  private readonly readStored: ReadStoredChanges | undefined;
  /** The reads of stored changes in progress. */
  private readonly reading = new Map<Resource, Promise<unknown>>();
  private size = 0;
  /** Settles once the changes of the COMMIT in progress have been added. */
  private expected: Promise<unknown> | undefined;

  /** @param readStored undefined if no other process writes */
  constructor(readStored?: ReadStoredChanges) {
    this.readStored = readStored;
  }

  /**
   * Announces a COMMIT, whose changes readers on other connections may see before `add` is called.
   * @param outcome of its COMMIT
   */
  committing(outcome: Promise<void>): void {
    const settled = outcome.then(
      () => {},
      () => {},
    );
    // `add` is called in the same turn of the event loop as the outcome.
    this.expected = settled.then(() => new Promise((resolve) => setImmediate(resolve)));
  }

  /** Adds what a transaction changed, after its commit. */
  add(changes: readonly CollectionChange[]): void {
    for (const { resource, from, to, rows } of changes) {
      const entries = this.entries.get(resource);
      const continues = entries?.at(-1)?.to === from;
      if (rows === undefined) this.entries.delete(resource);
      else {
        const entry: ListedChange = { resource, from, to, rows };
        if (continues) entries!.push(entry);
        else this.entries.set(resource, [entry]);
        this.count(entry);
      }
    }
  }

  /**
   * Returns the changes of each row of a collection between two values of its change counter: as it was at the first, and
   * as it was at the last. Undefined if the journal does not know all of them.
   */
  async between(resource: Resource, from: number, to: number): Promise<RowChange[] | undefined> {
    const changes = await this.every(resource, from, to);
    if (!changes) return undefined;
    const net = new Map<number, RowChange>();
    for (const { before, after } of changes) {
      const { n } = (before ?? after)!;
      const earlier = net.get(n);
      net.set(n, { before: earlier ? earlier.before : before, after });
    }
    return [...net.values()];
  }

  /** The same, with each change of a row that was changed repeatedly. */
  async every(resource: Resource, from: number, to: number): Promise<RowChange[] | undefined> {
    let known = this.find(resource, from, to);
    if (known) return known;
    await this.expected;
    known = this.find(resource, from, to);
    if (known || !this.readStored || to < from) return known;
    await this.reading.get(resource);
    known = this.find(resource, from, to);
    if (known) return known;
    const reading = this.addStored(resource, from).finally(() => this.reading.delete(resource));
    this.reading.set(resource, reading);
    await reading;
    return this.find(resource, from, to);
  }

  /** Replaces the entries of a collection with the stored ones, if those are as recent. */
  private async addStored(resource: Resource, from: number): Promise<void> {
    const stored = await this.readStored!(resource, from);
    const gap = stored.findIndex((entry, index) => entry.from !== (index === 0 ? from : stored[index - 1]!.to));
    const entries = gap < 0 ? [...stored] : stored.slice(0, gap);
    const latest = this.entries.get(resource)?.at(-1)?.to ?? 0;
    if (entries.length === 0 || entries.at(-1)!.to < latest) return;
    this.entries.set(resource, entries);
    for (const entry of entries) this.count(entry);
  }

  private find(resource: Resource, from: number, to: number): RowChange[] | undefined {
    if (from === to) return [];
    const entries = this.entries.get(resource) ?? [];
    const first = entries.findLastIndex((entry) => entry.from === from);
    const last = entries.findLastIndex((entry) => entry.to === to);
    if (first < 0 || last < first) return undefined;
    return entries.slice(first, last + 1).flatMap(({ rows }) => rows);
  }

  private count(entry: ListedChange): void {
    this.all.push(entry);
    this.size += 1 + entry.rows.length;
    while (this.size > CAPACITY) this.forgetOldest();
  }

  private forgetOldest(): void {
    const oldest = this.all.shift()!;
    this.size -= 1 + oldest.rows.length;
    const entries = this.entries.get(oldest.resource);
    if (entries?.[0] === oldest) entries.shift();
  }
}
