/** The book that writers keep: what a service must have stored according to its responses. */

/** A value that is stored under a key; undefined if nothing is. */
export type Stored = string | undefined;

/** How the content of a service differs from the book. */
export interface Difference {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[];
  /** There, with a value that it can not have: doubled, cut, or older than what was acknowledged. */
  readonly wrong: readonly string[];
  /** There, and never asked for, or refused, or deleted. */
  readonly extra: readonly string[];
}

/**
 * Keeps the values that each key may have. A write that is acknowledged leaves one; a write without an answer adds one,
 * because it may have been executed or not. One writer at a time writes a key.
 */
export class Book {
  private readonly possible = new Map<string, Set<Stored>>();

  /** Notes a write before it is sent. */
  attempt(key: string, value: Stored): void {
    const values = this.possible.get(key) ?? new Set<Stored>([undefined]);
    this.possible.set(key, values.add(value));
  }

  /** Notes that the latest write of a key was executed. */
  acknowledge(key: string, value: Stored): void {
    this.possible.set(key, new Set([value]));
  }

  /** Notes that the latest write of a key was refused, and certainly not executed. */
  refuse(key: string, value: Stored): void {
    this.possible.get(key)?.delete(value);
  }

  /** Compares the content of a service. */
  compare(actual: ReadonlyMap<string, string>): Difference {
    const [lost, wrong, extra]: string[][] = [[], [], []];
    for (const [key, values] of this.possible) {
      const found = actual.get(key);
      if (values.has(found)) continue;
      const line = `${key} is ${found ?? "absent"}, not ${[...values].map((value) => value ?? "absent").join(" or ")}`;
      (found === undefined ? lost : values.size === 1 && values.has(undefined) ? extra : wrong)!.push(line);
    }
    for (const [key, value] of actual) if (!this.possible.has(key)) extra!.push(`${key} is ${value}`);
    return { lost: lost!, wrong: wrong!, extra: extra! };
  }
}
