/** Proves that a database of the first version is upgraded, and that the first version then refuses it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import sql, { raw } from "sql-template-tag";
import { collection, membership } from "../src/declare/declare.ts";
import { boolean, integer, reference, text } from "../src/declare/fields.ts";
import { catalog } from "../src/resource/catalog.ts";
import type { Database, OpenDatabase } from "../src/store/dialect.ts";
import { planMigration } from "../src/store/migration/plan.ts";
import { openStore } from "../src/store/open-store.ts";
import { openPostgres } from "../src/store/postgres/database.ts";
import { openSqlite } from "../src/store/sqlite/database.ts";
import { TestClock } from "./support/http/serve.ts";
import { createDatabaseFile, createSchema, skipWithoutPostgres } from "./support/store/databases.ts";
import { StoreClient } from "./support/store/store-client.ts";

const about = "For tests of upgrades.";
const halls = collection("halls", {
  one: "hall",
  about,
  fields: {
    name: text().required().listed(),
    open: boolean().default(true).listed(),
    capacity: integer().orCount("visits", "hall_full"),
  },
});
const guests = collection("guests", { one: "guest", about, fields: { name: text().required().listed() } });
const tickets = collection("tickets", {
  of: halls,
  one: "ticket",
  about,
  flat: true,
  fields: { guest_id: reference("guests").counted() },
});
const visits = membership("visits", {
  of: halls,
  member: guests,
  one: "visit",
  segment: "guests",
  about,
  fields: { paid: boolean().listed() },
  shows: ["name"],
  links: { profile: "/api/guests/{id}" },
  reverse: { segment: "halls", shows: ["name"], showsOwn: ["paid"], links: { self: "/api/halls/{id}" } },
});
const target = { catalog: catalog([halls, guests, tickets, visits]), version: "0.1.0" };

/** What the first version stored for these declarations. */
const FIRST_LAYOUT = {
  version: "0.1.0",
  tables: {
    halls: {
      resource: "halls",
      columns: {
        id: { kind: "id", origin: "client" },
        id__folded: { kind: "text", origin: "folded" },
        name: {
          kind: "text",
          origin: "client",
          rule: { type: "string", minLength: 1, maxLength: 200, cleanText: true },
          fallback: null,
        },
        name__folded: { kind: "text", origin: "folded" },
        open: { kind: "flag", origin: "client", rule: { type: ["boolean", "null"] }, fallback: true },
        capacity: {
          kind: "integer",
          origin: "either",
          of: "visits",
          rule: { type: ["integer", "null"], minimum: -9007199254740991, maximum: 9007199254740991 },
        },
        capacity__declared: { kind: "integer", origin: "declared" },
        ticket_count: { kind: "integer", origin: "counted", of: "tickets by hall_id" },
        guest_count: { kind: "integer", origin: "counted", of: "visits by hall_id" },
        created_at: { kind: "instant", origin: "client" },
        updated_at: { kind: "instant", origin: "client" },
      },
      shown: "AmOFqMESZCJsY93lDvwOtsqfvdU",
      listed: "ZLKtWZqrzXNiJOxQhtuetclgJgI",
    },
    guests: {
      resource: "guests",
      columns: {
        id: { kind: "id", origin: "client" },
        id__folded: { kind: "text", origin: "folded" },
        name: {
          kind: "text",
          origin: "client",
          rule: { type: "string", minLength: 1, maxLength: 200, cleanText: true },
          fallback: null,
        },
        name__folded: { kind: "text", origin: "folded" },
        ticket_count: { kind: "integer", origin: "counted", of: "tickets by guest_id" },
        hall_count: { kind: "integer", origin: "counted", of: "visits by guest_id" },
        created_at: { kind: "instant", origin: "client" },
        updated_at: { kind: "instant", origin: "client" },
      },
      shown: "IGncRkyTxzZNLbaB43eviGgKtUQ",
      listed: "OdHUEjXFwhrUTpKklVxCX8qmPdk",
    },
    tickets: {
      resource: "tickets",
      columns: {
        id: { kind: "id", origin: "client" },
        id__folded: { kind: "text", origin: "folded" },
        hall_id: { kind: "id", origin: "client" },
        hall_id__folded: { kind: "text", origin: "folded" },
        guest_id: {
          kind: "reference",
          origin: "client",
          rule: { type: ["string", "null"], minLength: 1, maxLength: 64, cleanText: true },
          fallback: null,
        },
        guest_id__folded: { kind: "text", origin: "folded" },
        guest_id__path: { kind: "text", origin: "path", of: '{"to":["guests"],"counted":true}' },
        created_at: { kind: "instant", origin: "client" },
        updated_at: { kind: "instant", origin: "client" },
      },
      shown: "5sh96h6MDVBbwpVXMVHqM5rA4Fw",
      listed: "yZB9862TUMBl0GUGgf1H20Q9i4s",
    },
    visits: {
      resource: "visits",
      columns: {
        hall_id: { kind: "id", origin: "client" },
        hall_id__folded: { kind: "text", origin: "folded" },
        guest_id: { kind: "id", origin: "client" },
        guest_id__folded: { kind: "text", origin: "folded" },
        guest_name: { kind: "text", origin: "copied", of: "member.name" },
        guest_name__folded: { kind: "text", origin: "folded" },
        hall_name: { kind: "text", origin: "copied", of: "owner.name" },
        hall_name__folded: { kind: "text", origin: "folded" },
        paid: { kind: "flag", origin: "client", rule: { type: ["boolean", "null"] }, fallback: null },
        created_at: { kind: "instant", origin: "client" },
        updated_at: { kind: "instant", origin: "client" },
      },
      shown: "fyoZRNDwtkNYM1O9aAeWoGrFf-0",
      listed: "Th_1H45kW8paXdEg_oEwK0ueqS0",
    },
  },
};

