/**
 * How often somebody may ask: a token bucket for each subject of a policy.
 *
 * A bucket holds the policy's whole quota and is refilled all the time, so fast that an empty one is full after the
 * window: whoever finds it full may spend the quota at once, and then goes on at the rate of the refill. What is kept is
 * what is missing, in tokens times milliseconds of the window: whole numbers, so that nothing is ever rounded.
 */
import type { Clock } from "../runtime/clock.ts";

/** So many requests in so many seconds, for each of its subjects. */
export interface Policy {
  /** As it is advertised, and no other policy is: lower-case letters. */
  readonly name: string;
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
}

/** What a bucket is after a request; read at once, since the next request to the same bucket changes it. */
export interface Taken {
  readonly admitted: boolean;
  /** What is missing in the bucket, in tokens × milliseconds of the window. */
  readonly debt: number;
}

/** How limits are shared with other machines. */
export interface Sharing {
  /** Whether they are counted together now. */
  readonly together: boolean;
  /** How many requests were not, so far. */
  readonly alone: number;
}

export interface Limits {
  /** Takes a token from a subject's bucket, when there is one; a refused request costs nothing. */
  take(policy: Policy, subject: string): Taken | Promise<Taken>;
  /** Where another process is asked for it, and waited for. */
  readonly elsewhere?: true;
  /** Of those that are to be shared with other machines. */
  sharing?(): Sharing;
  close(): void;
}

/** How many more requests would be admitted at once. */
export function remaining({ quota, window }: Policy, { debt }: Taken): number {
  return Math.floor((quota * window * 1000 - debt) / (window * 1000));
}

/** Whole seconds until the bucket is full again. */
export function secondsUntilFull({ quota }: Policy, { debt }: Taken): number {
  return Math.ceil(debt / quota / 1000);
}

/** Whole seconds after which one more request would be admitted, when none is now. */
export function secondsUntilNext({ quota, window }: Policy, { debt }: Taken): number {
  return Math.max(1, Math.ceil((debt - (quota - 1) * window * 1000) / quota / 1000));
}

interface Bucket {
  admitted: boolean;
  debt: number;
  /** When the debt was worked out. */
  at: number;
}

/**
 * Limits of this process alone.
 * @param most so many buckets are kept for sure; twice as many at the outside
 */
export function memoryLimits(clock: Clock, most = 50_000): Limits {
  // By name: a policy that came from another process is another object each time.
  const kept = new Map<string, Buckets>();
  return {
    take: (policy, subject) => {
      let buckets = kept.get(policy.name);
      if (!buckets) {
        buckets = new Buckets(policy, most);
        kept.set(policy.name, buckets);
      }
      return buckets.take(subject, clock.now());
    },
    close: () => kept.clear(),
  };
}

/**
 * The buckets of one policy. A bucket that was not asked for in a whole window is full, and forgetting it changes
 * nothing: so they live in two generations, the older of which goes when the younger is a window old or has grown too
 * large. Nothing has to be looked through, and many addresses do not fill the memory.
 */
class Buckets {
  private readonly policy: Policy;
  private readonly most: number;
  private young = new Map<string, Bucket>();
  private old = new Map<string, Bucket>();
  private since = 0;

  constructor(policy: Policy, most: number) {
    this.policy = policy;
    this.most = most;
  }

  take(subject: string, now: number): Taken {
    const { quota, window } = this.policy;
    const bucket = this.young.get(subject) ?? this.admit(subject, now);
    // A clock that was set back refills nothing.
    bucket.debt = Math.max(0, bucket.debt - Math.max(0, now - bucket.at) * quota);
    bucket.at = now;
    const debt = bucket.debt + window * 1000;
    bucket.admitted = debt <= quota * window * 1000;
    if (bucket.admitted) bucket.debt = debt;
    return bucket;
  }

  private admit(subject: string, now: number): Bucket {
    if (this.young.size >= this.most || Math.abs(now - this.since) >= this.policy.window * 1000) {
      this.old = this.young;
      this.young = new Map();
      this.since = now;
    }
    const bucket = this.old.get(subject) ?? { admitted: true, debt: 0, at: now };
    this.young.set(subject, bucket);
    return bucket;
  }
}
