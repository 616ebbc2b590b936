/** The result of a comparison: the number of equal responses, and how others differ. */
import type { PlainRequest } from "../support/fuzz/random-requests.ts";
import { type Comparable, type Difference, differenceOf } from "./comparable.ts";
import { INTENDED } from "./intended.ts";
import type { Outcome } from "./steps.ts";

/** The number of differing requests that are printed, and the length of the text of each. */
const MAX_PRINTED = 10;
const MAX_LENGTH = 3_000;

/** Of the other version, and of this one. */
export type Pair<T> = readonly [before: T, now: T];

export class Report {
  /** By method. */
  private readonly statuses = new Map<string, Map<string, number>>();
  private readonly differing = new Map<Difference, number>();
  private readonly intended = new Map<string, number>();
  /** How often each message changed, without the values in it. */
  private readonly reworded = new Map<string, number>();
  private readonly examples: string[] = [];

  get differs(): boolean {
    return [...this.differing.keys()].some((kind) => kind !== "wording");
  }

  /** The number of requests. */
  get total(): number {
    return this.statuses.values().reduce((sum, each) => sum + each.values().reduce((one, count) => one + count, 0), 0);
  }

  /** @param where the phase and the number of the request */
  add(where: string, outcomes: Pair<Outcome>, [before, now]: Pair<Comparable>): void {
    const method = methodOf(outcomes[0]);
    const statuses = this.statuses.get(method) ?? new Map();
    this.statuses.set(method, statuses);
    count(statuses, before.status);
    const difference = differenceOf(before, now);
    if (difference === undefined) return;
    const why = INTENDED.find((each) => each.applies(...outcomes))?.why;
    if (why !== undefined) {
      count(this.intended, why);
      return;
    }
    count(this.differing, difference);
    if (difference === "wording") this.addWording(before.wording, now.wording);
    else if (this.examples.length < MAX_PRINTED) {
      const place = formatExcerpts(before[difference], now[difference]);
      this.examples.push(`${where}: ${difference}\n${formatOutcomes(outcomes)}\n${place}`);
    }
  }

  private addWording(before: readonly string[], now: readonly string[]): void {
    for (const [at, one] of before.entries()) {
      const other = now[at] ?? "";
      if (one !== other) count(this.reworded, `- ${withoutValues(one)}\n+ ${withoutValues(other)}`);
    }
  }

  print(wording: boolean): void {
    for (const each of this.examples) console.log(`\n${each}`);
    console.log(`\n${this.total} requests`);
    for (const [method, statuses] of [...this.statuses].sort()) console.log(`  ${method}: ${formatCounts(statuses)}`);
    for (const [why, times] of this.intended) console.log(`${times} differ as intended: ${why}`);
    console.log(this.differing.size === 0 ? "No differences." : `Differences: ${formatCounts(this.differing)}`);
    if (wording) for (const [pair, times] of this.reworded) console.log(`\n${times} times\n${pair}`);
  }
}

/** Characters on either side of the first difference. */
const CONTEXT = 150;

function formatExcerpts(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [before, now] = [one, other].map((text) => text.slice(Math.max(0, at - CONTEXT), at + CONTEXT));
  return `--- where they differ\n- ${before}\n+ ${now}`;
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function formatCounts(counts: Map<string, number>): string {
  const sorted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([key, times]) => `${times} × ${key}`).join(", ");
}

/** A message without the values in it, so that the same message is counted once. */
function withoutValues(text: string): string {
  return text.slice(0, MAX_LENGTH).replace(/"(?:[^"\\]|\\.)*"|\d[\d,.:TZ-]*/g, "…");
}

function formatOutcomes([before, now]: Pair<Outcome>): string {
  return [
    formatRequest(before.request),
    "--- the other version",
    formatResponse(before),
    "--- this version",
    formatResponse(now),
  ].join("\n");
}

function methodOf({ request }: Outcome): string {
  return typeof request === "string" ? "raw" : request.method;
}

function formatRequest(request: PlainRequest | string): string {
  if (typeof request === "string") return JSON.stringify(request.slice(0, MAX_LENGTH));
  const { method, path, headers, body } = request;
  const said = body ? JSON.stringify(body.toString().slice(0, MAX_LENGTH)) : "(no body)";
  return `${method} ${path.slice(0, MAX_LENGTH)}\n${JSON.stringify(headers)}\n${said}`;
}

function formatResponse({ response }: Outcome): string {
  if (typeof response === "string") return response.slice(0, MAX_LENGTH);
  const lines = [...response.headers].map((line) => line.join(": "));
  return [response.status, ...lines, "", response.text.slice(0, MAX_LENGTH)].join("\n");
}
