/** Starts the export of events, if it is configured. */
import type { Logger } from "pino";
import { AppendTarget } from "../events/append-target.ts";
import { EventExporter } from "../events/exporter.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import type { Config } from "./config.ts";

/**
 * Copies events to a file or to standard output from now on.
 * @returns undefined without `EVENTS_EXPORT`, and in a quiet start
 */
export function startEventExport(
  store: Store,
  { eventsExport: path, quiet }: Pick<Config, "eventsExport" | "quiet">,
  clock: Clock,
  logger: Logger,
): EventExporter | undefined {
  if (path === undefined || quiet) return undefined;
  const exporter = new EventExporter(store, clock, new AppendTarget(path), {
    onFailure: (error) =>
      logger.error({ err: error, path }, "events cannot be exported; they will be, once that is possible"),
    onRecovery: () => logger.info({ path }, "events are exported again"),
    onGap: (after) => logger.warn({ after }, "events after this one were deleted before they could be exported"),
  });
  exporter.start();
  return exporter;
}
