/**
 * Limits of the workers of one machine together: the buckets are in their parent process, which the workers ask over the
 * channel that they have to it. What is asked in one turn of the event loop is one message, and so is its answer.
 */
import { handleRequests, openRequests, type Peer } from "../runtime/ipc.ts";
import type { Limits, Policy, Taken } from "./token-bucket.ts";

const TOPIC = "limits";

type Asked = readonly [policy: Policy, subject: string];

/** The worker's end. */
export function limitsOfParent(parent: Peer): Limits {
  const ask = openRequests<readonly Asked[], readonly Taken[]>(parent, TOPIC);
  let asked: Asked[] = [];
  let waiting: ((taken: Taken) => void)[] = [];
  const send = (): void => {
    const resolve = waiting;
    // One that does not answer has gone, and this process goes with it.
    void ask(asked).then((taken) => {
      for (const [at, each] of taken.entries()) resolve[at]!(each);
    });
    [asked, waiting] = [[], []];
  };
  return {
    take: (policy, subject) =>
      new Promise((resolve) => {
        if (asked.length === 0) setImmediate(send);
        asked.push([policy, subject]);
        waiting.push(resolve);
      }),
    elsewhere: true,
    close: () => {},
  };
}

/** The parent's end, for each of its workers. */
export function answerLimits(limits: Limits, worker: Peer): void {
  handleRequests<readonly Asked[], readonly Taken[]>(worker, TOPIC, (asked) =>
    Promise.all(
      asked.map(([policy, subject]) => {
        const taken = limits.take(policy, subject);
        // Copied at once, since a bucket changes with the next request to it.
        return taken instanceof Promise ? taken : { ...taken };
      }),
    ),
  );
}
