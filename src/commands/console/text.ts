/** Values as text for people. */

/** Control characters, which a terminal would obey, and the marks that reverse the direction of text. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A value on one line: text as it is, lists of texts with commas, everything else as JSON; empty for null. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value.replace(CONTROLS, escapeControl);
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return formatValue(value.join(", "));
  return JSON.stringify(value).replace(CONTROLS, escapeControl);
}

function escapeControl(character: string): string {
  return `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`;
}

/** A number with thousands separators, such as `2,400`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** Such as `1 row` and `2,400 rows`. */
export function quantity(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The past of `be` that follows a number: `1 was`, `2 were`. */
export function wasOrWere(count: number): string {
  return count === 1 ? "was" : "were";
}

/** The length of a text in characters. */
export function widthOf(text: string): number {
  return [...text].length;
}

/** A text in a column of this width. */
export function fit(text: string, width: number): string {
  const characters = [...text];
  if (characters.length > width) return `${characters.slice(0, Math.max(0, width - 1)).join("")}…`;
  return text + " ".repeat(width - characters.length);
}
