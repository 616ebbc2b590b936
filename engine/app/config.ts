/** The settings of the service (§11), read from the environment. A malformed setting ends the start with one line that names it. */
import type { ServiceNames } from "../declare/registry/registry.ts";
import type { Retention } from "../store/events/retention.ts";
import {
  addressSetting,
  checkPostgres,
  checkUrl,
  cidrRanges,
  type Environment,
  integerSetting,
  isLoopback,
  originSetting,
  originsSetting,
  POSTGRES_FORM,
  type Rate,
  rateSetting,
  SettingError,
  settingValue,
  urlOf,
  wordSetting,
} from "./setting-values.ts";
import { SETTINGS } from "./settings.ts";

/** The path of a SQLite file, or the URL of a PostgreSQL database. */
export type DatabaseSetting =
  | { readonly sqlite: string }
  | { readonly postgres: string; readonly connections: number; readonly replica?: string };

/** The settings, parsed, and the names of the service. */
export interface Config extends ServiceNames {
  readonly host: string;
  readonly port: number;
  /** Number of processes on this machine. */
  readonly workers: number;
  /** Seconds. */
  readonly workerTimeout: number;
  readonly database: DatabaseSetting;
  readonly dataset: "builtin" | "none";
  readonly adminKey?: string;
  readonly authentication: boolean;
  readonly publicRead: boolean;
  readonly publicHistory: boolean;
  /** The origin at which people reach the service; undefined: that of each request. */
  readonly publicUrl: string | undefined;
  readonly embedOrigins: readonly string[];
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
  /** How many webhooks one caller may have created. */
  readonly webhooksPerCreator: number;
  readonly pageSizes: { readonly default: number; readonly max: number };
  readonly bodyLimit: number;
  readonly bulkBodyLimit: number;
  /** Seconds. */
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  readonly handlerTimeout: number;
  readonly writeTimeout: number;
  readonly maxConnections: number;
  readonly overload: { readonly lag: number; readonly requests: number };
  /** Milliseconds. */
  readonly slowRequest: number;
  /** How long events are kept, and which of them are replayed. */
  readonly retention: Retention;
  /** Where each event is copied to: the path of a file, or `-` for standard output. */
  readonly eventsExport?: string;
  /** Sends no webhooks and runs no operations. */
  readonly quiet: boolean;
  /** Limits of the free space on the disk of a SQLite file, in MiB; 0 means none. */
  readonly diskSpace: { readonly warnMib: number; readonly minMib: number };
  readonly logLevel: string;
  /** Where `/metrics` is served; undefined if that is `host` and `port`. */
  readonly metricsAddress: { readonly host: string; readonly port: number } | undefined;
}

/**
 * Parses all settings.
 * @param names of the service; the default path of the database contains one
 * @throws SettingError with the name of the first malformed setting
 */
