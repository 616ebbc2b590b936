/** Typed texts that cannot be read as a value. They stand in the place of the value, so that nothing typed is lost. */

/** A text, and why it is no value. It is plain data, so that drafts can keep it. */
export interface Unreadable {
  readonly $typed: string;
  readonly $reason: string;
}

/** Wraps a text that is no value. @param reason a sentence for the person who typed it */
export function unreadable(typed: string, reason: string): Unreadable {
  return { $typed: typed, $reason: reason };
}

/** Returns whether a value of a form is none yet. */
export function isUnreadable(value: unknown): value is Unreadable {
  return typeof value === "object" && value !== null && "$typed" in value && "$reason" in value;
}
