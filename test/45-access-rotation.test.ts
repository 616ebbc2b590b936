/** Proves §5.5 on the rotation of the admin key: the newer key wins, whatever value a process starts with later. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startServer } from "./support/http/process.ts";
import { type Served, serve } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { createDatabaseFile } from "./support/store/databases.ts";

const [FIRST, SECOND, THIRD] = ["the-first-admin-key-1", "the-second-admin-key-2", "the-third-admin-key-3"];
const STATUSES = { valid: 200, refused: 401 };

for (const { name, skip, create } of STORE_KINDS)
  test(`§5.5: ${name}: a process that restarts with a former admin key does not bring it back`, { skip }, async (t) => {
    const database = await create();
    const started: Served[] = [];
    t.after(async () => {
      await Promise.all(started.map(({ stop }) => stop()));
      await database.remove();
    });
    const start = async (key: string) => {
      const service = await serve(undefined, { DATABASE_URL: database.url, ADMIN_API_KEY: key, WORKERS: "2" });
      started.push(service);
      return service;
    };
    const expectOnly = async (valid: string, services: readonly Served[]) => {
      for (const service of services)
        for (const credential of [FIRST, SECOND, THIRD]) {
          const { status } = await service.get("/api/api-keys", { credential });
          assert.equal(status, credential === valid ? STATUSES.valid : STATUSES.refused, credential);
        }
    };
    const one = await start(FIRST);
    await expectOnly(FIRST, [one]);
    const two = await start(SECOND);
    await expectOnly(SECOND, [one, two]);
    const restarted = await start(FIRST);
    await expectOnly(SECOND, [one, two, restarted]);
    const three = await start(THIRD);
    const all = [one, two, restarted, three, await start(SECOND), await start(FIRST), await start(THIRD)];
    await expectOnly(THIRD, all);
  });

for (const workers of ["1", "2"])
  test(`§5.5: a start with a former admin key says so in one line of the log, with ${workers} of WORKERS`, async (t) => {
    const database = createDatabaseFile();
    t.after(database.remove);
    const logOf = async (key: string): Promise<string> => {
      const settings = { DATABASE_URL: database.url, DATASET: "none", PORT: "0", LOG_LEVEL: "warn", WORKERS: workers };
      const service = startServer(t, { ...settings, ADMIN_API_KEY: key });
      await service.url;
      service.process.kill("SIGTERM");
      assert.equal(await service.ended, 0);
      return service.output().err;
    };
    for (const key of [FIRST, SECOND]) assert.equal(await logOf(key), "");
    const { level, msg } = JSON.parse(await logOf(FIRST)) as { level: number; msg: string };
    assert.equal(level, 40);
    assert.match(msg, /^ADMIN_API_KEY is a former admin key/);
    assert.ok(!msg.includes(FIRST));
  });
