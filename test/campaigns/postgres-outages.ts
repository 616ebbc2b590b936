/** A PostgreSQL server that is killed, stopped or hangs, and connections that break, again and again, under writers. */
import { PostgresServer, postgresBinaries } from "../support/store/postgres-server.ts";
import { declareCampaign } from "./campaign.ts";
import { audit } from "./load/audit.ts";
import { Book } from "./load/book.ts";
import { pause, until } from "./load/connection.ts";
import { Reader } from "./load/readers.ts";
import { type LogLine, ServiceProcess } from "./load/service-process.ts";
import { Writers } from "./load/writers.ts";

/** What happens to the server, in turn. */
const OUTAGES = ["killed", "cut", "stopped", "suspended"] as const;
/** How long the service may take to notice an outage, and its end, in seconds. */
const NOTICED_S = 60;
/** After this many seconds without an answer, the service gives a request up. */
const HANDLER_TIMEOUT = "2";
/** Lines of warnings and errors that it may log for one outage, without those of requests that took too long. */
const MAX_LINES = 10;

export const postgresOutages = declareCampaign({
  name: "postgres-outages",
  section: "§7.2",
  promise:
    "While PostgreSQL is away or hangs, requests are 503 and no acknowledged write is lost; when it is back, the service works without a restart.",
  stores: ["postgres"],
  sizes: {
    rounds: { full: 40, quick: 4, about: "outages: the server is killed, loses its connections, is stopped, hangs" },
    seconds: { full: 4, quick: 1, about: "how long it is away" },
    writes: { full: 500, quick: 50, about: "acknowledged writes before each outage" },
    writers: { full: 16, quick: 8, about: "clients that write at the same time" },
  },
  obstacle: async () => (postgresBinaries() ? undefined : "there are no programs of PostgreSQL in /usr/lib/postgresql"),
  async run(run) {
    const { rounds, seconds, writes } = run.sizes;
    const server = await PostgresServer.create();
    run.after(() => server.remove());
    const DATABASE_URL = `postgres://postgres@127.0.0.1:${server.port}/postgres`;
    const service = await ServiceProcess.start(run, { settings: { DATABASE_URL, HANDLER_TIMEOUT } });
    const book = new Book();
    const writers = new Writers({ ...run, book, writers: run.sizes.writers, refusals: [503] });
    await writers.begin(service.url);
    const reader = new Reader({ url: () => service.url, path: "/api/moons?limit=5", everyMs: 10 });
    writers.start(() => service.url);
    run.after(() => Promise.all([writers.stop(), reader.stop()]));
    /** Starts the server. Processes of the one before may still be ending. */
    const restart = (): Promise<void> =>
      until("the server starts", NOTICED_S, () =>
        server.start().then(
          () => true,
          () => false,
        ),
      );
    const outage = async (what: (typeof OUTAGES)[number]): Promise<void> => {
      if (what === "cut") {
        await server.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
        return;
      }
      const resume = what === "suspended" ? await server.freeze() : restart;
      if (what === "killed") server.kill();
      if (what === "stopped") await server.stop();
      await pause(seconds * 1_000);
      if (what !== "suspended") await service.untilReadyzIs(503, NOTICED_S);
      await resume();
    };
    let [slowest, lines] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const what = OUTAGES[round % OUTAGES.length]!;
      const logged = linesOf(service).length;
      await writers.untilAcknowledged(writes);
      await outage(what);
      slowest = Math.max(slowest, await service.untilReadyzIs(200, NOTICED_S));
      const more = linesOf(service).length - logged;
      if (more > MAX_LINES) run.broken(`round ${round}, ${what}: ${more} lines: ${linesOf(service).at(-1)?.msg}`);
      lines += more;
      run.progress(round + 1, rounds);
    }
    await reader.stop();
    await writers.finish(() => service.url);
    const unexpected = reader.unexpected([200, 503]);
    if (unexpected.length > 0) run.broken(`a reader got ${unexpected.join(", ")}`);
    await service.stop(run);
    return [
      [rounds, "outages"],
      [Math.round(slowest), "ms until it was ready again"],
      [lines, "lines of errors"],
      [writers.counts.acknowledged, "acknowledged writes"],
      [writers.counts.refused, "refused"],
      [writers.counts.unanswered, "of unknown outcome"],
      ...(await audit(run, book, DATABASE_URL)),
      [reader.count(200), "reads"],
      [reader.count(503), "refused"],
    ];
  },
});

function linesOf(service: ServiceProcess): LogLine[] {
  return service.logged(40).filter(({ err }) => !err?.message.includes("took too long"));
}