/** What the first version called otherwise. */
const DOWNGRADE = [
  `DROP TABLE service_facts`,
  `ALTER TABLE service_metadata RENAME TO service_facts`,
  `DROP INDEX idempotency_keys_by_created_at`,
  `ALTER TABLE idempotency_keys RENAME COLUMN created_at TO kept_at`,
  `CREATE INDEX idempotency_keys_by_kept_at ON idempotency_keys (kept_at)`,
];

const STORES = [
  [
    "SQLite",
    async () => createDatabaseFile(),
    (url: string): OpenDatabase =>
      async (hooks) =>
        openSqlite(url.slice("sqlite:".length), hooks),
    false,
  ],
  [
    "PostgreSQL",
    createSchema,
    (url: string): OpenDatabase =>
      (hooks) =>
        openPostgres(url, { readConnections: 2, statementTimeoutMs: 10_000 }, hooks),
    await skipWithoutPostgres(),
  ],
] as const;

async function withDatabase<T>(open: OpenDatabase, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await open({ beforeCommit: async () => {} });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

async function withClient<T>(open: OpenDatabase, use: (client: StoreClient) => Promise<T>): Promise<T> {
  const store = await openStore(open, { ...target, clock: new TestClock() });
  try {
    return await use(new StoreClient(store));
  } finally {
    await store.close();
  }
}

async function fill(client: StoreClient): Promise<void> {
  await client.create("guests", { id: "ann", name: "Ann" });
  await client.create("halls", { id: "aula", name: "Aula", open: false, capacity: 3 });
  await client.create("tickets", { id: "t", guest_id: "ann" }, "aula");
  await client.create("visits", { guest_id: "ann", paid: true }, "aula");
  await client.store.setMetadata("a key", "a value");
  await client.store.writeOnce(
    { key: "k", fingerprint: "f", serializeRefusal: () => undefined },
    async () => "an outcome",
  );
}

/** Everything that entity tags are made of, and some of what is shown. */
async function snapshot(client: StoreClient): Promise<unknown> {
  const { store } = client;
  const stored = [];
  for (const resource of store.catalog.resources) stored.push(await store.scan(resource, {}, { limit: 10 }));
  return [
    stored,
    await store.counters(store.catalog.resources),
    await client.read("halls", "aula"),
    await store.getMetadata("a key"),
    await store.writeOnce({ key: "k", fingerprint: "f", serializeRefusal: () => undefined }, async () => "another"),
  ];
}

for (const [name, create, opener, skip] of STORES) {
  describe(`architecture, two stores: a database of the first version on ${name}`, { skip }, () => {
    test("§11.1: is renamed where names changed, and answers as before, with the same entity tags", async (t) => {
      const { url, remove } = await create();
      t.after(remove);
      const open = opener(url);
      const before = await withClient(open, async (client) => {
        await fill(client);
        return snapshot(client);
      });
      await withDatabase(open, (database) =>
        database.exclusive(async (session) => {
          for (const statement of DOWNGRADE) await session.run(raw(statement));
          const layout = JSON.stringify(FIRST_LAYOUT);
          await session.run(sql`UPDATE service_facts SET value = ${layout} WHERE name = 'layout'`);
        }),
      );
      const { steps } = await withDatabase(open, ({ dialect, reader }) => planMigration(target, dialect, reader));
      assert.deepEqual(
        steps.map(({ text: statement }) => statement.replace(/ \(.*/, "")),
        [
          `ALTER TABLE "service_facts" RENAME TO "service_metadata"`,
          `DROP INDEX "idempotency_keys_by_kept_at"`,
          `ALTER TABLE "idempotency_keys" RENAME COLUMN kept_at TO created_at`,
          `CREATE INDEX "idempotency_keys_by_created_at" ON "idempotency_keys"`,
          `CREATE TABLE "service_facts"`,
          `INSERT INTO "service_facts"`,
        ],
      );
      assert.deepEqual(await withClient(open, snapshot), before);
      const plan = await withDatabase(open, ({ dialect, reader }) => planMigration(target, dialect, reader));
      assert.deepEqual([plan.steps, plan.isUpToDate], [[], true]);
    });

    test("§11.1: keeps a layout of a later version where the first one looks for its own, and nothing else", async (t) => {
      const { url, remove } = await create();
      t.after(remove);
      const open = opener(url);
      await withClient(open, fill);
      await withDatabase(open, async (database) => {
        const rows = await database.reader.all(sql`SELECT name, value FROM service_facts`);
        const { version, tables } = JSON.parse(rows[0]!.value as string);
        assert.deepEqual([rows.length, rows[0]!.name, tables], [1, "layout", {}]);
        // As the first version compares them.
        assert.ok(version.localeCompare("0.1.0", "en", { numeric: true }) > 0, version);
        // A process of the first version that still runs fails rather than writing what is never read.
        const stray = sql`INSERT INTO service_facts (name, value) VALUES ('day', '2026-01-01')`;
        await assert.rejects(
          database.exclusive((session) => session.run(stray)),
          /CHECK|check constraint/,
        );
      });
    });
  });
}
