/** Fills the database: directly, with the same rules as a request, before the service starts; or with requests. */

import { buildCatalog } from "../../engine/app/bootstrap.ts";
import type { Values } from "../../engine/declare/values.ts";
import { catalog } from "../../engine/resource/catalog.ts";
import { readSubmission, readSubmissions } from "../../engine/resource/submission.ts";
import { systemClock } from "../../engine/runtime/clock.ts";
import type { OpenDatabase } from "../../engine/store/database.ts";
import { openStore } from "../../engine/store/open-store.ts";
import { openSqlite } from "../../engine/store/sqlite/database.ts";
import { domain } from "../../missions/resources/index.ts";
import { type KnownMission, type Mission, PLANETS } from "./missions.ts";
import { samples } from "./samples.ts";

/** Records per transaction. More would exceed the page cache and be written twice. */
const CHUNK = 10_000;

/**
 * Creates the missions in a new SQLite file.
 * @param arrays the number of arrays of samples to create, of one mission after the other
 */
export async function fill(
  database: string,
  missions: readonly KnownMission[],
  { parents = [], arrays = 0 }: { readonly parents?: readonly string[]; readonly arrays?: number } = {},
): Promise<void> {
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
  const data = store.catalog.resource("data");
  for (let array = 0; array < arrays; array += 1) {
    const submissions = await readSubmissions(data, samples(array), data.bulk!);
    await store.write((tx) => tx.createAll(data, parents[array % parents.length]!, submissions));
  }
  await store.close();
  // The service's own collections are added last, so that these records emit no events.
  await (await openStore(open, { catalog: buildCatalog(domain), clock: systemClock })).close();
}

/** Concurrent requests. */
const CONCURRENCY = 64;

/**
 * Sends the missions, and the planets that they fly to, to a running service, which may be another version.
 * @throws Error if one of them is refused
 */
export async function postMissions(url: string, key: string, missions: readonly Mission[]): Promise<void> {
  for (const id of PLANETS) await send("PUT", url, key, `/api/planets/${id}`, { name: id, planet_type: "terrestrial" });
  await sendAll(missions, (mission) => post(url, key, "/api/missions", mission));
}

/** Patches missions of a running service. @throws Error if one of them is refused */
export function patchMissions(
  url: string,
  key: string,
  missions: readonly KnownMission[],
  patchOf: (mission: KnownMission) => object,
): Promise<void> {
  return sendAll(missions, (mission) => send("PATCH", url, key, `/api/missions/${mission.id}`, patchOf(mission)));
}

async function sendAll<T>(items: readonly T[], request: (item: T) => Promise<void>): Promise<void> {
  const remaining = items.values();
  const sender = async () => {
    for (const item of remaining) await request(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sender));
}

/** Uploads arrays of samples to a running service, to one mission after the other. @throws Error if one of them is refused */
export async function uploadSamples(
  url: string,
  key: string,
  missionIds: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (let array = from; array < to; array += 1)
    await post(url, key, `/api/missions/${missionIds[array % missionIds.length]}/data`, samples(array));
}

/**
 * Changes each mission once in a SQLite file, with the same rules as a request, and with its event.
 * @param reason what `status_reason` becomes
 */
export async function changeMissions(file: string, missions: readonly KnownMission[], reason: string): Promise<void> {
  const store = await openStore(async (hooks) => openSqlite(file, hooks), {
    catalog: buildCatalog(domain),
    clock: systemClock,
  });
  const target = store.catalog.resource("missions");
  for (let from = 0; from < missions.length; from += CHUNK) {
    await store.write(async (tx) => {
      for (const { id } of missions.slice(from, from + CHUNK))
        await tx.patch(target, { id }, readSubmission(target, "patch", { status_reason: reason }));
    });
  }
  await store.close();
}

/** POSTs one record, or an array of them, to a running service. @throws Error if it is refused */
export function post(url: string, key: string, path: string, records: object): Promise<void> {
  return send("POST", url, key, path, records);
}

async function send(method: string, url: string, key: string, path: string, records: object): Promise<void> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(records) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
