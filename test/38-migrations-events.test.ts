/** Proves that the event log of the first version is migrated without loss: its events remain, streams and webhooks continue. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { raw } from "sql-template-tag";
import type { Links } from "../engine/declare/declaration.ts";
import { collection } from "../engine/declare/declare.ts";
import { integer, text } from "../engine/declare/fields.ts";
import type { Fields } from "../engine/declare/record-types.ts";
import { type Database, NO_HOOKS, type Session } from "../engine/store/database.ts";
import type { Layout } from "../engine/store/migration/layout.ts";
import { openPostgres } from "../engine/store/postgres/database.ts";
import { openSqlite } from "../engine/store/sqlite/database.ts";
import { quoteLiteral } from "../engine/store/tables.ts";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { readEvents, summarize } from "./support/events/event-replay.ts";
import { EventStreamClient } from "./support/events/event-stream-client.ts";
import { openReceiver } from "./support/events/webhook-receiver.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { type Body, type Served, serve } from "./support/http/serve.ts";
import { createDatabaseFile, createSchema, skipWithoutPostgres } from "./support/store/databases.ts";

const files = temporaryFolder();
const inbox = await openReceiver();
after(() => inbox.stop());

const STORES = [
  ["SQLite", async () => createDatabaseFile(), false],
  ["PostgreSQL", createSchema, await skipWithoutPostgres()],
] as const;

/** Opens a database without a service. */
async function openDatabase(url: string): Promise<Database> {
  const settings = { name: "space-missions", readConnections: 1, statementTimeoutMs: 10_000 };
  return url.startsWith("sqlite:")
    ? openSqlite(url.slice("sqlite:".length), NO_HOOKS)
    : await openPostgres(url, settings, NO_HOOKS);
}

const settings = { WEBHOOK_ALLOW_PRIVATE: "true" };

/** The columns of the log in the first version, which had a folded form of each text. */
const TEXTS = ["id", "type", "subject", "actor", "scope"];
const TIMES = ["time", "created_at", "updated_at"];
const FIRST_COLUMNS = Object.fromEntries([
  ...TEXTS.map((name) => [name, { kind: name === "id" ? "id" : "text", origin: "client" }]),
  ...TEXTS.map((name) => [`${name}__folded`, { kind: "text", origin: "folded" }]),
  ...TIMES.map((name) => [name, { kind: "instant", origin: "client" }]),
  ["data", { kind: "object", origin: "client" }],
]);

const SCOPES: Record<string, string> = { mission: "missions:read", webhook: "admin", planet: "planets:read" };

/** Replaces the log by what the first version would have stored: events as they were shown, integer keys other than ids. */
async function restoreFirstLog(session: Session, events: readonly Body[]): Promise<void> {
  const run = (statement: string) => session.run(raw(statement));
  const names = Object.keys(FIRST_COLUMNS);
  await run(`DROP TABLE events`);
  await run(
    `CREATE TABLE events (n INTEGER PRIMARY KEY, ${names.map((name) => `"${name}" TEXT`).join(", ")}, revision INTEGER NOT NULL DEFAULT 1)`,
  );
  await run(`CREATE UNIQUE INDEX events_by_id ON events (id)`);
  await run(`CREATE INDEX events_by_type__folded_and_id ON events (type__folded, id)`);
  for (const [index, { id, type, subject, time, data }] of events.entries()) {
    const { actor } = data;
    const texts: Record<string, string> = { id, type, subject, actor, scope: SCOPES[type.split(".")[0]!]! };
    const values = names.map((name) => {
      if (name === "data") return JSON.stringify(data);
      if (TIMES.includes(name)) return time.slice(0, -1);
      const [column, folded] = name.split("__");
      return folded ? texts[column!]!.toLowerCase() : texts[column!]!;
    });
    await run(
      `INSERT INTO events (n, ${names.map((name) => `"${name}"`).join(", ")}) VALUES (${[index + 2, ...values].map(quoteLiteral).join(", ")})`,
    );
  }
  const [row] = await session.all(raw(`SELECT value FROM service_metadata WHERE name = 'layout'`));
  const layout = JSON.parse(row!.value as string) as Layout;
  const log = { resource: "events", columns: FIRST_COLUMNS, shown: "", listed: "" };
  const former = JSON.stringify({ ...layout, version: "0.1.0", tables: { ...layout.tables, events: log } });
  await run(`UPDATE service_metadata SET value = ${quoteLiteral(former)} WHERE name = 'layout'`);
}

