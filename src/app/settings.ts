/** Every setting as the operator is told of it (§11); `config.ts` reads them. */

/** Each setting with its default and meaning, for the documentation. */
export const SETTINGS: Record<string, { standard: string; about: string }> = {
  HOST: { standard: "127.0.0.1", about: "The address to listen on." },
  PORT: { standard: "3000", about: "The port to listen on; 0 takes a free one." },
  WORKERS: {
    standard: "1",
    about: "Processes on this machine that share the port; also `npm start -- --workers <n>`.",
  },
  DATABASE_URL: { standard: "sqlite:var/space-missions.db", about: "`sqlite:<path>` or `postgres://…`." },
  DATABASE_CONNECTIONS: { standard: "10", about: "Most of a process that read from PostgreSQL; one more writes." },
  READ_DATABASE_URL: { standard: "none", about: "Of standbys: lists are read there while they have all these show." },
  DATASET: { standard: "builtin", about: "What an empty database is filled with: `builtin` or `none`." },
  ADMIN_API_KEY: {
    standard: "made and printed once",
    about: "The admin key, 16 to 256 visible characters. Another value at a later start replaces it.",
  },
  AUTH: { standard: "on", about: "`off` makes every caller admin; only on a loopback `HOST`." },
  PUBLIC_READ: { standard: "true", about: "`false`: reading needs a scope too." },
  OIDC_ISSUER: {
    standard: "none",
    about: "The OpenID Connect issuer whose tokens are believed, as in their `iss`; `http:` on loopback only.",
  },
  OIDC_AUDIENCE: { standard: "none", about: "What their `aud` has to name; needed with `OIDC_ISSUER`." },
  OIDC_JWKS_URL: { standard: "none", about: "Where its keys are, when discovery shall not be asked for that." },
  RATE_LIMIT: { standard: "on", about: "`off` limits nobody, for a benchmark." },
  RATE_LIMIT_ANONYMOUS: {
    standard: "6000/60",
    about: "`<requests>/<seconds>` for each client address, without a valid credential.",
  },
  RATE_LIMIT_AUTHENTICATED: { standard: "30000/60", about: "`<requests>/<seconds>` for each credential." },
  TRUSTED_PROXIES: {
    standard: "none",
    about: "Proxies whose `X-Forwarded-For` is believed: CIDR ranges, separated by commas.",
  },
  REDIS_URL: { standard: "none", about: "`redis://…` or `rediss://…`: where several machines share the limits." },
  WEBHOOK_ALLOW_PRIVATE: { standard: "false", about: "`true`: webhooks reach private addresses and `http:` too." },
  PAGE_SIZE_DEFAULT: { standard: "20", about: "Items on a page." },
  PAGE_SIZE_MAX: { standard: "100", about: "The most items on a page." },
  BODY_LIMIT: { standard: "1048576", about: "The largest body, in bytes." },
  BULK_BODY_LIMIT: { standard: "16777216", about: "The largest body where an array of records is taken, in bytes." },
  HEADERS_TIMEOUT: { standard: "10", about: "Seconds within which a request's header arrives." },
  BODY_TIMEOUT: { standard: "30", about: "Seconds within which its body arrives after that." },
  EVENTS_KEEP_DAYS: { standard: "90", about: "Days for which events are kept." },
  EVENTS_KEEP_MOST: { standard: "1000000", about: "The most events that are kept, the newest." },
  HANDLER_TIMEOUT: { standard: "30", about: "Seconds within which it is answered." },
  OVERLOAD_LAG_MS: {
    standard: "1000",
    about: "From where on new requests are answered 503: by how many milliseconds the event loop is late.",
  },
  OVERLOAD_REQUESTS: { standard: "1000", about: "The same by how many requests a process carries out at once." },
  SLOW_REQUEST_MS: {
    standard: "1000",
    about: "Requests that take so many milliseconds are logged; `0` logs every request.",
  },
  LOG_LEVEL: { standard: "info", about: "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`." },
};
