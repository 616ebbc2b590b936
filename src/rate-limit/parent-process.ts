/**
 * The rate limiter of workers. The buckets are in the parent process, which workers reach by IPC. All requests of one tick of
 * the event loop are one message, and so are the replies.
 */
import { handleRequests, type IpcPeer, openRequests } from "../runtime/ipc.ts";
import type { BucketState, Policy, RateLimiter } from "./token-bucket.ts";

const TOPIC = "rate-limit";

type Take = readonly [policy: Policy, subject: string];

/** The worker's side. */
export function parentRateLimiter(parent: IpcPeer): RateLimiter {
  const request = openRequests<readonly Take[], readonly BucketState[]>(parent, TOPIC);
  let batch: Take[] = [];
  let resolvers: ((state: BucketState) => void)[] = [];
  const send = (): void => {
    const waiting = resolvers;
    // This never rejects: if the parent has exited, this process exits too.
    void request(batch).then((states) => {
      for (const [index, state] of states.entries()) waiting[index]!(state);
    });
    [batch, resolvers] = [[], []];
  };
  return {
    take: (policy, subject) =>
      new Promise((resolve) => {
        if (batch.length === 0) setImmediate(send);
        batch.push([policy, subject]);
        resolvers.push(resolve);
      }),
    remote: true,
    close: () => {},
  };
}

/** The parent's side, for one worker. */
export function serveRateLimiter(limiter: RateLimiter, worker: IpcPeer): void {
  handleRequests<readonly Take[], readonly BucketState[]>(worker, TOPIC, (batch) =>
    Promise.all(
      batch.map(([policy, subject]) => {
        const state = limiter.take(policy, subject);
        // A copy, because the next request to the same bucket changes the state.
        return state instanceof Promise ? state : { ...state };
      }),
    ),
  );
}
