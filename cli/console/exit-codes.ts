/** The exit codes of the command line, and the errors that stand for them. */

export const EXIT = {
  done: 0,
  /** Nothing was done: the request or the state does not allow it, or a service or database is not available. */
  refused: 1,
  /** The command line was wrong: unknown or missing options, arguments, commands. */
  usage: 2,
  /** A part was done; the message says how to do the rest. */
  partly: 3,
} as const;

/** Refuses a command; the message says why, and what to do. Exit code 1. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** Refuses a value on the command line that only the command can judge. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Ends a command that did a part of its work; the message says which, and how to do the rest. Exit code 3. */
export class PartlyDone extends Error {
  override readonly name = "PartlyDone";
}
