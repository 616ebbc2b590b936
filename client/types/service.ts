/** The resources that every service has: its event log, operations, webhooks and API keys. */
import type { CallOptions, CreateOptions, FollowOptions, RemoveOptions } from "../calls.ts";
import type { OperationRecord } from "../operation.ts";
import type { EventRecord } from "./event-record.ts";
import type { Links, Model, Whole } from "./model.ts";
import type { Filters } from "./queries.ts";
import type { RelatedFilters } from "./related-filters.ts";
import type { Collection, ReadCollection } from "./resources.ts";

/** The times of every record. No interface: programs that export what they read would have to name it. */
type Times = {
  created_at: string;
  updated_at: string;
};

interface TimeKinds {
  readonly created_at: "timestamp";
  readonly updated_at: "timestamp";
}

/** A model of records that are read only. */
interface ReadModel extends Model {
  readonly undated: true;
  readonly draft: never;
  readonly replacement: never;
  readonly patch: never;
  readonly embeds: Record<never, never>;
}

/** The event log. */
export interface EventModel extends ReadModel {
  readonly record: EventRecord & Times;
  readonly listed: keyof EventRecord;
  readonly properties: TimeKinds & {
    readonly id: "serial";
    readonly type: "text";
    readonly subject: "text";
    readonly time: "timestamp";
    readonly actor: "text";
  };
}

/** The event log, as a list and as a stream. */
export interface Events extends ReadCollection<EventModel> {
  /**
   * The events as they happen, each once and in order. After a cut the stream resumes after the last event.
   * @throws Gone if the event to resume after is too old
   */
  follow<const K extends string = never>(
    filter?: Filters<EventModel> & RelatedFilters<EventModel, K>,
    options?: FollowOptions,
  ): AsyncGenerator<EventRecord, void, undefined>;
}

/** Accepted requests. */
export interface OperationModel extends ReadModel {
  readonly record: Omit<OperationRecord, "_links"> & { readonly started_by: string } & Times;
  readonly listed: "id" | "kind" | "status" | "started_by" | "finished_at" | "progress";
  readonly properties: TimeKinds & {
    readonly id: "id";
    readonly kind: "enum";
    readonly status: "enum";
    readonly started_by: "text";
    readonly finished_at: "timestamp";
  };
}

/** The secret of a new record, which is shown only once. */
type Secret = {
  secret: string;
};

/** A subscription to events. */
export interface Webhook extends Times {
  id: string;
  url: string;
  event_types: string[];
  active: boolean;
  failing: boolean;
  disabled_because: "failing" | "gone" | "revoked" | null;
  last_delivered_at: string | null;
  created_by: string;
  _links: Links;
}

/** Subscriptions. */
export interface WebhookModel extends Model {
  readonly undated: true;
  readonly record: Webhook;
  readonly listed: Exclude<keyof Webhook, keyof Times>;
  readonly draft: WebhookModel["replacement"] & { readonly id?: string };
  readonly replacement: {
    readonly url: string;
    readonly event_types?: readonly string[] | null;
    readonly active?: boolean | null;
  };
  readonly patch: Partial<WebhookModel["replacement"]>;
  readonly properties: TimeKinds & {
    readonly id: "id";
    readonly url: "text";
    readonly active: "boolean";
    readonly failing: "boolean";
    readonly disabled_because: "enum";
    readonly last_delivered_at: "timestamp";
    readonly created_by: "text";
  };
  readonly embeds: Record<never, never>;
}

/** The delivery of an event to a webhook. */
export interface Delivery extends Times {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  status: "pending" | "succeeded" | "failed";
  attempts: { at: string; status_code: number | null; duration_ms: number; error: string | null }[];
  next_attempt_at: string | null;
  _links: Links;
}

/** Deliveries. */
export interface DeliveryModel extends ReadModel {
  readonly record: Delivery;
  readonly listed: Exclude<keyof Delivery, keyof Times>;
  readonly properties: TimeKinds & {
    readonly id: "id";
    readonly webhook_id: "id";
    readonly event_id: "text";
    readonly event_type: "text";
    readonly status: "enum";
    readonly next_attempt_at: "timestamp";
  };
}

/** A secret of a webhook besides its first one. */
export interface SecretModel extends ReadModel {
  readonly record: Times & { id: string; webhook_id: string };
  readonly listed: "id" | "webhook_id";
  readonly properties: TimeKinds & { readonly id: "id"; readonly webhook_id: "id" };
}

/** A credential with scopes. */
export interface ApiKey extends Times {
  id: string;
  name: string;
  scopes: string[];
  expires_at: string | null;
  last_used_at: string | null;
  _links: Links;
}

/** Credentials. */
export interface ApiKeyModel extends ReadModel {
  readonly record: ApiKey;
  readonly listed: Exclude<keyof ApiKey, keyof Times>;
  readonly properties: TimeKinds & {
    readonly id: "id";
    readonly name: "text";
    readonly expires_at: "instant";
    readonly last_used_at: "timestamp";
  };
}

/** What is below a webhook. */
export interface BelowWebhook {
  readonly deliveries: ReadCollection<DeliveryModel> & {
    /** Delivers an event again. */
    create(draft: { readonly event_id: string }, options?: CreateOptions): Promise<Whole<DeliveryModel>>;
  };
  readonly secrets: ReadCollection<SecretModel> & {
    /** Creates a secret; the previous one signs for 24 hours more. */
    create(draft: Record<never, never>, options?: CreateOptions): Promise<Whole<SecretModel> & Secret>;
  };
}

/** The resources of every service. */
export interface ServiceResources {
  readonly events: Events;
  readonly operations: ReadCollection<OperationModel> & {
    /** Cancels a pending or running operation. @throws Conflict */
    remove(id: string, options?: CallOptions): Promise<void>;
  };
  readonly webhooks: Omit<Collection<WebhookModel>, "create"> & {
    create(draft: WebhookModel["draft"], options?: CreateOptions): Promise<Whole<WebhookModel> & Secret>;
  } & ((id: string) => BelowWebhook);
  readonly api_keys: ReadCollection<ApiKeyModel> & {
    create(
      draft: { readonly name: string; readonly scopes: readonly string[]; readonly expires_at?: string | null },
      options?: CreateOptions,
    ): Promise<Whole<ApiKeyModel> & Secret>;
    /** Revokes a key at once. */
    remove(id: string, options?: Pick<RemoveOptions, "signal">): Promise<void>;
  };
}
