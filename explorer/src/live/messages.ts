/** The messages of the tabs of one caller about the stream that one of them reads. */

/** A change: its event without its content, which every tab reads with its own key. */
export interface Change {
  readonly id: string;
  /** The record or list that changed. */
  readonly subject: string;
  /** The path of the event itself. */
  readonly self: string;
}

/** A message. */
export type Message =
  /** A tab has joined, and asks how far the stream is. */
  | { readonly kind: "joined" }
  /** The stream is connected: every change after this event will come. */
  | { readonly kind: "connected"; readonly last: string }
  | { readonly kind: "changed"; readonly change: Change }
  /** The connection is lost. It continues after the last event as soon as it is back. */
  | { readonly kind: "lost" }
  /** The log no longer has what came after the last event: everything has to be read again. */
  | { readonly kind: "missed" };

/** A tab's knowledge of the stream. */
export interface Progress {
  /** The time since which it follows every change, in milliseconds since 1970; undefined while it does not. */
  readonly since: number | undefined;
  /** The last event. The next reader of the stream continues after it. */
  readonly last: string | undefined;
}

/** Before anything is known. */
export const UNKNOWN: Progress = { since: undefined, last: undefined };

/** Returns a tab's knowledge after a message. */
export function after(progress: Progress, message: Message, now: number): Progress {
  switch (message.kind) {
    case "connected":
      return { since: progress.since ?? now, last: message.last };
    case "changed":
      return { ...progress, last: message.change.id };
    case "lost":
      return { ...progress, since: undefined };
    case "missed":
      return UNKNOWN;
    default:
      return progress;
  }
}
