/** Redis, which holds the rate limits of several processes, is killed or hangs, again and again. */
import { declareCampaign } from "./campaign.ts";
import { Connection, until } from "./load/connection.ts";
import { createStore, missingStore } from "./load/databases.ts";
import { missingRedis, RedisServer } from "./load/redis-server.ts";
import { ServiceProcess } from "./load/service-process.ts";

/** How long a service may take to notice that Redis is gone, or back, in seconds. */
const NOTICED_S = 30;
/** How long a request may take while Redis does not answer, in milliseconds: half a second for Redis, the rest for a busy machine. */
const SLOWEST_MS = 5_000;
/** Requests at once. */
const CONNECTIONS = 16;
/** Lines that a process may log for one outage: that Redis is gone, and back. */
const MAX_LINES = 2;
/** A day, so that hardly anything refills during a campaign. */
const WINDOW_S = 86_400;

export const redisOutages = declareCampaign({
  name: "redis-outages",
  section: "§8.2",
  promise:
    "While Redis is away or hangs, every request is answered, within the limits of each process; when it is back, processes share the limits again.",
  stores: ["sqlite", "postgres"],
  sizes: {
    rounds: { full: 30, quick: 2, about: "how often Redis is killed or hangs, in turn" },
    quota: { full: 500, quick: 100, about: "requests that a client may send" },
    processes: { full: 2, quick: 2, about: "services that share Redis" },
  },
  obstacle: async (store) => (await missingStore(store)) ?? missingRedis(),
  async run(run) {
    const { rounds, quota, processes } = run.sizes;
    const redis = await RedisServer.start(run);
    const settings = {
      ...{ REDIS_URL: redis.url, LOG_LEVEL: "info", RATE_LIMIT: "on", TRUSTED_PROXIES: "127.0.0.0/8" },
      RATE_LIMIT_ANONYMOUS: `${quota}/${WINDOW_S}`,
    };
    const services: ServiceProcess[] = [];
    for (let each = 0; each < processes; each += 1) {
      const { url } = await createStore(run);
      services.push(await ServiceProcess.start(run, { settings: { ...settings, DATABASE_URL: url } }));
    }
    const load = new LimitedLoad(services, run.broken);
    const areShared = (value: number): Promise<void> =>
      until(`rate_limits_shared is ${value}`, NOTICED_S, async () => {
        // A service notices that Redis hangs when a request needs it.
        await load.burst(processes, "192.0.2.1");
        const all = await Promise.all(services.map((service) => service.metrics()));
        return all.every((metrics) => metrics.value("rate_limits_shared") === value);
      });
    let [together, apart] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const lines = services.map((service) => service.logged(40).length);
      await areShared(1);
      const shared = await load.burst(quota * processes, `198.51.100.${round % 250}`);
      if (Math.abs(shared - quota) > 1) run.broken(`round ${round}: ${shared} of a quota of ${quota} were admitted`);
      together += shared;
      const resume = round % 2 === 0 ? undefined : redis.suspend();
      if (!resume) await redis.kill();
      await areShared(0);
      const alone = await load.burst(2 * quota * processes, `203.0.113.${round % 250}`);
      if (alone < quota || alone > quota * processes + processes)
        run.broken(`round ${round}: ${alone} were admitted by ${processes} processes alone`);
      apart += alone;
      if (resume) resume();
      else await redis.start();
      await areShared(1);
      for (const [at, service] of services.entries()) {
        const more = service.logged(40).length - lines[at]!;
        if (more > MAX_LINES) run.broken(`round ${round}: ${more} lines in the log`);
      }
      run.progress(round + 1, rounds);
    }
    load.close();
    if (load.slowest > SLOWEST_MS) run.broken(`a request took ${Math.round(load.slowest)} ms`);
    for (const service of services) await service.stop(run);
    return [
      [rounds, "outages"],
      [load.sent, "requests"],
      [load.failed, "failed"],
      [together, "admitted by all processes together"],
      [apart, "by each alone"],
      [Math.round(load.slowest), "ms the slowest request"],
    ];
  },
});

/** Requests without a credential to several services, in turn. */
class LimitedLoad {
  sent = 0;
  failed = 0;
  /** The longest time of a request, in milliseconds. */
  slowest = 0;
  private readonly connections = Array.from({ length: CONNECTIONS }, () => new Connection());
  private readonly services: readonly ServiceProcess[];
  private readonly broken: (what: string) => void;

  constructor(services: readonly ServiceProcess[], broken: (what: string) => void) {
    this.services = services;
    this.broken = broken;
  }

  /** Sends requests from an address. @returns how many were not refused with 429 */
  async burst(requests: number, address: string): Promise<number> {
    let [next, admitted] = [0, 0];
    const send = async (connection: Connection): Promise<void> => {
      while (next < requests) {
        const { url } = this.services[next++ % this.services.length]!;
        const startedAt = performance.now();
        const status = await connection
          .ask(url, "GET", "/api", { anonymous: true, headers: { "x-forwarded-for": address } })
          .then(
            (answer) => answer.status,
            (error: Error) => error.message,
          );
        this.slowest = Math.max(this.slowest, performance.now() - startedAt);
        this.sent += 1;
        if (status !== 429) admitted += 1;
        if (status === 200 || status === 429) continue;
        this.failed += 1;
        this.broken(`GET /api: ${status}`);
      }
    };
    await Promise.all(this.connections.map(send));
    return admitted;
  }

  close(): void {
    for (const connection of this.connections) connection.close();
  }
}
