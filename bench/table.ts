/** Prints figures as a table. */
import type { Compared, Figures } from "./comparison.ts";
import { isSuccess } from "./load/request.ts";
import type { Responses } from "./load/traffic.ts";

const WIDTHS = [36, 10, 10, 8, 8, 8];

/** The head of the table. */
export function heading(title = "requests per second"): string {
  return row(title, "service", "baseline", "ratio", "by CPU", "goal");
}

/** The line of the constant response. */
export function constantLine(perSecond: number): string {
  return row("a constant from bare node:http", "", wholeNumber(perSecond));
}

/** The line of a case that two servers are compared by. */
export function speedLine({ name, figures, goals = {}, failed }: Compared): string {
  const [service, baseline] = Object.values(figures) as [Figures, Figures];
  const { perSecond } = service;
  const { ratio, byProcessor } = baseline;
  const cells = [
    wholeNumber(perSecond),
    wholeNumber(baseline.perSecond),
    ratio.toFixed(2),
    Number.isFinite(byProcessor) ? byProcessor.toFixed(2) : "",
  ];
  if (failed > 0) return row(name, ...cells, "", `${failed} requests failed`);
  return goals.ratio === undefined
    ? row(name, ...cells)
    : row(name, ...cells, `≥ ${goals.ratio}`, met(ratio >= goals.ratio));
}

/** The head of a table of how long clients waited. */
export function trafficHeading(): string {
  return row("", "per second", "p50 ms", "p99 ms", "max ms", "goal");
}

/**
 * The line of one kind of client.
 * @param options the number of rows that each request writes; the goal, which is at least this number of responses per second, or
 * at most this 99th percentile in milliseconds
 */
export function trafficLine(
  name: string,
  { perSecond, p50, p99, max, statuses }: Responses,
  { rows = 1, ...goals }: { readonly rows?: number; readonly perSecond?: number; readonly p99?: number } = {},
): string {
  const figures = [
    wholeNumber(perSecond * rows),
    ...[p50, p99, max].map((each) => (Number.isNaN(each) ? "" : each.toFixed(1))),
  ];
  const verdict =
    goals.perSecond !== undefined
      ? [`≥ ${wholeNumber(goals.perSecond)}`, met(perSecond >= goals.perSecond)]
      : goals.p99 !== undefined
        ? [`p99 ≤ ${goals.p99}`, met(p99 <= goals.p99)]
        : ["", ""];
  const others = Object.entries(statuses).filter(([status]) => !isSuccess(Number(status)));
  return row(
    name,
    ...figures,
    ...verdict,
    others.map(([status, count]) => `${count} × ${status === "0" ? "no response" : status}`).join(", "),
  );
}

/** Whether a goal is met, in a word. */
export function met(isMet: boolean): string {
  return isMet ? "met" : "missed";
}

/**
 * The line of a memory measurement.
 * @param bytes NaN if the system does not report it
 * @param maxBytes the goal, in bytes
 */
export function memoryLine(name: string, bytes: number, maxBytes: number): string {
  if (Number.isNaN(bytes)) return row(name, "unknown");
  const [megabytes, goal] = [bytes, maxBytes].map((each) => `${Math.round(each / 1e6)} MB`);
  return row(name, megabytes!, "", "", "", `< ${goal}`, met(bytes < maxBytes));
}

/** The head of a table of sizes. */
export function sizeHeading(title: string): string {
  return row(title, "bytes", "", "", "", "goal");
}

/** The line of a size, in bytes. */
export function bytesLine(name: string, bytes: number, most?: number): string {
  const goal = most === undefined ? [] : ["", "", "", `≤ ${wholeNumber(most)}`, met(bytes <= most)];
  return row(name, wholeNumber(bytes), ...goal);
}

/** The head of a table of exports. */
export function exportHeading(title: string): string {
  return row(title, "rows/s", "more MB", "", "", "goal");
}

