/**
 * Proves that a migrated database gives the same responses as a new one, on both stores, and that a loss of data stops
 * the start.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Declaration } from "../engine/declare/declaration.ts";
import type { Field } from "../engine/declare/field.ts";
import {
  boolean,
  count,
  date,
  decimal,
  integer,
  list,
  longText,
  oneOf,
  reference,
  text,
} from "../engine/declare/fields.ts";
import { currentlyOneOf } from "../engine/declare/service-fields.ts";
import type { Json } from "../engine/declare/values.ts";
import { expandTemplate } from "../engine/resource/templates.ts";
import { campaignSize, sampleOf } from "./support/campaign.ts";
import { earlierVersion, removableParts, type SeedRecord, withoutFields } from "./support/domain/earlier-versions.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { takeSnapshot } from "./support/domain/snapshot.ts";
import { domain } from "./support/domain/space/index.ts";
import { caps, lenses, makers } from "./support/domain/versioned-domain.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { sendRequest } from "./support/http/client.ts";
import { ADMIN_KEY, type Served, serve, TestClock } from "./support/http/serve.ts";
import { createDatabaseFile, createSchema, skipWithoutPostgres, type TestDatabase } from "./support/store/databases.ts";

const RUNS = campaignSize("MIGRATION_RUNS");

const SECOND: SeedRecord[] = [
  { resource: "universities", id: "oslo", body: { name: "Øslo", founded_on: "1811-09-02", city: "Oslo" } },
  { resource: "universities", id: "bologna", body: { name: "Bologna", founded_on: "1088-01-01" } },
  {
    resource: "departments",
    parentId: "oslo",
    id: "physics",
    body: { name: "Physics", budget: 1.5e9, head: "Élodie" },
  },
  { resource: "departments", parentId: "oslo", id: "law", body: { name: "Law" } },
  {
    resource: "founding-charter",
    parentId: "oslo",
    body: { signed_on: "1811-09-02", text: "Straße", articles: ["I", "II"] },
  },
  {
    resource: "courses",
    id: "optics",
    body: {
      ...{ title: "ΟΠΤΙΚΗΣ", university_id: "oslo", department_id: "physics", seats: 3, status: "open" },
      ...{ starts_at: "2026-02-01T08:00:00Z", room: { building: "West", floor: 2 }, extra: { a: [1] } },
    },
  },
  {
    resource: "courses",
    id: "waves",
    body: { title: "Waves", university_id: "oslo", follows: "optics", department_id: "physics" },
  },
  { resource: "courses", id: "torts", body: { title: "Torts", university_id: "bologna", department_id: "law" } },
  { resource: "students", id: "ann", body: { name: "Änn", email: "ann@example.org" } },
  { resource: "students", id: "bo", body: { name: "Bo" } },
  { resource: "grades", parentId: "ann", id: "g-1", body: { subject: "Optics", points: 90 } },
  { resource: "enrolments", parentId: "optics", id: "ann", body: { seat: "ß1", paid: true } },
  { resource: "enrolments", parentId: "optics", id: "bo", body: {} },
  { resource: "enrolments", parentId: "waves", id: "ann", body: { seat: "2" } },
  { resource: "manufacturers", id: "leitz", body: { name: "Leitz", country: "DE" } },
  { resource: "cameras", id: "m3", body: { model: "M3", manufacturer_id: "leitz", mount: "Z" } },
  { resource: "cameras", id: "q", body: { model: "Q", manufacturer_id: "leitz", megapixels: 24.2 } },
  {
    resource: "products",
    id: "p",
    body: {
      name: "Ptolemy",
      price: 5e-324,
      in_stock: true,
      sold_from: "0001-01-01",
      seen_at: "2026-01-01T00:00:00.123456Z",
      grade: "gold",
      tags: ["a"],
    },
  },
  { resource: "lab-readings", parentId: "leitz", id: "r", body: { gauge: "Dial", value: -0.5 } },
];
const SECOND_LATER: SeedRecord[] = [
  { resource: "departments", parentId: "bologna", id: "canon-law", body: { name: "Canon law", head: "Gratian" } },
  {
    resource: "courses",
    id: "lenses",
    body: { title: "Lenses", university_id: "oslo", department_id: "physics", follows: "waves" },
  },
  { resource: "enrolments", parentId: "lenses", id: "bo", body: { seat: "ÖST" } },
  { resource: "students", id: "ann", body: { name: "Anne" } },
];

const SPACE: SeedRecord[] = [
  {
    resource: "planets",
    id: "mars",
    body: { name: "Mars", planet_type: "terrestrial", mass_kg: 6.4e23, has_rings: false },
  },
  { resource: "moons", parentId: "mars", id: "phobos", body: { name: "Phobos", mean_radius_km: 11 } },
  { resource: "moons", parentId: "mars", id: "deimos", body: { name: "Deimos" } },
  { resource: "spacecraft", id: "ship", body: { name: "Ship", spacecraft_type: "lander" } },
  {
    resource: "missions",
    id: "m-1",
    body: { name: "First", status: "active", launch_date: "2025-06-01", destination: "phobos" },
  },
  {
    resource: "missions",
    id: "m-2",
    body: { name: "Second", destination: "mars", part_of: "m-1", crew_size: 4, mission_type: "crewed" },
  },
  { resource: "missions", id: "m-3", body: { name: "Third", status: "cancelled" } },
  { resource: "vehicles", parentId: "m-1", id: "ship", body: { role: "ferry" } },
  {
    resource: "astronauts",
    id: "ada",
    body: { name: "Ada", birth_date: "1980-03-01", selected_on: "2010-01-01", nationality: "Ελλάς" },
  },
  { resource: "astronauts", id: "ben", body: { name: "Ben", age: 50, missions_before_records: 2 } },
  { resource: "crew", parentId: "m-1", id: "ada", body: { role: "pilot", spacecraft_id: "ship" } },
  { resource: "crew", parentId: "m-2", id: "ben", body: { role: "commander" } },
  { resource: "crew", parentId: "m-3", id: "ben", body: { role: "guest" } },
  { resource: "training", parentId: "ada", id: "t", body: { course: "Survival" } },
  { resource: "objectives", parentId: "m-1", id: "o", body: { title: "Land" } },
  {
    resource: "data",
    parentId: "m-1",
    id: "d",
    body: { instrument: "Dial", parameter: "heat", value: 1, collected_at: "2025-07-01T00:00:00Z" },
  },
];
const SPACE_LATER: SeedRecord[] = [
  { resource: "moons", parentId: "mars", id: "third", body: { name: "Third" } },
  { resource: "crew", parentId: "m-2", id: "ada", body: { role: "guest" } },
  { resource: "missions", id: "m-1", body: { name: "Renamed", status: "completed", destination: "mars" } },
];
/** The names that other declarations of the domain refer to. */
const SPOKEN_OF =
  /^missions\.(status|launch_date|launch_date_precision|end_date)$|^astronauts\.(birth_date|death_date|selected_on|status|missions_before_records)$/;

