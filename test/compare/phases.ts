/** The settings with which two versions are compared, and the paths that are requested with each. */

export interface Phase {
  readonly name: string;
  /** Its share of all requests. */
  readonly share: number;
  readonly settings: Readonly<Record<string, string>>;
  /** Whether a path of the OpenAPI document is requested. */
  covers(path: string): boolean;
  /** Whether webhooks are delivered, to a receiver on this machine. */
  readonly delivers?: true;
  /** Whether requests may prefer an asynchronous response. Not with rate limits: polling operations counts as requests. */
  readonly defers?: true;
}

const LARGEST_BODY = { BODY_LIMIT: "16384" };
/** A busy machine must not look like an overloaded service. */
const PATIENT = { OVERLOAD_LAG_MS: "60000", HANDLER_TIMEOUT: "600", ...LARGEST_BODY };

const aboutWebhooks = (path: string): boolean => path.startsWith("/api/webhooks");

export const PHASES: readonly Phase[] = [
  {
    name: "built-in data",
    share: 0.75,
    settings: { ...PATIENT, DATASET: "builtin", RATE_LIMIT: "off" },
    covers: (path) => !aboutWebhooks(path),
    defers: true,
  },
  {
    name: "closed and limited",
    share: 0.15,
    settings: {
      ...{ ...PATIENT, DATASET: "none", PUBLIC_READ: "false", PAGE_SIZE_DEFAULT: "3", PAGE_SIZE_MAX: "7" },
      ...{ RATE_LIMIT_ANONYMOUS: "20/300", RATE_LIMIT_AUTHENTICATED: "60/200" },
    },
    covers: (path) => !aboutWebhooks(path),
  },
  {
    name: "webhooks",
    share: 0.1,
    settings: { ...PATIENT, DATASET: "none", RATE_LIMIT: "off", WEBHOOK_ALLOW_PRIVATE: "true" },
    covers: (path) => aboutWebhooks(path) || /^\/api\/(?:missions|events|planets)(?:\/\{\w+\})?$/.test(path),
    delivers: true,
  },
];
