/**
 * Starts the service on a free port with its own database, and sends requests to it. Every response is checked against the
 * OpenAPI document that the service publishes.
 */

import { after } from "node:test";
import pino from "pino";
import { bootstrap } from "../../../engine/app/bootstrap.ts";
import { type Config, readConfig } from "../../../engine/app/config.ts";
import { listen } from "../../../engine/app/listen.ts";
import { startService } from "../../../engine/app/service.ts";
import type { Declaration } from "../../../engine/declare/declaration.ts";
import { openApiDocument } from "../../../engine/http/openapi/document.ts";
import type { Load } from "../../../engine/http/request/overload.ts";
import type { Catalog } from "../../../engine/resource/catalog.ts";
import { memoize } from "../../../engine/runtime/memoize.ts";
import type { Store } from "../../../engine/store/store.ts";
import type { Network } from "../../../engine/webhooks/egress.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { assertConforms, type Part, registerDocument } from "../documents/openapi-conformance.ts";
import { domain } from "../domain/space/index.ts";
import { spaceMissions } from "../domain/space/registry.ts";
import { createDatabase } from "../store/databases.ts";
import { jsonOf, sendRequest } from "./client.ts";

/** A clock that stands still until a test sets it. */
export class TestClock {
  private at = Date.parse("2026-01-15T12:00:00.000Z");
  private passed = 0;
  now(): number {
    return this.at;
  }
  elapsed(): number {
    return this.passed;
  }
  /** Sets the clock: it jumps, but no time passes. */
  set(time: string): void {
    this.at = Date.parse(time);
  }
  /** Lets time pass. */
  advance(milliseconds: number): void {
    this.at += milliseconds;
    this.passed += milliseconds;
  }
}

/** The load of an idle process. Tests share a machine, so their delays must not look like overload. */
export const IDLE: Load = { lag: () => 0, waitingSince: () => performance.now(), close: () => {} };

/** The admin key of every service. */
export const ADMIN_KEY = "test-admin-key-0123456789";

/** Any parsed body. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any body
export type Body = any;

/** A complete response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when it is empty or no JSON. */
  readonly body: Body;
}

/** The optional parts of a request. */
export interface RequestOptions {
  /** Sent as JSON unless it is a string or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
  /** `false` sends no credential, a string sends that one; the default is the admin key. */
  credential?: string | false;
}

/** A running service. `await using` stops it, before what was declared earlier with `await using` is removed. */
export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly clock: TestClock;
  readonly store: Store;
  readonly catalog: Catalog;
  request(method: string, path: string, options?: RequestOptions): Promise<HttpResponse>;
  get(path: string, options?: RequestOptions): Promise<HttpResponse>;
  post(path: string, body: unknown, options?: RequestOptions): Promise<HttpResponse>;
  put(path: string, body: unknown, options?: RequestOptions): Promise<HttpResponse>;
  patch(path: string, body: unknown, options?: RequestOptions): Promise<HttpResponse>;
  delete(path: string, options?: RequestOptions): Promise<HttpResponse>;
  /** Attempts all deliveries that are due. */
  deliver(): Promise<void>;
  /** Deletes what was stored for a limited time, as the service does every minute. */
  deleteExpired(): Promise<void>;
  stop(): Promise<void>;
}

/** Resolves no names; a test that needs one passes its own network. */
const NO_NAMES: Network = {
  resolve: async () => {
    throw Object.assign(new Error("There are no names here."), { code: "ENOTFOUND" });
  },
  timeoutMs: 600_000,
};

/** The documents of this process: by their texts, and by declarations and settings. */
const documents = new Map<string, Part>();
const documentsBySettings = memoize((_: readonly Declaration[]) => new Map<string, Part>());

/**
 * The document that a service publishes, generated here so that a draining service is checked too. It is the same
 * object for the same text, so that its schemas are compiled once.
 */
