/** Serves a whole registry, with its names and data, as a program does that imports the package. */
import { after } from "node:test";
import { type Registry, type Serving, serve } from "../../../index.ts";
import { createDatabase } from "../store/databases.ts";
import { NEVER_OVERLOADED } from "./process.ts";
import { ADMIN_KEY } from "./serve.ts";

/** A service of a registry, until the end of the file. */
export async function serveRegistry(registry: Registry): Promise<Serving> {
  const database = await createDatabase();
  const settings = { PORT: "0", ADMIN_API_KEY: ADMIN_KEY, LOG_LEVEL: "silent", RATE_LIMIT: "off" };
  const serving = await serve(registry, { ...settings, ...NEVER_OVERLOADED, DATABASE_URL: database.url });
  after(async () => {
    await serving.stop();
    await database.remove();
  });
  return serving;
}
