/** Changes of a table that migrations make, and each database carries out in its own way. */

/** How a migration changes the columns of a table. */
export interface ColumnChanges {
  readonly table: string;
  /** The definition of every column that the table will have besides its integer key, by name. */
  readonly columns: ReadonlyMap<string, string>;
  readonly added: ReadonlySet<string>;
  /** A column that is dropped may also be added, with other values. */
  readonly dropped: ReadonlySet<string>;
  /** The columns whose values change, the integer key among them, with the SQL of the new value. */
  readonly converted: ReadonlyMap<string, string>;
}

/** The statements that change the columns of a table, and whether they drop its indexes too. */
export interface TableAlteration {
  readonly statements: readonly string[];
  readonly dropsIndexes: boolean;
}