function documentOf(
  { catalog }: Store,
  { title, about, pageSizes, bodyLimit }: Config,
  declarations: readonly Declaration[],
  settings: Record<string, string>,
): Part {
  const known = documentsBySettings(declarations);
  const key = JSON.stringify({ ...settings, DATABASE_URL: undefined });
  if (known.has(key)) return known.get(key);
  const { version } = packageJson;
  const text = JSON.stringify(openApiDocument({ catalog, title, about, pageSizes, bodyLimit, version }));
  const document = documents.get(text) ?? JSON.parse(text);
  documents.set(text, document);
  known.set(key, document);
  return document;
}

/** A body parsed as JSON; undefined if it is not JSON. */
function asJson(body: string | Uint8Array | undefined): unknown {
  try {
    return typeof body === "string" ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Starts a service.
 * @param settings as in the environment: `{ PUBLIC_READ: "false" }`
 * @param explorer the folder with the builds of the explorer; by default that of the repository
 */
export async function serve(
  declarations: readonly Declaration[] = domain,
  settings: Record<string, string> = {},
  clock = new TestClock(),
  load: Load = IDLE,
  network = NO_NAMES,
  explorer?: string,
): Promise<Served> {
  const database = await createDatabase();
  const config: Config = readConfig(
    {
      DATABASE_URL: database.url,
      ADMIN_API_KEY: ADMIN_KEY,
      DATASET: "none",
      PORT: "0",
      LOG_LEVEL: "silent",
      // Tests exceed the rate limits. Tests of the limits turn them on.
      RATE_LIMIT: "off",
      ...settings,
    },
    spaceMissions,
  );
  const logger = pino({ level: config.logLevel });
  const { store, catalog, egress } = await bootstrap(declarations, config, clock, logger, network);
  const service = await startService({ store, egress }, config, clock, logger, { load, explorer, metricsKeptFor: 0 });
  const url = await listen(service, config);
  const origin = new URL(url);
  const unregister = registerDocument(url, () => documentOf(store, config, declarations, settings));
  const request: Served["request"] = async (method, path, { body, headers = {}, credential } = {}) => {
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const allHeaders: Record<string, string> = { ...headers };
    if (body !== undefined && !Object.keys(allHeaders).some((name) => name.toLowerCase() === "content-type"))
      allHeaders["content-type"] = "application/json";
    if (credential !== false) allHeaders.authorization ??= `Bearer ${credential ?? ADMIN_KEY}`;
    const sent = body === undefined || isRaw ? (body as string | Uint8Array | undefined) : JSON.stringify(body);
    const { pathname, search } = new URL(`${url}${path}`);
    const target = { origin, path: pathname + search };
    const received = await sendRequest(target, { method, headers: { accept: "*/*", ...allHeaders }, body: sent });
    const response: HttpResponse = { ...received, body: jsonOf(received) as Body };
    assertConforms(url, { method, path, sent: asJson(sent) }, response);
    return response;
  };
  const stop = async () => {
    await service.stop();
    unregister();
    await database.remove();
  };
  return {
    url,
    clock,
    store,
    catalog,
    request,
    deliver: () => service.webhooks.deliver(),
    deleteExpired: async () => {
      service.cleanup.wake();
      await service.cleanup.running;
    },
    stop,
    [Symbol.asyncDispose]: stop,
    get: (path, options) => request("GET", path, options),
    post: (path, body, options) => request("POST", path, { ...options, body }),
    put: (path, body, options) => request("PUT", path, { ...options, body }),
    patch: (path, body, options) => request("PATCH", path, { ...options, body }),
    delete: (path, options) => request("DELETE", path, options),
  };
}

/** Like `serve`, but stopped after the tests of the file. */
export async function serveForFile(
  declarations?: readonly Declaration[],
  settings?: Record<string, string>,
  network?: Network,
): Promise<Served> {
  const served = await serve(declarations, settings, undefined, undefined, network);
  after(() => served.stop());
  return served;
}

/** The place and `code` of every fault in a problem document. */
export function faultsOf(response: HttpResponse): [place: string, code: string][] {
  const errors = (response.body?.errors ?? []) as {
    pointer?: string;
    parameter?: string;
    header?: string;
    code: string;
  }[];
  return errors.map((error) => [error.pointer ?? error.parameter ?? error.header ?? "", error.code]);
}
