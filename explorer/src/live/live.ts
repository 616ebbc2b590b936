/** One stream of events for all tabs of a browser: one tab reads it, and tells the others what has changed. */
import { followingSince } from "../requests/polling.ts";
import { readAgainAll, readAgainFailed } from "../requests/queries.ts";
import { lead } from "./election.ts";
import { after, type Message, UNKNOWN } from "./messages.ts";
import { readAgainAfter } from "./refresh.ts";
import { readStream } from "./stream.ts";

/** Whether the browser has what sharing takes. Pages over plain HTTP have no locks, except those of this machine. */
const CAN_SHARE = "locks" in navigator && "BroadcastChannel" in globalThis;

/**
 * Joins the tabs of a caller. Returns a function that leaves them: if this tab reads the stream, another one continues.
 * @param caller who may read the same events; see decision 54
 * @param log the path of the events
 */
export function join(caller: string, log: string): () => void {
  if (!CAN_SHARE) return () => {};
  const channel = new BroadcastChannel(`explorer-stream ${caller}`);
  const left = new AbortController();
  let progress = UNKNOWN;
  let isLeader = false;
  const hear = (message: Message) => {
    if (left.signal.aborted) return;
    progress = after(progress, message, Date.now());
    const wasFollowing = followingSince.get() !== undefined;
    followingSince.set(progress.since);
    if (message.kind === "changed") readAgainAfter(message.change);
    // The service can be reached again.
    if (message.kind === "connected") readAgainFailed();
    if (message.kind === "joined" && isLeader && progress.since !== undefined)
      channel.postMessage({ kind: "connected", last: progress.last } as Message);
    if (message.kind === "missed" || (wasFollowing && progress.since === undefined)) readAgainAll();
  };
  const say = (message: Message) => {
    if (left.signal.aborted) return;
    channel.postMessage(message);
    hear(message);
  };
  channel.addEventListener("message", ({ data }) => hear(data));
  say({ kind: "joined" });
  const read = () => {
    isLeader = true;
    return readStream({ log, last: () => progress.last, say, signal: left.signal });
  };
  void lead(caller, read, left.signal);
  return () => {
    if (left.signal.aborted) return;
    left.abort();
    channel.close();
    followingSince.set(undefined);
  };
}