/** The events as the first version showed them: ids had the case in which they were sent. */
function withCapitals(events: readonly Body[]): Body[] {
  const text = JSON.stringify(events).replaceAll(/(\/|"(?:id|destination)":")(luna|first)"/g, (_, before, id) => {
    return `${before}${id[0].toUpperCase()}${id.slice(1)}"`;
  });
  assert.ok(text.includes('"id":"Luna"') && text.includes('"/api/planets/First"'));
  return JSON.parse(text);
}

async function fill(served: Served): Promise<void> {
  const fixtures = fixturesFor(served);
  for (const id of ["first", "second"]) await fixtures.planet(id);
  assertStatus(await served.post("/api/webhooks", { id: "hook", url: inbox.url, event_types: ["mission.*"] }), 201);
  await fixtures.mission("luna", { destination: "first" });
  await served.deliver();
  served.clock.advance(1_000);
  await fixtures.mission("luna", { description: "A text." });
  await fixtures.mission("gone");
  await served.delete("/api/missions/gone");
}

test("§6.1: an event shows fields that are no longer declared, null for those that were not yet, and today's links", async () => {
  await using database = createDatabaseFile();
  const things = (fields: Fields, links: Links) =>
    collection("things", { one: "thing", about: "Things.", fields, links });
  const name = text().required().listed();
  const earlier = await serve([things({ name, note: text() }, { old: "old/{id}" })], { DATABASE_URL: database.url });
  await earlier.put("/api/things/a", { name: "A", note: "kept" });
  await earlier.put("/api/things/a", { name: "A" });
  await earlier.stop();
  await using served = await serve([things({ name, rank: integer() }, { new: "new/{id}" })], {
    DATABASE_URL: database.url,
  });
  const [created, updated] = await readEvents(served);
  const { created_at, updated_at, ...after } = created.data.after;
  const { _links } = (await served.get("/api/things/a")).body;
  assert.deepEqual(after, { id: "a", name: "A", note: "kept", rank: null, _links });
  assert.equal(_links.new, "/api/new/a");
  assert.deepEqual(updated.data.before, created.data.after);
  assert.ok(!("note" in updated.data.after));
});

for (const [store, create, skip] of STORES) {
  test(`§6.1: events show fields under their current names, however often they were renamed since, on ${store}`, {
    skip,
  }, async () => {
    await using database = await create();
    /** Serves things with these fields, and changes the thing. */
    const serving = async (fields: Fields, values: object) => {
      const things = collection("things", { one: "thing", about: "Things.", fields });
      const served = await serve([things], { DATABASE_URL: database.url });
      if (Object.keys(values).length > 0) assertStatus(await served.patch("/api/things/a", values), 200);
      return served;
    };
    const name = text().required().listed();
    const first = await serving({ name, budget: integer(), old: text() }, {});
    assertStatus(await first.put("/api/things/a", { name: "A", budget: 1, old: "kept" }), 201);
    assertStatus(await first.patch("/api/things/a", { budget: 2, old: null }), 200);
    await first.stop();
    await (await serving({ name, cost: integer().formerly("budget") }, { cost: 3 })).stop();
    // The name in the middle is gone, and the first one has another meaning.
    await using last = await serving(
      { name, price: integer().formerly("cost"), budget: text() },
      { price: 4, budget: "low" },
    );
    const events = await readEvents(last);
    const shown = events.flatMap(({ data: { before, after } }) =>
      [before, after].map((record) => record && [record.price, record.budget, record.old, record.cost]),
    );
    assert.deepEqual(shown, [
      ...[null, [1, null, "kept", undefined]],
      ...[
        [1, null, "kept", undefined],
        [2, null, undefined, undefined],
      ],
      ...[
        [2, null, undefined, undefined],
        [3, null, undefined, undefined],
      ],
      ...[
        [3, null, undefined, undefined],
        [4, "low", undefined, undefined],
      ],
    ]);
    assert.deepEqual((await last.get(`/api/events/${events[0].id}`)).body.data, events[0].data);
    const stream = await EventStreamClient.connect(last.url, "/api/events", { after: events[0].id });
    assert.deepEqual(
      (await stream.events(3)).map(({ data }) => data.data),
      events.slice(1).map(({ data }) => data),
    );
    stream.close();
  });

  test(`§6.1: events show fields that an earlier version of the service has renamed under their current names, on ${store}`, {
    skip,
  }, async () => {
    await using database = await create();
    const things = (fields: Fields) =>
      collection("things", { one: "thing", about: "Things.", fields: { name: text().required().listed(), ...fields } });
    const first = await serve([things({ budget: integer() })], { DATABASE_URL: database.url });
    await first.put("/api/things/a", { name: "A", budget: 1 });
    await first.stop();
    const renamed = [things({ cost: integer().formerly("budget") })];
    await (await serve(renamed, { DATABASE_URL: database.url })).stop();
    const earlier = await openDatabase(database.url);
    await earlier.exclusive(async (session) => {
      await session.run(raw("DELETE FROM service_metadata WHERE name = 'events_former_names'"));
      const [row] = await session.all(raw("SELECT value FROM service_metadata WHERE name = 'layout'"));
      const layout = JSON.stringify({ ...JSON.parse(row!.value as string), version: "0.3.0-earlier" });
      await session.run(raw(`UPDATE service_metadata SET value = ${quoteLiteral(layout)} WHERE name = 'layout'`));
    });
    await earlier.close();
    await using served = await serve(renamed, { DATABASE_URL: database.url });
    const [created] = await readEvents(served);
    assert.deepEqual([created.data.after.cost, "budget" in created.data.after], [1, false]);
  });
}

test("§6.1: webhooks, the export and a restoration have the current names of renamed fields, too", async () => {
  await using database = createDatabaseFile();
  const exported = files.path("events.ndjson");
  const serving = (fields: Fields, more: Record<string, string>) => {
    const named = { name: text().required().listed(), ...fields };
    const environment = { ...settings, ...more, DATABASE_URL: database.url };
    return serve([collection("things", { one: "thing", about: "Things.", fields: named })], environment);
  };
  const earlier = await serving({ budget: integer() }, {});
  const hook = { id: "things", url: inbox.url, event_types: ["thing.*"] };
  assertStatus(await earlier.post("/api/webhooks", hook), 201);
  assertStatus(await earlier.put("/api/things/a", { name: "A", budget: 1 }), 201);
  assertStatus(await earlier.delete("/api/things/a"), 204);
  await earlier.stop();
  await using served = await serving({ cost: integer().formerly("budget") }, { EVENTS_EXPORT: exported });
  const events = (await readEvents(served)).filter(({ type }) => type.startsWith("thing."));
  assert.deepEqual([events[0].data.after.cost, events[1].data.before.cost], [1, 1]);
  inbox.received.length = 0;
  await served.deliver();
  assert.deepEqual(
    inbox.received.map(({ body }) => body.data),
    events.map(({ data }) => data),
  );
  while (!existsSync(exported) || !readFileSync(exported, "utf8").includes("thing.deleted"))
    assertStatus(await served.get("/livez"), 200);
  const lines = readFileSync(exported, "utf8").trim().split("\n");
  assert.deepEqual(
    lines.map((line): Body => JSON.parse(line).data),
    (await readEvents(served)).map(({ data }) => data),
  );
  const { code, err } = await runCommand(served, "events", "restore", "/api/things/a");
  assert.equal(code, 0, err);
  assert.equal((await served.get("/api/things/a")).body.cost, 1);
});

for (const [name, create, skip] of STORES) {
  const title = `§6.1: the log of the first version is migrated on ${name}: events, streams and webhooks go on`;
  test(title, { skip }, async () => {
    await using database = await create();
    const first = await serve(undefined, { ...settings, DATABASE_URL: database.url });
    await fill(first);
    const events = await readEvents(first);
    await first.stop();
    inbox.received.length = 0;
    // The clock was set back before the last event, which the first version did not notice.
    const stored = withCapitals(events.with(-1, { ...events.at(-1), time: "2026-01-15T11:00:00.000Z" }));
    const former = await openDatabase(database.url);
    await former.exclusive((session) => restoreFirstLog(session, stored));
    await former.close();

    await using served = await serve(undefined, { ...settings, DATABASE_URL: database.url }, first.clock);
    assert.deepEqual(await readEvents(served), events);
    const { id, type } = events.at(-2);
    assert.equal((await served.get(`/api/events/${id}`)).body.type, type);
    assert.equal((await served.get(`/api/events?type=MISSION.updated&subject=/API/missions/luna`)).body.total_count, 1);
    const stream = await EventStreamClient.connect(served.url, "/api/events", { after: events.at(-3).id });
    assert.equal((await served.patch("/api/missions/luna", { name: "Luna" })).status, 200);
    const streamed = (await stream.events(3)).map(({ data }) => data);
    stream.close();
    assert.deepEqual(summarize(streamed), [...summarize(events.slice(-2)), "mission.updated /api/missions/luna"]);
    assert.ok(streamed.at(-1).id > events.at(-1).id);
    // The first version had delivered the first of these events, and those before the webhook was created are not sent.
    await served.deliver();
    await served.deliver();
    assert.deepEqual(inbox.summaries().sort(), [
      "mission.created /api/missions/gone",
      "mission.deleted /api/missions/gone",
      "mission.updated /api/missions/luna",
      "mission.updated /api/missions/luna",
    ]);
  });
}
