/** Stores of the second domain with bounds of the event log, on either database. */
import type { TestContext } from "node:test";
import { buildCatalog } from "../../../engine/app/bootstrap.ts";
import { DEFAULT_RETENTION, type Retention } from "../../../engine/store/events/retention.ts";
import { openStore } from "../../../engine/store/open-store.ts";
import type { Store } from "../../../engine/store/store.ts";
import type { StoredRecord } from "../../../engine/store/tables.ts";
import { secondDomain } from "../domain/second-domain.ts";
import type { Body, TestClock } from "../http/serve.ts";
import type { StoreKind } from "../store/both-stores.ts";
import type { TestDatabase } from "../store/databases.ts";

/** Milliseconds. */
export const DAY = 86_400_000;
export const HOUR = 3_600_000;

/** Opens a store with bounds. */
export const openBounded = (
  kind: StoreKind,
  { url }: TestDatabase,
  clock: TestClock,
  retention: Partial<Retention> = {},
) =>
  openStore(kind.opener(url), {
    catalog: buildCatalog(secondDomain),
    clock,
    isShared: true,
    retention: { ...DEFAULT_RETENTION, ...retention },
  });

/** Writes records of one kind, each in a transaction of its own. */
export async function insert(store: Store, name: "products" | "api-keys", ...names: string[]): Promise<void> {
  const resource = store.catalog.resource(name);
  const others = name === "api-keys" ? { scopes: [] } : {};
  for (const each of names)
    await store.write((tx) =>
      tx.system.insert(resource, { name: each, ...others, ...(name === "api-keys" && { secret: each }) }),
    );
}

/** Reads the whole log. */
export const readLog = (store: Store): Promise<StoredRecord[]> => store.log!.after("", [], 10_000);
/** A database that is removed after the test. */
export async function databaseFor(t: TestContext, kind: StoreKind): Promise<TestDatabase> {
  const database = await kind.create();
  t.after(() => database.remove());
  return database;
}

/** Opens a store that is closed after the test. */
export async function storeFor(t: TestContext, kind: StoreKind, clock: TestClock, retention: Partial<Retention>) {
  const database = await databaseFor(t, kind);
  const store = await openBounded(kind, database, clock, retention);
  t.after(() => store.close());
  return { database, store };
}

/** The names of the products whose creation a stream can resume before. */
export async function replayable(store: Store): Promise<unknown[]> {
  const events = await store.log!.after(await store.log!.replayStart(), [], 10_000);
  return events.filter(({ type }) => type === "product.created").map(({ data }) => (data as Body).after.name);
}
