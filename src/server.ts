/** The command behind `npm start`: reads the settings, starts the service, prints where it is, and stops it in order. */
import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pino, { type Logger } from "pino";
import { openRegistry, type Registry } from "./app/bootstrap.ts";
import { type Config, readConfig, SettingError } from "./app/config.ts";
import { fillOnce } from "./app/dataset.ts";
import { keepDays, type Prepared, prepare } from "./app/prepare.ts";
import { type Dependencies, type Started, startService } from "./app/service.ts";
import { giveUp, startWorkers } from "./app/workers.ts";
import { domain } from "./domain/index.ts";
import { systemClock } from "./runtime/clock.ts";
import type { IpcPeer } from "./runtime/ipc.ts";

const BUILTIN = fileURLToPath(new URL("../data", import.meta.url));
/** How long running requests may take to finish when the service stops. */
const DRAIN_MS = 10_000;

/** Where errors and requests hold what a caller sent, credentials among it: nothing logs these, and nothing shall. */
const UNLOGGED = { paths: ["headers", "*.headers", "*.rawHeaders", "*.rawPacket", "*.body"], remove: true };

const say = (line: string): void => console.log(line);

async function main(): Promise<void> {
  const config = readConfig({ ...process.env, ...options(process.argv.slice(2)) });
  const logger = pino({ level: config.logLevel, redact: UNLOGGED }, pino.destination(2));
  if (cluster.isWorker) {
    const registry = await openRegistry(domain, config, systemClock, logger);
    await serve(registry, config, logger, { parent: parent() });
    return;
  }
  const alone = config.workers === 1;
  const prepared = await prepare(domain, config, systemClock, alone ? logger : undefined);
  // At once: a start that fails after this must not take the only copy of the key along.
  if (prepared.createdKey) say(`Admin key, shown only this once:\n  ${prepared.createdKey}\n`);
  await fill(prepared, config);
  const address = await (alone ? serve(prepared, config, logger) : haveServed(prepared, config, logger));
  greet(prepared, config, address);
  keepDays(prepared.store, systemClock, (error) => logger.error({ err: error }, "the day's changes failed"));
}

/** Serves in this process, all of it. @returns where it listens */
async function serve(registry: Registry, config: Config, logger: Logger, around?: Dependencies): Promise<string> {
  const service = await startService(registry, config, systemClock, logger, around);
  stopOnSignal(() => service.stop(DRAIN_MS));
  const address = await listen(service, config);
  service.courier.start();
  return address;
}

/** Has workers serve. This process has nothing to do but what they wait for. @returns where they listen */
async function haveServed({ store }: Registry, { workers: count }: Config, logger: Logger): Promise<string> {
  const workers = await startWorkers(count, systemClock, logger);
  stopOnSignal(async () => {
    await workers.stop(DRAIN_MS);
    await store.close();
  });
  return workers.address;
}

function parent(): IpcPeer {
  return { send: (message) => void process.send!(message), on: (event, listener) => process.on(event, listener) };
}

/** What the command line says, as settings. @throws SettingError */
function options(given: string[]): Record<string, string> {
  try {
    const { workers } = parseArgs({ args: given, options: { workers: { type: "string" } } }).values;
    return workers === undefined ? {} : { WORKERS: workers };
  } catch {
    throw new SettingError(`npm start takes --workers <n>, not ${given.join(" ")}.`);
  }
}

/** @throws SettingError where it cannot listen */
async function listen({ app }: Started, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    throw new SettingError(
      `HOST and PORT: cannot listen on ${host}:${port} (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

async function fill({ store }: Registry, { dataset }: Config): Promise<void> {
  const line = (what: string, count: number): void => say(`  ${String(count).padStart(5)}  ${what}`);
  const total = await fillOnce(store, dataset === "builtin" ? BUILTIN : undefined, line);
  if (total) line("records of built-in data loaded", total);
}

/** Tells where it listens, and what to try there: requests that are answered as it is set. */
function greet({ createdKey }: Prepared, config: Config, address: string): void {
  const key = createdKey ?? (config.adminKey ? "$ADMIN_API_KEY" : "<your admin key>");
  const credential = config.authentication ? ` -H "Authorization: Bearer ${key}"` : "";
  const reading = config.publicRead ? "" : credential;
  const builtin = config.dataset === "builtin";
  say(`\nSpace Missions API listens on ${address}  (reference: ${address}/docs)\n`);
  say("Try:");
  say(`  curl '${address}/api/missions?status=active&sort_by=launch_date'${reading}`);
  say(`  curl '${address}/api${builtin ? "/missions/apollo-11/crew" : ""}'${reading}`);
  say(
    `  curl -X POST '${address}/api/missions' -H 'Content-Type: application/json'${credential} -d '{"name":"My first mission"}'\n`,
  );
}

/** A signal may reach the parent and the workers alike: whichever comes first counts. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (): void => {
    if (stopping) return;
    stopping = true;
    void stop().then(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, begin);
  if (process.env.npm_lifecycle_event !== undefined) onceAlone(begin);
}

/** How often a process that npm started looks whether it is alone. */
const LOOK_MS = 1_000;

/** npm hands a signal to the shell between it and this process, which ends of it and tells nobody. */
function onceAlone(stop: () => void): void {
  const { ppid } = process;
  const look = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(look);
    stop();
  }, LOOK_MS);
  look.unref();
}

main().catch((error: unknown) => {
  const { message, stack } = error as Error;
  const reason = error instanceof SettingError ? message : (stack ?? message);
  if (cluster.isWorker) return giveUp(reason);
  console.error(`Cannot start: ${reason}`);
  process.exit(1);
});
