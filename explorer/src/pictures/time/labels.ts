/** Words in pictures, as far as their places depend on them. */

/** Returns the width of a text. */
export type Measure = (text: string) => number;

/** Returns a title without the parentheses at its end. */
export function shortTitle(title: string): string {
  return title.replace(/ \([^)]*\)$/, "") || title;
}
