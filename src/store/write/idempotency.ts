/** Requests that are carried out once: their outcome is kept under a key in the transaction of the write it protects. */
import sql from "sql-template-tag";
import { Problem } from "../../problem.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Session } from "../dialect.ts";
import type { IdempotentRequest } from "../store.ts";

/** How long an outcome is kept. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Answers the outcome kept under the key, or works and keeps what comes of it: also a refusal that would come again,
 * whose changes are undone first.
 * @throws Problem `idempotency-key-reused`; whatever `work` throws and is not to be remembered
 */
export async function runIdempotent(
  session: Session,
  clock: Clock,
  { key, fingerprint, refusalOf: remember }: IdempotentRequest,
  work: () => Promise<string>,
): Promise<{ outcome: string; replayed: boolean }> {
  const now = clock.now();
  await session.run(sql`DELETE FROM idempotency_keys WHERE kept_at <= ${now - KEPT_MS}`);
  const [kept] = await session.all(sql`SELECT fingerprint, outcome FROM idempotency_keys WHERE key = ${key}`);
  if (kept) {
    if (kept.fingerprint !== fingerprint) throw reused();
    return { outcome: kept.outcome as string, replayed: true };
  }
  const outcome = await session.nested(work).catch((reason: unknown): string => {
    const refusal = remember(reason);
    if (refusal === undefined) throw reason;
    return refusal;
  });
  await session.run(
    sql`INSERT INTO idempotency_keys (key, fingerprint, outcome, kept_at) VALUES (${key}, ${fingerprint}, ${outcome}, ${now})`,
  );
  return { outcome, replayed: false };
}

function reused(): Problem {
  return new Problem("idempotency-key-reused", "This idempotency key was already used for a different request.");
}
