/** Values as text for people. */
export { countText as formatCount, quantity } from "../../kit/values/quantity.ts";

/** Control characters, which a terminal would obey (C0, C1, DEL), and the marks that change the direction of text. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu;
/** The same, without the ends of lines and tabs. */
const CONTROLS_IN_LINES = /(?![\t\r\n])[\p{Cc}\p{Bidi_Control}]|\r(?!\n)/gu;

/** A text of any number of lines without characters that control a terminal. JSON stays the same JSON. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS_IN_LINES, escapeControl);
}

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

/** A size: `12.3 MB`. */
export function formatBytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
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
