/** Starts two versions with the settings of a phase, and sends both the same requests. */
import fc from "fast-check";
import type { Part } from "../support/documents/openapi-conformance.ts";
import { createDatabase } from "../support/store/databases.ts";
import { comparable } from "./comparable.ts";
import { contentsOf, documentOf } from "./contents.ts";
import type { Phase } from "./phases.ts";
import type { Pair, Report } from "./report.ts";
import { settle, settleTime } from "./settle.ts";
import { Side } from "./side.ts";
import { get, type Step, steps } from "./steps.ts";

export interface Comparison {
  readonly phase: Phase;
  /** The roots of the other version and of this one. */
  readonly checkouts: Pair<string>;
  readonly requests: number;
  readonly seed: number;
  readonly report: Report;
}

const BATCH = 500;
/** Time advances by this many milliseconds after this many requests: by more than a day in all. */
const TICK = { requests: 25, by: 137_000 };
const START = Date.parse("2026-01-15T12:00:00.000Z");
/** The number of requests that read the final state. */
const MAX_FINAL_READS = 2_500;

export async function comparePhase({ phase, checkouts, requests, seed, report }: Comparison): Promise<void> {
  await using one = await createDatabase();
  await using other = await createDatabase();
  const databases: Pair<string> = [one.url, other.url];
  const start = (at: 0 | 1) =>
    Side.start({
      checkout: checkouts[at],
      database: databases[at],
      settings: phase.settings,
      now: START,
      delivers: phase.delivers === true,
    });
  // One after the other: both may create the same extension of the same PostgreSQL database.
  const sides: Pair<Side> = [await start(0), await start(1)];
  const names = [new Map<string, string>(), new Map<string, string>()] as const;
  let taken = 0;
  const take = async (step: Step): Promise<void> => {
    const outcomes = await Promise.all([sides[0].send(step), sides[1].send(step)]);
    await Promise.all(sides.map((side, at) => settle(side, outcomes[at]!, phase)));
    taken += 1;
    report.add(`${phase.name}, request ${taken} of seed ${seed}`, outcomes, [
      comparable(outcomes[0], sides[0].takeDelivered(), names[0]),
      comparable(outcomes[1], sides[1].takeDelivered(), names[1]),
    ]);
    if (taken % TICK.requests > 0) return;
    const now = START + (taken / TICK.requests) * TICK.by;
    await Promise.all(sides.map((side) => side.setTime(now)));
    await Promise.all(sides.map((side) => settleTime(side, phase)));
  };
  try {
    const [{ body }] = await Promise.all([sides[0].ask("GET", "/openapi.json"), sides[1].ask("GET", "/openapi.json")]);
    const document = body as Part;
    const [contents] = await Promise.all(sides.map((side) => contentsOf(side, document)));
    const arbitrary = steps(documentOf(document, phase.covers), contents!, phase);
    for (let from = 0; from < requests; from += BATCH) {
      const numRuns = Math.min(BATCH, requests - from);
      for (const step of fc.sample(arbitrary, { seed: seed + from, numRuns })) await take(step);
    }
    if (phase.settings.RATE_LIMIT === "off") await readAll(sides, take);
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
  }
}

/** Reads the final state, following links from the entry point. */
async function readAll(sides: Pair<Side>, take: (step: Step) => Promise<void>): Promise<void> {
  const found = new Set(["/api"]);
  const paths: (readonly [string, string])[] = [["/api", "/api"]];
  for (let at = 0; at < Math.min(paths.length, MAX_FINAL_READS); at += 1) {
    await take((memory) => get(paths[at]![memory === sides[0].memory ? 0 : 1]));
    const [links, others] = sides.map((side) => side.memory.latestLinks);
    for (const [number, link] of links!.entries()) {
      // Every record has a link to its events, which are all in one list.
      if (found.has(link) || link.includes("subject=") || others![number] === undefined) continue;
      found.add(link);
      paths.push([link, others![number]]);
    }
  }
}
