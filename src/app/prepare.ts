/** What is done once, however many processes serve: the database is brought up to date, and stays so from day to day. */
import type { Logger } from "pino";
import { ensureAdminKey } from "../access/admin-key.ts";
import type { Declaration } from "../declare/declare.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import type { Network } from "../webhooks/egress.ts";
import { openRegistry, type Registry } from "./bootstrap.ts";
import type { Config } from "./config.ts";

export interface Prepared extends Registry {
  /** The admin key, when it was made just now. */
  readonly createdKey?: string;
}

/**
 * Opens the registry, migrates it, settles the admin key, and brings in what depends on the day.
 * @param logger as of `openRegistry`, and so the network
 * @throws Error as `openRegistry` does
 */
export async function prepare(
  declarations: readonly Declaration[],
  config: Config,
  clock: Clock,
  logger?: Logger,
  network?: Network,
): Promise<Prepared> {
  const registry = await openRegistry(declarations, config, clock, logger, network);
  const created = config.authentication ? await ensureAdminKey(registry.store, config.adminKey) : undefined;
  await registry.store.startDay();
  return { ...registry, ...(created ? { createdKey: created } : {}) };
}

/** At every midnight UTC, whatever depends on the day is brought up to date. */
export function keepDays(store: Store, clock: Clock, failed: (error: unknown) => void): void {
  const day = 86_400_000;
  const wait = (): void => {
    const timer = setTimeout(
      () => {
        store.startDay().catch(failed);
        wait();
      },
      day - (clock.now() % day) + 1_000,
    );
    timer.unref();
  };
  wait();
}
