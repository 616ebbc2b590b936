/** Prints figures as a table. */
import type { Compared } from "./comparison.ts";

const WIDTHS = [36, 10, 10, 8, 8, 8];

export function heading(): string {
  return row("requests per second", "service", "baseline", "ratio", "by CPU", "goal");
}

export function constantLine(perSecond: number): string {
  return row("a constant from bare node:http", "", whole(perSecond));
}

/** A figure without a comparison. */
export function figureLine(name: string, perSecond: number): string {
  return row(name, whole(perSecond));
}

export function speedLine({ name, service, baseline, ratio, byProcessor, goal, failed }: Compared): string {
  const met = goal === undefined ? "" : ratio >= goal ? "met" : "missed";
  return row(
    name,
    whole(service),
    whole(baseline),
    ratio.toFixed(2),
    Number.isFinite(byProcessor) ? byProcessor.toFixed(2) : "",
    goal === undefined ? "" : `≥ ${goal}`,
    failed > 0 ? `${failed} requests failed` : met,
  );
}

/**
 * @param bytes NaN if the system does not report it
 * @param most the goal, in bytes
 */
export function memoryLine(name: string, bytes: number, most: number): string {
  if (Number.isNaN(bytes)) return row(name, "unknown");
  const [megabytes, goal] = [bytes, most].map((each) => `${Math.round(each / 1e6)} MB`);
  return row(name, megabytes!, "", "", "", `< ${goal}`, bytes < most ? "met" : "missed");
}

function row(...cells: readonly string[]): string {
  const padded = cells.map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[0]!) : cell.padStart(WIDTHS[at] ?? 0)));
  return padded.join("  ").trimEnd();
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}
