/** Requests and replies between two processes over their IPC channel. */

/** The process at the other end. */
export interface IpcPeer {
  send(message: unknown): void;
  on(event: "message", listener: (message: unknown) => void): unknown;
}

interface RequestMessage<Request> {
  readonly topic: string;
  readonly kind: "request";
  /** Pairs a reply with its request. */
  readonly id: number;
  readonly request: Request;
}

interface ReplyMessage<Reply> {
  readonly topic: string;
  readonly kind: "reply";
  readonly id: number;
  readonly reply?: Reply;
  /** The message of the error that the handler threw. */
  readonly error?: string;
}

/**
 * Opens the requesting side of a topic; there is one per topic and process.
 * @returns a function that sends a request. It rejects if the handler throws, and never settles if the peer has exited.
 */
export function openRequests<Request, Reply>(peer: IpcPeer, topic: string): (request: Request) => Promise<Reply> {
  const pending = new Map<number, PromiseWithResolvers<Reply>>();
  let lastId = 0;
  peer.on("message", (message) => {
    const { topic: messageTopic, kind, id, reply, error } = message as ReplyMessage<Reply>;
    if (messageTopic !== topic || kind !== "reply") return;
    const resolvers = pending.get(id);
    pending.delete(id);
    if (error === undefined) resolvers?.resolve(reply as Reply);
    else resolvers?.reject(new Error(error));
  });
  return (request) => {
    lastId += 1;
    const resolvers = Promise.withResolvers<Reply>();
    pending.set(lastId, resolvers);
    peer.send({ topic, kind: "request", id: lastId, request } satisfies RequestMessage<Request>);
    return resolvers.promise;
  };
}

/** Handles a peer's requests about a topic from now on. */
export function handleRequests<Request, Reply>(
  peer: IpcPeer,
  topic: string,
  handler: (request: Request) => Reply | Promise<Reply>,
): void {
  const send = (id: number, outcome: Pick<ReplyMessage<Reply>, "reply" | "error">): void =>
    peer.send({ topic, kind: "reply", id, ...outcome } satisfies ReplyMessage<Reply>);
  peer.on("message", async (message) => {
    const { topic: messageTopic, kind, id, request } = message as RequestMessage<Request>;
    if (messageTopic !== topic || kind !== "request") return;
    try {
      send(id, { reply: await handler(request) });
    } catch (error) {
      send(id, { error: (error as Error).message });
    }
  });
}
