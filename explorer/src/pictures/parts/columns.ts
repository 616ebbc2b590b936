/** The rows of a picture as a table: what its table shows and its CSV file has. */
import type { ReactNode } from "react";

/** A column of the table of a picture. */
export interface Column<Row> {
  /** Its name in CSV. */
  readonly name: string;
  readonly label: string;
  readonly isNumber?: boolean;
  /** Returns the exact value. */
  readonly value: (row: Row) => string | number | boolean | null | undefined;
  /** Shows the value; by default as it is. */
  readonly cell?: (row: Row) => ReactNode;
}

/** The table of a picture: the same rows. */
export interface Table<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}
