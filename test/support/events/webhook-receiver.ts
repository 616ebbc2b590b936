/** A receiver of webhooks on this machine, which records requests and responds as a test decides. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import type { Body } from "../http/serve.ts";

/** A request that was received. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The event. */
  readonly body: Body;
}

/** Returns the status of the response, or undefined after handling the response itself. */
export type Reply = (received: ReceivedRequest, response: ServerResponse) => number | undefined;

/** A receiver, with the requests received so far. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedRequest[];
  reply: Reply;
  /** Type and subject of every received event, in order. */
  summaries(): string[];
  /** Resolves when the condition holds; it is evaluated now and after every request. */
  until(holds: () => boolean): Promise<void>;
}

/** Starts a receiver, which is stopped after the tests of the file. */
export async function startReceiver(): Promise<Receiver> {
  const receiver = await openReceiver();
  after(() => receiver.stop());
  return receiver;
}

/** Starts a receiver that the caller stops. */
export async function openReceiver(): Promise<Receiver & { stop(): void }> {
  const received: ReceivedRequest[] = [];
  const waiting = new Set<() => void>();
  const receiver: { reply: Reply } = { reply: () => 204 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const latest = { path: request.url!, headers: request.headers, text, body: JSON.parse(text) };
    received.push(latest);
    for (const check of waiting) check();
    const status = receiver.reply(latest, response);
    if (status !== undefined) response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = (): void => {
          if (!holds()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    summaries: () => received.map(({ body }) => `${body.type} ${body.subject}`),
  });
}