export function readConfig(environment: Environment, { name, title, about, module }: ServiceNames): Config {
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
    name,
    title,
    ...(about === undefined ? {} : { about }),
    ...(module === undefined ? {} : { module }),
    host,
    port: integerSetting(environment, "PORT", 0, 65_535),
    workers: integerSetting(environment, "WORKERS", 1, 256),
    workerTimeout: integerSetting(environment, "WORKER_TIMEOUT", 1, 3_600),
    database: databaseSetting(environment, name),
    dataset: wordSetting(environment, "DATASET", ["builtin", "none"]) as Config["dataset"],
    ...(adminKey === undefined ? {} : { adminKey }),
    authentication,
    publicRead: wordSetting(environment, "PUBLIC_READ", ["true", "false"]) === "true",
    publicHistory: wordSetting(environment, "PUBLIC_HISTORY", ["true", "false"]) === "true",
    publicUrl: originSetting(environment, "PUBLIC_URL"),
    embedOrigins: originsSetting(environment, "EMBED_ORIGINS"),
    webhookAllowPrivate: wordSetting(environment, "WEBHOOK_ALLOW_PRIVATE", ["true", "false"]) === "true",
    webhooksPerCreator: integerSetting(environment, "WEBHOOKS_PER_CREATOR", 1, 1_000_000),
    ...rateLimitSettings(environment),
    ...oidcSettings(environment),
    pageSizes: { default: pageSize(environment, max), max },
    bodyLimit: integerSetting(environment, "BODY_LIMIT", 1_024, 1_073_741_824),
    bulkBodyLimit: integerSetting(environment, "BULK_BODY_LIMIT", 1_024, 1_073_741_824),
    headersTimeout: integerSetting(environment, "HEADERS_TIMEOUT", 1, 3_600),
    bodyTimeout: integerSetting(environment, "BODY_TIMEOUT", 1, 3_600),
    handlerTimeout: integerSetting(environment, "HANDLER_TIMEOUT", 1, 3_600),
    writeTimeout: integerSetting(environment, "WRITE_TIMEOUT", 1, 3_600),
    maxConnections: integerSetting(environment, "MAX_CONNECTIONS", 2, 1_000_000),
    overload: {
      lag: integerSetting(environment, "OVERLOAD_LAG_MS", 10, 60_000),
      requests: integerSetting(environment, "OVERLOAD_REQUESTS", 1, 1_000_000),
    },
    slowRequest: integerSetting(environment, "SLOW_REQUEST_MS", 0, 3_600_000),
    retention: retentionSettings(environment),
    ...(environment.EVENTS_EXPORT ? { eventsExport: environment.EVENTS_EXPORT } : {}),
    quiet: wordSetting(environment, "QUIET", ["true", "false"]) === "true",
    diskSpace: {
      warnMib: integerSetting(environment, "DISK_FREE_WARN_MB", 0, 1_000_000_000),
      minMib: integerSetting(environment, "DISK_FREE_MIN_MB", 0, 1_000_000_000),
    },
    metricsAddress: addressSetting(environment, "METRICS_ADDRESS"),
    logLevel: wordSetting(environment, "LOG_LEVEL", ["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
  };
}

/** The default page size. Unless it is set, it is at most the maximum. */
function pageSize(environment: Environment, max: number): number {
  const set = environment.PAGE_SIZE_DEFAULT || String(Math.min(max, Number(SETTINGS.PAGE_SIZE_DEFAULT!.default)));
  return integerSetting({ PAGE_SIZE_DEFAULT: set }, "PAGE_SIZE_DEFAULT", 1, max);
}

function retentionSettings(environment: Environment): Retention {
  const days = integerSetting(environment, "EVENTS_KEEP_DAYS", 1, 36_500);
  return {
    days,
    maxEvents: integerSetting(environment, "EVENTS_KEEP_MOST", 1, 1_000_000_000),
    maxBytes: integerSetting(environment, "EVENTS_KEEP_BYTES", 1_000, 1_000_000_000_000),
    historyDays: environment.HISTORY_KEEP_DAYS
      ? integerSetting(environment, "HISTORY_KEEP_DAYS", 1, 36_500)
      : undefined,
    securityDays: Math.max(days, integerSetting(environment, "EVENTS_KEEP_SECURITY_DAYS", 1, 36_500)),
  };
}

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

function databaseSetting(environment: Environment, name: string): DatabaseSetting {
  const url = settingValue(environment, "DATABASE_URL").replace("<name>", name);
  const connections = integerSetting(environment, "DATABASE_CONNECTIONS", 1, 1_000);
  const replica = environment.READ_DATABASE_URL || undefined;
  // One in memory exists only for the connection that opens it.
  const [, path] = /^sqlite:(?!.*:memory:)(.*\S.*)$/.exec(url) ?? [];
  if (path && replica) throw new SettingError("READ_DATABASE_URL needs DATABASE_URL to be postgres://….");
  if (path) return { sqlite: path };
  const form = `sqlite:<path> of a file, not in memory, or ${POSTGRES_FORM}`;
  checkPostgres("DATABASE_URL", url, form, ["any", "read-write", "primary"]);
  if (replica === undefined) return { postgres: url, connections };
  checkPostgres("READ_DATABASE_URL", replica, POSTGRES_FORM, ["any", "standby"]);
  return { postgres: url, connections, replica };
}
