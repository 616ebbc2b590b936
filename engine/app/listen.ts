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
    await orSettingError(METRICS_ADDRESS, metrics, () => once(metricsServer.listen(metrics), "listening"));
  return orSettingError(HOST_AND_PORT, { host, port }, () => app.listen({ host, port }));
}

/** The settings of an address, and what to do if it is taken. */
const METRICS_ADDRESS = { settings: "METRICS_ADDRESS", remedy: "Set METRICS_ADDRESS to another address." };
const HOST_AND_PORT = { settings: "HOST and PORT", remedy: "Set PORT to another port." };

async function orSettingError<T>(
  { settings, remedy }: typeof HOST_AND_PORT,
  { host, port }: { readonly host: string; readonly port: number },
  start: () => Promise<T>,
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    if (code === "EADDRINUSE") throw new SettingError(`${address} is already in use. ${remedy}`);
    throw new SettingError(`${settings}: cannot listen on ${address} (${code}).`);
  }
}
