/** The results of the drawings of a series. */
import type { Block } from "../../blocks.ts";

/** The drawing of samples, and what has to be said with it. */
export interface SeriesPart {
  readonly blocks: readonly Block[];
  /** Says what is left out. */
  readonly notes: readonly string[];
  /** The number of samples that are drawn. */
  readonly count: number;
}
