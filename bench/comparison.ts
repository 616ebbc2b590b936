/**
 * Measures two servers alternately, in rounds. Each round starts new processes, because two processes of one program differ by
 * a few per cent as long as they run: memory layouts differ, and V8 compiles code at different times.
 */
import type { Case } from "./cases.ts";
import type { Generator } from "./load/generator.ts";
import type { Measured } from "./load/turns.ts";
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

/** Two servers that get the same requests. */
export interface Comparison {
  readonly service: () => Promise<Server>;
  /** The service itself by default. */
  readonly baseline?: () => Promise<Server>;
  /** The same cases in each round, with the values that the service returns in that round (tags, cursors). */
  readonly cases: (service: Server) => Promise<readonly Case[]> | readonly Case[];
  /** The number of rounds, `ROUNDS` by default. */
  readonly rounds?: number;
  /** The warm-up after the start in units of time, `WARM_UP_START_UNITS` by default. */
  readonly warmUp?: number;
}

/** The results of one round, or the median of each result over all rounds. */
interface Figures {
  /** Requests per second, or rows that they write. */
  readonly service: number;
  readonly baseline: number;
  /** The speed of the service divided by that of the baseline: by wall-clock time, and by processor time. */
  readonly ratio: number;
  /** NaN if both are one process, or the system does not report it. */
  readonly byProcessor: number;
  /** Resident memory of the service after the case, in bytes; NaN if the system does not report it. */
  readonly memory: number;
}

/** The results of a case over all rounds. */
export interface Compared extends Figures, Pick<Case, "name" | "goal" | "least"> {
  /** The number of requests, to either server and in all rounds, that did not get 2xx or 304. */
  readonly failed: number;
}

/** The results of a case so far. */
interface CaseResults {
  readonly goals: Pick<Case, "goal" | "least">;
  readonly figures: Figures[];
  failed: number;
}

/**
 * Measures all cases in each round.
 * @param seconds the unit of time
 * @throws Error if a server ends
 */
export async function compare(load: Generator, comparison: Comparison, seconds: number): Promise<Compared[]> {
  const results = new Map<string, CaseResults>();
  for (let roundsLeft = comparison.rounds ?? ROUNDS; roundsLeft > 0; roundsLeft -= 1) {
    let warmUp = (comparison.warmUp ?? WARM_UP_START_UNITS) * seconds;
    await withServers(comparison, async (service, baseline) => {
      const cases = (await comparison.cases(service)).filter(isSelected);
      if (cases.length === 0) roundsLeft = 0;
      for (const each of cases) {
        const result = results.get(each.name) ?? { goals: goalsOf(each), figures: [], failed: 0 };
        results.set(each.name, result);
        const warm = Math.max(warmUp, (each.warmUp ?? 0) * seconds);
        const { figures, failed } = await measure(load, each, service, baseline, warm, MEASURED_UNITS * seconds);
        result.figures.push(figures);
        result.failed += failed;
        warmUp = WARM_UP_CASE_UNITS * seconds;
      }
    });
  }
  return [...results].map(([name, { goals, figures, failed }]) => {
    const medianOf = (figure: keyof Figures): number => median(figures.map((each) => each[figure]));
    return {
      name,
      ...goals,
      ...{
        service: medianOf("service"),
        baseline: medianOf("baseline"),
        ratio: medianOf("ratio"),
        byProcessor: medianOf("byProcessor"),
      },
      memory: medianOf("memory"),
      failed,
    };
  });
}

function goalsOf({ goal, least }: Case): Pick<Case, "goal" | "least"> {
  return { ...(goal === undefined ? {} : { goal }), ...(least === undefined ? {} : { least }) };
}

/** Starts both servers, and stops them after the work. */
export async function withServers(
  comparison: Pick<Comparison, "service" | "baseline">,
  work: (service: Server, baseline: Server) => Promise<void>,
): Promise<void> {
  const service = await comparison.service();
  try {
    const baseline = await comparison.baseline?.();
    await work(service, baseline ?? service).finally(() => baseline?.stop());
  } finally {
    await service.stop();
  }
}

async function measure(
  load: Generator,
  { name, requests, baselineRequests = requests, connections = CONNECTIONS, rows = 1 }: Case,
  service: Server,
  baseline: Server,
  warmUp: number,
  seconds: number,
): Promise<{ figures: Figures; failed: number }> {
  const targets = [
    { url: service.url, requests },
    { url: baseline.url, requests: baselineRequests },
  ];
  const servers = [service, baseline];
  const time = () => servers.map((each) => (service === baseline ? Number.NaN : each.processorTime()));
  let before = time();
  const measured = await load.measure({ targets, connections, warmUp, seconds }, () => {
    before = time();
  });
  const after = time();
  if (!servers.every((each) => each.alive())) throw new Error(`a server ended during "${name}"`);
  const [one, other] = measured as [Measured, Measured];
  const speedOf = ({ succeeded, seconds }: Measured): number => (succeeded * rows) / seconds;
  const [serviceSpeed, baselineSpeed] = [speedOf(one), speedOf(other)];
  const [serviceTime, baselineTime] = after.map((each, index) => each - before[index]!) as [number, number];
  return {
    figures: {
      service: serviceSpeed,
      baseline: baselineSpeed,
      ratio: serviceSpeed / baselineSpeed,
      byProcessor: one.succeeded / serviceTime / (other.succeeded / baselineTime),
      memory: service.memory(),
    },
    failed: one.failed + other.failed,
  };
}

/** The median of some values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
