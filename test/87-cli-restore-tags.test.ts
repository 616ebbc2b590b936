/** Proves that what was given out before an earlier state was restored never comes back for something else (§4.10, §6.1). */

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { readConfig } from "../engine/app/config.ts";
import { openDatabase } from "../engine/app/database.ts";
import { continueRegistry, restoreRegistry } from "../engine/app/restore.ts";
import { copySqlite } from "../engine/store/sqlite/copy.ts";
import { readChangeCounters } from "../engine/store/timeline.ts";
import { campaignSize } from "./support/campaign.ts";
import { spaceMissions } from "./support/domain/space/registry.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { startReceiver } from "./support/events/webhook-receiver.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type HttpResponse, type Served, serve, TestClock } from "./support/http/serve.ts";
import { TagBook } from "./support/http/tag-book.ts";
import { createDatabaseFile, createServerDatabase, skipWithoutPostgres } from "./support/store/databases.ts";

const MISSIONS = ["/api/missions/a", "/api/missions/b"];
const PATHS = [
  ...MISSIONS.flatMap((path) => [path, `${path}?include=destination`, `${path}/data`]),
  ...["", "?sort=name&fields=name", "?measure=count"].map((query) => `/api/missions${query}`),
  ...["/api/planets/x", "/api/data", "/api/search?q=name"],
];

const sample = { instrument: "camera", parameter: "pressure", value: 1, collected_at: "2026-01-01T00:00:00Z" };

/** A random write. It may find nothing to change. */
const write = fc.record({
  kind: fc.constantFrom("put", "put", "patch", "delete", "sample", "planet", "nothing"),
  path: fc.constantFrom(...MISSIONS),
  name: fc.constantFrom("Name one", "Name two", "Name three"),
});
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;

function send(served: Served, { kind, path, name }: Write): Promise<HttpResponse | undefined> {
  const merge = { headers: { "content-type": "application/merge-patch+json" } };
  if (kind === "put") return served.put(path, { name, destination: "x" });
  if (kind === "patch") return served.patch(path, { name }, merge);
  if (kind === "delete") return served.delete(`${path}?cascade=true`);
  if (kind === "sample") return served.post(`${path}/data`, sample);
  if (kind === "planet") return served.put("/api/planets/x", { name, planet_type: "terrestrial" });
  return Promise.resolve(undefined);
}

/** Serves a database while `work` runs. */
async function serveWhile(url: string, clock: TestClock, work: (served: Served) => Promise<void>): Promise<void> {
  const served = await serve(undefined, { DATABASE_URL: url }, clock);
  try {
    await work(served);
  } finally {
    await served.stop();
  }
}

/** Sends writes, and reads all paths after each. */
async function live(served: Served, clock: TestClock, book: TagBook, writes: readonly Write[]): Promise<void> {
  for (const each of writes) {
    clock.advance(1_000);
    const { status = 200 } = (await send(served, each)) ?? {};
    assert.ok([200, 201, 204, 404].includes(status), `${each.kind}: ${status}`);
    await book.read(served);
  }
}

/** Lives after a restore: first what was given out before it is refused, then there are writes. */
async function liveAgain(served: Served, clock: TestClock, book: TagBook, writes: readonly Write[]): Promise<void> {
  await book.read(served);
  for (const path of MISSIONS) if ((await served.get(path)).status === 200) await book.refuseStaleWrites(served, path);
  await live(served, clock, book, writes);
}

const EXAMPLE: Write[] = [
  { kind: "put", path: MISSIONS[0]!, name: "Name one" },
  { kind: "patch", path: MISSIONS[0]!, name: "Name two" },
  { kind: "sample", path: MISSIONS[0]!, name: "Name one" },
];
/** As many changes as in what is lost, but others. */
const LATER: Write[] = [
  { kind: "patch", path: MISSIONS[0]!, name: "Name three" },
  { kind: "sample", path: MISSIONS[0]!, name: "Name one" },
  { kind: "planet", path: MISSIONS[0]!, name: "Name three" },
];

const writes = fc.array(write, { minLength: 1, maxLength: 5 });
const FORMER = ["intact", "missing", "damaged"] as const;

