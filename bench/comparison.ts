/**
 * Cases at two servers, which take turns, in rounds. Each round has processes of its own: two processes of the same
 * program differ by a tenth, for as long as they run, by how their memory happens to lie and what was compiled when.
 */
import type { Case } from "./cases.ts";
import type { Generator } from "./generator.ts";
import { isAsked } from "./only.ts";
import type { Server } from "./server.ts";

export const CONNECTIONS = 32;
export const ROUNDS = 3;
/** How often the two take turns in a round. A machine that others share may be half as fast a second later. */
export const TURNS = 5;
/**
 * How long a server that has just been started warms up, and one that is asked something new, as multiples of a measurement:
 * what runs most is compiled again and again, best only after a hundred thousand requests.
 */
const STARTED = 10;
const ASKED_ANEW = 2;

/** Two servers that are asked the same. */
export interface Match {
  readonly service: () => Promise<Server>;
  /** What the service is measured by; itself, where there is none. */
  readonly yardstick?: () => Promise<Server>;
  /** What both are asked; the same cases in each round, with what the service answers in it (tags, cursors). */
  readonly cases: (service: Server) => Promise<readonly Case[]> | readonly Case[];
}

export interface Compared {
  readonly name: string;
  readonly goal?: number;
  /** Requests per second. */
  readonly service: number;
  readonly yardstick: number;
  /** How many times as fast as the yardstick the service is: by the clock, and by processor time used. */
  readonly ratio: number;
  readonly byProcessor: number;
  /** Requests of either that were not answered with 2xx or 304. */
  readonly failed: number;
  /** Resident memory of the service after the case, in bytes; undefined where the system does not tell. */
  readonly memory: number | undefined;
}

interface Speed {
  readonly perSecond: number;
  readonly perProcessorSecond: number;
  readonly failed: number;
}

interface Turn {
  readonly service: Speed;
  readonly yardstick: Speed;
  readonly memory: number | undefined;
}

/**
 * Measures all cases in each round. Ratios are taken within each turn, so that a machine that slows down meanwhile slows
 * both.
 * @param seconds of one measurement
 * @throws Error when a server ended meanwhile
 */
export async function compare(load: Generator, match: Match, seconds: number): Promise<Compared[]> {
  const turns = new Map<string, Turn[]>();
  const goals = new Map<string, number>();
  let left = ROUNDS;
  while (left > 0) {
    left -= 1;
    const course = { seconds, fresh: true };
    await both(match, async (service, yardstick) => {
      const cases = (await match.cases(service)).filter(isAsked);
      if (cases.length === 0) left = 0;
      for (const each of cases) {
        const measured = await measure(load, each, service, yardstick, course);
        course.fresh = false;
        turns.set(each.name, [...(turns.get(each.name) ?? []), ...measured]);
        if (each.goal !== undefined) goals.set(each.name, each.goal);
      }
    });
  }
  return [...turns].map(([name, measured]) => {
    const goal = goals.get(name);
    return { name, ...(goal === undefined ? {} : { goal }), ...summary(measured) };
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

interface Course {
  readonly seconds: number;
  /** Whether the servers have just been started. */
  readonly fresh: boolean;
}

async function measure(
  load: Generator,
  { name, requests, against = requests }: Case,
  service: Server,
  yardstick: Server,
  { seconds, fresh }: Course,
): Promise<Turn[]> {
  const fire = (server: Server, asked: Case["requests"], time: number) =>
    load.measure({ url: server.url, connections: CONNECTIONS, requests: asked, seconds: time });
  const speedOf = async (server: Server, asked: Case["requests"]): Promise<Speed> => {
    const before = server.processorTime() ?? Number.NaN;
    const measured = await fire(server, asked, seconds / 2);
    if (!server.alive()) throw new Error(`a server ended during "${name}"`);
    const used = (server.processorTime() ?? Number.NaN) - before;
    return { ...measured, perProcessorSecond: (measured.perSecond * measured.seconds) / used };
  };
  const warmUp = (fresh ? STARTED : ASKED_ANEW) * seconds;
  await fire(yardstick, against, warmUp);
  await fire(service, requests, warmUp);
  const turns: Turn[] = [];
  while (turns.length < TURNS) {
    const bar = await speedOf(yardstick, against);
    const speed = await speedOf(service, requests);
    turns.push({ service: speed, yardstick: bar, memory: service.memory() });
  }
  return turns;
}

function summary(turns: readonly Turn[]): Omit<Compared, "name" | "goal"> {
  const memories = turns.map(({ memory }) => memory).filter((memory) => memory !== undefined);
  return {
    service: median(turns.map(({ service }) => service.perSecond)),
    yardstick: median(turns.map(({ yardstick }) => yardstick.perSecond)),
    ratio: median(turns.map(({ service, yardstick }) => service.perSecond / yardstick.perSecond)),
    byProcessor: median(
      turns.map(({ service, yardstick }) => service.perProcessorSecond / yardstick.perProcessorSecond),
    ),
    failed: turns.reduce((sum, { service, yardstick }) => sum + service.failed + yardstick.failed, 0),
    memory: memories.length > 0 ? median(memories) : undefined,
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
