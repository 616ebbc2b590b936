/** Numbers as they are typed. */
import { type Unreadable, unreadable } from "./unreadable.ts";

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/**
 * Reads a number exactly as it was typed.
 * @returns the number; null for an empty text; what is wrong with it if a double cannot hold it exactly, or it is none
 */
export function readNumber(text: string, isInteger: boolean): number | null | Unreadable {
  const typed = text.trim().replace("−", "-");
  if (typed === "") return null;
  const match = NUMBER.exec(typed);
  if (!match || (match[2] ?? "") + (match[3] ?? "") === "")
    return unreadable(text, "A number is required, such as 1738.1 or 1.898e27.");
  const value = Number(typed);
  if (!Number.isFinite(value)) return unreadable(text, "This number is too large.");
  if (isInteger && !Number.isInteger(value)) return unreadable(text, "A whole number is required.");
  if (isInteger && !Number.isSafeInteger(value))
    return unreadable(text, "Whole numbers beyond 9,007,199,254,740,991 cannot be stored exactly.");
  if (digitsOf(typed) !== digitsOf(String(value)))
    return unreadable(text, `This cannot be stored exactly; the nearest number that can is ${value}.`);
  return value;
}

/**
 * Returns the significant digits of a number and where its point is, however it is written: `1.50e2` and `150` are the
 * same.
 */
function digitsOf(text: string): string {
  const [, sign = "", whole = "", part = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  const all = whole + part;
  const digits = all.replace(/^0+/, "").replace(/0+$/, "");
  if (digits === "") return "0";
  const trailing = all.length - all.replace(/0+$/, "").length;
  return `${sign === "-" ? "-" : ""}${digits}e${Number(exponent) - part.length + trailing}`;
}
