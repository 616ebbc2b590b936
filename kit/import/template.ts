/** Templates of values: text with columns in braces, such as `{mission_title|slug}-{year}`. */
import { idOf } from "./ids.ts";

/** Returns the text of a column in a row. */
export type Cells = (column: string) => string;

/** A template that can be filled with the cells of a row. */
export interface Template {
  /** The columns that it uses. */
  readonly columns: readonly string[];
  fill(cells: Cells): string;
}

/** A template with an unmatched brace or an unknown filter. */
export class InvalidTemplate extends Error {
  override readonly name = "InvalidTemplate";
}

/** What can be done with the text of a column. */
const FILTERS: Readonly<Record<string, (text: string) => string>> = {
  slug: idOf,
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  round: (text) => (text.trim() === "" ? "" : String(Math.round(Number(text)))),
};

/** @throws InvalidTemplate */
export function parseTemplate(text: string): Template {
  const parts = text.split(/\{([^{}]*)\}/);
  const stray = parts.find((part, index) => index % 2 === 0 && /[{}]/.test(part));
  if (stray !== undefined) throw new InvalidTemplate(`unmatched brace in ${JSON.stringify(text)}.`);
  const pieces = parts.map((part, index) => (index % 2 === 0 ? part : parsePlaceholder(part)));
  return {
    columns: pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.column])),
    fill: (cells) => pieces.map((piece) => (typeof piece === "string" ? piece : piece.fill(cells))).join(""),
  };
}

function parsePlaceholder(text: string): { column: string; fill: (cells: Cells) => string } {
  const [column = "", ...names] = text.split("|").map((part) => part.trim());
  const filters = names.map((name) => {
    const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
    if (!filter)
      throw new InvalidTemplate(`unknown filter ${JSON.stringify(name)}. Filters: ${Object.keys(FILTERS).join(", ")}.`);
    return filter;
  });
  return { column, fill: (cells) => filters.reduce((value, filter) => filter(value), cells(column)) };
}
