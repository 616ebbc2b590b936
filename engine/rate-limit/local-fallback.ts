/** Limits requests in this process while the buckets that it shares with others are out of reach. */
import type { Outage } from "../runtime/outage.ts";
import type { BucketState, Policy, RateLimiter, SharedState } from "./token-bucket.ts";

/** How long a request waits for the state of a shared bucket. */
const TIMEOUT_MS = 500;

/**
 * Gives up waiting for a reply after a while. Replies that have come by then are read first, because this process may have
 * been busy or suspended.
 * @returns a function that stops waiting
 */
export function giveUpLate(giveUp: () => void): () => void {
  let isWaiting = true;
  const timer = setTimeout(() => setImmediate(() => isWaiting && giveUp()), TIMEOUT_MS);
  return () => {
    isWaiting = false;
    clearTimeout(timer);
  };
}

/** The local limiter of a shared one, and whether it is in use. */
export class LocalFallback {
  private readonly local: RateLimiter;
  private readonly outage: Outage;
  private countedLocally = 0;

  /** @param outage logs when the shared buckets are out of reach, and when they are back */
  constructor(local: RateLimiter, outage: Outage) {
    this.local = local;
    this.outage = outage;
  }

  /** Takes a token from the local bucket. */
  take(policy: Policy, subject: string): BucketState | Promise<BucketState> {
    this.countedLocally += 1;
    return this.local.take(policy, subject);
  }

  /** Notes that the shared buckets are out of reach. @param reason without credentials */
  failed(reason: string): void {
    this.outage.failed(reason);
  }

  /** Notes that the shared buckets have answered. */
  succeeded(): void {
    this.outage.succeeded();
  }

  /** Whether buckets are shared, and how many requests were counted locally so far. */
  get state(): SharedState {
    return { shared: !this.outage.isOngoing, countedLocally: this.countedLocally };
  }

  close(): void {
    this.local.close();
  }
}
