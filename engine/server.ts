/** What a program that serves a registry does: it reads the settings, starts the service or its workers, prints the URL, and stops on a signal. */
import cluster from "node:cluster";
import type { Logger } from "pino";
import { bootstrap, type OpenRegistry, openRegistry, scheduleDailyUpdate } from "./app/bootstrap.ts";
import { type Config, readConfig } from "./app/config.ts";
import { hasOtherData } from "./app/data/base.ts";
import { dataOf, loadDatasetOnce } from "./app/data/dataset.ts";
import { listen } from "./app/listen.ts";
import { openLog } from "./app/log.ts";
import { answerHeartbeats } from "./app/processes/heartbeats.ts";
import { reportStart, reportStartFailure, startWorkers } from "./app/processes/workers.ts";
import { loadRegistry } from "./app/registry/load.ts";
import { DRAIN_MS } from "./app/serve.ts";
import { type Dependencies, startService } from "./app/service.ts";
import { SettingError } from "./app/setting-values.ts";
import { readStartOptions } from "./app/start-options.ts";
import type { Registry } from "./declare/registry/registry.ts";
import { STANDARD_OUTPUT } from "./events/append-target.ts";
import { API_ROOT } from "./resource/resource.ts";
import { nameInText, namesInText } from "./resource/text.ts";
import { systemClock } from "./runtime/clock.ts";
import type { IpcPeer } from "./runtime/ipc.ts";
import { COMMAND_LINE, VERSION } from "./runtime/package.ts";
import { damageOf } from "./store/sqlite/errors.ts";

/** Standard output may be the export of events, which others parse. */
const print = (line: string): void =>
  (process.env.EVENTS_EXPORT === STANDARD_OUTPUT ? console.error : console.log)(line);

async function start(builtIn: Registry): Promise<void> {
  const options = readStartOptions(process.argv.slice(2));
  if (typeof options === "string") return console.log(options);
  const settings = { ...process.env, ...options };
  const registry = await loadRegistry(settings.REGISTRY, builtIn);
  const config = readConfig(settings, registry);
  const logger = openLog(config.logLevel);
  if (cluster.isWorker) {
    const opened = await openRegistry(registry.resources, config, systemClock, logger);
    const parent = parentPeer();
    answerHeartbeats(parent);
    reportStart(await serveHere(opened, config, logger, { parent }));
    return;
  }
  const inOneProcess = config.workers === 1;
  const opened = await bootstrap(registry.resources, config, systemClock, inOneProcess ? logger : undefined);
  // Printed at once: if the start fails later, the key must not be lost.
  if (opened.adminKey.generated) print(`Admin key, shown only once:\n  ${opened.adminKey.generated}\n`);
  if (opened.adminKey.isOutdated)
    logger.warn(
      "ADMIN_API_KEY is a former admin key, which was replaced: it stays refused, and the newer key stays valid",
    );
  await loadData(registry, opened, config);
  const address = await (inOneProcess
    ? serveHere(opened, config, logger)
    : startWorkerProcesses(opened, config, logger));
  logger.info({ address, version: VERSION, workers: config.workers }, "listening");
  printUsage(registry, config, address);
  scheduleDailyUpdate(opened.store, systemClock, (error) => logger.error({ err: error }, "the daily update failed"));
}

/** Serves in this process. @returns the URL */
async function serveHere(
  opened: OpenRegistry,
  config: Config,
  logger: Logger,
  dependencies?: Dependencies,
): Promise<string> {
  const service = await startService(opened, config, systemClock, logger, dependencies);
  // The parent of workers logs their stop.
  stopOnSignal(() => service.stop(DRAIN_MS), dependencies?.parent ? undefined : logger);
  const address = await listen(service, config);
  if (!config.quiet) service.webhooks.start();
  return address;
}

/** Serves in worker processes. @returns the URL */
async function startWorkerProcesses({ store }: OpenRegistry, config: Config, logger: Logger): Promise<string> {
  const workers = await startWorkers(config, systemClock, logger);
  stopOnSignal(async () => {
    await workers.stop(DRAIN_MS);
    await store.close();
  }, logger);
  return workers.address;
}

/** The parent of this worker. */
function parentPeer(): IpcPeer {
  // With a callback, because an error without one would end the process: a worker whose parent has exited drains first.
  const ignore = () => {};
  return {
    send: (message) => void process.send!(message, undefined, undefined, ignore),
    on: (event, listener) => process.on(event, listener),
  };
}

async function loadData(registry: Registry, { store }: OpenRegistry, config: Config): Promise<void> {
  const line = (what: string, count: number): void => print(`  ${count.toLocaleString("en").padStart(6)}  ${what}`);
  const total = await loadDatasetOnce(store, dataOf(registry, config), (resource, count) =>
    line(count === 1 ? nameInText(resource) : namesInText(resource), count),
  );
  if (total) line("records loaded", total);
  if (await hasOtherData(store, dataOf(registry, config)))
    print(`Newer data are shipped than stored. ${COMMAND_LINE} data update shows what they change.`);
}

/** Prints the URL, and commands to try that work with these settings. */
function printUsage(registry: Registry, config: Config, address: string): void {
  const { title, examples } = registry;
  const variable = config.adminKey ? "ADMIN_API_KEY" : "KEY";
  const credential = config.authentication ? ` -H "Authorization: Bearer $${variable}"` : "";
  const readCredential = config.publicRead ? "" : credential;
  print(`\n${title} listens on ${address}\n`);
  if (config.quiet) print("It is quiet: it sends no webhooks, runs no operations and exports no events.\n");
  print("Open it in a browser, or try:");
  if (config.authentication && !config.adminKey) print(`  export ${variable}=…  # the admin key`);
  const hasData = dataOf(registry, config).length > 0;
  for (const { path, body, needsData } of examples?.requests ?? [{ path: API_ROOT }]) {
    const url = `'${address}${needsData && !hasData ? API_ROOT : path}'`;
    if (body === undefined) print(`  curl ${url}${readCredential}`);
    else print(`  curl -X POST ${url} -H 'Content-Type: application/json'${credential} -d '${JSON.stringify(body)}'`);
  }
  print("");
}

/** Stops at the first signal, and logs it. A worker may get a second one, since its parent forwards them. */
function stopOnSignal(stop: () => Promise<void>, logger?: Logger): void {
  let stopping = false;
  const begin = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    logger?.info({ reason }, "draining");
    void stop().then(
      () => {
        logger?.info("stopped");
        process.exit(0);
      },
      (error: Error) => {
        console.error(`Cannot stop in order: ${error.stack ?? error.message}`);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => begin(signal));
  if (process.env.npm_lifecycle_event !== undefined) onOrphaned(() => begin("the shell of npm has exited"));
}

/** How often a process that npm started checks whether its parent has exited. */
const POLL_MS = 1_000;

/** Calls `stop` when the parent has exited. npm signals the shell that it runs this process in, which exits without passing the signal on. */
function onOrphaned(stop: () => void): void {
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    stop();
  }, POLL_MS);
  timer.unref();
}

/**
 * Serves the registry that the operator names, as the only thing that this process does. If it cannot start, it says why and exits.
 * @param builtIn what is served if the operator names none
 */
export async function startServer(builtIn: Registry): Promise<void> {
  try {
    await start(builtIn);
  } catch (error) {
    const { message, stack } = error as Error;
    const damage = damageOf(error);
    const reason = damage ? `DATABASE_URL: ${damage}` : error instanceof SettingError ? message : (stack ?? message);
    if (cluster.isWorker) return reportStartFailure(reason);
    console.error(`Cannot start: ${reason}`);
    process.exit(1);
  }
}
