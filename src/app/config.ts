/** Parses the settings from the environment (§11). A malformed setting ends the start with one line that names it. */

import ipaddr from "ipaddr.js";
import { SETTINGS } from "./settings.ts";

/** The path of a SQLite file, or the URL of a PostgreSQL database. */
export type DatabaseSetting =
  | { readonly sqlite: string }
  | { readonly postgres: string; readonly connections: number; readonly replica?: string };

/** The settings, parsed. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Number of processes on this machine. */
  readonly workers: number;
  readonly database: DatabaseSetting;
  readonly dataset: "builtin" | "none";
  readonly adminKey?: string;
  readonly authentication: boolean;
  readonly publicRead: boolean;
  /** Undefined if rate limiting is off. */
  readonly rates?: { readonly anonymous: Rate; readonly authenticated: Rate };
  /** CIDR ranges. */
  readonly trustedProxies: readonly string[];
  /** The URL of the Redis in which several machines share rate limits. */
  readonly redis?: string;
  /** The OpenID Connect issuer whose tokens are accepted. */
  readonly tokens?: { readonly issuer: string; readonly audience: string; readonly jwksUrl?: string };
  /** Allows webhooks to send to private addresses, and by `http:`. */
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
  /** How long events are kept, and how many at most. */
  readonly retention: { readonly days: number; readonly maxEvents: number };
  readonly logLevel: string;
}

/** A rate limit. */
export interface Rate {
  /** Requests per window. */
  readonly quota: number;
  /** In seconds. */
  readonly window: number;
}

/** A setting is malformed, or cannot be used. The message is one line for the operator. */
export class SettingError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses all settings.
 * @throws SettingError with the name of the first malformed setting
 */
