/** Which webhooks may receive events now. */

import { API_KEYS } from "../access/api-keys.ts";
import type { Values } from "../declare/values.ts";
import type { Resource } from "../resource/resource.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Store } from "../store/store.ts";
import type { StoredRecord } from "../store/tables.ts";
import type { Writer } from "../store/write/writer.ts";
import { type Authorization, authorize, type FindKey, type ReadScopesOf, withoutAuthors } from "./authorization.ts";
import { WEBHOOKS } from "./webhook.ts";

/** The number of webhooks that are read per statement. */
const WEBHOOKS_BATCH = 500;

/** The webhooks, and what they may receive. */
export class Subscriptions {
  private readonly store: Store;
  private readonly clock: Clock;
  private readonly readScopesOf: ReadScopesOf;
  private readonly webhooks: Resource;
  private readonly findKey: FindKey;

  constructor(store: Store, clock: Clock, readScopesOf: ReadScopesOf) {
    this.store = store;
    this.clock = clock;
    this.readScopesOf = readScopesOf;
    this.webhooks = store.catalog.resource(WEBHOOKS);
    this.findKey = (id) => store.findBy(store.catalog.resource(API_KEYS), "id", id);
  }

  /** The webhooks that are active, in batches. */
  active(): AsyncGenerator<readonly StoredRecord[], void> {
    return this.store.scanBatches(this.webhooks, { active: true }, WEBHOOKS_BATCH);
  }

  /** Finds a webhook by its id. */
  find(id: string): Promise<StoredRecord | undefined> {
    return this.store.findBy(this.webhooks, "id", id);
  }

  /** What a webhook may receive now. If an author's credential was revoked, deactivates it and returns undefined. */
  async authorize(webhook: StoredRecord): Promise<Authorization | undefined> {
    const authorization = await authorize(webhook, this.findKey, this.readScopesOf, this.clock.now());
    const { revoked } = authorization;
    if (revoked.length === 0) return authorization;
    await this.store.write(async (tx) => {
      const current = await tx.system.find(this.webhooks, webhook.id as string);
      const authors = withoutAuthors(current?.authors ?? null, revoked);
      await deactivate(tx, this.webhooks, webhook.id as string, "revoked", { authors });
    });
    return undefined;
  }
}

/** Deactivates a webhook, and records why. */
export async function deactivate(
  tx: Writer,
  webhooks: Resource,
  id: string,
  reason: string,
  changes: Values = {},
): Promise<void> {
  await tx.system.patch(webhooks, id, { active: false, disabled_because: reason, ...changes });
}
