/**
 * Rate limiting by token buckets, one for each subject of a policy.
 *
 * A bucket holds the policy's whole quota and refills steadily, within one window from empty to full. A caller may spend a
 * full bucket at once, and continues at the refill rate. The state is the debt: the missing tokens times the milliseconds of
 * the window. It is an integer, so nothing is rounded (docs/decisions/0007).
 */
import type { Clock } from "../runtime/clock.ts";

/** How many requests are admitted per subject, which is a caller or an address. */
export interface Policy {
  /** Its unique name in `RateLimit-Policy`: lower-case letters. */
  readonly name: string;
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
}

/** A bucket after a request. Read it at once: the next request to the same bucket changes it. */
export interface BucketState {
  readonly admitted: boolean;
  /** Missing tokens × milliseconds of the window. */
  readonly debt: number;
}

/** Whether rate limits are shared with other machines. */
export interface SharedState {
  /** Whether they are shared at the moment. */
  readonly shared: boolean;
  /** How many requests were counted locally so far. */
  readonly countedLocally: number;
}

/** Decides which requests are admitted. */
export interface RateLimiter {
  /** Takes a token from a subject's bucket if it has one. A refused request costs nothing. */
  take(policy: Policy, subject: string): BucketState | Promise<BucketState>;
  /** Set if `take` waits for another process. */
  readonly remote?: true;
  /** Present if limits are shared with other machines. */
  sharedState?(): SharedState;
  close(): void;
}

/** How many more requests would be admitted now. */
export function remaining({ quota, window }: Policy, { debt }: BucketState): number {
  return Math.floor((quota * window * 1000 - debt) / (window * 1000));
}

/** Whole seconds until the bucket is full again. */
export function secondsUntilFull({ quota }: Policy, { debt }: BucketState): number {
  return Math.ceil(debt / quota / 1000);
}

/** Whole seconds until a request is admitted again. */
export function secondsUntilNext({ quota, window }: Policy, { debt }: BucketState): number {
  return Math.max(1, Math.ceil((debt - (quota - 1) * window * 1000) / quota / 1000));
}

interface Bucket {
  admitted: boolean;
  debt: number;
  /** When the debt was calculated. */
  updatedAt: number;
}

/**
 * The rate limiter of one process.
 * @param capacity the number of buckets per policy that are guaranteed to be stored; at most twice as many are
 */
export function memoryRateLimiter(clock: Clock, capacity = 50_000): RateLimiter {
  // By name: a policy that arrives by IPC is another object each time.
  const byPolicy = new Map<string, Buckets>();
  return {
    take: (policy, subject) => {
      let buckets = byPolicy.get(policy.name);
      if (!buckets) {
        buckets = new Buckets(policy, capacity);
        byPolicy.set(policy.name, buckets);
      }
      return buckets.take(subject, clock.now());
    },
    close: () => byPolicy.clear(),
  };
}

/**
 * The buckets of one policy, in two generations. A bucket that is unused for a whole window is full, like a new one. So once
 * the young generation is a window old, or full, it becomes the old one, and the former old one is dropped. No scan is needed,
 * and memory is limited however many addresses send requests.
 */
class Buckets {
  private readonly policy: Policy;
  private readonly capacity: number;
  private young = new Map<string, Bucket>();
  private old = new Map<string, Bucket>();
  private youngSince = 0;

  constructor(policy: Policy, capacity: number) {
    this.policy = policy;
    this.capacity = capacity;
  }

  take(subject: string, now: number): BucketState {
    const { quota, window } = this.policy;
    const bucket = this.young.get(subject) ?? this.promote(subject, now);
    // If the clock was set back, nothing is refilled.
    bucket.debt = Math.max(0, bucket.debt - Math.max(0, now - bucket.updatedAt) * quota);
    bucket.updatedAt = now;
    const debt = bucket.debt + window * 1000;
    bucket.admitted = debt <= quota * window * 1000;
    if (bucket.admitted) bucket.debt = debt;
    return bucket;
  }

  private promote(subject: string, now: number): Bucket {
    if (this.young.size >= this.capacity || Math.abs(now - this.youngSince) >= this.policy.window * 1000) {
      this.old = this.young;
      this.young = new Map();
      this.youngSince = now;
    }
    const bucket = this.old.get(subject) ?? { admitted: true, debt: 0, updatedAt: now };
    this.young.set(subject, bucket);
    return bucket;
  }
}
