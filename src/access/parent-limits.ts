/**
 * Limits of the workers of one machine together: the buckets are in their parent process, which the workers ask over the
 * channel that they have to it. What is asked in one turn of the event loop is one message, and so is its answer.
 */
import type { Limits, Policy, Taken } from "./limits.ts";

/** A process at the other end of a channel. */
export interface Peer {
  send(message: unknown): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

type Asked = readonly [policy: Policy, subject: string];

interface Question {
  readonly limits: "take";
  readonly turn: number;
  readonly asked: readonly Asked[];
}

interface Reply {
  readonly limits: "taken";
  readonly turn: number;
  readonly taken: readonly Taken[];
}

function says<T extends Question | Reply>(message: unknown, what: T["limits"]): message is T {
  return (message as T | null)?.limits === what;
}

/** The worker's end. */
export function limitsOfParent(parent: Peer): Limits {
  const waiting = new Map<number, ((taken: Taken) => void)[]>();
  let turn = 0;
  let asked: Asked[] = [];
  let answers: ((taken: Taken) => void)[] = [];
  parent.on("message", (message) => {
    if (!says<Reply>(message, "taken")) return;
    const resolve = waiting.get(message.turn) ?? [];
    waiting.delete(message.turn);
    for (const [at, taken] of message.taken.entries()) resolve[at]!(taken);
  });
  const send = (): void => {
    turn += 1;
    waiting.set(turn, answers);
    parent.send({ limits: "take", turn, asked } satisfies Question);
    [asked, answers] = [[], []];
  };
  return {
    take: (policy, subject) =>
      new Promise((resolve) => {
        if (asked.length === 0) setImmediate(send);
        asked.push([policy, subject]);
        answers.push(resolve);
      }),
    close: () => waiting.clear(),
  };
}

/** The parent's end, for each of its workers. */
export function answerLimits(limits: Limits, worker: Peer, policies: Map<string, Policy>): void {
  // Buckets belong to a policy; what comes over a channel is another object each time.
  const same = (policy: Policy): Policy => {
    const known = policies.get(policy.name);
    if (!known) policies.set(policy.name, policy);
    return known ?? policy;
  };
  worker.on("message", (message) => {
    if (!says<Question>(message, "take")) return;
    const taken = message.asked.map(([policy, subject]) => {
      const now = limits.take(same(policy), subject);
      // Copied at once, since a bucket changes with the next request to it.
      return now instanceof Promise ? now : { ...now };
    });
    void Promise.all(taken).then((all) => {
      worker.send({ limits: "taken", turn: message.turn, taken: all } satisfies Reply);
    });
  });
}
