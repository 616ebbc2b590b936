/** Brings a database to what the declarations want, or says why that cannot be done. */
import sql, { raw } from "sql-template-tag";
import type { Clock } from "../../runtime/clock.ts";
import type { Dialect, Session } from "../dialect.ts";
import { writeMetadata } from "../metadata.ts";
import { UnitOfWork } from "../write/unit-of-work.ts";
import { Writer } from "../write/writer.ts";
import { Misfit } from "./backfill.ts";
import { LAYOUT } from "./layout.ts";
import { type Aim, type Plan, planMigration } from "./plan.ts";

/** The database stays as it is; the message says why, and what to do. */
export class MigrationRefused extends Error {
  constructor(refusals: readonly string[]) {
    super(`the database cannot be brought to these declarations, and was left as it is:\n- ${refusals.join("\n- ")}`);
  }
}

/**
 * @param session within a transaction that no other writer shares, so that of two processes that start at once one finds
 *   the work done
 * @throws MigrationRefused where anything would be lost, or would not fit
 */
export async function migrate(aim: Aim, dialect: Dialect, session: Session, clock: Clock): Promise<Plan> {
  const plan = await planMigration(aim, dialect, session);
  if (plan.refusals.length > 0) throw new MigrationRefused(plan.refusals);
  if (plan.isDone) return plan;
  const standing = plan.since === undefined ? clock : clockOf(plan.since);
  for (const { says, work } of plan.steps) {
    if (!work) {
      await session.run(raw(says));
      continue;
    }
    const unit = new UnitOfWork(session, aim.catalog, standing, { preserveTimes: true });
    await work(new Writer(unit), unit).catch(told);
    for (const { name } of unit.growth.keys())
      await session.run(sql`UPDATE collection_counters SET changes = changes + 1 WHERE name = ${name}`);
  }
  await writeMetadata(session, LAYOUT, JSON.stringify(plan.layout));
  return plan;
}

/** The day that records are true for: what the days since then change is not the migration's. */
function clockOf(day: string): Clock {
  const at = Date.parse(day);
  return { now: () => at };
}

function told(reason: unknown): never {
  throw reason instanceof Misfit ? new MigrationRefused([reason.message]) : reason;
}
