/** Questions and answers between two processes, over the channel that they have to each other. */

/** A process at the other end of a channel. */
export interface Peer {
  send(message: unknown): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

interface Asked<Question> {
  readonly ask: string;
  readonly turn: number;
  readonly question: Question;
}

interface Answered<Answer> {
  readonly answered: string;
  readonly turn: number;
  readonly answer?: Answer;
  /** Why there is no answer. */
  readonly failed?: string;
}

/**
 * Begins to ask a peer about a topic; nobody else on this side asks about it.
 * @returns what asks: it rejects when the peer finds no answer, and waits for ever for one that has gone
 */
export function openRequests<Question, Answer>(peer: Peer, topic: string): (question: Question) => Promise<Answer> {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let last = 0;
  peer.on("message", (message) => {
    const { answered, turn, answer, failed } = message as Answered<Answer>;
    if (answered !== topic) return;
    const waits = waiting.get(turn);
    waiting.delete(turn);
    if (failed === undefined) waits?.resolve(answer as Answer);
    else waits?.reject(new Error(failed));
  });
  return (question) => {
    last += 1;
    const answer = Promise.withResolvers<Answer>();
    waiting.set(last, answer);
    peer.send({ ask: topic, turn: last, question } satisfies Asked<Question>);
    return answer.promise;
  };
}

/** From now on answers what a peer asks about a topic. */
export function handleRequests<Question, Answer>(
  peer: Peer,
  topic: string,
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  const reply = (turn: number, rest: Pick<Answered<Answer>, "answer" | "failed">): void =>
    peer.send({ answered: topic, turn, ...rest } satisfies Answered<Answer>);
  peer.on("message", async (message) => {
    const { ask, turn, question } = message as Asked<Question>;
    if (ask !== topic) return;
    try {
      reply(turn, { answer: await answer(question) });
    } catch (error) {
      reply(turn, { failed: (error as Error).message });
    }
  });
}
