/** Words of a picture that are written from right to left. */

/** A letter of such a script. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** Isolates a text (U+2068, U+2069): it has its own direction, and leaves the order of what is beside it. */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}
