/** The vocabularies of all collections whose records have names: read when they are first needed, then kept up to date. */
import sql from "sql-template-tag";
import { comparedName } from "../../resource/named.ts";
import type { Resource } from "../../resource/resource.ts";
import type { Requester } from "../../runtime/fair-queue.ts";
import { TimeSlice } from "../../runtime/time-slice.ts";
import type { ChangeJournal } from "../changes/journal.ts";
import { Kept } from "../changes/kept.ts";
import type { Counters } from "../counters.ts";
import type { ReadSession, ReadSource } from "../database.ts";
import { quoteIdentifier } from "../tables.ts";
import { Vocabulary } from "./vocabulary.ts";

/** How many names are read at once, and how many of them are added between two looks at the clock. */
const BATCH = 500;
const NAMES_PER_LOOK = 50;

/** Reads vocabularies from one database. */
export class Vocabularies {
  private readonly source: ReadSource;
  private readonly counters: Pick<Counters, "get">;
  private readonly journal: ChangeJournal;
  private readonly kept = new Map<Resource, Kept<Vocabulary>>();

  constructor(source: ReadSource, counters: Pick<Counters, "get">, journal: ChangeJournal) {
    this.source = source;
    this.counters = counters;
    this.journal = journal;
  }

  /** The vocabulary of a resource, with the names of every commit before the call. */
  async of(resource: Resource, requester: Requester): Promise<Vocabulary> {
    let kept = this.kept.get(resource);
    if (!kept) {
      kept = this.keep(resource);
      this.kept.set(resource, kept);
    }
    const [counter] = await this.counters.get([resource]);
    return (await kept.read(counter!, requester))!;
  }

  private keep(resource: Resource): Kept<Vocabulary> {
    return new Kept({
      resource,
      journal: this.journal,
      stats: { built: 0, followed: 0 },
      pauseFactor: 0,
      build: (requester) =>
        this.source
          .slowReader(requester)
          .snapshot((session) => readVocabulary(session, resource, new TimeSlice(requester.signal))),
    });
  }
}

async function readVocabulary(session: ReadSession, resource: Resource, timeSlice: TimeSlice): Promise<Vocabulary> {
  const [counter] = await session.all(sql`SELECT changes FROM collection_counters WHERE name = ${resource.name}`);
  const vocabulary = new Vocabulary(Number(counter!.changes));
  const name = quoteIdentifier(comparedName(resource));
  for (let last: unknown = 0; !vocabulary.isFull; ) {
    const batch = sql`SELECT n, n || ' ' || replace(${name}, ${"\n"}, ' ') AS line FROM ${quoteIdentifier(resource.table)} WHERE n > ${last} ORDER BY n LIMIT ${BATCH}`;
    // As one text, because converting many rows takes several times as long.
    const [row] = await session.all(
      sql`SELECT max(n) AS last, string_agg(line, ${"\n"}) AS lines FROM (${batch}) AS batch`,
    );
    last = row!.last;
    if (last === null) break;
    for (const [index, line] of ((row!.lines as string | null) ?? "").split("\n").entries()) {
      if (index % NAMES_PER_LOOK === 0) await timeSlice.yieldIfOver();
      const space = line.indexOf(" ");
      vocabulary.add(Number(line.slice(0, space)), line.slice(space + 1));
    }
  }
  return vocabulary;
}
