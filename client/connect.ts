/** The entry to a service: its resources as properties, and calls that belong to no resource. */

import type { CallOptions, Page } from "./calls.ts";
import { Operation, type OperationRecord } from "./operation.ts";
import { pageOf } from "./resource/reads.ts";
import { member, resourceAt } from "./resource/resource.ts";
import type { Answer } from "./transport/answer.ts";
import { type Clock, systemClock } from "./transport/clock.ts";
import type { QueryParameters } from "./transport/query.ts";
import { type Fetch, type SendOptions, Transport } from "./transport/transport.ts";
import type { Api } from "./types/api.ts";
import type { ServiceResources } from "./types/service.ts";
import type { UntypedResource } from "./types/untyped.ts";

/** How to connect. */
export interface ConnectOptions {
  /** An API key or access token, sent as `Authorization: Bearer`. */
  readonly key?: string | undefined;
  /** Sends the requests; `fetch` by default. */
  readonly fetch?: Fetch | undefined;
  /** Aborts every call of the connection. */
  readonly signal?: AbortSignal | undefined;
  /** How often a failed request is sent again; 3 by default. */
  readonly retries?: number | undefined;
  /** The time; that of the machine by default. */
  readonly clock?: Clock | undefined;
  /** Returns a number in [0, 1), for the waits between retries; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
}

/** Who the caller is, and what they may do. */
export interface Me {
  readonly actor: string;
  readonly kind: "anonymous" | "api_key" | "token" | "admin";
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly _links: Readonly<Record<string, string>>;
}

/** A record found by its name. */
export interface SearchResult {
  readonly id: string;
  readonly name: string;
  /** The singular of its collection. */
  readonly kind: string;
  readonly _links: { readonly self: string };
}

/** How to search. */
export interface SearchOptions extends CallOptions {
  /** The kinds to search; all by default. */
  readonly kind?: readonly string[] | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** What every service has, whatever its resources. */
export interface Connection extends ServiceResources {
  /** The resource at a path known at run time: `/api/…`. */
  at(path: string): UntypedResource;
  /**
   * Sends one request, with retries and pacing.
   * @param path `/api/…`
   * @throws Problem, NetworkError, the reason of the signal, or TypeError if the path leads to another origin
   */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  /**
   * Reads a file of the service, such as a picture.
   * @param path `/missions/-/timeline.png`
   * @throws Problem, NetworkError, the reason of the signal, or TypeError if the path leads to another origin
   */
  file(path: string, options?: CallOptions): Promise<Blob>;
  /** Who the caller is. */
  me(options?: CallOptions): Promise<Me>;
  /** Records of every public collection by words of their names; `more.kinds` counts them by kind. */
  search(words: string, options?: SearchOptions): Promise<Page<SearchResult>>;
  /** An operation that was started before; `done` waits for it. */
  operation<Result = unknown>(named: string | Pick<OperationRecord, "id">): Operation<Result>;
}

/** A service whose resources are not known when the program is compiled. */
export interface UntypedApi extends Connection {
  // biome-ignore lint/suspicious/noExplicitAny: any resource
  readonly [resource: string]: any;
}

/** The resources `A` of a service, and what every service has; `any` for resources that are not known. */
export type Connected<A> = 0 extends 1 & A ? UntypedApi : A & Connection;

/** The path below which all resources are. */
const ROOT = "/api";

/**
 * Connects to a service. Nothing is sent yet.
 * @template A the resources of the service: the built-in ones, `any`, or a type that `npm run cli -- types` generated
 * @param url of the service, without `/api`
 * @throws TypeError if the URL is invalid
 */
export function connect<A = Api>(url: string | URL, options: ConnectOptions = {}): Connected<A> {
  const { key, fetch: send = fetch, signal, retries = 3, clock = systemClock, random = Math.random } = options;
  const base = new URL(url).href.replace(/\/+$/, "");
  // `fetch` of browsers must not be called as a method.
  const transport = new Transport({
    url: base,
    key,
    fetch: (...args) => send(...args),
    signal,
    retries,
    clock,
    random,
  });
  const methods = connectionMethods(transport);
  return new Proxy({}, { get: (_, name) => member({ ...methods }, name, methods.at, ROOT) }) as Connected<A>;
}

function connectionMethods(transport: Transport): Omit<Connection, keyof ServiceResources> {
  return {
    at: (path) => resourceAt(transport, path),
    send: (method, path, options) => transport.send(method, path, options),
    file: async (path, options) =>
      (await transport.open("GET", path, { ...options, headers: { accept: "*/*" } })).blob(),
    me: async (options) => (await transport.send("GET", `${ROOT}/me`, options)).body,
    search: async (words, { signal, ...parameters } = {}) => {
      const query: QueryParameters = { q: words, ...parameters };
      const answer = await transport.send("GET", `${ROOT}/search`, { query, signal });
      return pageOf("results", answer) as Page<SearchResult>;
    },
    operation: (named) => {
      const id = typeof named === "string" ? named : named.id;
      return new Operation(transport, `${ROOT}/operations/${encodeURIComponent(id)}`);
    },
  };
}
