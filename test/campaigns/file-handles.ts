/** A process that runs out of file handles, again and again, because of its clients. */
import { connect, type Socket } from "node:net";
import { declareCampaign } from "./campaign.ts";
import { audit } from "./load/audit.ts";
import { Book } from "./load/book.ts";
import { pause, until } from "./load/connection.ts";
import { createStore, missingStore } from "./load/databases.ts";
import { ServiceProcess } from "./load/service-process.ts";
import { Writers } from "./load/writers.ts";

/** How long the service may take to be as before, in seconds. */
const RECOVERED_S = 30;
/** Handles that may be open in the end beyond those at the start: connections to the database, threads. */
const SLACK = 16;

export const fileHandles = declareCampaign({
  name: "file-handles",
  section: "§7.2",
  promise:
    "While a process has no file handles left, it lives, and what it answers is right; when clients leave, it has as many as before.",
  stores: ["sqlite", "postgres"],
  sizes: {
    rounds: { full: 30, quick: 2, about: "how often all handles are used" },
    handles: { full: 256, quick: 128, about: "file handles of the process" },
    connections: { full: 2_000, quick: 300, about: "idle connections that clients open in each round" },
    writers: { full: 8, quick: 4, about: "clients that write at the same time" },
  },
  obstacle: missingStore,
  async run(run) {
    const { rounds, handles, connections } = run.sizes;
    const database = await createStore(run);
    const within = ["sh", "-c", `ulimit -n ${handles} && exec "$@"`, "sh"];
    const service = await ServiceProcess.start(run, { settings: { DATABASE_URL: database.url }, within });
    const book = new Book();
    const writers = new Writers({ ...run, book, writers: run.sizes.writers, refusals: [503] });
    await writers.begin(service.url);
    writers.start(() => service.url);
    run.after(() => writers.stop());
    await writers.untilAcknowledged(10);
    const before = service.handles();
    let [most, opened, exhausted] = [0, 0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const sockets = await openAll(service.url, connections);
      opened += sockets.length;
      most = Math.max(most, service.handles());
      if (service.handles() >= handles - 1) exhausted += 1;
      await writers.untilAcknowledged(20);
      for (const socket of sockets) socket.destroy();
      await until("handles are closed", RECOVERED_S, () => service.handles() <= before + SLACK);
      await service.untilReadyzIs(200, RECOVERED_S);
      run.progress(round + 1, rounds);
    }
    await writers.finish(() => service.url);
    const after = service.handles();
    await service.stop(run);
    return [
      [opened, "connections opened"],
      [exhausted, "times out of handles"],
      [before, "handles before"],
      [most, "at most"],
      [after, "at the end"],
      [writers.counts.acknowledged, "acknowledged writes"],
      [writers.counts.refused, "refused"],
      [writers.counts.unanswered, "without a response"],
      ...(await audit(run, book, database.url)),
    ];
  },
});

/** Opens connections, and waits until no more of them change. Those that are refused are destroyed. */
async function openAll(url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).on("error", () => {}));
  while (sockets.some((socket) => socket.connecting)) await pause();
  return sockets;
}
