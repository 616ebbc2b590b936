/** A client of an event stream (HTML standard §9.2.6), which waits for events. */
import assert from "node:assert/strict";
import { type IncomingMessage, request } from "node:http";
import { ADMIN_KEY, type Body } from "../http/serve.ts";

/** One event as received. */
export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Body;
}

/** How to connect. */
export interface EventStreamOptions {
  readonly after?: string;
  /** As in `Authorization`, without its scheme; `false` for none. */
  readonly credential?: string | false;
  readonly headers?: Record<string, string>;
}

/** One open stream, with the events received so far. */
export class EventStreamClient {
  readonly received: StreamedEvent[] = [];
  /** The last id that was set, even without an event. */
  lastId = "";
  /** The number of comments received. */
  comments = 0;
  ended = false;
  readonly response: IncomingMessage;
  private rest = "";
  private waiting: (() => void)[] = [];

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding("utf8");
    response.on("data", (text: string) => this.read(text));
    for (const end of ["end", "close", "error"])
      response.on(end, () => {
        this.ended = true;
        this.wake();
      });
  }

  /** Connects; resolves when the stream has begun. */
  static async connect(
    url: string,
    path = "/api/events",
    options: EventStreamOptions = {},
  ): Promise<EventStreamClient> {
    const { after, credential = ADMIN_KEY, headers = {} } = options;
    const allHeaders: Record<string, string> = { accept: "text/event-stream", ...headers };
    if (after !== undefined) allHeaders["last-event-id"] = after;
    if (credential !== false) allHeaders.authorization = `Bearer ${credential}`;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${url}${path}`, { headers: allHeaders, agent: false }).on("response", resolve).on("error", reject).end();
    });
    const client = new EventStreamClient(response);
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers["content-type"], "text/event-stream");
    await client.until(() => client.comments > 0);
    return client;
  }

  /** Resolves when the condition holds, or the stream has ended. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds() && !this.ended) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Waits for this number of events. */
  async events(count: number): Promise<readonly StreamedEvent[]> {
    await this.until(() => this.received.length >= count);
    return this.received;
  }

  close(): void {
    this.response.destroy();
  }

  private read(text: string): void {
    const blocks = (this.rest + text).split("\n\n");
    this.rest = blocks.pop()!;
    for (const block of blocks) this.take(block.split("\n"));
    this.wake();
  }

  private take(lines: readonly string[]): void {
    const fields: Record<string, string> = {};
    for (const line of lines) {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line)!;
      if (name === "") this.comments += 1;
      else fields[name] = value;
    }
    if (fields.id !== undefined) this.lastId = fields.id;
    if (fields.data !== undefined)
      this.received.push({ id: this.lastId, event: fields.event!, data: JSON.parse(fields.data) });
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
