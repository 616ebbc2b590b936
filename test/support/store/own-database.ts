/** Services with a database of their own, of either store. */
import { type Fixtures, fixturesFor } from "../http/fixtures.ts";
import { type Served, serve, TestClock } from "../http/serve.ts";
import type { StoreKind } from "./both-stores.ts";

/** A service, and what fills it. Disposing stops it and removes its database. */
export interface OwnService extends AsyncDisposable {
  readonly served: Served;
  readonly fixtures: Fixtures;
}

/** Serves the first domain on a new database. */
export async function serveOn(
  { create }: Pick<StoreKind, "create">,
  settings: Record<string, string> = {},
  clock = new TestClock(),
): Promise<OwnService> {
  const { url, remove } = await create();
  const served = await serve(undefined, { DATABASE_URL: url, ...settings }, clock);
  const dispose = async () => {
    await served.stop();
    await remove();
  };
  return { served, fixtures: fixturesFor(served), [Symbol.asyncDispose]: dispose };
}
