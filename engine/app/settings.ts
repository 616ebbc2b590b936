/** The settings: their defaults and descriptions (§11). `config.ts` reads them. */

/**
 * The default and the description of each setting. A default that is not a value is a description, too; `<name>` is the name
 * of the registry.
 */
export const SETTINGS: Record<string, { default: string; about: string }> = {
  HOST: { default: "127.0.0.1", about: "The address to listen on." },
  PORT: { default: "3000", about: "The port to listen on; `0` picks a free one." },
  WORKERS: { default: "1", about: "Number of processes that share the port." },
  WORKER_TIMEOUT: { default: "30", about: "Seconds without a sign of life after which a worker is replaced." },
  DATABASE_URL: { default: "sqlite:var/<name>.db", about: "`sqlite:<path>` or `postgres://…`." },
  DATABASE_CONNECTIONS: {
    default: "10",
    about: "Maximum read connections to PostgreSQL per process; one more is used for writes.",
  },
  READ_DATABASE_URL: {
    default: "none",
    about: "PostgreSQL replicas. Lists are read from a replica that has caught up.",
  },
  REGISTRY: {
    default: "the built-in registry",
    about: "The module that exports the registry to serve.",
  },
  DATASET: {
    default: "builtin",
    about: "The data loaded into an empty database: `builtin` are those of the registry; `none`.",
  },
  ADMIN_API_KEY: {
    default: "generated and printed once",
    about:
      "The admin key: 16 to 256 visible ASCII characters. A new value replaces the old key; a former value is not accepted again.",
  },
  AUTH: { default: "on", about: "`off` treats every caller as admin; allowed only on a loopback `HOST`." },
  PUBLIC_READ: { default: "true", about: "`false`: reading needs a scope as well." },
  PUBLIC_HISTORY: {
    default: "false",
    about: "`true`: the past of public resources (`as_of`) can be read without the scope `events:read`.",
  },
  PUBLIC_URL: {
    default: "that of each request",
    about:
      "The origin at which people reach the service, such as `https://registry.example.org`; used in the sitemap and in previews of links.",
  },
  EMBED_ORIGINS: {
    default: "none",
    about: "The origins of sites that may show pictures in frames, separated by commas; `*` stands for all.",
  },
  OIDC_ISSUER: {
    default: "none",
    about: "The OpenID Connect issuer whose tokens are accepted, exactly as in `iss`; `http:` on loopback only.",
  },
  OIDC_AUDIENCE: {
    default: "none",
    about: "The value that the `aud` of a token must contain; required with `OIDC_ISSUER`.",
  },
  OIDC_JWKS_URL: {
    default: "none",
    about: "The URL of the issuer's JWKS; by default, the discovery document names it.",
  },
  RATE_LIMIT: { default: "on", about: "`off` turns rate limiting off, for benchmarks." },
  RATE_LIMIT_ANONYMOUS: {
    default: "6000/60",
    about: "`<requests>/<seconds>` per client address, for requests without a valid credential.",
  },
  RATE_LIMIT_AUTHENTICATED: { default: "30000/60", about: "`<requests>/<seconds>` per credential." },
  TRUSTED_PROXIES: {
    default: "none",
    about: "Proxies whose `X-Forwarded-For` is trusted: CIDR ranges, separated by commas.",
  },
  REDIS_URL: { default: "none", about: "`redis://…` or `rediss://…`: shares rate limits between machines." },
  WEBHOOK_ALLOW_PRIVATE: {
    default: "false",
    about: "`true` allows webhooks to send to private addresses and over `http:`.",
  },
  WEBHOOKS_PER_CREATOR: { default: "100", about: "Maximum webhooks created by one caller." },
  PAGE_SIZE_DEFAULT: { default: "20", about: "Items per page unless `limit` is given." },
  PAGE_SIZE_MAX: { default: "100", about: "Maximum items per page." },
  BODY_LIMIT: { default: "1048576", about: "Maximum size of a request body in bytes." },
  BULK_BODY_LIMIT: { default: "16777216", about: "Maximum size of an array of records in bytes." },
  HEADERS_TIMEOUT: { default: "10", about: "Seconds to receive the header of a request." },
  BODY_TIMEOUT: { default: "30", about: "Seconds to receive the body of a request." },
  HISTORY_KEEP_DAYS: {
    default: "unlimited",
    about: "Number of days that changes of records are kept; older ones are deleted.",
  },
  EVENTS_KEEP_DAYS: {
    default: "90",
    about: "Number of days for which streams can resume and webhooks receive what they have missed.",
  },
  EVENTS_KEEP_MOST: {
    default: "1000000",
    about: "Maximum number of events that streams can resume from and webhooks receive later.",
  },
  EVENTS_KEEP_BYTES: { default: "1073741824", about: "Maximum size of these events in bytes, without indexes." },
  EVENTS_KEEP_SECURITY_DAYS: {
    default: "400",
    about:
      "Number of days that security events are kept (keys, webhooks, refused admin requests, the log itself), however many there are; at least `EVENTS_KEEP_DAYS`.",
  },
  DISK_FREE_WARN_MB: {
    default: "1024",
    about: "Free MiB on the disk of a SQLite file below which the log warns; `0` turns the warning off.",
  },
  DISK_FREE_MIN_MB: {
    default: "256",
    about: "Free MiB below which writes, except DELETE, get 507; `0` turns that off.",
  },
  EVENTS_EXPORT: {
    default: "none",
    about: "A file to which each event is copied as one line of JSON; `-` for standard output.",
  },
  HANDLER_TIMEOUT: { default: "30", about: "Seconds to handle a request." },
  WRITE_TIMEOUT: {
    default: "30",
    about: "Seconds after which a client that has stopped reading a response is disconnected.",
  },
  MAX_CONNECTIONS: {
    default: "5000",
    about: "Maximum connections per process; half of it from one address, unless it is a trusted proxy.",
  },
  OVERLOAD_LAG_MS: {
    default: "1000",
    about: "Event-loop lag in milliseconds above which new requests get 503.",
  },
  OVERLOAD_REQUESTS: { default: "1000", about: "Concurrent requests per process above which new requests get 503." },
  SLOW_REQUEST_MS: {
    default: "1000",
    about: "Milliseconds after which a request is logged as slow; `0` logs every request.",
  },
  QUIET: {
    default: "false",
    about: "`true`: sends no webhooks, runs no operations and exports no events, for restore drills.",
  },
  METRICS_ADDRESS: {
    default: "none",
    about: "`<host>:<port>` on which `/metrics` is served, instead of on `PORT`.",
  },
  LOG_LEVEL: { default: "info", about: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`." },
};
