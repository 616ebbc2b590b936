/** Many lists of integers, most of them short, of 8 bytes for each integer. */

/** Lists that only grow, each with a number. */
export class IntegerLists {
  /** The last entry of each list. */
  private readonly last: number[] = [];
  /** Two numbers for each entry: its integer, and the entry before it in its list, or -1. */
  private entries = new Int32Array(2_048);
  private used = 0;

  /** The number of integers in all lists. */
  get length(): number {
    return this.used / 2;
  }

  /** Adds an empty list. Returns its number. */
  create(): number {
    return this.last.push(-1) - 1;
  }

  /** Adds an integer of 32 bits to a list. */
  add(list: number, value: number): void {
    if (this.used === this.entries.length) {
      const longer = new Int32Array(2 * this.used);
      longer.set(this.entries);
      this.entries = longer;
    }
    this.entries[this.used] = value;
    this.entries[this.used + 1] = this.last[list]!;
    this.last[list] = this.used;
    this.used += 2;
  }

  /** The integers of a list, the one that was added last first. */
  *values(list: number): Generator<number, void> {
    for (let entry = this.last[list]!; entry >= 0; entry = this.entries[entry + 1]!) yield this.entries[entry]!;
  }
}
