/** How long reads of a moment take, beside the same reads of today. */
import { setTimeout } from "node:timers/promises";
import { KEY, SECONDS, startService } from "./environment.ts";
import { quantile } from "./load/quantile.ts";
import { patchMissions } from "./records/fill.ts";
import { type KnownMission, pick, randomFrom, STATUSES } from "./records/missions.ts";
import { pastHeading, pastLine } from "./table.ts";

/** How often each read is measured. */
const READS = Math.max(10, Math.round(100 * SECONDS));
const WARM_UP = 3;
/** What the client that writes meanwhile waits between two writes, in milliseconds. */
const WRITE_INTERVAL = 20;
/** The longest median in milliseconds, or the highest ratio to that of today. */
type Goal = Parameters<typeof pastLine>[2];
const GOALS = { record: { ms: 10 }, list: { ratio: 3 } } as const;

/** A read, each time with other parameters, so that nothing is kept of it today. */
interface Read {
  readonly name: string;
  readonly path: (round: number) => string;
  readonly goal: Goal;
}

const limit = (round: number): string => `limit=${1 + (round % 100)}`;
const launched = (year: number, round: number, side: "after" | "before" = "after"): string =>
  `launch_date_${side}=${new Date(Date.UTC(year, 0, 1 + round)).toISOString().slice(0, 10)}`;

/** Each is the first page with the exact total. */
const LISTS: readonly (readonly [name: string, query: (round: number) => string])[] = [
  ["first page", (at) => limit(at)],
  ["first page, sorted", (at) => `sort=launch_date:desc&${limit(at)}`],
  ["half of them", (at) => launched(1985, at)],
  ["half of them, sorted", (at) => `${launched(1985, at + 1_000)}&sort=name`],
  ["a fortieth of them", (at) => `${launched(1990, at)}&${launched(1992, at, "before")}`],
  ["a sixth, sorted by another field", (at) => `status=${STATUSES[at % 6]}&crew_size_not=${8 + at}&sort=operator`],
  ["a part of the name", (at) => `name_contains=l+${at}`],
];

function readsOf(known: readonly KnownMission[]): readonly Read[] {
  const random = randomFrom(17);
  return [
    { name: "one mission", path: () => `/api/missions/${pick(random, known).id}?fields=*`, goal: GOALS.record },
    ...LISTS.map(([name, query]) => ({ name, path: (at: number) => `/api/missions?${query(at)}`, goal: GOALS.list })),
  ];
}

/** What is read, and when. */
interface Past {
  /** As in `as_of`. */
  readonly moment: string;
  readonly known: readonly KnownMission[];
  /** Whether somebody writes meanwhile. */
  readonly isWriting: boolean;
}

/** Measures the reads of a moment and of today in turn. */
export async function measureReads(title: string, database: string, { moment, known, isWriting }: Past): Promise<void> {
  const service = await startService(database);
  console.log(`\n${pastHeading(title)}`);
  for (const { name, path, goal } of readsOf(known)) {
    const stopWriting = isWriting ? startWriting(service.url, known) : async () => {};
    const [past, today]: [number[], number[]] = [[], []];
    // The first reads start threads.
    for (let round = -WARM_UP; round < READS; round += 1) {
      const url = service.url + path(round + WARM_UP);
      const times = [await timed(() => get(`${url}&as_of=${moment}`)), await timed(() => get(url))] as const;
      if (round < 0) continue;
      past.push(times[0]);
      today.push(times[1]);
    }
    await stopWriting();
    const [sorted, sortedToday] = [Float64Array.from(past).sort(), Float64Array.from(today).sort()];
    const figures = { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), today: quantile(sortedToday, 0.5) };
    console.log(pastLine(name, figures, goal));
  }
  await service.stop();
}

/** Patches one mission after the other. @returns what ends it */
function startWriting(url: string, known: readonly KnownMission[]): () => Promise<void> {
  const random = randomFrom(23);
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      await patchMissions(url, KEY, [pick(random, known)], () => ({ status_reason: `Reason ${random()}` }));
      await setTimeout(WRITE_INTERVAL);
    }
  })();
  return () => {
    isDone = true;
    return writing;
  };
}

/** Reads a response to its end. @throws Error unless it is a 200 */
async function get(url: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${KEY}` } });
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
