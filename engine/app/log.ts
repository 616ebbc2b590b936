/** The log of the service: lines of JSON on standard error. */
import pino, { type Logger } from "pino";

const STANDARD_ERROR = 2;
/** The bytes of the log that wait to be written; further lines are dropped. */
const MAX_WAITING = 1_048_576;

/** Properties of errors and requests that may contain credentials or other data of callers. They are never logged. */
const REDACTED = { paths: ["headers", "*.headers", "*.rawHeaders", "*.rawPacket", "*.body"], remove: true };

/**
 * Opens the log: lines of JSON on standard error. Lines that cannot be written, because its disk is full, wait for the next one;
 * they stop nothing.
 */
export function openLog(level: string): Logger {
  const destination = pino.destination({ dest: STANDARD_ERROR, maxLength: MAX_WAITING });
  const flush = destination.flushSync.bind(destination);
  let isFailing = false;
  destination.on("error", () => {
    isFailing = true;
  });
  destination.on("write", () => {
    isFailing = false;
  });
  // Called when the process exits. It would try again until there is space.
  destination.flushSync = () => {
    if (!isFailing) flush();
  };
  return pino({ level, redact: REDACTED }, destination);
}
