/** Words in pictures, as far as their places depend on them. */

/** How wide a text is. */
export type Measure = (text: string) => number;

/** A title without what it adds in parentheses at its end. */
export function shortTitle(title: string): string {
  return title.replace(/ \([^)]*\)$/, "") || title;
}
