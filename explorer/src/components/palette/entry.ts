/** The entries of the palette. */
import type { IconName } from "../icon.tsx";

/** Something to go to, or to do. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  /** Words that are marked in the label instead of those of the query. */
  readonly marked?: string | undefined;
  /** At the end of its row. */
  readonly hint?: string | undefined;
  readonly icon?: IconName;
  /** The page it leads to; */
  readonly to?: string;
  /** or what it does. */
  readonly run?: () => void;
}

/** Entries of one kind, under a heading. */
export interface PaletteGroup {
  readonly heading: string;
  /** Beside the heading: `5 of 15`. */
  readonly count?: string | undefined;
  /** False if labels do not show where the query is in them. */
  readonly isMarked?: boolean;
  readonly entries: readonly PaletteEntry[];
}
