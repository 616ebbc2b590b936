/**
 * Cases at two servers, which take turns, in rounds. Each round has processes of its own: two processes of the same
 * program differ by a few hundredths, for as long as they run, by how their memory happens to lie and what was compiled when.
 */
import type { Case } from "./cases.ts";
import type { Generator } from "./generator.ts";
import type { Measured } from "./load.ts";
import { isAsked } from "./only.ts";
import type { Server } from "./server.ts";

export const CONNECTIONS = 32;
export const ROUNDS = 5;
/**
 * How long a server is asked, as multiples of the unit of time: while it is measured, and before that when it has just been
 * started or is asked something new. What runs most is compiled again and again, best only after a hundred thousand requests.
 */
export const MEASURED = 2;
const STARTED = 8;
const ASKED_ANEW = 2;

/** Two servers that are asked the same. */
export interface Match {
  readonly service: () => Promise<Server>;
  /** What the service is measured by; itself, where there is none. */
  readonly yardstick?: () => Promise<Server>;
  /** What both are asked; the same cases in each round, with what the service answers in it (tags, cursors). */
  readonly cases: (service: Server) => Promise<readonly Case[]> | readonly Case[];
}

/** What came out of a round, and in the end the median of each figure over all rounds. */
interface Figures {
  /** Requests per second. */
  readonly service: number;
  readonly yardstick: number;
  /** How many times as fast as the yardstick the service is: by the clock, and by processor time used. */
  readonly ratio: number;
  /** Not a number where both are one process, or the system does not tell. */
  readonly byProcessor: number;
  /** Resident memory of the service after the case, in bytes; not a number where the system does not tell. */
  readonly memory: number;
}

export interface Compared extends Figures {
  readonly name: string;
  readonly goal?: number;
  /** Requests of either that were not answered with 2xx or 304, in all rounds. */
  readonly failed: number;
}

/** What is known of a case so far. */
interface Course {
  readonly goal: number | undefined;
  readonly figures: Figures[];
  failed: number;
}

/**
 * Measures all cases in each round.
 * @param seconds the unit of time
 * @throws Error when a server ended meanwhile
 */
export async function compare(load: Generator, match: Match, seconds: number): Promise<Compared[]> {
  const courses = new Map<string, Course>();
  for (let left = ROUNDS; left > 0; left -= 1) {
    let warmUp = STARTED * seconds;
    await both(match, async (service, yardstick) => {
      const cases = (await match.cases(service)).filter(isAsked);
      if (cases.length === 0) left = 0;
      for (const each of cases) {
        const course = courses.get(each.name) ?? { goal: each.goal, figures: [], failed: 0 };
        courses.set(each.name, course);
        const { figures, failed } = await measure(load, each, service, yardstick, warmUp, MEASURED * seconds);
        course.figures.push(figures);
        course.failed += failed;
        warmUp = ASKED_ANEW * seconds;
      }
    });
  }
  return [...courses].map(([name, { goal, figures, failed }]) => {
    const of = (figure: keyof Figures): number => median(figures.map((each) => each[figure]));
    return {
      name,
      ...(goal === undefined ? {} : { goal }),
      ...{ service: of("service"), yardstick: of("yardstick"), ratio: of("ratio"), byProcessor: of("byProcessor") },
      memory: of("memory"),
      failed,
    };
  });
}

/** Starts both servers, and stops them whatever becomes of the work. */
export async function both(
  match: Pick<Match, "service" | "yardstick">,
  work: (service: Server, yardstick: Server) => Promise<void>,
): Promise<void> {
  const service = await match.service();
  try {
    const yardstick = await match.yardstick?.();
    await work(service, yardstick ?? service).finally(() => yardstick?.stop());
  } finally {
    await service.stop();
  }
}

async function measure(
  load: Generator,
  { name, requests, against = requests }: Case,
  service: Server,
  yardstick: Server,
  warmUp: number,
  seconds: number,
): Promise<{ figures: Figures; failed: number }> {
  const targets = [
    { url: service.url, requests },
    { url: yardstick.url, requests: against },
  ];
  const servers = [service, yardstick];
  const time = () => servers.map((each) => (service === yardstick ? Number.NaN : each.processorTime()));
  let before = time();
  const measured = await load.measure({ targets, connections: CONNECTIONS, warmUp, seconds }, () => {
    before = time();
  });
  const after = time();
  if (!servers.every((each) => each.alive())) throw new Error(`a server ended during "${name}"`);
  const [one, other] = measured as [Measured, Measured];
  const [perSecond, bar] = [one.answered / one.seconds, other.answered / other.seconds];
  const [used, barUsed] = after.map((each, at) => each - before[at]!) as [number, number];
  return {
    figures: {
      service: perSecond,
      yardstick: bar,
      ratio: perSecond / bar,
      byProcessor: one.answered / used / (other.answered / barUsed),
      memory: service.memory(),
    },
    failed: one.failed + other.failed,
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
