/** The settings, read from the environment (§11). An ill-formed one is told in one line. */

import ipaddr from "ipaddr.js";
import { SETTINGS } from "./settings.ts";

/** The path of a SQLite file, or the URL of a PostgreSQL database. */
export type DatabaseSetting =
  | { readonly sqlite: string }
  | { readonly postgres: string; readonly connections: number; readonly replica?: string };

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Processes on this machine. */
  readonly workers: number;
  readonly database: DatabaseSetting;
  readonly dataset: "builtin" | "none";
  readonly adminKey?: string;
  readonly authentication: boolean;
  readonly publicRead: boolean;
  /** How often one may ask; undefined when that is not limited. */
  readonly rates?: { readonly anonymous: Rate; readonly authenticated: Rate };
  /** CIDR ranges. */
  readonly trustedProxies: readonly string[];
  /** The URL of the Redis in which several processes share limits. */
  readonly redis?: string;
  /** Whose tokens are believed. */
  readonly tokens?: { readonly issuer: string; readonly audience: string; readonly jwksUrl?: string };
  /** Webhooks may send to private addresses, and by `http:`. */
  readonly webhookAllowPrivate: boolean;
  readonly pageSizes: { readonly default: number; readonly max: number };
  readonly bodyLimit: number;
  readonly bulkBodyLimit: number;
  /** Seconds. */
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  readonly handlerTimeout: number;
  readonly overload: { readonly lag: number; readonly requests: number };
  /** Milliseconds. */
  readonly slowRequest: number;
  /** How much is kept of what happened: for how many days, and the most events. */
  readonly kept: { readonly days: number; readonly most: number };
  readonly logLevel: string;
}

/** So many requests in so many seconds. */
export interface Rate {
  readonly quota: number;
  readonly window: number;
}

/** A setting that cannot be used; its message is one line for the operator. */
export class SettingError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws SettingError naming the first ill-formed setting */
export function readConfig(environment: Environment): Config {
  const host = given(environment, "HOST");
  const authentication = oneOf(environment, "AUTH", ["on", "off"]) === "on";
  if (!authentication && !isLoopback(host))
    throw new SettingError(`AUTH=off needs a loopback HOST such as 127.0.0.1, not ${host}.`);
  const most = whole(environment, "PAGE_SIZE_MAX", 1, 10_000);
  const adminKey = environment.ADMIN_API_KEY || undefined;
  if (adminKey !== undefined && !/^[\x21-\x7e]{16,256}$/.test(adminKey)) {
    throw new SettingError("ADMIN_API_KEY is 16 to 256 visible ASCII characters.");
  }
  return {
    host,
    port: whole(environment, "PORT", 0, 65_535),
    workers: whole(environment, "WORKERS", 1, 256),
    database: databaseSetting(environment),
    dataset: oneOf(environment, "DATASET", ["builtin", "none"]) as Config["dataset"],
    ...(adminKey === undefined ? {} : { adminKey }),
    authentication,
    publicRead: oneOf(environment, "PUBLIC_READ", ["true", "false"]) === "true",
    webhookAllowPrivate: oneOf(environment, "WEBHOOK_ALLOW_PRIVATE", ["true", "false"]) === "true",
    ...limits(environment),
    ...tokens(environment),
    pageSizes: { default: pageSize(environment, most), max: most },
    bodyLimit: whole(environment, "BODY_LIMIT", 1_024, 1_073_741_824),
    bulkBodyLimit: whole(environment, "BULK_BODY_LIMIT", 1_024, 1_073_741_824),
    headersTimeout: whole(environment, "HEADERS_TIMEOUT", 1, 3_600),
    bodyTimeout: whole(environment, "BODY_TIMEOUT", 1, 3_600),
    handlerTimeout: whole(environment, "HANDLER_TIMEOUT", 1, 3_600),
    overload: {
      lag: whole(environment, "OVERLOAD_LAG_MS", 10, 60_000),
      requests: whole(environment, "OVERLOAD_REQUESTS", 1, 1_000_000),
    },
    slowRequest: whole(environment, "SLOW_REQUEST_MS", 0, 3_600_000),
    kept: {
      days: whole(environment, "EVENTS_KEEP_DAYS", 1, 36_500),
      most: whole(environment, "EVENTS_KEEP_MOST", 1, 1_000_000_000),
    },
    logLevel: oneOf(environment, "LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
  };
}

function given(environment: Environment, name: string): string {
  return environment[name] || SETTINGS[name]!.standard;
}

/** Lowering the maximum below the default lowers the default, unless that is set. */
function pageSize(environment: Environment, most: number): number {
  const set = environment.PAGE_SIZE_DEFAULT || String(Math.min(most, Number(SETTINGS.PAGE_SIZE_DEFAULT!.standard)));
  return whole({ PAGE_SIZE_DEFAULT: set }, "PAGE_SIZE_DEFAULT", 1, most);
}

function whole(environment: Environment, name: string, least: number, most: number): number {
  const text = given(environment, name);
  const number = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new SettingError(`${name} is a whole number from ${least} to ${most}, not ${JSON.stringify(text)}.`);
}

/** The largest quota and window (a day): what is counted stays far from where whole numbers end. */
const MOST_REQUESTS = 1_000_000;
const LONGEST_WINDOW = 86_400;

function limits(environment: Environment): Pick<Config, "rates" | "trustedProxies" | "redis"> {
  const anonymous = rate(environment, "RATE_LIMIT_ANONYMOUS");
  const authenticated = rate(environment, "RATE_LIMIT_AUTHENTICATED");
  const limited = oneOf(environment, "RATE_LIMIT", ["on", "off"]) === "on";
  const redis = environment.REDIS_URL || undefined;
  // What it holds may be a password.
  if (redis !== undefined && !["redis:", "rediss:"].includes(urlOf(redis)?.protocol ?? ""))
    throw new SettingError("REDIS_URL is redis://… or rediss://….");
  return {
    ...(limited ? { rates: { anonymous, authenticated } } : {}),
    trustedProxies: ranges(environment, "TRUSTED_PROXIES"),
    ...(redis === undefined ? {} : { redis }),
  };
}

function rate(environment: Environment, name: string): Rate {
  const text = given(environment, name);
  const [, quota = 0, window = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(Number);
  if (quota >= 1 && quota <= MOST_REQUESTS && window >= 1 && window <= LONGEST_WINDOW) return { quota, window };
  throw new SettingError(
    `${name} is <requests>/<seconds>, up to ${MOST_REQUESTS}/${LONGEST_WINDOW}, not ${JSON.stringify(text)}.`,
  );
}

function ranges(environment: Environment, name: string): string[] {
  const listed = (environment[name] ?? "").split(",").map((text) => text.trim());
  const given = listed.filter(Boolean);
  for (const range of given) {
    const mapped = range.toLowerCase().startsWith("::ffff:");
    if (!ipaddr.isValidCIDR(range) || mapped)
      throw new SettingError(
        `${name} is a list of CIDR ranges such as 10.0.0.0/8, 2001:db8::/32, not ${JSON.stringify(range)}.`,
      );
  }
  return given;
}

function tokens(environment: Environment): Pick<Config, "tokens"> {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_JWKS_URL: jwksUrl } = environment;
  if (!issuer) {
    const lonely = audience ? "OIDC_AUDIENCE" : jwksUrl ? "OIDC_JWKS_URL" : undefined;
    if (lonely) throw new SettingError(`${lonely} needs OIDC_ISSUER.`);
    return {};
  }
  checkUrl("OIDC_ISSUER", issuer);
  if (!audience) throw new SettingError("OIDC_ISSUER needs OIDC_AUDIENCE: tokens for others are not for this service.");
  if (jwksUrl) checkUrl("OIDC_JWKS_URL", jwksUrl);
  return { tokens: { issuer, audience, ...(jwksUrl ? { jwksUrl } : {}) } };
}

/** Keys that came over an open network could be anybody's. */
function checkUrl(name: string, text: string): void {
  const url = urlOf(text);
  const host = url?.hostname.replace(/^\[|\]$/g, "") ?? "";
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(host))) return;
  throw new SettingError(`${name} is an https: URL, or http: on loopback, not ${JSON.stringify(text)}.`);
}

