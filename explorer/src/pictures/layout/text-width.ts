/** The width of words in pictures (Archivo, 88 % wide), near enough to place them. It is known without a browser. */

const WIDE = new Set("mwMW@—…%");
const THIN = new Set("iljtfrI.,:;'’|!()[]- ·");
const BEYOND_LATIN = 0x0250;

/** Returns the width of a text in pixels. */
export function textWidth(text: string, size = 11): number {
  let ems = 0;
  for (const character of text) ems += widthOf(character);
  return ems * size;
}

function widthOf(character: string): number {
  if (THIN.has(character)) return 0.27;
  if (WIDE.has(character)) return 0.76;
  if (character.codePointAt(0)! >= BEYOND_LATIN) return 0.9;
  return /\p{Lu}/u.test(character) ? 0.63 : 0.5;
}

/** Shortens a text to a width. */
export function shorten(text: string, most: number, size = 11): string {
  if (textWidth(text, size) <= most) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join("")}…`, size) > most) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}
