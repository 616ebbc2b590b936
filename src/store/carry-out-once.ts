/** Requests that are carried out once: their outcome is kept under a key in the transaction of the write it protects. */
import sql from "sql-template-tag";
import type { Clock } from "../clock.ts";
import { Problem } from "../problem.ts";
import type { Resource } from "../resource/resource.ts";
import type { Session } from "./dialect.ts";
import type { Once } from "./store.ts";

/** How long an outcome is kept. */
const KEPT_MS = 24 * 3_600_000;

/** What came of a transaction, and by how many records each resource that it touched has grown. */
export interface Done<T> {
  readonly result: T;
  readonly touched: ReadonlyMap<Resource, number>;
}

/**
 * Answers the outcome kept under the key, or works and keeps what comes of it: also a refusal that would come again,
 * whose changes are undone first.
 * @throws Problem `idempotency-key-reused`; whatever `work` throws and is not to be remembered
 */
export async function carryOutOnce(
  session: Session,
  clock: Clock,
  { key, fingerprint, remember }: Once,
  work: (session: Session) => Promise<Done<string>>,
): Promise<Done<{ outcome: string; replayed: boolean }>> {
  const now = clock.now();
  await session.run(sql`DELETE FROM idempotency_keys WHERE kept_at <= ${now - KEPT_MS}`);
  const [kept] = await session.all(sql`SELECT fingerprint, outcome FROM idempotency_keys WHERE key = ${key}`);
  if (kept) {
    if (kept.fingerprint !== fingerprint) throw reused();
    return { result: { outcome: kept.outcome as string, replayed: true }, touched: new Map() };
  }
  const done = await session
    .nested(() => work(session))
    .catch((reason: unknown): Done<string> => {
      const outcome = remember(reason);
      if (outcome === undefined) throw reason;
      return { result: outcome, touched: new Map() };
    });
  await session.run(
    sql`INSERT INTO idempotency_keys (key, fingerprint, outcome, kept_at) VALUES (${key}, ${fingerprint}, ${done.result}, ${now})`,
  );
  return { result: { outcome: done.result, replayed: false }, touched: done.touched };
}

function reused(): Problem {
  const message = "This Idempotency-Key was used before with another body.";
  return new Problem("idempotency-key-reused", message, {
    errors: [{ in: "value", header: "Idempotency-Key", code: "idempotency_key_reused", message }],
  });
}
