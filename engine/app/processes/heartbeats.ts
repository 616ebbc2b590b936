/** Heartbeats: the parent asks each worker for a sign of life, and notices those whose event loop has stopped. */
import { handleRequests, type IpcPeer, openRequests } from "../../runtime/ipc.ts";

const TOPIC = "heartbeat";

/** How often workers are asked, in milliseconds. */
export const HEARTBEAT_MS = 1_000;

/** The worker's side: replies for as long as the event loop turns. */
export function answerHeartbeats(parent: IpcPeer): void {
  handleRequests<null, null>(parent, TOPIC, () => null);
}

interface Pulse {
  readonly ask: () => Promise<unknown>;
  readonly onSilent: () => void;
  readonly maxRounds: number;
  /** For how many rounds the worker has not replied; undefined if nothing is asked. */
  silent: number | undefined;
}

/**
 * The parent's side. It counts its own rounds, not the time: after a machine has slept, or the parent was suspended, workers have
 * as many rounds to reply as before.
 */
export class Heartbeats {
  private readonly maxRounds: number;
  private readonly workers = new Map<IpcPeer, Pulse>();

  /** @param maxRounds the number of rounds without a reply after which a worker counts as hanging */
  constructor(maxRounds: number) {
    this.maxRounds = maxRounds;
  }

  /**
   * Watches a worker; one that is watched already, from its beginning.
   * @param onSilent called once, when it hangs
   * @param timeouts how many times the usual time it may take to reply
   */
  join(worker: IpcPeer, onSilent: () => void, timeouts = 1): void {
    const request = openRequests<null, null>(worker, TOPIC);
    const maxRounds = this.maxRounds * timeouts;
    this.workers.set(worker, { ask: () => request(null), onSilent, maxRounds, silent: undefined });
  }

  /** Forgets a worker that has exited. */
  leave(worker: IpcPeer): void {
    this.workers.delete(worker);
  }

  /** One round: asks those that have replied, one request at a time, and counts for the others. */
  round(): void {
    for (const [worker, pulse] of this.workers) {
      if (pulse.silent === undefined) this.ask(pulse);
      else {
        pulse.silent += 1;
        if (pulse.silent < pulse.maxRounds) continue;
        this.leave(worker);
        pulse.onSilent();
      }
    }
  }

  private ask(pulse: Pulse): void {
    pulse.silent = 0;
    pulse.ask().then(
      () => {
        pulse.silent = undefined;
      },
      () => {},
    );
  }
}
