/** Progress on standard error: one line that is redrawn on a terminal, a plain line every few seconds otherwise. */

import { escapeControls, formatCount } from "./text.ts";

/** Reports the progress of a long command. */
export interface Progress {
  /** @param total undefined if it is not known */
  start(total?: number): void;
  /** @param done the count so far */
  update(done: number): void;
  /** Reports the last state, unless nothing was done. */
  end(): void;
}

/** Where progress is written, such as `process.stderr`. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** How often a terminal is redrawn, and how often a plain line is written, in milliseconds. */
const REDRAW_MS = 100;
const LINE_MS = 5_000;
const BAR_WIDTH = 24;

/**
 * Progress of a command.
 * @param what the units counted, in the plural, such as rows
 * @param now the time in milliseconds
 */
export function progressOn(
  what: string,
  stream: ProgressStream = process.stderr,
  now: () => number = () => performance.now(),
): Progress {
  const interval = stream.isTTY ? REDRAW_MS : LINE_MS;
  let [total, done, began, written]: [number | undefined, number, number, number] = [undefined, 0, now(), 0];
  const write = (end: string): void => {
    const line = escapeControls(describeProgress(what, done, total, (now() - began) / 1_000));
    // Erases what is left of a longer line before.
    stream.write(stream.isTTY ? `\r${barOf(done, total)}${line}\x1b[K${end}` : `${line}\n`);
  };
  return {
    start: (count) => {
      [total, done, began, written] = [count, 0, now(), now()];
      if (stream.isTTY) write("");
    },
    update: (count) => {
      done = count;
      if (now() - written < interval) return;
      written = now();
      write("");
    },
    end: () => {
      if (stream.isTTY || done > 0) write("\n");
    },
  };
}

/** What a terminal shows before the line: `[####----] `; empty if the total is not known. */
function barOf(done: number, total: number | undefined): string {
  if (!total) return "";
  const filled = Math.round(BAR_WIDTH * Math.min(1, done / total));
  return `[${"#".repeat(filled)}${"-".repeat(BAR_WIDTH - filled)}] `;
}

/** The line, such as `1,200 of 2,400 rows, 600 rows/s, 2 s left`. */
function describeProgress(what: string, done: number, total: number | undefined, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const speed = `${formatCount(Math.round(rate))} ${what}/s`;
  if (!total) return `${formatCount(done)} ${what}, ${speed}`;
  const left = rate > 0 && done < total ? `, ${formatSeconds((total - done) / rate)} left` : "";
  return `${formatCount(done)} of ${formatCount(total)} ${what}, ${speed}${left}`;
}

/** Such as `8 s`, `3 min`, `2 h 5 min`. */
function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
