/** Listens on the addresses of a service. */
import { once } from "node:events";
import type { Config } from "./config.ts";
import type { RunningService } from "./service.ts";
import { SettingError } from "./setting-values.ts";

/**
 * Listens on the address of the API, and on that of the metrics if it is another one. Returns the URL of the API.
 * @throws SettingError if it cannot
 */
export async function listen(
  { app, metricsServer }: Pick<RunningService, "app" | "metricsServer">,
  { host, port, metricsAddress: metrics }: Pick<Config, "host" | "port" | "metricsAddress">,
): Promise<string> {
  if (metricsServer && metrics)
    await orSettingError("METRICS_ADDRESS", metrics, () => once(metricsServer.listen(metrics), "listening"));
  return orSettingError("HOST and PORT", { host, port }, () => app.listen({ host, port }));
}

async function orSettingError<T>(
  setting: string,
  { host, port }: { readonly host: string; readonly port: number },
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingError(`${setting}: cannot listen on ${host}:${port} (${code}).`);
  }
}
