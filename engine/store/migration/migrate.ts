/** Migrates a database to what the catalog declares, or refuses to. */
import { raw } from "sql-template-tag";
import type { Clock } from "../../runtime/clock.ts";
import type { Session } from "../database.ts";
import type { Dialect } from "../dialect.ts";
import { writeMetadata } from "../metadata.ts";
import { TransactionCounters } from "../transaction/counters.ts";
import { SavepointSession } from "../transaction/sessions.ts";
import { UnitOfWork } from "../write/unit-of-work.ts";
import { Writer } from "../write/writer.ts";
import { InvalidReference } from "./backfill.ts";
import { LAYOUT } from "./layout.ts";
import { OWNER } from "./owner.ts";
import { type MigrationTarget, type Plan, planMigration } from "./plan.ts";

/** A migration would lose or invalidate values. The message lists them, and says what to do. */
export class MigrationRefused extends Error {
  constructor(blockers: readonly string[]) {
    super(`the database cannot be migrated, and was left unchanged:\n- ${blockers.join("\n- ")}`);
  }
}

/**
 * Plans a migration and runs its steps.
 * @param session in a transaction that locks out other writers, so that of several processes that start together only one
 *   migrates
 * @throws MigrationRefused if values would be lost or would not be allowed
 */
export async function migrate(
  target: MigrationTarget,
  dialect: Dialect,
  session: Session,
  clock: Clock,
): Promise<Plan> {
  const plan = await planMigration(target, dialect, session);
  if (plan.blockers.length > 0) throw new MigrationRefused(plan.blockers);
  if (plan.isUpToDate) {
    await remember(session, plan);
    return plan;
  }
  // Values that depend on the day stay those of the last `startDay`, which will update them.
  const asOf = plan.day === undefined ? clock : startOf(plan.day);
  const writeSession = new SavepointSession(session);
  for (const { text, run } of plan.steps) {
    if (!run) {
      await session.run(raw(text));
      continue;
    }
    const counters = await TransactionCounters.read(session, undefined);
    const context = { session: writeSession, counters, records: undefined, dialect };
    const unit = new UnitOfWork(context, target.catalog, asOf, { preserveTimes: true });
    await run(new Writer(unit), unit, writeSession).catch(refuseInvalidReference);
    for (const [resource, growth] of unit.changed.growth) counters.advance(resource, 1, growth);
    await counters.write(writeSession);
  }
  await writeMetadata(writeSession, LAYOUT, JSON.stringify(plan.layout));
  await remember(session, plan);
  return plan;
}

/** Stores the registry that the database belongs to, if that is news. */
async function remember(session: Session, { owner }: Plan): Promise<void> {
  if (owner !== undefined) await writeMetadata(new SavepointSession(session), OWNER, owner);
}

function startOf(day: string): Clock {
  const time = Date.parse(day);
  return { now: () => time, elapsed: () => 0 };
}

function refuseInvalidReference(reason: unknown): never {
  throw reason instanceof InvalidReference ? new MigrationRefused([reason.message]) : reason;
}
