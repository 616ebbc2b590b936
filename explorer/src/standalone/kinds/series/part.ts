/** The results of the drawings of a series. */
import type { Block } from "../../blocks.ts";

/** What is drawn of samples. */
export interface SeriesPart {
  readonly blocks: readonly Block[];
  /** Says what is left out. */
  readonly notes: readonly string[];
  /** The number of samples that are drawn. */
  readonly count: number;
}
