/** An IPC channel between two ends in one process. */
import { EventEmitter } from "node:events";
import type { IpcPeer } from "../../src/runtime/ipc.ts";

/** The two ends: a message sent at one arrives at the other, later and as a copy. */
export function connectedPeers(): readonly [IpcPeer, IpcPeer] {
  const [one, other] = [new EventEmitter(), new EventEmitter()];
  const end = (own: EventEmitter, far: EventEmitter): IpcPeer => ({
    send: (message) => {
      const copy: unknown = JSON.parse(JSON.stringify(message));
      setImmediate(() => far.emit("message", copy));
    },
    on: (event, listener) => own.on(event, listener),
  });
  return [end(one, other), end(other, one)];
}
