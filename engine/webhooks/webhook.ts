/** The collection of webhooks. */
import { boolean, list, object, oneOf, text, url } from "../declare/fields.ts";
import { ADMIN } from "../declare/scopes.ts";
import { byAuthor, currentlyOneOf, secret, timestamp } from "../declare/service-fields.ts";
import { systemCollection } from "../declare/system-collection.ts";
import type { eventLog } from "../events/declaration.ts";
import { faultyRequest, type Problem } from "../problem.ts";
import { confirms, type ReadScopesOf, recordAuthor, requireControl, withheldScopes } from "./authorization.ts";
import { ALLOW_PRIVATE, checkTarget, type EgressPolicy, isDeliveryUrl } from "./egress.ts";
import { ANY_EVENT, eventTypePatterns, PATTERN_RULE } from "./event-types.ts";
import { newSecret } from "./signing.ts";

/** The name of the collection of webhooks, in the catalog and in paths. */
export const WEBHOOKS = "webhooks";

type EventLog = ReturnType<typeof eventLog>;

/** What the declarations of webhooks depend on. */
export interface WebhookOptions {
  readonly log: EventLog;
  /** The kinds of records, besides webhooks, that have events. */
  readonly singulars: readonly string[];
  /** Where webhooks may send. */
  readonly egress: EgressPolicy;
  /** The scopes by which a caller reads events. */
  readonly readScopesOf: ReadScopesOf;
  /** The scopes of the events that patterns select, each once. */
  readonly scopesOfEvents: (patterns: readonly string[]) => readonly string[];
  /** Whether an event is recent enough to be delivered, or there is none with this id. */
  readonly isReplayable: (eventId: string) => Promise<boolean>;
  /** How many webhooks one caller may have created. */
  readonly maxPerCreator: number;
}

/** How a secret is stored: without digesting, because it signs every delivery. */
export const signingSecret = { generate: newSecret, toStored: (secret: string) => secret };

/** What a webhook is counted by. */
const creatorShape = { name: WEBHOOKS, one: "webhook", fields: { created_by: text() } };

/** Declares the collection. */
export function webhookCollection(options: WebhookOptions) {
  const { singulars, egress, readScopesOf, scopesOfEvents, maxPerCreator } = options;
  const schemes = egress.allowPrivate ? "https: or http:" : `https: (http: only with ${ALLOW_PRIVATE})`;
  return systemCollection(WEBHOOKS, {
    one: "webhook",
    private: WEBHOOKS,
    eventScope: ADMIN,
    about:
      "Subscriptions that send events to a URL by POST, as CloudEvents signed according to Standard Webhooks. Each event is sent at least once, and the events of one subject are sent in order, security events apart from others. A webhook receives only events that every one of its authors may read. The `secret` is returned only when the webhook is created.",
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
          "Whether events are sent. Setting it to `true` resumes where the webhook stopped, as far back as events can be replayed.",
        ),
      failing: boolean().default(false).derived().listed().about("Whether the last attempt failed."),
      disabled_because: oneOf("failing", "gone", "revoked")
        .derived()
        .listed()
        .about(
          "Why the service deactivated it: `failing` if a delivery failed for 24 hours, `gone` if the receiver responded with 410, `revoked` if the credential of an author was revoked or has expired.",
        ),
      last_delivered_at: timestamp().listed().about("When the receiver last accepted a delivery."),
      created_by: byAuthor(text(), (before, { name }) => before ?? name)
        .listed()
        .about("Who created it: `admin`, `key:<id>` or `token:<issuer>#<subject>`."),
      withheld_scopes: list(text())
        .derived()
        .computed(["authors", "event_types"], (webhook) =>
          withheldScopes(webhook, scopesOfEvents((webhook.event_types ?? []) as string[]), readScopesOf),
        )
        .about("The scopes that its `event_types` need and its authors lack: events that need them are not sent."),
      secret: secret(signingSecret),
      authors: byAuthor(list(object({})), recordAuthor)
        .formerly("hands")
        .hidden(),
      /** The id of the last event that was matched and is no security event. */
      last_event_id: text().derived().formerly("reached").hidden(),
      /** The id of the last security event that was matched. */
      last_security_event_id: text().derived().hidden(),
      /** The events that wait for others of their subject; see `matching/queue.ts`. */
      lanes: list(object({})).derived().hidden(),
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
    permit: async ({ author, body, before, after, registry }) => {
      if (!before) {
        const count = await registry.count(creatorShape, "created_by", author.name);
        if (count >= maxPerCreator) throw tooMany(author.name, count, maxPerCreator);
        return;
      }
      const resumes = after.active && !before.active;
      if (resumes || after.url !== before.url) requireControl(author, before, readScopesOf);
      // A revoked author may have set it, and the webhook may carry more now than it did then.
      if (confirms(before, after) && body.url === undefined) throw unconfirmed(before.url);
    },
    derive: async ({ active, disabled_because, failing }) => {
      const resumed = active && disabled_because !== null;
      return resumed ? { disabled_because: null, failing: false } : { disabled_because, failing };
    },
  });
}

function tooMany(creator: string, count: number, max: number): Problem {
  const message = `${creator} has created ${count} webhooks; at most ${max} are allowed. Delete one that is no longer needed.`;
  return faultyRequest([{ in: "value", pointer: "", code: "too_many_webhooks", message }]);
}

function unconfirmed(url: string): Problem {
  const message = `The credential of an author was revoked, who may have set the URL ${JSON.stringify(url)}. Send the URL in the same request to confirm it.`;
  return faultyRequest([{ in: "value", pointer: "/url", code: "unconfirmed", message }]);
}
