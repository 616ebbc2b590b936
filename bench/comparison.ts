/**
 * Measures servers alternately, in rounds. Each round starts new processes, because two processes of one program differ by a few
 * per cent as long as they run: memory layouts differ, and V8 compiles code at different times.
 */
import type { Case } from "./cases.ts";
import type { Generator } from "./load/generator.ts";
import { isSelected } from "./only.ts";
import type { Server } from "./server.ts";

/** The number of connections to each server. */
export const CONNECTIONS = 32;
/** The number of rounds. */
export const ROUNDS = 5;
/**
 * Durations as multiples of the unit of time: of a measurement, of the warm-up after the start, and of the warm-up before a new
 * case. V8 recompiles hot code several times, and fully optimizes it only after about a hundred thousand requests.
 */
export const MEASURED_UNITS = 2;
const WARM_UP_START_UNITS = 8;
const WARM_UP_CASE_UNITS = 2;

/** How each server is started, by its name; or the name of another one that is measured in its place too. */
export type Starts = Readonly<Record<string, (() => Promise<Server>) | string>>;

/** Running servers by their names. */
export type Servers = Readonly<Record<string, Server>>;

/** Servers that get the same requests. The first is measured against the others. */
export interface Comparison {
  readonly servers: Starts;
  /** The same cases in each round, with the values that the servers return in that round (tags, cursors). */
  readonly cases: (servers: Servers) => Promise<readonly Case[]> | readonly Case[];
  /** The name of the database, by which cases are selected too. */
  readonly store?: string;
  /** The number of rounds, `ROUNDS` by default. */
  readonly rounds?: number;
  /** The warm-up after the start in units of time, `WARM_UP_START_UNITS` by default. */
  readonly warmUp?: number;
}

/** The results of one server in one round, or the median of each result over all rounds. */
export interface Figures {
  /** Requests per second, or rows that they write. */
  readonly perSecond: number;
  /** The speed of the first server divided by that of this one: by wall-clock time, and by processor time. */
  readonly ratio: number;
  /** NaN if one process is measured in place of two, or the system does not report it. */
  readonly byProcessor: number;
  /** How long the median request and the slowest hundredth took, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Resident memory after the case, in bytes; NaN if the system does not report it. */
  readonly memory: number;
}

/** The results of a case over all rounds. */
export interface Compared extends Pick<Case, "name" | "goals" | "connections"> {
  /** By the names of the servers, in their order. */
  readonly figures: Readonly<Record<string, Figures>>;
  /** The number of requests, to all servers and in all rounds, that did not get 2xx or 304. */
  readonly failed: number;
}

/** The results of a case in one round. */
type Round = Pick<Compared, "figures" | "failed">;

/**
 * Measures all cases in each round.
 * @param seconds the unit of time
 * @throws Error if a server ends
 */
export async function compare(load: Generator, comparison: Comparison, seconds: number): Promise<Compared[]> {
  const { servers: starts, store, rounds = ROUNDS, warmUp: warmUpStart = WARM_UP_START_UNITS } = comparison;
  const results: { readonly measured: Case; readonly rounds: Round[] }[] = [];
  for (let roundsLeft = rounds; roundsLeft > 0; roundsLeft -= 1) {
    let warmUp = warmUpStart * seconds;
    await withServers(starts, async (servers) => {
      const cases = (await comparison.cases(servers)).filter(({ name }) => isSelected({ name, store }));
      if (cases.length === 0) roundsLeft = 0;
      for (const [index, each] of cases.entries()) {
        const warm = Math.max(warmUp, (each.warmUp ?? 0) * seconds);
        results[index] ??= { measured: each, rounds: [] };
        results[index].rounds.push(await measure(load, each, servers, warm, MEASURED_UNITS * seconds));
        warmUp = WARM_UP_CASE_UNITS * seconds;
      }
    });
  }
  return results.map(({ measured: { name, goals, connections }, rounds }) => ({
    name,
    ...(goals ? { goals } : {}),
    ...(connections ? { connections } : {}),
    figures: medianOf(rounds.map(({ figures }) => figures)),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  }));
}

/** Starts all servers, and stops them after the work. */
export async function withServers(starts: Starts, work: (servers: Servers) => Promise<void>): Promise<void> {
  const servers: Record<string, Server> = {};
  try {
    for (const [name, start] of Object.entries(starts))
      servers[name] = typeof start === "string" ? servers[start]! : await start();
    await work(servers);
  } finally {
    await Promise.all(Array.from(new Set(Object.values(servers)), (each) => each.stop()));
  }
}

async function measure(
  load: Generator,
  { name, requests, requestsTo = {}, connections = CONNECTIONS, rows = 1 }: Case,
  servers: Servers,
  warmUp: number,
  seconds: number,
): Promise<Round> {
  const [names, all] = [Object.keys(servers), Object.values(servers)];
  const targets = names.map((each) => ({ url: servers[each]!.url, requests: requestsTo[each] ?? requests }));
  const isShared = new Set(all).size < all.length;
  const times = () => all.map((each) => (isShared ? Number.NaN : each.processorTime()));
  let before = times();
  const measured = await load.measure({ targets, connections, warmUp, seconds }, () => {
    before = times();
  });
  const after = times();
  if (!all.every((each) => each.alive())) throw new Error(`a server ended during "${name}"`);
  const speeds = measured.map((each) => (each.succeeded * rows) / each.seconds);
  const costs = measured.map(({ succeeded }, index) => (after[index]! - before[index]!) / succeeded);
  const figures = names.map((each, index): [string, Figures] => [
    each,
    {
      perSecond: speeds[index]!,
      ratio: speeds[0]! / speeds[index]!,
      byProcessor: costs[index]! / costs[0]!,
      p50: measured[index]!.p50,
      p99: measured[index]!.p99,
      memory: all[index]!.memory(),
    },
  ]);
  return { figures: Object.fromEntries(figures), failed: measured.reduce((sum, { failed }) => sum + failed, 0) };
}

/** The median of each figure of each server. */
function medianOf(rounds: readonly Compared["figures"][]): Compared["figures"] {
  const ofServer = (name: string): Figures => {
    const figures = rounds.map((each) => each[name]!);
    const of = (figure: keyof Figures): number => median(figures.map((each) => each[figure]));
    return {
      ...{ perSecond: of("perSecond"), ratio: of("ratio"), byProcessor: of("byProcessor") },
      ...{ p50: of("p50"), p99: of("p99"), memory: of("memory") },
    };
  };
  return Object.fromEntries(Object.keys(rounds[0]!).map((name) => [name, ofServer(name)]));
}

/** The median of some values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
