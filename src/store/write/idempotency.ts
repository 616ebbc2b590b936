/**
 * Idempotent requests: the outcome is stored under the request's key, in the transaction of its write, for
 * 24 hours. `http/handlers/idempotency.ts` reads the key.
 */
import sql from "sql-template-tag";
import { Problem } from "../../problem.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Session } from "../dialect.ts";

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

/**
 * Returns the outcome stored under the key. If there is none, runs `work` and stores the outcome that it returns. If `work`
 * throws a refusal, its changes are undone and the refusal is stored as the outcome.
 * @throws Problem `idempotency-key-reused`; what `work` throws, unless it is a refusal
 */
export async function runIdempotent(
  session: Session,
  clock: Clock,
  { key, fingerprint, serializeRefusal }: IdempotentRequest,
  work: () => Promise<string>,
): Promise<IdempotentResult> {
  const now = clock.now();
  await session.run(sql`DELETE FROM idempotency_keys WHERE created_at <= ${now - RETENTION_MS}`);
  const [stored] = await session.all(sql`SELECT fingerprint, outcome FROM idempotency_keys WHERE key = ${key}`);
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
  await session.run(
    sql`INSERT INTO idempotency_keys (key, fingerprint, outcome, created_at) VALUES (${key}, ${fingerprint}, ${outcome}, ${now})`,
  );
  return { outcome, replayed: false };
}
