/** The command behind `npm start`: reads the settings, starts the service, prints where it is, and stops it in order. */
import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pino, { type Logger } from "pino";
import { limitsOfParent, type Peer } from "./access/parent-limits.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Config, readConfig, SettingError } from "./config.ts";
import { fillOnce } from "./dataset.ts";
import { domain } from "./domain/index.ts";
import { type Started, startService } from "./service.ts";
import { giveUp, startWorkers } from "./workers.ts";

const BUILTIN = fileURLToPath(new URL("../data", import.meta.url));
/** How long running requests may take to finish when the service stops. */
const DRAIN_MS = 10_000;

/** Where errors and requests hold what a caller sent, credentials among it: nothing logs these, and nothing shall. */
const UNLOGGED = { paths: ["headers", "*.headers", "*.rawHeaders", "*.rawPacket", "*.body"], remove: true };

const say = (line: string): void => console.log(line);

async function main(): Promise<void> {
  const config = readConfig({ ...process.env, ...options(process.argv.slice(2)) });
  const logger = pino({ level: config.logLevel, redact: UNLOGGED }, pino.destination(2));
  if (cluster.isWorker) return work(config, logger);
  const service = await startService(domain, config, systemClock, logger);
  // At once: a start that fails after this must not take the only copy of the key along.
  if (service.createdKey) say(`Admin key, shown only this once:\n  ${service.createdKey}\n`);
  await fill(service, config);
  const workers = config.workers > 1 ? await startWorkers(config.workers, systemClock, logger) : undefined;
  stopOnSignal(async () => {
    await workers?.stop(DRAIN_MS);
    await service.stop(DRAIN_MS);
  });
  greet(service, config, workers?.address ?? (await listen(service, config)));
  service.courier.start();
  keepDays(service, systemClock, (error) => logger.error({ err: error }, "the day's changes failed"));
}

/** One of several processes: it answers requests, and leaves everything that is done once to its parent. */
async function work(config: Config, logger: Logger): Promise<void> {
  const service = await startService(domain, config, systemClock, logger, { limits: limitsOfParent(parent()) });
  stopOnSignal(() => service.stop(DRAIN_MS));
  await listen(service, config);
}

function parent(): Peer {
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

async function fill({ store }: Started, { dataset }: Config): Promise<void> {
  const line = (what: string, count: number): void => say(`  ${String(count).padStart(5)}  ${what}`);
  const total = await fillOnce(store, dataset === "builtin" ? BUILTIN : undefined, line);
  if (total) line("records of built-in data loaded", total);
}

function greet({ createdKey }: Started, config: Config, address: string): void {
  const key = createdKey ?? (config.adminKey ? "$ADMIN_API_KEY" : "<your admin key>");
  const header = config.authentication ? ` -H "Authorization: Bearer ${key}"` : "";
  say(`\nSpace Missions API listens on ${address}  (reference: ${address}/docs)\n`);
  say("Try:");
  say(`  curl '${address}/api/missions?status=active&sort_by=launch_date'`);
  say(`  curl '${address}/api/missions/apollo-11/crew'`);
  say(
    `  curl -X POST '${address}/api/missions' -H 'Content-Type: application/json'${header} -d '{"name":"My first mission"}'\n`,
  );
}

/** At every midnight UTC, whatever depends on the day is brought up to date. */
function keepDays({ store }: Started, clock: Clock, failed: (error: unknown) => void): void {
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

/** A signal may reach the parent and the workers alike: whichever comes first counts. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (): void => {
    if (stopping) return;
    stopping = true;
    void stop().then(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, begin);
}

main().catch((error: unknown) => {
  const { message, stack } = error as Error;
  const reason = error instanceof SettingError ? message : (stack ?? message);
  if (cluster.isWorker) return giveUp(reason);
  console.error(`Cannot start: ${reason}`);
  process.exit(1);
});
