/** Metrics of several processes told as those of one: whichever worker is asked, their parent asks all and adds up. */
import { setTimeout } from "node:timers/promises";
import { AggregatorRegistry } from "prom-client";
import { handleRequests, type IpcPeer, openRequests } from "../../runtime/ipc.ts";
import type { Metrics, Told } from "./prometheus.ts";

const OF_ALL = "metrics of all";
const OF_ONE = "metrics of one";

/** How long a worker is waited for that does not answer, in milliseconds; then holds what it told before. */
const PATIENCE_MS = 1_000;

/** The worker's end: tells the parent its own metrics. @returns what `/metrics` answers: those of all */
export function aggregatedMetrics(parent: IpcPeer, own: Metrics): () => Promise<string> {
  handleRequests<null, Told>(parent, OF_ONE, () => own.told());
  const ask = openRequests<null, string>(parent, OF_ALL);
  return () => ask(null);
}

interface Member {
  readonly ask: (question: null) => Promise<Told>;
  /** What it told last. */
  told: Told;
}

/** The parent's end. */
export class MetricsAggregator {
  private readonly members = new Map<IpcPeer, Member>();
  private readonly patience: () => Promise<unknown>;
  /** What those counted that are gone: a sum that fell would be taken for one that began anew. */
  private past: Told = [];

  /** @param patience resolves when enough was waited */
  constructor(patience: () => Promise<unknown> = () => setTimeout(PATIENCE_MS, undefined, { ref: false })) {
    this.patience = patience;
  }

  /** From now on a worker is asked and may ask. */
  join(worker: IpcPeer): void {
    this.members.set(worker, { ask: openRequests<null, Told>(worker, OF_ONE), told: [] });
    handleRequests<null, string>(worker, OF_ALL, () => this.tell());
  }

  /** A worker is gone. What it counted stays, as far as it was told. */
  leave(worker: IpcPeer): void {
    const counted = this.members.get(worker)?.told.filter(({ type }) => isCounted(`${type}`)) ?? [];
    this.members.delete(worker);
    // What the library puts together is what it put it together from.
    this.past = AggregatorRegistry.aggregate([this.past, counted]).getMetricsAsArray() as unknown as Told;
  }

  private async tell(): Promise<string> {
    const asked = [...this.members.values()].map(async (member) => {
      member.told = await member.ask(null);
    });
    await Promise.race([Promise.allSettled(asked), this.patience()]);
    const told = [...this.members.values()].map((member) => member.told);
    return AggregatorRegistry.aggregate([this.past, ...told]).metrics();
  }
}

/** Whether what is told goes up only. */
function isCounted(type: string): boolean {
  return type !== "gauge";
}
