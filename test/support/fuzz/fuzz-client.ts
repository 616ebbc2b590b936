/** Many requests at once on connections that are kept, each answer held against the OpenAPI document. */
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { conformanceFaults, type ExchangeResponse, type Part } from "../http/openapi-conformance.ts";
import type { PlainRequest, RandomRequest } from "./random-requests.ts";

const CONNECTIONS = 24;

/** No request may take longer than the service lets one. */
const LONGEST = 45_000;

/** What the shape of a request can be refused with. */
const SHAPE = [400, 401, 403, 405, 406, 411, 413, 414, 415, 431];

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

export class FuzzClient {
  /** How often each operation came to each status: `listMissions 200`. */
  readonly statusCounts = new Map<string, number>();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  private readonly url: URL;
  private readonly document: Part;

  constructor(url: string, document: Part) {
    this.url = new URL(url);
    this.document = document;
  }

  /** Everything that is wrong with the answer to a request; empty when nothing is. */
  async faultsOf(sent: RandomRequest): Promise<string[]> {
    const answered = await this.send(sent).catch((error: Error) => error);
    if (answered instanceof Error) return [`no answer: ${answered.message}`];
    const { status, text } = answered;
    const key = `${sent.operationId} ${status}`;
    this.statusCounts.set(key, (this.statusCounts.get(key) ?? 0) + 1);
    const faults = conformanceFaults(this.document, { ...sent, sent: asJson(sent.body?.toString()) }, answered);
    if (status >= 500) faults.push(`${status}`);
    if (sent.isValid && SHAPE.includes(status)) faults.push(`${status} for what the document allows`);
    return faults.length > 0 ? [...faults, `it was ${status} ${text.slice(0, 2_000)}`] : [];
  }

  /** Sends them all, several at a time; answers the place of one whose answer has faults, and these. */
  async firstFaulty(requests: readonly RandomRequest[]): Promise<{ at: number; faults: string[] } | undefined> {
    let next = 0;
    let faulty: { at: number; faults: string[] } | undefined;
    const lane = async () => {
      while (next < requests.length && faulty === undefined) {
        const at = next++;
        const faults = await this.faultsOf(requests[at]!);
        if (faults.length > 0) faulty ??= { at, faults };
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
    return faulty;
  }

  close(): void {
    this.agent.destroy();
  }

  /** Sends one request, and reads its answer. */
  send({ method, path, headers, body }: PlainRequest): Promise<ExchangeResponse> {
    const { hostname, port } = this.url;
    const length = body ? { "content-length": String(body.length) } : {};
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { hostname, port, agent: this.agent, method, path, headers: { ...headers, ...length } },
        (response) => read(response).then(resolve, reject),
      );
      request.on("error", reject);
      request.setTimeout(LONGEST, () => request.destroy(new Error("it took too long")));
      request.end(body);
    });
  }
}

async function read(response: IncomingMessage): Promise<ExchangeResponse> {
  const parts: Buffer[] = [];
  // A stream of events has no end: its beginning will do.
  const endless = response.headers["content-type"] === "text/event-stream";
  for await (const part of response) {
    parts.push(part as Buffer);
    if (endless) break;
  }
  const headers = new Headers();
  const { rawHeaders } = response;
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  const bytes = Buffer.concat(parts);
  const decode = bytes.length > 0 ? DECODERS[headers.get("content-encoding") ?? ""] : undefined;
  const text = (decode ? decode(bytes) : bytes).toString();
  const json = (headers.get("content-type") ?? "").includes("json") && text !== "";
  return { status: response.statusCode!, headers, text, body: json ? JSON.parse(text) : undefined };
}

function asJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
