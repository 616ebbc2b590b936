/** Messages to all processes of the service, where the database does not carry them. */
import { handleRequests, type IpcPeer, openRequests } from "../runtime/ipc.ts";
import type { Broadcast } from "../store/database.ts";

const TOPIC = "broadcast";

/** The messages of a service that is one process. */
export function localBroadcast(): Broadcast {
  const listeners = new Set<(message: string) => void>();
  return {
    send: (message) => {
      for (const listener of listeners) listener(message);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The messages of workers, which their parent passes on. @param parent the other end is a `BroadcastRelay` */
export function parentBroadcast(parent: IpcPeer): Broadcast {
  const local = localBroadcast();
  const request = openRequests<string, null>(parent, TOPIC);
  handleRequests<string, null>(parent, TOPIC, (message) => {
    local.send(message);
    return null;
  });
  return { send: (message) => void request(message), listen: local.listen };
}

/** The parent's side: passes the messages of each worker to all of them. */
export class BroadcastRelay {
  private readonly workers = new Map<IpcPeer, (message: string) => Promise<null>>();

  /** Adds a worker. */
  join(worker: IpcPeer): void {
    this.workers.set(worker, openRequests<string, null>(worker, TOPIC));
    handleRequests<string, null>(worker, TOPIC, (message) => {
      for (const request of this.workers.values()) void request(message);
      return null;
    });
  }

  /** Removes a worker that has exited. */
  leave(worker: IpcPeer): void {
    this.workers.delete(worker);
  }
}