async function writeRecords(
  served: Served,
  records: readonly SeedRecord[],
  without: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const each of records) {
    const record = withoutFields(without, each);
    if (!record) continue;
    const resource = served.catalog.resource(record.resource);
    const path = expandTemplate(resource.path, {
      [resource.parentKey ?? ""]: record.parentId,
      [resource.key]: record.id ?? record.parentId,
    })!;
    // Without the check against an OpenAPI document, since every earlier version has its own.
    const headers = { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}` };
    const target = { origin: new URL(served.url), path };
    const response = await sendRequest(target, { method: "PUT", headers, body: JSON.stringify(record.body) });
    assert.ok(response.status < 300, `PUT ${path}: ${response.text}`);
  }
}

/** Runs a service on a database while `use` runs. */
async function on<T>(
  declarations: readonly Declaration[],
  { url }: TestDatabase,
  use: (served: Served) => Promise<T>,
): Promise<T> {
  const served = await serve(declarations, { DATABASE_URL: url }, new TestClock());
  try {
    return await use(served);
  } finally {
    await served.stop();
  }
}

const STORES = [
  ["SQLite", async () => createDatabaseFile(), false],
  ["PostgreSQL", createSchema, await skipWithoutPostgres()],
] as const;

const DOMAINS = [
  ["the second domain", secondDomain, SECOND, SECOND_LATER, (): boolean => true],
  ["space", domain, SPACE, SPACE_LATER, (name: string) => !SPOKEN_OF.test(name)],
] as const;

interface Versions {
  readonly own: () => Promise<TestDatabase>;
  readonly older: readonly Declaration[];
  readonly newer: readonly Declaration[];
  /** The records written before the migration, as the newer version declares them, and those after it. */
  readonly records: readonly SeedRecord[];
  /** The same records as the older version declares them, where that differs. */
  readonly olderRecords?: readonly SeedRecord[];
  readonly later?: readonly SeedRecord[];
  readonly without?: ReadonlySet<string>;
}

type Snapshot = Record<string, unknown>;

/** The responses of the newer version, on a database that the older one wrote and on one that it wrote itself. */
async function migrateAndCompare(versions: Versions): Promise<{ migrated: Snapshot[]; created: Snapshot[] }> {
  const { own, older, newer, records, olderRecords = records, later = [], without } = versions;
  const [old, fresh] = [await own(), await own()];
  try {
    await on(older, old, (served) => writeRecords(served, olderRecords, without));
    const answers = async (served: Served) => {
      const before = await takeSnapshot(served);
      if (later.length === 0) return [before];
      await writeRecords(served, later);
      return [before, await takeSnapshot(served)];
    };
    const migrated = await on(newer, old, answers);
    const created = await on(newer, fresh, async (served) => {
      await writeRecords(served, records, without);
      return answers(served);
    });
    return { migrated, created };
  } finally {
    await old.remove();
    await fresh.remove();
  }
}

/** Asserts that a database written by the older version gives the same responses as one written by the newer. */
async function assertMigrated(versions: Versions): Promise<void> {
  const { migrated, created } = await migrateAndCompare(versions);
  assert.deepEqual(migrated, created);
}

const TWO: SeedRecord[] = ["zeiss", "leitz"].map((id) => ({ resource: "makers", id, body: { name: id } }));

/** One field in two versions, and its values in lenses. */
const CHANGED: Record<string, [before: Field, after: Field, ...values: Json[]]> = {
  "a default where there was none": [integer(), integer().atLeast(0).default(7), 3, null],
  "a text with a default where there was none": [text(), text().default("Éclair"), "x", null],
  "a default where a list was not shown": [boolean().listed(), boolean().default(true), false, null],
  "a text that becomes a reference": [text(), reference("makers").counted().listed(), "zeiss", null, "leitz", "leitz"],
  "a counted reference that becomes uncounted": [reference("makers").counted(), reference("makers"), "zeiss", null],
  "a reference that becomes a text": [reference("makers"), text().listed(), "zeiss", null],
  "a reference to more resources": [reference("lenses"), reference("makers", "lenses"), null, "l-0"],
  "a text that becomes an enum": [text(), oneOf("ÉTÉ", "hiver").listed(), "ÉTÉ", null],
  "an enum that becomes a text": [oneOf("ÉTÉ", "hiver"), text(), "ÉTÉ", "hiver"],
  "a date that becomes a text": [date(), text(), "0044-03-15", null],
  "a text that becomes a date": [text(), date(), "9999-12-31", null],
  "a lower limit that all values satisfy": [longText(), text().upTo(4), "abcd", null],
  "a list with a lower limit": [list(text()), list(text()).upTo(2), ["a", "b"], []],
  "required where all have a value": [decimal(), decimal().required(), -0.5, 1.898e27],
  "a text without values that becomes an integer": [text(), integer(), null],
  "a field without values that becomes derived": [integer(), integer().derived(), null],
};

for (const [place, [store, own, skip]] of STORES.entries()) {
  describe(`architecture, two stores: migrations on ${store}`, { skip }, () => {
    for (const [name, declarations, records, later, mayGo] of sampleOf(DOMAINS, 2, place)) {
      test(`§9: ${name}: a database of an earlier version gives the same responses as a new one`, async () => {
        const compare = (missing: readonly string[]) => {
          const without = new Set(missing);
          const older = earlierVersion(declarations, without);
          return assertMigrated({ own, older, newer: declarations, records, later, without });
        };
        const parts = removableParts(declarations).filter(mayGo);
        await compare(parts);
        const some = fc.asyncProperty(fc.subarray(parts, { minLength: 1 }), compare);
        if (RUNS > 0) await fc.assert(some, { numRuns: RUNS, seed: 1969, endOnFailure: true });
      });
    }

    // Each change has a collection of its own, so that one migration makes them all.
    const changes = Object.entries(CHANGED).map(([what, [before, after, ...values]], at) => {
      const name = `lenses-${String.fromCharCode(97 + at)}`;
      return { what, name, before, after, values };
    });
    const version = (which: "before" | "after") => [
      makers({}),
      lenses({ name: text() }),
      ...changes.map((each) => lenses({ name: text(), part: each[which] }, each.name)),
    ];
    let migration: ReturnType<typeof migrateAndCompare> | undefined;
    const migrateAll = () => {
      migration ??= migrateAndCompare({
        own,
        older: version("before"),
        newer: version("after"),
        records: [
          ...TWO,
          { resource: "lenses", id: "l-0", body: { name: "Lens" } },
          ...changes.flatMap(({ name, values }) =>
            values.map((part, at) => ({
              resource: name,
              id: `l-${at}`,
              body: { name: "Lens", ...(part === null ? {} : { part }) },
            })),
          ),
        ],
      });
      return migration;
    };
    for (const { what, name } of changes) {
      test(`§9: a field that changes: ${what}`, async () => {
        const { migrated, created } = await migrateAll();
        const [here, there] = [migrated, created].map(([snapshot]) =>
          Object.fromEntries(Object.entries(snapshot!).filter(([path]) => path.startsWith(`/api/${name}`))),
        );
        assert.ok(Object.keys(there!).length > 5);
        assert.deepEqual(here, there);
      });
    }
    test("§9: fields that change leave all else as it was", async () => {
      const { migrated, created } = await migrateAll();
      assert.deepEqual(migrated, created);
    });

    test("§9: renamed fields keep their values, also with another type, default or reference", () => {
      const fields = { part: oneOf("E", "Z"), maker: reference("makers").counted(), count: integer() };
      const renamed = { element: text(), made_by: reference("makers"), elements: integer().default(1) };
      const lensOf = (names: readonly string[]): SeedRecord => ({
        resource: "lenses",
        id: "l",
        body: { name: "Lens", [names[0]!]: "Z", [names[1]!]: "zeiss", [names[2]!]: 3 },
      });
      const empty = { resource: "lenses", id: "m", body: { name: "Lens" } };
      const names = Object.keys(fields);
      const newFields = Object.entries(renamed).map(([name, field], at) => [name, field.formerly(names[at]!)]);
      return assertMigrated({
        own,
        older: [makers({}), lenses({ name: text(), ...fields })],
        newer: [makers({}), lenses({ name: text(), ...Object.fromEntries(newFields) })],
        olderRecords: [...TWO, lensOf(names), empty],
        records: [...TWO, lensOf(Object.keys(renamed)), empty],
      });
    });

    test("§9: a stored value stays when an enum becomes a list of known words without it", async (t) => {
      const database = await own();
      t.after(() => database.remove());
      const [before, after] = [oneOf("E", "Z"), currentlyOneOf(["E"], "Only E.")].map((each) => [
        makers({}),
        lenses({ name: text(), part: list(each) }),
      ]);
      await on(before!, database, async (served) =>
        assertStatus(await served.put("/api/lenses/l", { name: "Lens", part: ["Z"] }), 201),
      );
      await on(after!, database, async (served) => {
        const { body } = assertStatus(await served.patch("/api/lenses/l", { name: "Other" }), 200);
        assert.deepEqual(body.part, ["Z"]);
      });
    });

    for (const [what, name, fields, place] of [
      [
        "a key with its scope",
        "api-keys",
        { name: "Key", scopes: ["space-stations:write", "missions:read"] },
        "/scopes/0",
      ],
      [
        "a webhook for its events",
        "webhooks",
        { url: "https://93.184.216.34/", active: false, event_types: ["space_station.*", "mission.created"] },
        "/event_types/0",
      ],
    ] as const) {
      test(`§9: a resource can be removed while ${what} names it`, async (t) => {
        const database = await own();
        t.after(() => database.remove());
        const path = `/api/${name}/1`;
        const post = (served: Served, id: string) => served.post(`/api/${name}`, { id, ...fields });
        await on(domain, database, async (served) => assertStatus(await post(served, "1"), 201));
        const fewer = domain.filter((declaration) => declaration.name !== "space-stations");
        await on(fewer, database, async (served) => {
          const { body } = assertStatus(await served.get(path), 200);
          assert.partialDeepStrictEqual(body, fields);
          assertRefused(await post(served, "2"), 422, [place, "not_allowed"]);
          assertStatus(await served.delete(path), 204);
        });
      });
    }

    const counting = (cap_total: Field) => [makers({ cap_total }), caps(makers({ cap_total }))];
    const capped = [{ resource: "caps", parentId: "zeiss", id: "c", body: {} }];
    for (const [what, before, after] of [
      ["may be declared", count("caps"), integer().atLeast(0).orCount("caps", "full")],
      ["is declared alone", integer().orCount("caps", "full"), integer()],
      ["follows the count while it is not declared", integer(), integer().atLeast(0).orCount("caps", "full")],
    ] as const) {
      test(`§9: a number that now ${what}`, () =>
        assertMigrated({
          own,
          older: counting(before),
          newer: counting(after),
          records: [
            TWO[0]!,
            { ...TWO[1]!, body: { name: "leitz", ...(before.spec.presence === "derived" ? {} : { cap_total: 5 }) } },
            ...capped,
          ],
          later: [{ resource: "caps", parentId: "leitz", id: "d", body: { name: "Cap" } }],
        }));
    }
  });
}
