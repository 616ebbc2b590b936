/** A list as a table of text. */
import { fit, formatValue, widthOf } from "../../console/text.ts";

type Row = Readonly<Record<string, unknown>>;

/** Between two columns. */
const GAP = 2;
/** The widest column on a terminal. */
const MAX_WIDTH = 40;

/** A table whose columns are those of its first rows. */
export class Table {
  /** The columns that have a value but do not fit on a line. */
  readonly hidden: readonly string[];
  private readonly columns: readonly (readonly [name: string, width: number])[];

  /**
   * @param rows the first ones
   * @param lineWidth of the terminal; undefined if lines may have any length
   */
  constructor(rows: readonly Row[], lineWidth: number | undefined) {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !name.startsWith("_"));
    const filled = names.filter((name) => rows.some((row) => formatValue(row[name]) !== ""));
    const columns = filled.map((name): [string, number] => {
      const width = Math.max(widthOf(formatValue(name)), ...rows.map((row) => widthOf(formatValue(row[name]))));
      return [name, lineWidth === undefined ? width : Math.min(width, MAX_WIDTH)];
    });
    let used = -GAP;
    const shown = columns.filter(([, width], index) => {
      used += width + GAP;
      return index === 0 || lineWidth === undefined || used <= lineWidth;
    });
    this.columns = shown;
    this.hidden = filled.filter((name) => !shown.some(([each]) => each === name));
  }

  get heading(): string {
    return this.line(formatValue);
  }

  format(row: Row): string {
    return this.line((name) => formatValue(row[name]));
  }

  private line(textOf: (name: string) => string): string {
    return this.columns
      .map(([name, width]) => fit(textOf(name), width))
      .join(" ".repeat(GAP))
      .trimEnd();
  }
}
