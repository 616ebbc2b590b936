/** The settings, read from the environment (contract section 11). An ill-formed one is told in one line. */

/** The path of a SQLite file, or the URL of a PostgreSQL database. */
export type DatabaseSetting = { readonly sqlite: string } | { readonly postgres: string; readonly connections: number };

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly database: DatabaseSetting;
  readonly dataset: "builtin" | "none";
  readonly adminKey?: string;
  readonly authentication: boolean;
  readonly publicRead: boolean;
  readonly pageSizes: { readonly standard: number; readonly most: number };
  readonly bodyLimit: number;
  readonly bulkBodyLimit: number;
  /** Seconds. */
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  readonly handlerTimeout: number;
  readonly logLevel: string;
}

/** A setting that cannot be used; its message is one line for the operator. */
export class SettingError extends Error {}

/** Each setting with its default and meaning, for the documentation. */
export const SETTINGS: Record<string, { standard: string; about: string }> = {
  HOST: { standard: "127.0.0.1", about: "The address to listen on." },
  PORT: { standard: "3000", about: "The port to listen on; 0 takes a free one." },
  DATABASE_URL: { standard: "sqlite:var/space-missions.db", about: "`sqlite:<path>` or `postgres://…`." },
  DATABASE_CONNECTIONS: {
    standard: "10",
    about: "The most connections of a process that read from PostgreSQL; one more writes.",
  },
  DATASET: { standard: "builtin", about: "What an empty database is filled with: `builtin` or `none`." },
  ADMIN_API_KEY: {
    standard: "made and printed once",
    about: "The admin key, 16 to 256 visible characters. Another value at a later start replaces it.",
  },
  AUTH: { standard: "on", about: "`off` makes every caller admin; only on a loopback `HOST`." },
  PUBLIC_READ: { standard: "true", about: "`false`: reading needs a scope too." },
  PAGE_SIZE_DEFAULT: { standard: "20", about: "Items on a page." },
  PAGE_SIZE_MAX: { standard: "100", about: "The most items on a page." },
  BODY_LIMIT: { standard: "1048576", about: "The largest body, in bytes." },
  BULK_BODY_LIMIT: { standard: "16777216", about: "The largest body where an array of records is taken, in bytes." },
  HEADERS_TIMEOUT: { standard: "10", about: "Seconds within which a request's header arrives." },
  BODY_TIMEOUT: { standard: "30", about: "Seconds within which its body arrives after that." },
  HANDLER_TIMEOUT: { standard: "30", about: "Seconds within which it is answered." },
  LOG_LEVEL: { standard: "info", about: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`." },
};

/** Settings that later versions know: refused rather than ignored, since whoever sets them relies on them. */
const LATER = [
  "RATE_LIMIT_ANONYMOUS",
  "RATE_LIMIT_AUTHENTICATED",
  "TRUSTED_PROXIES",
  "OIDC_ISSUER",
  "OIDC_AUDIENCE",
  "OIDC_JWKS_URL",
  "WEBHOOK_ALLOW_PRIVATE",
  "REDIS_URL",
];

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws SettingError naming the first ill-formed setting */
export function readConfig(environment: Environment): Config {
  for (const name of LATER) {
    if (environment[name]) throw new SettingError(`${name} is not supported by this version; unset it.`);
  }
  if (!["1", undefined, ""].includes(environment.WORKERS)) throw new SettingError("WORKERS is 1 in this version.");
  if (!["off", undefined, ""].includes(environment.RATE_LIMIT))
    throw new SettingError("RATE_LIMIT is off in this version.");
  const host = environment.HOST || "127.0.0.1";
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
    database: databaseSetting(environment),
    dataset: oneOf(environment, "DATASET", ["builtin", "none"]) as Config["dataset"],
    ...(adminKey === undefined ? {} : { adminKey }),
    authentication,
    publicRead: oneOf(environment, "PUBLIC_READ", ["true", "false"]) === "true",
    pageSizes: { standard: pageSize(environment, most), most },
    bodyLimit: whole(environment, "BODY_LIMIT", 1_024, 1_073_741_824),
    bulkBodyLimit: whole(environment, "BULK_BODY_LIMIT", 1_024, 1_073_741_824),
    headersTimeout: whole(environment, "HEADERS_TIMEOUT", 1, 3_600),
    bodyTimeout: whole(environment, "BODY_TIMEOUT", 1, 3_600),
    handlerTimeout: whole(environment, "HANDLER_TIMEOUT", 1, 3_600),
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

function oneOf(environment: Environment, name: string, words: readonly string[]): string {
  const text = given(environment, name);
  if (words.includes(text)) return text;
  throw new SettingError(`${name} is ${words.join(" or ")}, not ${JSON.stringify(text)}.`);
}

const POSTGRES =
  /^postgres(?:ql)?:\/\/(?:[^@/?\s]*@)?(?:(?:[\w.~%-]+|\[[\d:a-f]+\])(?::\d{1,5})?(?:,(?!\/)|(?=\/)))+\/[^/?\s]+(?:\?[^\s]*)?$/i;
const WRITABLE = ["any", "read-write", "primary"];

/** The URL may hold a password, so that no message repeats it. */
function databaseSetting(environment: Environment): DatabaseSetting {
  const url = given(environment, "DATABASE_URL");
  const connections = whole(environment, "DATABASE_CONNECTIONS", 1, 1_000);
  const [, path] = /^sqlite:(.+)$/.exec(url) ?? [];
  if (path) return { sqlite: path };
  const form = "postgres://user:password@host:port/database";
  if (!/^postgres(ql)?:/.test(url)) throw new SettingError(`DATABASE_URL is sqlite:<path> or ${form}.`);
  if (!POSTGRES.test(url)) throw new SettingError(`DATABASE_URL is ill-formed; it is written ${form}.`);
  const attributes = new URLSearchParams(url.split("?")[1]).get("target_session_attrs") ?? "any";
  if (WRITABLE.includes(attributes)) return { postgres: url, connections };
  throw new SettingError(`DATABASE_URL: target_session_attrs is ${WRITABLE.join(" or ")}; the service writes.`);
}

/** Whether an address is this machine's own. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
