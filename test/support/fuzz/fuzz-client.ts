/** Sends many requests concurrently, and checks each response against the OpenAPI document. */
import { Agent } from "node:http";
import { conformanceFaults, type ExchangeResponse, type Part } from "../documents/openapi-conformance.ts";
import { jsonOf, sendRequest } from "../http/client.ts";
import type { PlainRequest, RandomRequest } from "./random-requests.ts";

const CONNECTIONS = 24;

/** The statuses of requests with an invalid shape. */
const SHAPE_STATUSES = [400, 401, 403, 405, 406, 411, 413, 414, 415, 431];

/** A client of one service. */
export class FuzzClient {
  /** The number of responses by operation and status: `listMissions 200`. */
  readonly statusCounts = new Map<string, number>();
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  private readonly url: URL;
  private readonly document: Part;

  constructor(url: string, document: Part) {
    this.url = new URL(url);
    this.document = document;
  }

  /** Sends a request, and returns all faults of its response. */
  async faultsOf(request: RandomRequest): Promise<string[]> {
    const response = await this.send(request).catch((error: Error) => error);
    if (response instanceof Error) return [`no answer: ${response.message}`];
    const { status, text } = response;
    const key = `${request.operationId} ${status}`;
    this.statusCounts.set(key, (this.statusCounts.get(key) ?? 0) + 1);
    const faults = conformanceFaults(this.document, { ...request, sent: asJson(request.body?.toString()) }, response);
    // More exports at once than a process runs.
    const isRefusedExport = status === 503 && text.includes("exports are running");
    if (status >= 500 && !isRefusedExport) faults.push(`${status}`);
    if (request.isValid && SHAPE_STATUSES.includes(status)) faults.push(`${status} for what the document allows`);
    return faults.length > 0 ? [...faults, `it was ${status} ${text.slice(0, 2_000)}`] : [];
  }

  /** Sends requests concurrently; returns the index and faults of one faulty response, if any. */
  async firstFaulty(requests: readonly RandomRequest[]): Promise<{ at: number; faults: string[] } | undefined> {
    let next = 0;
    let faulty: { at: number; faults: string[] } | undefined;
    const worker = async () => {
      while (next < requests.length && faulty === undefined) {
        const index = next++;
        const faults = await this.faultsOf(requests[index]!);
        if (faults.length > 0) faulty ??= { at: index, faults };
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    return faulty;
  }

  close(): void {
    this.agent.destroy();
  }

  /** Sends one request, and reads its response. */
  async send({ method, path, headers, body }: PlainRequest): Promise<ExchangeResponse> {
    const response = await sendRequest({ origin: this.url, path }, { method, headers, body }, this.agent);
    return { ...response, body: jsonOf(response) };
  }
}

function asJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
