/** Makes one attempt to deliver: claims the delivery, sends it, and records the result. */
import { type Clock, timestamp } from "../runtime/clock.ts";
import type { StoredRecord } from "../store/tables.ts";
import { postDelivery } from "./client.ts";
import type { ClaimedDelivery, Deliveries } from "./deliveries.ts";
import type { EgressPolicy } from "./egress.ts";
import { signatureHeaders } from "./signing.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** What attempts work with. */
export interface AttemptSettings {
  readonly subscriptions: Subscriptions;
  readonly deliveries: Deliveries;
  readonly clock: Clock;
  readonly egress: EgressPolicy;
  readonly userAgent: string;
}

/** Makes attempts. */
export class Attempts {
  private readonly settings: AttemptSettings;
  private readonly aborting = new AbortController();

  constructor(settings: AttemptSettings) {
    this.settings = settings;
  }

  /** Aborts the attempts that are being made; the next process sends the deliveries again. */
  abort(): void {
    this.aborting.abort();
  }

  /** Attempts a delivery, unless it was claimed, ended or withdrawn since it was found due. */
  async make(webhookId: string, delivery: StoredRecord): Promise<void> {
    const { subscriptions, deliveries } = this.settings;
    // It may have waited for its turn: the URL and the authors are read together, now.
    const webhook = await subscriptions.find(webhookId);
    const authorization = webhook?.active ? await subscriptions.authorize(webhook) : undefined;
    const claimed = authorization && (await deliveries.claim(webhook!, delivery, authorization));
    if (!claimed) return;
    if (claimed.body !== undefined) await this.send(claimed, claimed.body);
    else await deliveries.fail(claimed, "The event is too old, or the webhook may no longer receive it.");
  }

  private async send(claimed: ClaimedDelivery, body: string): Promise<void> {
    const { deliveries, clock, egress } = this.settings;
    const { webhook, delivery, secrets } = claimed;
    const at = timestamp(clock);
    const headers = {
      "content-type": "application/cloudevents+json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      "user-agent": this.settings.userAgent,
      ...signatureHeaders(delivery.event_id as string, clock.now(), body, secrets),
    };
    const result = await postDelivery(webhook.url as string, body, headers, egress, this.aborting.signal);
    // The attempt was aborted. It is unknown whether the receiver got the delivery, so it is sent again.
    if (this.aborting.signal.aborted && result.status_code === null) return;
    await deliveries.recordResult(claimed, at, result);
  }
}
