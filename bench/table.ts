/** Prints figures as a table. */
import type { Compared } from "./comparison.ts";

const WIDTHS = [36, 10, 10, 8, 8, 8];

/** The head of the table. */
export function heading(): string {
  return row("requests per second", "service", "baseline", "ratio", "by CPU", "goal");
}

/** The line of the constant response. */
export function constantLine(perSecond: number): string {
  return row("a constant from bare node:http", "", wholeNumber(perSecond));
}

/** A figure without a comparison. */
export function figureLine(name: string, perSecond: number): string {
  return row(name, wholeNumber(perSecond));
}

/** The line of a compared case. */
export function speedLine({ name, service, baseline, ratio, byProcessor, goal, failed }: Compared): string {
  const met = goal === undefined ? "" : ratio >= goal ? "met" : "missed";
  return row(
    name,
    wholeNumber(service),
    wholeNumber(baseline),
    ratio.toFixed(2),
    Number.isFinite(byProcessor) ? byProcessor.toFixed(2) : "",
    goal === undefined ? "" : `≥ ${goal}`,
    failed > 0 ? `${failed} requests failed` : met,
  );
}

/**
 * The line of a memory measurement.
 * @param bytes NaN if the system does not report it
 * @param maxBytes the goal, in bytes
 */
export function memoryLine(name: string, bytes: number, maxBytes: number): string {
  if (Number.isNaN(bytes)) return row(name, "unknown");
  const [megabytes, goal] = [bytes, maxBytes].map((each) => `${Math.round(each / 1e6)} MB`);
  return row(name, megabytes!, "", "", "", `< ${goal}`, bytes < maxBytes ? "met" : "missed");
}

function row(...cells: readonly string[]): string {
  const padded = cells.map((cell, index) =>
    index === 0 ? cell.padEnd(WIDTHS[0]!) : cell.padStart(WIDTHS[index] ?? 0),
  );
  return padded.join("  ").trimEnd();
}

function wholeNumber(value: number): string {
  return Math.round(value).toLocaleString("en");
}
