/** Records that are looked up in one turn of the event loop, found by one statement for each kind of them. */
import type { Lookup, Row } from "../dialect.ts";

type Answer = (row: Row | undefined) => void;

interface Asked {
  readonly lookup: Lookup;
  readonly by: Map<string, Answer[]>;
  readonly failed: ((reason: unknown) => void)[];
}

/** @returns the rows of a statement */
export type Fetch = (text: string, values: unknown[]) => Promise<Row[]>;

export class BatchLoader {
  private readonly fetch: Fetch;
  private asked = new Map<string, Asked>();

  constructor(fetch: Fetch) {
    this.fetch = fetch;
  }

  /** The row of one key, read after this was asked: nothing joins a statement that was sent. */
  find(lookup: Lookup, key: string): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      if (this.asked.size === 0) setImmediate(() => this.send());
      let asked = this.asked.get(lookup.text);
      if (!asked) {
        asked = { lookup, by: new Map(), failed: [] };
        this.asked.set(lookup.text, asked);
      }
      const same = asked.by.get(key);
      if (same) same.push(resolve);
      else asked.by.set(key, [resolve]);
      asked.failed.push(reject);
    });
  }

  private send(): void {
    const { asked } = this;
    this.asked = new Map();
    for (const each of asked.values()) {
      this.answer(each).catch((reason: unknown) => {
        for (const reject of each.failed) reject(reason);
      });
    }
  }

  private async answer({ lookup, by }: Asked): Promise<void> {
    const [first] = by.keys();
    if (by.size === 1) return hand(by.get(first!)!, (await this.fetch(lookup.text, [first]))[0]);
    for (const row of await this.fetch(lookup.many!, [[...by.keys()]])) {
      const key = row["#key"] as string;
      hand(by.get(key) ?? [], row);
      by.delete(key);
    }
    for (const nobody of by.values()) hand(nobody, undefined);
  }
}

/** Each gets a row of its own, which it may change. */
function hand(answers: readonly Answer[], row: Row | undefined): void {
  for (const answer of answers) answer(row && answers.length > 1 ? { ...row } : row);
}
