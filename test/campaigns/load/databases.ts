/** A database for one run of a campaign. */
import {
  createDatabaseFile,
  createSchema,
  skipWithoutPostgres,
  type TestDatabase,
} from "../../support/store/databases.ts";
import type { CampaignRun, StoreName } from "../campaign.ts";

/** The reason why a store cannot be used here. */
export async function missingStore(store: StoreName): Promise<string | undefined> {
  return (store === "postgres" && (await skipWithoutPostgres())) || undefined;
}

/** Creates a database of the chosen kind; it is removed after the run. */
export async function createStore({ store, after }: Pick<CampaignRun, "store" | "after">): Promise<TestDatabase> {
  const database = store === "sqlite" ? createDatabaseFile() : await createSchema();
  after(() => database.remove());
  return database;
}
