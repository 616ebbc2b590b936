/** The stream of events, as the leading tab reads it. The client resumes it after the last event when it is cut. */
import { Forbidden, Gone, Problem, systemClock, Unauthorized } from "../../../client/index.ts";
import { withKey } from "../requests/queries.ts";
import type { Message } from "./messages.ts";

/** The wait after a failure of the service, in milliseconds. */
const WAIT_MS = 30_000;
/** A stream that is back after this time was not lost, in milliseconds: of the next leader, or after a restart. */
const GRACE_MS = 3_000;

/** The parameters for reading a stream. */
export interface Reading {
  /** The path of the log. */
  readonly log: string;
  /** Returns the event after which it continues; undefined starts now. */
  readonly last: () => string | undefined;
  readonly say: (message: Message) => void;
  readonly signal: AbortSignal;
}

/** Reads the stream until the signal aborts or the caller may not. */
export async function readStream({ log, last, say, signal }: Reading): Promise<void> {
  let grace: ReturnType<typeof setTimeout> | undefined;
  const lose = () => {
    clearTimeout(grace);
    grace = setTimeout(() => say({ kind: "lost" }), GRACE_MS);
  };
  const onConnection = (position: string | undefined) => {
    if (position === undefined) return lose();
    clearTimeout(grace);
    say({ kind: "connected", last: position });
  };
  lose();
  try {
    while (!signal.aborted) {
      try {
        await withKey(async (api) => {
          for await (const event of api.at(log).follow({}, { after: last(), signal, onConnection }))
            say({ kind: "changed", change: { id: event.id, subject: event.subject, self: `${log}/${event.id}` } });
        });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Problem)) throw error;
        if (error instanceof Unauthorized || error instanceof Forbidden) return say({ kind: "lost" });
        if (error instanceof Gone) say({ kind: "missed" });
        else await systemClock.sleep(WAIT_MS, signal).catch(() => {});
      }
    }
  } finally {
    clearTimeout(grace);
  }
}
