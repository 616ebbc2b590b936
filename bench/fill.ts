/** Fills the database: directly, with the same rules as a request, before the service starts; or with requests. */

import { buildCatalog } from "../src/app/bootstrap.ts";
import type { Values } from "../src/declare/values.ts";
import { domain } from "../src/domain/index.ts";
import { catalog } from "../src/resource/catalog.ts";
import { readSubmission } from "../src/resource/submission.ts";
import { systemClock } from "../src/runtime/clock.ts";
import type { OpenDatabase } from "../src/store/dialect.ts";
import { openStore } from "../src/store/open-store.ts";
import { openSqlite } from "../src/store/sqlite/database.ts";
import { type KnownMission, PLANETS } from "./missions.ts";

/** Records per transaction. More would exceed the page cache and be written twice. */
const CHUNK = 10_000;

/** Creates the missions in a new SQLite file. */
export async function fill(database: string, missions: readonly KnownMission[]): Promise<void> {
  const open: OpenDatabase = async (hooks) => openSqlite(database, hooks);
  const store = await openStore(open, { catalog: catalog(domain), clock: systemClock });
  const create = async (resource: string, records: readonly Values[]) => {
    const target = store.catalog.resource(resource);
    for (let from = 0; from < records.length; from += CHUNK) {
      await store.write(async (tx) => {
        for (const record of records.slice(from, from + CHUNK))
          await tx.create(target, undefined, readSubmission(target, "create", record));
      });
    }
  };
  await create(
    "planets",
    PLANETS.map((id) => ({ id, name: id, planet_type: "terrestrial" })),
  );
  await create("missions", missions as readonly object[] as Values[]);
  await store.close();
  // The service's own collections are added last, so that these missions emit no events.
  await (await openStore(open, { catalog: buildCatalog(domain), clock: systemClock })).close();
}

/** Concurrent requests. */
const CONCURRENCY = 64;

/**
 * Sends the missions to a running service, which may be another version.
 * @throws Error if one of them is refused
 */
export async function postMissions(url: string, key: string, missions: readonly KnownMission[]): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const post = async (path: string, record: object): Promise<void> => {
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(record) });
    if (response.status !== 201) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  for (const id of PLANETS) await post("/api/planets", { id, name: id, planet_type: "terrestrial" });
  const remaining = missions.values();
  const sender = async () => {
    for (const mission of remaining) await post("/api/missions", mission);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sender));
}
