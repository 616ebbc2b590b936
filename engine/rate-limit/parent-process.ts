/**
 * The rate limiter of workers. The buckets are in the parent process, which workers reach by IPC. All requests of one tick of
 * the event loop are one message, and so are the replies. While the parent does not reply, each worker limits requests alone.
 */
import type { Logger } from "pino";
import { handleRequests, type IpcPeer, openRequests } from "../runtime/ipc.ts";
import { Outage } from "../runtime/outage.ts";
import { giveUpLate, LocalFallback } from "./local-fallback.ts";
import type { BucketState, Policy, RateLimiter } from "./token-bucket.ts";

const TOPIC = "rate-limit";

const MESSAGES = {
  began: "the parent process does not reply: each worker now limits requests alone",
  ended: "the parent process replies again: workers share rate limits",
};

type Take = readonly [policy: Policy, subject: string];

/** A request that waits for the state of its bucket. */
interface Waiting {
  readonly take: Take;
  resolve(state: BucketState | Promise<BucketState>): void;
}

/**
 * The worker's side.
 * @param local the limiter of this process
 * @param logger logs when the parent stops replying, and when it replies again
 */
export function parentRateLimiter(parent: IpcPeer, local: RateLimiter, logger: Logger): RateLimiter {
  return new ParentRateLimiter(parent, new LocalFallback(local, new Outage(logger, MESSAGES)));
}

class ParentRateLimiter implements RateLimiter {
  readonly remote = true;
  private readonly request: (batch: readonly Take[]) => Promise<readonly BucketState[]>;
  private readonly fallback: LocalFallback;
  /** The requests of this tick. */
  private batch: Waiting[] = [];

  constructor(parent: IpcPeer, fallback: LocalFallback) {
    this.request = openRequests<readonly Take[], readonly BucketState[]>(parent, TOPIC);
    this.fallback = fallback;
  }

  take(policy: Policy, subject: string): BucketState | Promise<BucketState> {
    // Nothing more is sent: the replies to what was sent before will show that the parent is back.
    if (!this.fallback.state.shared) return this.fallback.take(policy, subject);
    return new Promise((resolve) => {
      if (this.batch.length === 0) setImmediate(() => void this.send());
      this.batch.push({ take: [policy, subject], resolve });
    });
  }

  close(): void {
    this.fallback.close();
  }

  private async send(): Promise<void> {
    const { batch } = this;
    this.batch = [];
    const stopWaiting = giveUpLate(() => this.giveUp(batch));
    try {
      const states = await this.request(batch.map(({ take }) => take));
      this.fallback.succeeded();
      // Requests that were given up are settled already.
      for (const [index, state] of states.entries()) batch[index]!.resolve(state);
    } catch {
      this.giveUp(batch);
    } finally {
      stopWaiting();
    }
  }

  private giveUp(batch: readonly Waiting[]): void {
    this.fallback.failed("no reply in time");
    for (const { take, resolve } of batch) resolve(this.fallback.take(...take));
  }
}

/** The parent's side, for one worker. */
export function serveRateLimiter(limiter: RateLimiter, worker: IpcPeer): void {
  handleRequests<readonly Take[], readonly BucketState[]>(worker, TOPIC, (batch) =>
    Promise.all(
      batch.map(([policy, subject]) => {
        const state = limiter.take(policy, subject);
        // A copy, because the next request to the same bucket changes the state.
        return state instanceof Promise ? state : { ...state };
      }),
    ),
  );
}
