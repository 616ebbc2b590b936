/** What became of all requests: counted as they are answered, in plain numbers; `metrics.ts` reads them when asked. */
import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { Histogram } from "../../runtime/histogram.ts";
import { requestLogFields } from "../request/request-id.ts";

/** Seconds. A record takes less than one of them takes to be written down; a handler's time is up after thirty. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What became of the requests to one path by one method. */
export class Tally {
  /** As the router writes it, with names in the place of ids; empty for what has no route. */
  readonly route: string;
  readonly method: string;
  readonly statuses = new Map<number, number>();
  /** Seconds from when the whole request was there to when the answer is handed over. */
  readonly durations = new Histogram(DURATIONS);

  constructor(route: string, method: string) {
    this.route = route;
    this.method = method;
  }
}

export class RequestMetrics {
  readonly tallies = new Map<string, Tally>();
  /** How many requests are being carried out, those among them that nobody waits for any more. */
  running = 0;
  private readonly journal: Logger;
  private readonly slow: number;

  /** @param slow requests that take longer are logged, in milliseconds */
  constructor(journal: Logger, slow: number) {
    this.journal = journal;
    this.slow = slow;
  }

  /** The tally of a route, made where there is none. */
  of(route: string, method: string): Tally {
    const key = `${method} ${route}`;
    let tally = this.tallies.get(key);
    if (!tally) {
      tally = new Tally(route, method);
      this.tallies.set(key, tally);
    }
    return tally;
  }

  /** Notes that a request is answered now. */
  answered(request: FastifyRequest, status: number): void {
    const took = request.begun ? performance.now() - request.begun : 0;
    // What is refused at the door has not been told which route it takes.
    const { statuses, durations } = request.tally ?? this.of(request.routeOptions.url ?? "", request.method);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    durations.add(took / 1_000);
    if (took >= this.slow) this.log(request, status, took);
  }

  /** Notes an answer to what never became a request. */
  broken(status: number): void {
    const { statuses } = this.of("", "");
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  private log(request: FastifyRequest, status: number, took: number): void {
    const duration = Math.round(took * 1_000) / 1_000;
    this.journal.info({ ...requestLogFields(request), status, duration_ms: duration }, "request answered");
  }
}

declare module "fastify" {
  interface FastifyInstance {
    readonly traffic: RequestMetrics;
  }
  interface FastifyRequest {
    /** Since when it is carried out, by `performance.now()`; 0 for what is refused before that. */
    begun: number;
    /** Where it is counted, once its route has been asked. */
    tally: Tally | null;
  }
}
