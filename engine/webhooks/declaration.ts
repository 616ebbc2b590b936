/** The collections of webhooks, their deliveries and their secrets. */

import { apiKeyShape } from "../access/api-keys.ts";
import type { Declaration } from "../declare/declaration.ts";
import { instant, integer, list, object, oneOf, text } from "../declare/fields.ts";
import { ADMIN } from "../declare/scopes.ts";
import { secret, timestamp } from "../declare/service-fields.ts";
import { systemCollection } from "../declare/system-collection.ts";
import { type Fault, faultyRequest, type Problem } from "../problem.ts";
import { isVisible } from "../query/visibility.ts";
import { authorize, readScopesOfAuthor, requireControl } from "./authorization.ts";
import { signingSecret, type WebhookOptions, webhookCollection } from "./webhook.ts";

/** The name of the collection of deliveries. */
export const DELIVERIES = "deliveries";
/** The name of the collection of secrets. */
export const SECRETS = "secrets";

type Webhooks = ReturnType<typeof webhookCollection>;

/** Declares the three collections. */
export function webhookDeclarations(options: WebhookOptions): Declaration[] {
  const webhooks = webhookCollection(options);
  return [webhooks, deliveries(webhooks, options), secrets(webhooks, options)];
}

function deliveries(webhooks: Webhooks, { log, readScopesOf, isReplayable }: WebhookOptions) {
  return systemCollection(DELIVERIES, {
    of: webhooks,
    one: "delivery",
    methods: ["GET", "POST"],
    eventScope: "nobody",
    rowScope: "scope",
    deletedWithParent: true,
    about:
      "Deliveries of events to a webhook, with every attempt. POST with an `event_id` delivers that event again, as a new delivery. A delivery is kept for seven days after it ends.",
    fields: {
      event_id: text()
        .upTo(64)
        .example("event-1")
        .required()
        .listed()
        .about("The id of the event, sent as `webhook-id`."),
      event_type: text().derived().listed(),
      status: oneOf("pending", "succeeded", "failed")
        .tones({ pending: "plan", succeeded: "done", failed: "fault" })
        .default("pending")
        .derived()
        .listed(),
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
      next_attempt_at: timestamp().listed().about("When the next attempt is due; null once the delivery has ended."),
      subject: text().derived().hidden(),
      /** The scope of the event, which readers of the delivery need too. */
      scope: text().derived().hidden(),
      claimed_until: timestamp().hidden(),
    },
    asyncCheck: async ({ event_id: id }) => (typeof id !== "string" || (await isReplayable(id)) ? [] : [tooOld(id)]),
    permit: async ({ author, after, registry }) => {
      const event = await registry.find(log, after.event_id);
      if (!event || !isVisible(readScopesOfAuthor(author, readScopesOf), event.scope))
        throw unknownEvent(after.event_id);
    },
    derive: async (record, registry) => {
      const event = await registry.find(log, record.event_id);
      // A delivery stays what it was when it was created. Those of earlier versions have no scope.
      if (record.event_type !== null) return record.scope === null ? { scope: event?.scope ?? ADMIN } : {};
      const webhook = (await registry.find(webhooks, record.webhook_id))!;
      const findKey = (id: string) => registry.find(apiKeyShape, id);
      const { readScopes } = await authorize(webhook, findKey, readScopesOf, Date.parse(registry.now));
      if (!event || !isVisible(readScopes, event.scope)) throw unknownEvent(record.event_id);
      const { type, subject, scope } = event;
      return { event_type: type, subject, scope, attempts: [], next_attempt_at: registry.now };
    },
  });
}

function unknownEvent(id: string): Problem {
  const message = `There is no event ${JSON.stringify(id)} that this webhook may receive, and that you may read.`;
  return faultyRequest([{ in: "value", pointer: "/event_id", code: "unknown_reference", message }]);
}

function tooOld(id: string): Fault {
  const message = `The event ${JSON.stringify(id)} is too old: webhooks receive events within the bounds of EVENTS_KEEP_*.`;
  return { in: "value", pointer: "/event_id", code: "unknown_reference", message };
}

function secrets(webhooks: Webhooks, { readScopesOf }: WebhookOptions) {
  return systemCollection(SECRETS, {
    of: webhooks,
    one: "secret",
    methods: ["GET", "POST"],
    eventScope: "nobody",
    deletedWithParent: true,
    about:
      "The secrets created after a webhook's first one. POST creates a secret and returns it only in that response. From then on, deliveries are signed with it and, for 24 hours, with the previous one too.",
    fields: { secret: secret(signingSecret) },
    permit: async ({ author, after, registry }) =>
      requireControl(author, (await registry.find(webhooks, after.webhook_id))!, readScopesOf),
  });
}
