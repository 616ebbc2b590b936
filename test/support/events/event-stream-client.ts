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

export interface EventStreamOptions {
  readonly after?: string;
  /** As in `Authorization`, without its scheme; `false` for none. */
  readonly credential?: string | false;
  readonly headers?: Record<string, string>;
}

export class EventStreamClient {
  readonly received: StreamedEvent[] = [];
  /** The last id that was set, even without an event. */
  lastId = "";
  /** The number of comments received. */
  comments = 0;
  ended = false;
  readonly answer: IncomingMessage;
  private rest = "";
  private waiting: (() => void)[] = [];

  private constructor(answer: IncomingMessage) {
    this.answer = answer;
    answer.setEncoding("utf8");
    answer.on("data", (text: string) => this.read(text));
    for (const end of ["end", "close", "error"])
      answer.on(end, () => {
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
    const sent: Record<string, string> = { accept: "text/event-stream", ...headers };
    if (after !== undefined) sent["last-event-id"] = after;
    if (credential !== false) sent.authorization = `Bearer ${credential}`;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${url}${path}`, { headers: sent, agent: false }).on("response", resolve).on("error", reject).end();
    });
    const listening = new EventStreamClient(answer);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers["content-type"], "text/event-stream");
    await listening.until(() => listening.comments > 0);
    return listening;
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
    this.answer.destroy();
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
