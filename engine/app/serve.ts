/** Serves a registry within another program. */
import type { Registry } from "../declare/registry/registry.ts";
import { systemClock } from "../runtime/clock.ts";
import { COMMAND_LINE } from "../runtime/package.ts";
import { bootstrap, scheduleDailyUpdate } from "./bootstrap.ts";
import { readConfig } from "./config.ts";
import { hasOtherData } from "./data/base.ts";
import { dataOf, loadDatasetOnce } from "./data/dataset.ts";
import { listen } from "./listen.ts";
import { openLog } from "./log.ts";
import { startService } from "./service.ts";
import { type Environment, SettingError } from "./setting-values.ts";

/** A service that a program has started. */
export interface Serving {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The admin key, if this start has generated it. It is not shown again. */
  readonly adminKey: string | undefined;
  /** Refuses new requests, waits up to 10 seconds for running ones, and closes the database. */
  stop(): Promise<void>;
}

/** The time that running requests have to finish when the service stops. */
export const DRAIN_MS = 10_000;

/**
 * Serves a registry in this process, with a database that is migrated and, if it is new, filled. It logs to standard error.
 * @param settings of the service by name, such as `{ PORT: "0" }`; by default, the environment variables
 * @returns when it listens
 * @throws Error with one line for the operator if a setting is malformed, if the database cannot be opened or not be migrated
 *   without a loss, or if the address is taken
 * @example
 * const { url, stop } = await serve(registry, { PORT: "0", DATABASE_URL: "sqlite:test.db", AUTH: "off" });
 */
export async function serve(registry: Registry, settings: Environment = process.env): Promise<Serving> {
  const config = readConfig(settings, registry);
  if (config.workers > 1)
    throw new SettingError(`WORKERS must be 1 for a service within a program, not ${config.workers}.`);
  const logger = openLog(config.logLevel);
  const opened = await bootstrap(registry.resources, config, systemClock, logger);
  const { store, adminKey } = opened;
  const closeStore = async (error: unknown): Promise<never> => {
    await store.close();
    throw error;
  };
  await loadDatasetOnce(store, dataOf(registry, config), () => {}).catch(closeStore);
  if (await hasOtherData(store, dataOf(registry, config)).catch(closeStore))
    logger.info({ command: `${COMMAND_LINE} data update` }, "newer data are shipped than stored");
  const service = await startService(opened, config, systemClock, logger).catch(closeStore);
  try {
    const url = await listen(service, config);
    if (!config.quiet) service.webhooks.start();
    const unschedule = scheduleDailyUpdate(store, systemClock, (error) =>
      logger.error({ err: error }, "the daily update failed"),
    );
    const stop = async () => {
      unschedule();
      await service.stop(DRAIN_MS);
    };
    return { url, adminKey: adminKey.generated, stop };
  } catch (error) {
    await service.stop();
    throw error;
  }
}
