/** The row around a box: it is filled in by keyboard alone. */
import { createContext } from "react";

/** A row of boxes. */
export interface BoxRow {
  /** Called with a box when a choice was made in it: the next one gets the focus. */
  readonly goOn: (from: HTMLElement) => void;
  /** Counts the boxes that were left before their choices were known: one more, or one less. */
  readonly count: (by: 1 | -1) => void;
}

/** The row around a box; without one, the focus stays. */
export const RowContext = createContext<BoxRow>({ goOn: () => {}, count: () => {} });
