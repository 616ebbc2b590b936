/** The collections of webhooks, their deliveries and their secrets. */

import { apiKeyShape } from "../access/api-keys.ts";
import type { Declaration } from "../declare/declare.ts";
import {
  boolean,
  byAuthor,
  currentlyOneOf,
  instant,
  integer,
  list,
  object,
  oneOf,
  secret,
  text,
  url,
} from "../declare/fields.ts";
import { ADMIN } from "../declare/scopes.ts";
import { systemCollection } from "../declare/system-collection.ts";
import type { eventLog } from "../events/declaration.ts";
import { faultyRequest } from "../problem.ts";
import { isVisible } from "../query/visibility.ts";
import { authorize, type ReadScopesOf, recordAuthor } from "./authorization.ts";
import { ALLOW_PRIVATE, checkTarget, type EgressPolicy, isDeliveryUrl } from "./egress.ts";
import { ANY_EVENT, eventTypePatterns, PATTERN_RULE } from "./event-types.ts";
import { newSecret } from "./signing.ts";

/** The name of the collection of webhooks, in the catalog and in paths. */
export const WEBHOOKS = "webhooks";
/** The name of the collection of deliveries. */
export const DELIVERIES = "deliveries";
/** The name of the collection of secrets. */
export const SECRETS = "secrets";

type EventLog = ReturnType<typeof eventLog>;
type Webhooks = ReturnType<typeof webhookCollection>;

/** What the declarations depend on. */
export interface WebhookOptions {
  readonly log: EventLog;
  /** The kinds of records, besides webhooks, that have events. */
  readonly singulars: readonly string[];
  /** Where webhooks may send. */
  readonly egress: EgressPolicy;
  /** The scopes by which a caller reads. */
  readonly readScopesOf: ReadScopesOf;
}

/** Declares the three collections. */
export function webhookDeclarations({ log, singulars, egress, readScopesOf }: WebhookOptions): Declaration[] {
  const webhooks = webhookCollection(singulars, egress);
  return [webhooks, deliveries(webhooks, log, readScopesOf), secrets(webhooks)];
}

/** Stored without digesting, because it signs every delivery. */
const signingSecret = { generate: newSecret, toStored: (secret: string) => secret };

function webhookCollection(singulars: readonly string[], egress: EgressPolicy) {
  const schemes = egress.allowPrivate ? "https: or http:" : `https: (http: only with ${ALLOW_PRIVATE})`;
  return systemCollection(WEBHOOKS, {
    one: "webhook",
    private: WEBHOOKS,
    eventScope: ADMIN,
    about:
      "Subscriptions that send events to a URL by POST, as CloudEvents signed according to Standard Webhooks. Each event is sent at least once, and the events of one subject are sent in order. A webhook receives only events that every one of its authors may read. The `secret` is returned only when the webhook is created.",
    fields: {
      url: url()
        .required()
        .listed()
        .example("https://example.com/hooks")
        .about(`Where deliveries are sent: ${schemes}, without credentials or a fragment.`),
      event_types: list(currentlyOneOf(eventTypePatterns([...singulars, "webhook"]), PATTERN_RULE))
        .upTo(100)
        .default([ANY_EVENT])
        .listed()
        .about("The events to send: `*` for all, a kind such as `webhook.*`, or a type such as `webhook.created`."),
      active: boolean()
        .default(true)
        .listed()
        .about(
          "Whether events are sent. Setting it to `true` resumes where the webhook stopped, as far back as events are retained.",
        ),
      failing: boolean().default(false).derived().listed().about("Whether the last attempt failed."),
      disabled_because: oneOf("failing", "gone", "revoked")
        .derived()
        .listed()
        .about(
          "Why the service deactivated it: `failing` if a delivery failed for 24 hours, `gone` if the receiver responded with 410, `revoked` if the credential of an author was revoked or has expired.",
        ),
      last_delivered_at: instant().derived().listed().about("When the receiver last accepted a delivery."),
      created_by: byAuthor(text(), (before, { name }) => before ?? name)
        .listed()
        .about("Who created it: `admin`, `key:<id>` or `token:<issuer>#<subject>`."),
      secret: secret(signingSecret),
      authors: byAuthor(list(object({})), recordAuthor)
        .formerly("hands")
        .hidden(),
      /** The id of the last event that was matched. */
      last_event_id: text().derived().formerly("reached").hidden(),
    },
    rules: {
      url: {
        [`The URL of a webhook must be ${schemes}, without credentials or a fragment.`]: ({ url }, { before }) =>
          url === before?.url || isDeliveryUrl(url, egress),
      },
    },
    asyncCheck: async ({ url }) => {
      const message = typeof url === "string" ? await checkTarget(url, egress) : undefined;
      return message ? [{ in: "value", pointer: "/url", code: "not_public", message }] : [];
    },
    derive: async ({ active, disabled_because, failing }) => {
      const resumed = active && disabled_because !== null;
      return resumed ? { disabled_because: null, failing: false } : { disabled_because, failing };
    },
  });
}

function deliveries(webhooks: Webhooks, log: EventLog, readScopesOf: ReadScopesOf) {
  return systemCollection(DELIVERIES, {
    of: webhooks,
    one: "delivery",
    methods: ["GET", "POST"],
    eventScope: "nobody",
    deletedWithParent: true,
    about:
      "Deliveries of events to a webhook, with every attempt. POST with an `event_id` delivers that event again, as a new delivery. A delivery is kept for seven days after it ends.",
    fields: {
      event_id: text().upTo(64).required().listed().about("The id of the event, sent as `webhook-id`."),
      event_type: text().derived().listed(),
      status: oneOf("pending", "succeeded", "failed").default("pending").derived().listed(),
      attempts: list(
        object({
          at: instant().required(),
          status_code: integer(),
          duration_ms: integer().required(),
          error: text(),
        }),
      )
        .derived()
        .listed()
        .about("Each attempt, with the status of the receiver's response, or the reason why there was none."),
      next_attempt_at: instant()
        .derived()
        .listed()
        .about("When the next attempt is due; null once the delivery has ended."),
      subject: text().derived().hidden(),
      claimed_until: instant().derived().hidden(),
    },
    derive: async (record, registry) => {
      const event = await registry.find(log, record.event_id);
      const webhook = (await registry.find(webhooks, record.webhook_id))!;
      const findKey = (id: string) => registry.find(apiKeyShape, id);
      const { readScopes } = await authorize(webhook, findKey, readScopesOf, Date.parse(registry.now));
      if (!event || !isVisible(readScopes, event.scope)) {
        const message = `There is no event ${JSON.stringify(record.event_id)} that this webhook may receive.`;
        throw faultyRequest([{ in: "value", pointer: "/event_id", code: "unknown_reference", message }]);
      }
      return { event_type: event.type, subject: event.subject, attempts: [], next_attempt_at: registry.now };
    },
  });
}

function secrets(webhooks: Webhooks) {
  return systemCollection(SECRETS, {
    of: webhooks,
    one: "secret",
    methods: ["GET", "POST"],
    eventScope: "nobody",
    deletedWithParent: true,
    about:
      "The secrets created after a webhook's first one. POST creates a secret and returns it only in that response. From then on, deliveries are signed with it and, for 24 hours, with the previous one too.",
    fields: { secret: secret(signingSecret) },
  });
}