/** The line of an export: rows per second, and the bytes of memory that it adds. */
export function exportLine(
  name: string,
  { perSecond, memory }: { readonly perSecond: number; readonly memory: number },
  goals: { readonly perSecond: number; readonly memory: number },
): string {
  const isMet = perSecond >= goals.perSecond && memory <= goals.memory;
  const goal = `≥ ${wholeNumber(goals.perSecond)}, ≤ ${wholeNumber(goals.memory / 1e6)} MB`;
  return row(name, wholeNumber(perSecond), wholeNumber(memory / 1e6), "", "", goal, met(isMet));
}

/** The head of a table of summaries. */
export function summaryHeading(title: string): string {
  return row(title, "ms", "GET ms", "", "", "goal");
}

/** The line of a summary, and of the longest wait of another request. All are in milliseconds. */
export function summaryLine(name: string, duration: number, wait: number, longest: number): string {
  return row(name, wholeNumber(duration), wait.toFixed(1), "", "", `≤ ${longest} ms`, met(duration <= longest));
}

/** The head of a table of figures without a comparison. */
export function plainHeading(title: string): string {
  return row(title, "", "", "", "", "goal");
}

/** The head of a table of searches. */
export function searchHeading(title: string): string {
  return row(title, "ms", "scan ms", "ratio", "", "goal");
}

/** The heading of questions about related records. */
export function relationsHeading(title: string): string {
  return row(title, "ms", "by hand ms", "ratio", "", "goal");
}

/** The line of a search. All three are in milliseconds. */
export function searchLine(name: string, duration: number, scan: number, longest?: number): string {
  const figures = [duration.toFixed(1), scan.toFixed(1), (scan / duration).toFixed(1)];
  return longest === undefined
    ? row(name, ...figures)
    : row(name, ...figures, "", `≤ ${longest} ms`, met(duration <= longest));
}

/** The line of a duration. Both are in milliseconds. */
export function durationLine(name: string, duration: number, longest: number): string {
  return row(name, `${Math.round(duration)} ms`, "", "", "", `≤ ${longest} ms`, met(duration <= longest));
}

/** The head of a table of this version beside another one. */
export function versionsHeading(title: string): string {
  return row(title, "this", "other", "ratio", "", "goal");
}

/** The line of bytes in this version and in another one; NaN if that is unknown. @param most the highest ratio */
export function versionsLine(name: string, [bytes, other]: readonly number[], most?: number): string {
  const ratio = bytes! / other!;
  const figures = [bytes!, other!].map((each) => (Number.isNaN(each) ? "" : wholeNumber(each)));
  if (!Number.isFinite(ratio)) return row(name, ...figures);
  const goal = most === undefined ? [] : ["", `≤ ${most}`, met(ratio <= most)];
  return row(name, ...figures, ratio.toFixed(3), ...goal);
}

/** The head of a table of reads of the past. */
export function pastHeading(title: string): string {
  return row(title, "p50 ms", "p99 ms", "today ms", "ratio", "goal");
}

/**
 * The line of a read of the past: its median and its slowest hundredth, and the median of the same read of today.
 * @param goal the longest median in milliseconds, or the highest ratio of both medians
 */
export function pastLine(
  name: string,
  { p50, p99, today }: { readonly p50: number; readonly p99: number; readonly today: number },
  goal: { readonly ms: number } | { readonly ratio: number },
): string {
  const figures = [...[p50, p99, today].map((each) => each.toFixed(1)), (p50 / today).toFixed(1)];
  return "ms" in goal
    ? row(name, ...figures, `≤ ${goal.ms} ms`, met(p50 <= goal.ms))
    : row(name, ...figures, `≤ ${goal.ratio} ×`, met(p50 / today <= goal.ratio));
}

function row(...cells: readonly string[]): string {
  const padded = cells.map((cell, index) =>
    index === 0 ? cell.padEnd(WIDTHS[0]!) : cell.padStart(WIDTHS[index] ?? 0),
  );
  return padded.join("  ").trimEnd();
}

/** A number without decimals. */
export function wholeNumber(value: number): string {
  return Math.round(value).toLocaleString("en");
}
