/** Fills the service's database before it starts, through the same rules as a request. */
import { systemClock } from "../src/clock.ts";
import { domain } from "../src/domain/index.ts";
import { catalog } from "../src/resource/catalog.ts";
import { submit } from "../src/resource/submission.ts";
import type { Values } from "../src/resource/values.ts";
import { openStore } from "../src/store/sql-store.ts";
import { openSqlite } from "../src/store/sqlite.ts";
import { type KnownMission, PLANETS } from "./missions.ts";

export async function fill(database: string, missions: readonly KnownMission[]): Promise<void> {
  const store = await openStore(openSqlite(database), catalog(domain), systemClock);
  const create = async (resource: string, records: readonly Values[]) => {
    const of = store.catalog.resource(resource);
    await store.write(async (change) => {
      for (const record of records) await change.create(of, undefined, submit(of, "create", record));
    });
  };
  await create(
    "planets",
    PLANETS.map((id) => ({ id, name: id, planet_type: "terrestrial" })),
  );
  await create("missions", missions as readonly object[] as Values[]);
  await store.close();
}
