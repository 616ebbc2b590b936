/** One case at both servers, in turn. */
import type { Case } from "./cases.ts";
import type { Generator } from "./generator.ts";
import type { Server } from "./server.ts";

export const CONNECTIONS = 32;
export const ROUNDS = 3;

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
}

interface Speed {
  readonly perSecond: number;
  readonly perProcessorSecond: number;
  readonly failed: number;
}

/**
 * Measures rounds in changing order, after a warm-up. Ratios are taken within each round, so that a machine that
 * slows down meanwhile slows both.
 * @param seconds of one measurement
 * @throws Error when a server ended meanwhile
 */
export async function compare(
  load: Generator,
  { name, requests, against = requests, goal }: Case,
  service: Server,
  yardstick: Server,
  seconds: number,
): Promise<Compared> {
  const speedOf = async (server: Server, duration: number): Promise<Speed> => {
    const before = server.processorTime() ?? Number.NaN;
    const asked = server === service ? requests : against;
    const job = { url: server.url, connections: CONNECTIONS, seconds: duration, requests: asked };
    const measured = await load.measure(job);
    if (!server.alive()) throw new Error(`a server ended during "${name}"`);
    const used = (server.processorTime() ?? Number.NaN) - before;
    return { ...measured, perProcessorSecond: (measured.perSecond * measured.seconds) / used };
  };
  for (const server of [service, yardstick]) await speedOf(server, seconds / 4);
  const rounds: [service: Speed, yardstick: Speed][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = round % 2 === 0 ? await speedOf(service, seconds) : undefined;
    const bar = await speedOf(yardstick, seconds);
    rounds.push([first ?? (await speedOf(service, seconds)), bar]);
  }
  return {
    name,
    ...(goal === undefined ? {} : { goal }),
    service: median(rounds.map(([{ perSecond }]) => perSecond)),
    yardstick: median(rounds.map(([, { perSecond }]) => perSecond)),
    ratio: median(rounds.map(([one, other]) => one.perSecond / other.perSecond)),
    byProcessor: median(rounds.map(([one, other]) => one.perProcessorSecond / other.perProcessorSecond)),
    failed: rounds.flat().reduce((sum, { failed }) => sum + failed, 0),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
