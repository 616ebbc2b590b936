/** Prints the table of this version beside the yardstick and the reference. Lines are at most 120 columns wide. */
import { CONNECTIONS, type Compared, type Figures } from "./comparison.ts";
import { met, wholeNumber } from "./table.ts";

const WIDTHS = [32, 4, 7, 7, 7, 14, 14];

/** What the columns mean. @param reference the name of the version that this one is compared with, if there is one */
export function explanation(reference: string | undefined): string {
  const others = ["by hand", ...(reference === undefined ? [] : [reference])];
  return [
    `${others.join(", ")}: the requests per second of this version as a multiple`,
    `p50, p99, memory, starts: this version/${others.join("/")}`,
  ].join("\n");
}

/** The head of the table. */
export function heading(store: string, reference = ""): string {
  return row(store, "conn", "per s", "by hand", reference, "p50 ms", "p99 ms", "goal");
}

/** The line of a case. */
export function caseLine({ name, connections = CONNECTIONS, figures, goals = {}, failed }: Compared): string {
  const [service, ...others] = Object.values(figures) as [Figures, Figures, ...Figures[]];
  const [yardstick] = others;
  const verdicts: [string, boolean][] = [];
  if (goals.ratio !== undefined) verdicts.push([`≥ ${goals.ratio}`, yardstick!.ratio >= goals.ratio]);
  const p99 = goals.p99 ?? (goals.p99Ratio ?? Number.NaN) * yardstick!.p99;
  if (!Number.isNaN(p99)) verdicts.push(["p99", service.p99 <= p99]);
  const [ratio, referenceRatio = ""] = others.map((each) => threeDigits(each.ratio));
  const times = (of: "p50" | "p99") => [service, ...others].map((each) => threeDigits(each[of])).join("/");
  return row(
    name,
    String(connections),
    wholeNumber(service.perSecond),
    ratio!,
    referenceRatio,
    times("p50"),
    times("p99"),
    failed > 0 ? `${failed} requests failed` : inWords(verdicts),
  );
}

/** The line of a figure of this version, beside those of the others; NaN for one without it. @param options.most the goal */
export function figuresLine(
  name: string,
  figures: readonly number[],
  { most, unit }: { readonly most: number; readonly unit: string },
): string {
  const goal = inWords([[`≤ ${wholeNumber(most)} ${unit}`, figures[0]! <= most]]);
  const cells = figures.map((each) => (Number.isNaN(each) ? "–" : wholeNumber(each)));
  return row(name, "", "", "", "", cells.join("/"), "", goal);
}

/** Goals and whether they are met: `≥ 1, p99 met` or `≥ 1 met, p99 missed`. */
function inWords(verdicts: readonly [goal: string, isMet: boolean][]): string {
  const words = [true, false].map((wanted) => {
    const goals = verdicts.filter(([, isMet]) => isMet === wanted).map(([goal]) => goal);
    return goals.length === 0 ? "" : `${goals.join(", ")} ${met(wanted)}`;
  });
  return words.filter((each) => each !== "").join(", ");
}

/** A number in three digits, or more if it is a thousand or more. */
function threeDigits(value: number): string {
  return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
}

function row(...cells: readonly string[]): string {
  const padded = cells.map((cell, index) =>
    index === 0 ? cell.padEnd(WIDTHS[0]!) : cell.padStart(WIDTHS[index] ?? 0),
  );
  return padded.join("  ").trimEnd();
}
