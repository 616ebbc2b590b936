/** Random values that depend on each other and on what is stored. */
import fc from "fast-check";

/** Draws random values, one after the other. */
export class Chance {
  private readonly draw: fc.GeneratorValue;

  constructor(draw: fc.GeneratorValue) {
    this.draw = draw;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.draw(fc.nat, items.length - 1)]!;
  }

  some<T>(items: readonly T[], most: number): T[] {
    const count = this.draw(fc.nat, Math.min(most, items.length));
    return [...new Set(Array.from({ length: count }, () => this.pick(items)))];
  }

  /** Whether something happens that happens so often in a hundred times. */
  in100(times: number): boolean {
    return this.draw(fc.nat, 99) < times;
  }

  of<T>(arbitrary: fc.Arbitrary<T>): T {
    return this.draw(() => arbitrary);
  }
}
