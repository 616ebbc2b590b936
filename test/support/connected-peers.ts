/** An IPC channel between two ends in one process. */
import { EventEmitter } from "node:events";
import type { IpcPeer } from "../../engine/runtime/ipc.ts";

/** The two ends. A message that is sent at one end arrives at the other later, as a copy. */
export function connectedPeers(): readonly [IpcPeer, IpcPeer] {
  const [one, other] = [new EventEmitter(), new EventEmitter()];
  const peer = (local: EventEmitter, remote: EventEmitter): IpcPeer => ({
    send: (message) => {
      const copy: unknown = JSON.parse(JSON.stringify(message));
      setImmediate(() => remote.emit("message", copy));
    },
    on: (event, listener) => local.on(event, listener),
  });
  return [peer(one, other), peer(other, one)];
}
