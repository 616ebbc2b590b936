/** Webhooks, their deliveries and their secrets, declared like any other collection. */

import { collection, type Declaration } from "../declare/declare.ts";
import { boolean, instant, integer, list, object, oneOf, secret, text, url } from "../declare/fields.ts";
import { byAuthor } from "../declare/fixed.ts";
import { ADMIN } from "../declare/scopes.ts";
import type { Values } from "../declare/values.ts";
import { word } from "../declare/words.ts";
import { EVENTS } from "../events/declaration.ts";
import { refuse } from "../problem.ts";
import { isVisible } from "../query/visibility.ts";
import { authorizationOf, type Holding, withHand } from "./authorization.ts";
import { ALLOWING, type EgressPolicy, isTarget, refusalOf } from "./egress.ts";
import { ALL, FORM, patternsOf } from "./event-types.ts";
import { newSecret } from "./signing.ts";

/** Their names in the catalog, and in their paths. */
export const WEBHOOKS = "webhooks";
export const DELIVERIES = "deliveries";
export const SECRETS = "secrets";

/**
 * @param told the kinds of records, besides these, of which something is told
 * @param holding what a caller may read
 */
export function webhookDeclarations(told: readonly string[], reach: EgressPolicy, holding: Holding): Declaration[] {
  const webhooks = webhookCollection(told, reach);
  return [webhooks, deliveries(webhooks, holding), secrets(webhooks)];
}

const kept = { make: newSecret, keep: (secret: string) => secret };

function webhookCollection(told: readonly string[], reach: EgressPolicy) {
  const schemes = reach.allowPrivate ? "https: or http:" : `https: (http: only with ${ALLOWING})`;
  return collection(WEBHOOKS, {
    one: "webhook",
    private: WEBHOOKS,
    eventScope: ADMIN,
    about:
      "Places that are told what happens. Each event is sent by POST as a CloudEvent, signed as Standard Webhooks, at least once, the events of one subject in their order. A webhook gets what all those may read who wrote it. The `secret` is in the answer that creates it, and nowhere else.",
    fields: {
      url: url()
        .required()
        .listed()
        .example("https://example.com/hooks")
        .about(`Where deliveries go: ${schemes}, without credentials and fragment.`),
      event_types: list(word(patternsOf([...told, "webhook"]), FORM))
        .upTo(100)
        .default([ALL])
        .listed()
        .about("Which events: `*`, all of one kind such as `webhook.*`, or one type such as `webhook.created`."),
      active: boolean()
        .default(true)
        .listed()
        .about("Whether it is sent anything. `true` resumes where it stopped, as far back as events are kept."),
      failing: boolean().default(false).derived().listed().about("Whether the last attempt failed."),
      disabled_because: oneOf("failing", "gone", "revoked")
        .derived()
        .listed()
        .about(
          "Why the service made it inactive: a delivery failed for 24 hours, the receiver answered 410, or the credential of somebody who wrote it no longer stands.",
        ),
      last_delivered_at: instant().derived().listed().about("When the receiver last took a delivery."),
      created_by: byAuthor(text(), (before, { name }) => before ?? name)
        .listed()
        .about("Who made it: `admin`, `key:<id>` or `token:<issuer>#<subject>`."),
      secret: secret(kept),
      hands: byAuthor(list(object({})), withHand).hidden(),
      /** The last event that was looked at. */
      reached: text().derived().hidden(),
    },
    rules: {
      url: {
        [`A webhook's URL is ${schemes}, and has neither credentials nor a fragment.`]: (
          { url },
          _today,
          _now,
          before,
        ) => url === before?.url || isTarget(url, reach),
      },
    },
    inspect: async ({ url: given }) => {
      const message = typeof given === "string" ? await refusalOf(given, reach) : undefined;
      return message ? [{ in: "value", pointer: "/url", code: "not_public", message }] : [];
    },
    derive: async ({ active, disabled_because, failing }) => {
      const resumed = active && disabled_because !== null;
      return resumed ? { disabled_because: null, failing: false } : { disabled_because, failing };
    },
  });
}

function deliveries(webhooks: Declaration, holding: Holding) {
  return collection(DELIVERIES, {
    of: webhooks,
    one: "delivery",
    methods: ["GET", "POST"],
    eventScope: "nobody",
    withParent: true,
    about:
      "What was sent to a webhook, and what came of it. POST with an `event_id` delivers that event again, as a new delivery. Kept for seven days after it ended.",
    fields: {
      event_id: text().upTo(64).required().listed().about("The event; it is the `webhook-id` of the request."),
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
        .about("Each with the status that the receiver answered, or why it could not be reached."),
      next_attempt_at: instant().derived().listed().about("When it is tried next; null when it has ended."),
      subject: text().derived().hidden(),
      claimed_until: instant().derived().hidden(),
    },
    derive: async (record, registry) => {
      const event = await registry.find(EVENTS, record.event_id);
      const webhook = (await registry.find(WEBHOOKS, record.webhook_id as string)) as Values;
      const find = registry.find.bind(registry);
      const { held } = await authorizationOf(webhook, find, holding, Date.parse(registry.now));
      if (!event || !isVisible(held, event.scope as string)) {
        const message = `There is no event ${JSON.stringify(record.event_id)} that this webhook may get.`;
        refuse([{ in: "value", pointer: "/event_id", code: "unknown_reference", message }]);
      }
      const { type, subject } = event as { type: string; subject: string };
      return { event_type: type, subject, attempts: [], next_attempt_at: registry.now };
    },
  });
}

function secrets(webhooks: Declaration) {
  return collection(SECRETS, {
    of: webhooks,
    one: "secret",
    methods: ["GET", "POST"],
    eventScope: "nobody",
    withParent: true,
    about:
      "Secrets made after a webhook's first. POST makes one, tells it once, and signs with it from then on; the one before signs along for 24 hours.",
    fields: { secret: secret(kept) },
  });
}