function urlOf(text: string): URL | undefined {
  return URL.parse(text) ?? undefined;
}

function oneOf(environment: Environment, name: string, words: readonly string[]): string {
  const text = given(environment, name);
  if (words.includes(text)) return text;
  throw new SettingError(`${name} is ${words.join(" or ")}, not ${JSON.stringify(text)}.`);
}

const POSTGRES =
  /^postgres(?:ql)?:\/\/(?:[^@/?\s]*@)?(?:(?:[\w.~%-]+|\[[\d:a-f]+\])(?::\d{1,5})?(?:,(?!\/)|(?=\/)))+\/[^/?\s]+(?:\?[^\s]*)?$/i;
const FORM = "postgres://user:password@host:port/database";

function databaseSetting(environment: Environment): DatabaseSetting {
  const url = given(environment, "DATABASE_URL");
  const connections = whole(environment, "DATABASE_CONNECTIONS", 1, 1_000);
  const replica = environment.READ_DATABASE_URL || undefined;
  const [, path] = /^sqlite:(.+)$/.exec(url) ?? [];
  if (path && replica) throw new SettingError("READ_DATABASE_URL needs a DATABASE_URL that is postgres://….");
  if (path) return { sqlite: path };
  checkPostgres("DATABASE_URL", url, `sqlite:<path> or ${FORM}`, ["any", "read-write", "primary"]);
  if (replica === undefined) return { postgres: url, connections };
  checkPostgres("READ_DATABASE_URL", replica, FORM, ["any", "standby"]);
  return { postgres: url, connections, replica };
}

/** The URL may hold a password, so that no message repeats it. */
function checkPostgres(name: string, url: string, form: string, attributes: readonly string[]): void {
  if (!POSTGRES.test(url)) throw new SettingError(`${name} is ${form}.`);
  const wanted = new URLSearchParams(url.split("?")[1]).get("target_session_attrs") ?? "any";
  if (!attributes.includes(wanted))
    throw new SettingError(`${name}: target_session_attrs is ${attributes.join(" or ")} here.`);
}

/** Whether an address is this machine's own. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
