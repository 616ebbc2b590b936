/** JSON values. */

/** An object, such as a record: values by their names. */
export type Values = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object. */
export function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether a text has neither U+0000 nor a lone surrogate, which JSON can encode but databases cannot store. */
export function isCleanText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

/** Returns whether every text in a value, names included, is clean, and every number finite. */
export function isCleanJson(value: unknown): boolean {
  if (typeof value === "string") return isCleanText(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, part]) => isCleanText(name) && isCleanJson(part));
}
