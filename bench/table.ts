/** The figures as a table that is read at a glance. */

export interface Line {
  readonly name: string;
  /** Requests per second. */
  readonly service?: number;
  readonly yardstick?: number;
  readonly goal?: number;
  readonly failed: number;
}

/** The most memory that the service may take, in bytes. */
const MEMORY_GOAL = 250_000_000;
const WIDTHS = [36, 10, 10, 8, 8];

export function row(...cells: readonly string[]): string {
  return cells.map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[0]!) : cell.padStart(WIDTHS[at] ?? 0))).join("  ");
}

export function speed({ name, service, yardstick, goal, failed }: Line): string {
  const ratio = service && yardstick ? service / yardstick : undefined;
  const met = goal === undefined || ratio === undefined ? "" : ratio >= goal ? "met" : "missed";
  return row(
    name,
    perSecond(service),
    perSecond(yardstick),
    ratio ? ratio.toFixed(2) : "",
    goal ? `≥ ${goal}` : "",
    failed > 0 ? `${failed} requests failed` : met,
  );
}

export function memory(name: string, bytes: number | undefined): string {
  if (bytes === undefined) return row(name, "unknown");
  const megabytes = `${Math.round(bytes / 1e6)} MB`;
  return row(name, megabytes, "", "", `< ${MEMORY_GOAL / 1e6}`, bytes < MEMORY_GOAL ? "met" : "missed");
}

function perSecond(value: number | undefined): string {
  return value === undefined ? "" : Math.round(value).toLocaleString("en");
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
