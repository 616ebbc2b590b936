/**
 * Idempotent requests: the outcome is stored under the request's key, in the transaction of its write, for
 * 24 hours. `http/handlers/idempotency.ts` reads the key.
 */
import sql, { type Sql } from "sql-template-tag";
import { Problem } from "../../problem.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { WriteSession } from "../database.ts";

/** How long an outcome is stored. */
const RETENTION_MS = 24 * 3_600_000;

/** A request that runs once for each key. */
export interface IdempotentRequest {
  /** Identifies the caller, the target and the client's own key. */
  readonly key: string;
  /** Identifies the content, so that a different request under the same key is refused. */
  readonly fingerprint: string;
  /** The outcome to store for an error; undefined if the request may run again after this error. */
  serializeRefusal(reason: unknown): string | undefined;
}

/** The outcome of an idempotent request. */
export interface IdempotentResult {
  readonly outcome: string;
  /** Whether the outcome is that of an earlier request. */
  readonly replayed: boolean;
}

/** How many expired outcomes are deleted at once. */
const EXPIRED_BATCH = 100;

/** Runs idempotent requests within transactions. */
export class IdempotentRequests {
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * Returns the outcome stored under the key. If there is none, runs `work` and stores the outcome that it returns. If `work`
   * throws a refusal, its changes are undone and the refusal is stored as the outcome.
   * @throws Problem `idempotency-key-reused`; what `work` throws, unless it is a refusal
   */
  async run(
    session: WriteSession,
    { key, fingerprint, serializeRefusal }: IdempotentRequest,
    work: () => Promise<string>,
  ): Promise<IdempotentResult> {
    const now = this.clock.now();
    const [stored] = await session.all(
      sql`SELECT fingerprint, outcome FROM idempotency_keys WHERE key = ${key} AND created_at > ${now - RETENTION_MS}`,
    );
    if (stored) {
      if (stored.fingerprint !== fingerprint)
        throw new Problem("idempotency-key-reused", "This idempotency key was already used for a different request.");
      return { outcome: stored.outcome as string, replayed: true };
    }
    const outcome = await session.nested(work).catch((reason: unknown): string => {
      const refusal = serializeRefusal(reason);
      if (refusal === undefined) throw reason;
      return refusal;
    });
    await session.send(
      sql`INSERT INTO idempotency_keys (key, fingerprint, outcome, created_at) VALUES (${key}, ${fingerprint}, ${outcome}, ${now}) ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint, outcome = excluded.outcome, created_at = excluded.created_at`,
    );
    return { outcome, replayed: false };
  }

  /** Selects some of the keys whose outcomes are no longer replayed. @param now in milliseconds since 1970 */
  expired(now: number): Sql {
    return sql`SELECT key FROM idempotency_keys WHERE created_at <= ${now - RETENTION_MS} LIMIT ${EXPIRED_BATCH}`;
  }

  /** Deletes some of the outcomes that are no longer replayed. @param now in milliseconds since 1970 */
  async deleteExpired(session: WriteSession, now: number): Promise<void> {
    await session.send(sql`DELETE FROM idempotency_keys WHERE key IN (${this.expired(now)})`);
  }
}
