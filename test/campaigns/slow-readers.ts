/** Clients that do not read what they asked for, or slowly: documents, exports, streams of events. */
import { declareCampaign } from "./campaign.ts";
import { audit } from "./load/audit.ts";
import { Book } from "./load/book.ts";
import { pause, until } from "./load/connection.ts";
import { createStore, missingStore } from "./load/databases.ts";
import { IdleReader } from "./load/idle-readers.ts";
import { Reader } from "./load/readers.ts";
import { ServiceProcess } from "./load/service-process.ts";
import { Writers } from "./load/writers.ts";

const MIB = 2 ** 20;
/** The memory that docs/operation.md plans for a process. */
const MEMORY_LIMIT = 512 * MIB;
/** Handles that may be open afterwards beyond those before. */
const SLACK = 16;
/** How long the service may take to notice that clients have left, in seconds. */
const RECOVERED_S = 30;
/** How often memory is looked at. */
const SAMPLE_MS = 100;
/** Exports and streams beside each 100 connections that ask for documents. */
const SHARES = { exports: 2, streams: 20 };

export const slowReaders = declareCampaign({
  name: "slow-readers",
  section: "§8.1",
  promise:
    "Clients that do not read, or slowly, cost bounded memory and delay nobody; when they leave, their memory and handles are free again.",
  stores: ["sqlite", "postgres"],
  sizes: {
    waves: { full: 5, quick: 2, about: "how often such clients come" },
    connections: { full: 600, quick: 60, about: "connections in each wave" },
    pipelined: { full: 100, quick: 20, about: "documents of some 600 KB that each asks for at once" },
    timeout: { full: 30, quick: 2, about: "WRITE_TIMEOUT of the service in seconds; clients stay twice as long" },
    writers: { full: 4, quick: 4, about: "clients that write at the same time" },
  },
  obstacle: missingStore,
  async run(run) {
    const { waves, connections, pipelined, timeout } = run.sizes;
    const database = await createStore(run);
    const settings = { DATABASE_URL: database.url, WRITE_TIMEOUT: String(timeout) };
    const service = await ServiceProcess.start(run, { settings });
    const book = new Book();
    const writers = new Writers({ ...run, book, writers: run.sizes.writers, refusals: [503] });
    await writers.begin(service.url);
    writers.start(() => service.url);
    await writers.untilAcknowledged(200);
    const reader = new Reader({ url: () => service.url, path: "/api/planets", everyMs: 10 });
    run.after(() => Promise.all([writers.stop(), reader.stop()]));
    const before = { memory: service.memory(), handles: service.handles() };
    const peaks: number[] = [];
    let closed = 0;
    const { url } = service;
    const ofWave = (): IdleReader[] =>
      Array.from({ length: connections }, (_, at) => {
        const speed = at % 2 === 0 ? { bytesPerSecond: 1_000 } : {};
        if (at % 100 < SHARES.exports) return new IdleReader({ url, path: "/api/data?format=ndjson", ...speed });
        if (at % 100 < SHARES.exports + SHARES.streams)
          return new IdleReader({ url, path: "/api/events", accept: "text/event-stream", ...speed });
        return new IdleReader({ url, path: "/openapi.json", pipelined, ...speed });
      });
    for (let wave = 0; wave < waves; wave += 1) {
      const clients = ofWave();
      const end = performance.now() + 2 * timeout * 1_000;
      let peak = 0;
      while (performance.now() < end) {
        peak = Math.max(peak, service.memory());
        await pause(SAMPLE_MS);
      }
      peaks.push(peak);
      closed += clients.filter(({ isClosed }) => isClosed).length;
      const left = clients.filter(({ isClosed, isDead }) => isDead && !isClosed).length;
      if (left > 0) run.broken(`wave ${wave}: ${left} clients that read nothing of documents are still connected`);
      for (const client of clients) client.close();
      await until("handles are closed", RECOVERED_S, () => service.handles() <= before.handles + SLACK);
      run.progress(wave + 1, waves);
    }
    await reader.stop();
    await writers.finish(() => url);
    const [first = 0] = peaks;
    const most = Math.max(...peaks);
    if (most > MEMORY_LIMIT) run.broken(`the process took ${Math.round(most / MIB)} MiB`);
    if (peaks.at(-1)! > 1.5 * first)
      run.broken(`memory grows from wave to wave: ${peaks.map((bytes) => Math.round(bytes / MIB))}`);
    const unexpected = reader.unexpected([200]);
    if (unexpected.length > 0) run.broken(`another reader got ${unexpected.join(", ")}`);
    const handles = service.handles();
    await service.stop(run);
    return [
      [waves * connections, "clients that hardly read"],
      [closed, "closed by the service"],
      [Math.round(before.memory / MIB), "MiB before"],
      [Math.round(most / MIB), "MiB at most"],
      [before.handles, "handles before"],
      [handles, "afterwards"],
      [reader.count(200), "reads of another client"],
      [Math.round(reader.longestGap), "ms the slowest"],
      [writers.counts.acknowledged, "acknowledged writes"],
      ...(await audit(run, book, database.url)),
    ];
  },
});
