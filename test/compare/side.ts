/** One of the two versions that are compared: its server, in its own process, and the responses so far. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ExchangeResponse } from "../support/documents/openapi-conformance.ts";
import { openReceiver } from "../support/events/webhook-receiver.ts";
import { FuzzClient } from "../support/fuzz/fuzz-client.ts";
import { CODERS, type PlainRequest } from "../support/fuzz/random-requests.ts";
import { URLS } from "../support/fuzz/schema-values.ts";
import { DECODERS } from "../support/http/client.ts";
import { openConnection } from "../support/http/raw-http.ts";
import { ADMIN_KEY } from "../support/http/serve.ts";
import { Memory } from "./memory.ts";
import type { Outcome, Step } from "./steps.ts";

const FROZEN_TIME = fileURLToPath(new URL("frozen-time.ts", import.meta.url));
/** After this, a response to text on a bare connection does not come, in milliseconds. */
const RESPONSE_MS = 500;

type StartedReceiver = Awaited<ReturnType<typeof openReceiver>>;

/** The server of a checkout of this version or an earlier one; until 0.3.0, its name was `src/server.ts`. */
export function serverIn(checkout: string): string {
  return existsSync(join(checkout, "missions/server.ts")) ? "missions/server.ts" : "src/server.ts";
}

export interface SideOptions {
  /** The root of the version's checkout, with its dependencies installed. */
  readonly checkout: string;
  /** A file that does not exist yet. */
  readonly database: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether webhooks are delivered, to a receiver on this machine. */
  readonly delivers: boolean;
}

export class Side {
  readonly url: string;
  readonly memory = new Memory();
  /** Milliseconds since 1970. */
  now: number;
  private readonly child: ChildProcess;
  private readonly client: FuzzClient;
  private readonly receiver: StartedReceiver | undefined;

  private constructor(child: ChildProcess, url: string, now: number, receiver: StartedReceiver | undefined) {
    this.child = child;
    this.url = url;
    this.now = now;
    this.client = new FuzzClient(url, {});
    this.receiver = receiver;
  }

  /** @throws Error if the server ends before it listens */
  static async start({ checkout, database, settings, now, delivers }: SideOptions): Promise<Side> {
    const pinned = join(checkout, "node_modules/.bin/node");
    const node = existsSync(pinned) ? pinned : process.execPath;
    const child = spawn(node, ["--import", FROZEN_TIME, serverIn(checkout)], {
      cwd: checkout,
      env: {
        ...{ PATH: process.env.PATH, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error" },
        ...{ ADMIN_API_KEY: ADMIN_KEY, DATABASE_URL: database, FROZEN_AT: String(now), ...settings },
      },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (!url) continue;
      child.stdout!.resume();
      return new Side(child, url, now, delivers ? await startReceiver() : undefined);
    }
    throw new Error(`The server of ${checkout} ended before it listened.`);
  }

  /** Sends the request of a step, and remembers what later steps refer to. */
  async send(step: Step): Promise<Outcome> {
    const request = this.withReceiver(step(this.memory));
    if (typeof request === "string") return { request, response: await this.sendText(request) };
    const response = await this.client.send(request).catch((error: Error) => `no answer: ${error.message}`);
    if (typeof response !== "string") this.memory.add(request, response);
    return { request, response };
  }

  /** Sends a request of the admin to which no later step refers. */
  ask(method: string, path: string): Promise<ExchangeResponse> {
    const sent: PlainRequest = {
      ...{ method, path, body: undefined },
      headers: { authorization: `Bearer ${ADMIN_KEY}` },
    };
    return this.client.send(sent);
  }

  /** Replaces the URLs of webhooks by those of the receiver on this machine. */
  private withReceiver(request: PlainRequest | string): PlainRequest | string {
    if (!this.receiver || typeof request === "string" || !request.body) return request;
    const { url } = this.receiver;
    const coding = request.headers["content-encoding"] as keyof typeof CODERS;
    const decoded = decode(request.body, coding);
    const text = URLS.reduce(
      (body, outside, at) => body.replaceAll(outside, `${url}-${at}`),
      decoded.toString("latin1"),
    );
    if (text === decoded.toString("latin1")) return request;
    const body = Buffer.from(text, "latin1");
    return { ...request, body: String(coding) in CODERS ? CODERS[coding](body) : body };
  }

  /** Returns the deliveries since the last call, as text. */
  takeDelivered(): string[] {
    const received = this.receiver?.received.splice(0) ?? [];
    return received.map(({ path, headers, text }) => `${path} ${Object.keys(headers).sort()} ${text}`).sort();
  }

  /**
   * Sends text on a bare connection. The sending side is closed late, for the text may end within a request: Node then closes
   * the other side too, even if the response to a complete one is still to come.
   * @returns all that comes back until the server closes it
   */
  private async sendText(text: string): Promise<string> {
    const connection = await openConnection(this.url);
    connection.write(text);
    const closing = setTimeout(connection.end, RESPONSE_MS);
    return connection.closed().finally(() => clearTimeout(closing));
  }

  /** Sets the server's time, in milliseconds since 1970. */
  async setTime(now: number): Promise<void> {
    const acknowledged = once(this.child, "message");
    this.child.send(now);
    await acknowledged;
    this.now = now;
  }

  async stop(): Promise<void> {
    this.client.close();
    this.receiver?.stop();
    const ended = once(this.child, "exit");
    this.child.kill("SIGTERM");
    await ended;
  }
}

/** Responds 204 at one of its URLs, and 500 at the other. */
async function startReceiver(): Promise<StartedReceiver> {
  const opened = await openReceiver();
  opened.reply = ({ path }) => (path.endsWith("-0") ? 204 : 500);
  return opened;
}

/** Decodes a body, unless it is malformed. */
function decode(body: Buffer, coding: string | undefined): Buffer {
  try {
    return DECODERS[coding ?? ""]?.(body) ?? body;
  } catch {
    return body;
  }
}
