/** One client of a service under campaign, with a connection of its own. */
import { Agent } from "node:http";
import { jsonOf, sendRequest } from "../../support/http/client.ts";
import { ADMIN_KEY, type Body } from "../../support/http/serve.ts";

/** A response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The optional parts of a request. */
export interface Asked {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without the admin key. */
  readonly anonymous?: boolean;
}

/** A client that sends one request at a time. */
export class Connection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** Sends a request. Rejects if the connection breaks before the whole response. */
  async ask(url: string, method: string, path: string, { body, headers, anonymous }: Asked = {}): Promise<Answer> {
    const all: Record<string, string> = { ...headers };
    if (!anonymous) all.authorization = `Bearer ${ADMIN_KEY}`;
    if (body !== undefined) all["content-type"] = "application/json";
    const sent = { method, headers: all, body: body === undefined ? undefined : JSON.stringify(body) };
    const response = await sendRequest({ origin: new URL(url), path }, sent, this.agent);
    return { status: response.status, headers: response.headers, body: jsonOf(response) as Body };
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Polls until a condition holds. @throws Error if it does not within `seconds` */
export async function until(what: string, seconds: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await pause();
  }
}

/** Waits for a moment, so that polling takes no processor time. */
export function pause(milliseconds = 20): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
