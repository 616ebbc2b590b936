/** Texts of files in messages, which show at most the beginning of long ones. */

/** The longest value that is shown whole, in characters. */
const LONGEST_VALUE = 60;
/** The longest name of a column that is shown whole, in characters: forms have whole questions as names. */
export const LONGEST_NAME = 200;

/** Returns a text, or the beginning of a long one. */
export function shorten(text: string, longest: number = LONGEST_VALUE): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Returns a value in quotes. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text));
}

/** Returns the name of a column in quotes. */
export function quoteName(name: string): string {
  return JSON.stringify(shorten(name, LONGEST_NAME));
}
