/** The time limit of requests (`HANDLER_TIMEOUT`), on the clock of a test. */
import { setImmediate } from "node:timers/promises";
import type { Served } from "./serve.ts";

/** Lets time pass until requests have their responses: each that begins meanwhile runs out of time. @returns the responses */
export async function runOutOfTime<T>({ clock }: Served, responses: Promise<T>): Promise<T> {
  let isOver = false;
  const over = responses.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    // A little at a time: what is kept for hours must not expire meanwhile.
    clock.advance(10);
    await setImmediate();
  }
  return over;
}
