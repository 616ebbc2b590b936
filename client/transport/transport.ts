/** Sends requests: credential, retries, pacing, revalidation; everything but success becomes an error. */
import { NetworkError } from "../errors/network-error.ts";
import { Problem, problemFrom } from "../errors/problem.ts";
import { type Answer, answerOf, documentIn, guarded, hintsIn } from "./answer.ts";
import { anySignal, type Clock } from "./clock.ts";
import { KeptResponses } from "./kept-responses.ts";
import { describeRedirect, isRedirect, serviceAddress } from "./origin.ts";
import { Pacer } from "./pacer.ts";
import { type QueryParameters, withQuery } from "./query.ts";
import { retryDelay } from "./retries.ts";

/** The function with which requests are sent; the platform's `fetch` by default. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The optional parts of a request. */
export interface SendOptions {
  readonly query?: QueryParameters | undefined;
  /** Sent as JSON, unless it is text or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What a transport needs. */
export interface TransportOptions {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string | undefined;
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** How often a failed request is sent again. */
  readonly retries: number;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  readonly signal: AbortSignal | undefined;
}

/** The methods whose repetition is harmless only with an Idempotency-Key. */
const NOT_IDEMPOTENT: readonly string[] = ["POST", "PATCH"];

/** The connection to one service with one credential. */
export class Transport {
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  private readonly options: TransportOptions;
  private readonly pacer: Pacer;
  private readonly kept = new KeptResponses();

  constructor(options: TransportOptions) {
    this.options = options;
    this.random = options.random;
    this.pacer = new Pacer(options.clock);
  }

  /**
   * Sends a request and reads the whole response. A GET returns the kept response if it has not changed.
   * @param path with its query, if any: `/api/…`
   * @throws Problem, NetworkError, the reason of the signal, or TypeError if the path leads to another origin
   */
  async send(method: string, path: string, options: SendOptions = {}): Promise<Answer> {
    const url = this.urlOf(path, options.query);
    const headers = this.headersFor(method, options);
    const name = `${headers.get("accept")} ${url}`;
    const kept = method === "GET" && !headers.has("if-none-match") ? this.kept.get(name) : undefined;
    if (kept) headers.set("if-none-match", kept.etag);
    return this.retry(options.signal, async (signal, tries) => {
      const response = await this.attempt(method, url, headers, options.body, signal);
      if (kept && response.status === 304) {
        await response.body?.cancel();
        return answerOf(200, kept.headers, kept.text, tries);
      }
      const { status, headers: received } = response;
      return this.whileConnected(method, url, signal, async () => {
        const text = await response.text();
        const answer = answerOf(status, received, text, tries);
        if (method === "GET" && status === 200) this.kept.add(name, received, text);
        return answer;
      });
    });
  }

  /** Sends a request whose response the caller reads as it arrives. If the connection breaks, reading the body throws. */
  async open(method: string, path: string, options: SendOptions = {}): Promise<Response> {
    const url = this.urlOf(path, options.query);
    const headers = this.headersFor(method, options);
    return this.retry(options.signal, async (signal) => {
      const { status, headers: received, body } = await this.attempt(method, url, headers, options.body, signal);
      return new Response(body && guarded(body, (error) => failureOf(error, method, url, signal)), {
        status,
        headers: received,
      });
    });
  }

  /** Waits some milliseconds, unless the call or the connection is aborted. */
  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    await this.options.clock.sleep(milliseconds, anySignal(signal, this.options.signal));
  }

  private urlOf(path: string, query: QueryParameters | undefined): string {
    return serviceAddress(this.options.url, withQuery(path, query));
  }

  private headersFor(method: string, { body, headers: given }: SendOptions): Headers {
    const headers = new Headers({ accept: "application/json", ...given });
    if (this.options.key !== undefined && !headers.has("authorization"))
      headers.set("authorization", `Bearer ${this.options.key}`);
    if (body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
    if (NOT_IDEMPOTENT.includes(method) && !headers.has("idempotency-key")) headers.set("idempotency-key", randomKey());
    return headers;
  }

  /** Runs a request until it succeeds, fails for good, or has no tries left. */
  private async retry<T>(
    given: AbortSignal | undefined,
    run: (signal: AbortSignal | undefined, tries: number) => Promise<T>,
  ): Promise<T> {
    const signal = anySignal(given, this.options.signal);
    for (let tries = 1; ; tries += 1) {
      try {
        signal?.throwIfAborted();
        await this.pacer.turn(signal);
        return await run(signal, tries);
      } catch (failure) {
        const delay = retryDelay(failure, tries, this.random);
        if (failure instanceof NetworkError || failure instanceof Problem) failure.tries = tries;
        if (delay === undefined || tries > this.options.retries) throw failure;
        await this.options.clock.sleep(delay, signal);
      }
    }
  }

  /** Sends a request once. @throws Problem if the response is neither a success nor 304 */
  private async attempt(
    method: string,
    url: string,
    headers: Headers,
    body: unknown,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    // A redirect could lead the credential to another service.
    const init: RequestInit = { method, headers, redirect: "manual" };
    if (body !== undefined) init.body = (isRaw ? body : JSON.stringify(body)) as string;
    if (signal) init.signal = signal;
    const response = await this.whileConnected(method, url, signal, () => this.options.fetch(url, init));
    this.pacer.observe(response.headers);
    if (response.ok || response.status === 304) return response;
    if (isRedirect(response)) {
      // Otherwise the connection stays in use.
      await response.body?.cancel();
      throw problemFrom(response.status, { detail: describeRedirect(url, response) });
    }
    const text = await this.whileConnected(method, url, signal, () => response.text());
    const { headers: received, status } = response;
    throw problemFrom(status, documentIn(received, text), hintsIn(received, this.options.clock.now()));
  }

  private async whileConnected<T>(
    method: string,
    url: string,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw failureOf(error, method, url, signal);
    }
  }
}

/** The reason of the signal if that has aborted, else a failure of the network. */
function failureOf(error: unknown, method: string, url: string, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? signal.reason : new NetworkError(method, url, error);
}

/** 128 random bits. `crypto.randomUUID` is missing from pages that are served over plain HTTP. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