export function readConfig(environment: Environment): Config {
  const host = settingValue(environment, "HOST");
  const authentication = wordSetting(environment, "AUTH", ["on", "off"]) === "on";
  if (!authentication && !isLoopback(host))
    throw new SettingError(`AUTH=off needs a loopback HOST such as 127.0.0.1, not ${host}.`);
  const max = integerSetting(environment, "PAGE_SIZE_MAX", 1, 10_000);
  const adminKey = environment.ADMIN_API_KEY || undefined;
  if (adminKey !== undefined && !/^[\x21-\x7e]{16,256}$/.test(adminKey)) {
    throw new SettingError("ADMIN_API_KEY must be 16 to 256 visible ASCII characters.");
  }
  return {
    host,
    port: integerSetting(environment, "PORT", 0, 65_535),
    workers: integerSetting(environment, "WORKERS", 1, 256),
    database: databaseSetting(environment),
    dataset: wordSetting(environment, "DATASET", ["builtin", "none"]) as Config["dataset"],
    ...(adminKey === undefined ? {} : { adminKey }),
    authentication,
    publicRead: wordSetting(environment, "PUBLIC_READ", ["true", "false"]) === "true",
    webhookAllowPrivate: wordSetting(environment, "WEBHOOK_ALLOW_PRIVATE", ["true", "false"]) === "true",
    ...rateLimitSettings(environment),
    ...oidcSettings(environment),
    pageSizes: { default: pageSize(environment, max), max },
    bodyLimit: integerSetting(environment, "BODY_LIMIT", 1_024, 1_073_741_824),
    bulkBodyLimit: integerSetting(environment, "BULK_BODY_LIMIT", 1_024, 1_073_741_824),
    headersTimeout: integerSetting(environment, "HEADERS_TIMEOUT", 1, 3_600),
    bodyTimeout: integerSetting(environment, "BODY_TIMEOUT", 1, 3_600),
    handlerTimeout: integerSetting(environment, "HANDLER_TIMEOUT", 1, 3_600),
    overload: {
      lag: integerSetting(environment, "OVERLOAD_LAG_MS", 10, 60_000),
      requests: integerSetting(environment, "OVERLOAD_REQUESTS", 1, 1_000_000),
    },
    slowRequest: integerSetting(environment, "SLOW_REQUEST_MS", 0, 3_600_000),
    retention: {
      days: integerSetting(environment, "EVENTS_KEEP_DAYS", 1, 36_500),
      maxEvents: integerSetting(environment, "EVENTS_KEEP_MOST", 1, 1_000_000_000),
    },
    logLevel: wordSetting(environment, "LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
  };
}

function settingValue(environment: Environment, name: string): string {
  return environment[name] || SETTINGS[name]!.default;
}

/** The default page size. Unless it is set, it is at most the maximum. */
function pageSize(environment: Environment, max: number): number {
  const set = environment.PAGE_SIZE_DEFAULT || String(Math.min(max, Number(SETTINGS.PAGE_SIZE_DEFAULT!.default)));
  return integerSetting({ PAGE_SIZE_DEFAULT: set }, "PAGE_SIZE_DEFAULT", 1, max);
}

function integerSetting(environment: Environment, name: string, min: number, max: number): number {
  const text = settingValue(environment, name);
  const number = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new SettingError(`${name} must be an integer from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}

/** The maximum quota, and the maximum window of one day: their product in milliseconds is a safe integer. */
const MAX_QUOTA = 1_000_000;
const MAX_WINDOW = 86_400;

function rateLimitSettings(environment: Environment): Pick<Config, "rates" | "trustedProxies" | "redis"> {
  const anonymous = rateSetting(environment, "RATE_LIMIT_ANONYMOUS");
  const authenticated = rateSetting(environment, "RATE_LIMIT_AUTHENTICATED");
  const limited = wordSetting(environment, "RATE_LIMIT", ["on", "off"]) === "on";
  const redis = environment.REDIS_URL || undefined;
  // The message does not repeat the URL, which may contain a password.
  if (redis !== undefined && !["redis:", "rediss:"].includes(urlOf(redis)?.protocol ?? ""))
    throw new SettingError("REDIS_URL must be redis://… or rediss://….");
  return {
    ...(limited ? { rates: { anonymous, authenticated } } : {}),
    trustedProxies: cidrRanges(environment, "TRUSTED_PROXIES"),
    ...(redis === undefined ? {} : { redis }),
  };
}

function rateSetting(environment: Environment, name: string): Rate {
  const text = settingValue(environment, name);
  const [, quota = 0, window = 0] = (/^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? []).map(Number);
  if (quota >= 1 && quota <= MAX_QUOTA && window >= 1 && window <= MAX_WINDOW) return { quota, window };
  throw new SettingError(
    `${name} must be <requests>/<seconds>, up to ${MAX_QUOTA}/${MAX_WINDOW}, not ${JSON.stringify(text)}.`,
  );
}

function cidrRanges(environment: Environment, name: string): string[] {
  const listed = (environment[name] ?? "").split(",").map((text) => text.trim());
  const ranges = listed.filter(Boolean);
  for (const range of ranges) {
    const mapped = range.toLowerCase().startsWith("::ffff:");
    if (!ipaddr.isValidCIDR(range) || mapped)
      throw new SettingError(
        `${name} must be a comma-separated list of CIDR ranges such as 10.0.0.0/8, 2001:db8::/32, not ${JSON.stringify(range)}.`,
      );
  }
  return ranges;
}

function oidcSettings(environment: Environment): Pick<Config, "tokens"> {
  const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_JWKS_URL: jwksUrl } = environment;
  if (!issuer) {
    const incomplete = audience ? "OIDC_AUDIENCE" : jwksUrl ? "OIDC_JWKS_URL" : undefined;
    if (incomplete) throw new SettingError(`${incomplete} needs OIDC_ISSUER.`);
    return {};
  }
  checkUrl("OIDC_ISSUER", issuer);
  if (!audience)
    throw new SettingError("OIDC_ISSUER needs OIDC_AUDIENCE, or tokens issued for other services would be accepted.");
  if (jwksUrl) checkUrl("OIDC_JWKS_URL", jwksUrl);
  return { tokens: { issuer, audience, ...(jwksUrl ? { jwksUrl } : {}) } };
}

/** Requires https:, because keys that are fetched without encryption may be forged. */
function checkUrl(name: string, text: string): void {
  const url = urlOf(text);
  const host = url?.hostname.replace(/^\[|\]$/g, "") ?? "";
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(host))) return;
  throw new SettingError(`${name} must be an https: URL, or http: on loopback, not ${JSON.stringify(text)}.`);
}

function urlOf(text: string): URL | undefined {
  return URL.parse(text) ?? undefined;
}

function wordSetting(environment: Environment, name: string, words: readonly string[]): string {
  const text = settingValue(environment, name);
  if (words.includes(text)) return text;
  throw new SettingError(`${name} must be ${joinAlternatives(words)}, not ${JSON.stringify(text)}.`);
}

const POSTGRES_URL =
  /^postgres(?:ql)?:\/\/(?:[^@/?\s]*@)?(?:(?:[\w.~%-]+|\[[\d:a-f]+\])(?::\d{1,5})?(?:,(?!\/)|(?=\/)))+\/[^/?\s]+(?:\?[^\s]*)?$/i;
const POSTGRES_FORM = "postgres://user:password@host:port/database";

function databaseSetting(environment: Environment): DatabaseSetting {
  const url = settingValue(environment, "DATABASE_URL");
  const connections = integerSetting(environment, "DATABASE_CONNECTIONS", 1, 1_000);
  const replica = environment.READ_DATABASE_URL || undefined;
  const [, path] = /^sqlite:(.+)$/.exec(url) ?? [];
  if (path && replica) throw new SettingError("READ_DATABASE_URL needs DATABASE_URL to be postgres://….");
  if (path) return { sqlite: path };
  checkPostgres("DATABASE_URL", url, `sqlite:<path> or ${POSTGRES_FORM}`, ["any", "read-write", "primary"]);
  if (replica === undefined) return { postgres: url, connections };
  checkPostgres("READ_DATABASE_URL", replica, POSTGRES_FORM, ["any", "standby"]);
  return { postgres: url, connections, replica };
}

/** Checks a URL of PostgreSQL. The message does not repeat the URL, which may contain a password. */
function checkPostgres(name: string, url: string, form: string, attributes: readonly string[]): void {
  if (!POSTGRES_URL.test(url)) throw new SettingError(`${name} must be ${form}.`);
  const attribute = new URLSearchParams(url.split("?")[1]).get("target_session_attrs") ?? "any";
  if (!attributes.includes(attribute))
    throw new SettingError(`${name}: target_session_attrs must be ${joinAlternatives(attributes)}.`);
}

/** `a, b or c`. */
function joinAlternatives(words: readonly string[]): string {
  return words.join(", ").replace(/, (?=[^,]*$)/, " or ");
}

/** Whether a host is a loopback address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