test("§4.10: after a restore, no entity tag and no date comes back for other content, whatever is left of the former database", async () => {
  await fc.assert(
    fc.asyncProperty(writes, writes, writes, fc.constantFrom(...FORMER), async (before, lost, later, former) => {
      const [database, clock, book] = [createDatabaseFile(), new TestClock(), new TagBook(PATHS)];
      const file = database.url.slice("sqlite:".length);
      try {
        await serveWhile(database.url, clock, async (served) => {
          await fixturesFor(served).planet("x");
          await live(served, clock, book, before);
          copySqlite(file, `${file}.copy`);
          await live(served, clock, book, lost);
        });
        if (former === "missing") rmSync(file);
        if (former === "damaged") writeFileSync(file, "This was a database.");
        clock.advance(1_000);
        assert.equal((await restoreRegistry(spaceMissions, file, `${file}.copy`, clock)).former, former);
        await serveWhile(database.url, clock, (served) => liveAgain(served, clock, book, later));
      } finally {
        await database.remove();
      }
    }),
    {
      numRuns: campaignSize("RESTORE_RUNS"),
      examples: FORMER.map((former) => [EXAMPLE, EXAMPLE, LATER, former]),
    },
  );
});

test("§6.1, §6.3: after a restore, lost events cannot be resumed from, and webhooks get every later event under a new id", async (t) => {
  const [database, clock, inbox] = [createDatabaseFile(), new TestClock(), await startReceiver()];
  t.after(database.remove);
  const file = database.url.slice("sqlite:".length);
  const settings = { DATABASE_URL: database.url, WEBHOOK_ALLOW_PRIVATE: "true" };
  const first = await serve(undefined, settings, clock);
  assert.equal((await first.post("/api/webhooks", { url: inbox.url, event_types: ["mission.*"] })).status, 201);
  const put = async (served: Served, id: string) => {
    assert.equal((await served.put(`/api/missions/${id}`, { name: id })).status, 201);
    await served.deliver();
    return inbox.received.at(-1)!.body.id as string;
  };
  const kept = await put(first, "kept");
  copySqlite(file, `${file}.copy`);
  const lost = [await put(first, "lost-1"), await put(first, "lost-2")];
  await first.stop();
  await restoreRegistry(spaceMissions, file, `${file}.copy`, clock);
  const second = await serve(undefined, settings, clock);
  const streamFrom = (id: string) => ({ accept: "text/event-stream", "last-event-id": id });
  for (const id of lost) {
    const { status, body } = await second.get("/api/events", { headers: streamFrom(id) });
    assert.deepEqual([status, body.type], [410, "/problems/gone"]);
  }
  const stream = await EventStreamClient.connect(second.url, "/api/events", { after: kept });
  const later = await put(second, "lost-1");
  assert.ok(later > lost[1]!, `${later} > ${lost[1]}`);
  await stream.until(() => stream.received.length > 0);
  assert.deepEqual(
    stream.received.map(({ id }) => id),
    [later],
  );
  stream.close();
  assert.deepEqual(
    [...new Set(inbox.received.map(({ body }) => body.id))],
    [kept, ...lost, later],
    "no event is skipped, and none is taken for one that was delivered before",
  );
  // Going back once more loses what was written meanwhile, too.
  await second.stop();
  clock.advance(1);
  await restoreRegistry(spaceMissions, file, `${file}.copy`, clock);
  const third = await serve(undefined, settings, clock);
  t.after(third.stop);
  for (const id of [...lost, later])
    assert.equal((await third.get("/api/events", { headers: streamFrom(id) })).status, 410, id);
});

test("§4.10: on PostgreSQL too, no entity tag comes back after a restore by other tools", {
  skip: await skipWithoutPostgres(),
}, async (t) => {
  const [clock, book] = [new TestClock(), new TagBook(PATHS)];
  const former = await createServerDatabase();
  t.after(former.remove);
  await serveWhile(former.url, clock, async (served) => {
    await fixturesFor(served).planet("x");
    await live(served, clock, book, EXAMPLE);
  });
  const copy = await createServerDatabase(`TEMPLATE ${former.name}`);
  t.after(copy.remove);
  await serveWhile(former.url, clock, (served) => live(served, clock, book, EXAMPLE));
  clock.advance(1_000);
  const open = (url: string) => openDatabase(readConfig({ DATABASE_URL: url }, spaceMissions));
  const [before, restored] = [await open(former.url), await open(copy.url)];
  await continueRegistry(spaceMissions, restored, await readChangeCounters(before.reader), clock);
  await Promise.all([before.close(), restored.close()]);
  await serveWhile(copy.url, clock, (served) => liveAgain(served, clock, book, LATER));
});
