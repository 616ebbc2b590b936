/** Proves that a migration that would lose or break data stops with instructions, and changes nothing. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Declaration } from "../engine/declare/declaration.ts";
import type { Field } from "../engine/declare/field.ts";
import { count, decimal, integer, oneOf, reference, text } from "../engine/declare/fields.ts";
import type { Fields } from "../engine/declare/record-types.ts";
import type { Json, Values } from "../engine/declare/values.ts";
import { catalog } from "../engine/resource/catalog.ts";
import { MigrationRefused } from "../engine/store/migration/migrate.ts";
import { openStore } from "../engine/store/open-store.ts";
import { caps, lenses, makers } from "./support/domain/versioned-domain.ts";
import { TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { StoreClient } from "./support/store/store-client.ts";

const part = (field: Field): Fields => ({ name: text(), part: field });

/** The field before and now, its values in two lenses, and the message. */
const REFUSED: Record<string, [before: Fields, after: Fields, values: [Json, Json], message: RegExp]> = {
  "a field is removed": [
    part(text()),
    { name: text() },
    ["x", null],
    /lenses\.part is no longer declared.*1 record.*--drop lenses\.part/,
  ],
  "a type changed": [part(text()), part(integer()), ["12", null], /lenses\.part is now declared differently.*1 record/],
  "a written field becomes derived": [
    part(integer()),
    part(integer().derived()),
    [1, 2],
    /lenses\.part .* 2 records would lose/,
  ],
  "a word is removed": [
    part(oneOf("E", "Z")),
    part(oneOf("E")),
    ["E", "Z"],
    /lenses\.part.*1 record: l-1 has "Z".*Allowed: E/,
  ],
  "a word is removed, and the field renamed": [
    part(oneOf("E", "Z")),
    { name: text(), element: oneOf("E").formerly("part") },
    ["E", "Z"],
    /lenses\.element.*1 record: l-1 has "Z".*Allowed: E/,
  ],
  "a text is too long": [
    part(text()),
    part(text().upTo(2)),
    ["abc", "ab"],
    /lenses\.part.*l-0 has "abc".*At most 2 characters/,
  ],
  "a number is too low": [part(decimal()), part(decimal().above(0)), [0, -1], /lenses\.part.*2 records: .*above 0/],
  "a field becomes required, and a value is missing": [
    part(text()),
    part(text().required()),
    ["x", null],
    /lenses\.part.*l-1 has null.*required/,
  ],
  "a new field is required": [
    { name: text() },
    part(text().required()),
    [null, null],
    /lenses\.part is now required.*2 records.*default/,
  ],
  "a new reference has no target": [
    part(text()),
    part(reference("makers")),
    ["zeiss", "nobody"],
    /lenses\.part now refers to makers.*1 record/,
  ],
  "a new reference is circular": [
    part(text()),
    part(reference("lenses").acyclic()),
    ["l-1", "l-0"],
    /leads back to this lens/,
  ],
};

for (const { name: store, create: own, opener, skip } of STORE_KINDS) {
  describe(`architecture, two stores: migrations that ${store} refuses`, { skip }, () => {
    const opened = async (url: string, declarations: readonly Declaration[], version?: string) =>
      openStore(opener(url), {
        catalog: catalog(declarations),
        clock: new TestClock(),
        ...(version === undefined ? {} : { version }),
      });
    const within = async <T>(
      url: string,
      declarations: readonly Declaration[],
      use: (client: StoreClient) => Promise<T>,
      version?: string,
    ): Promise<T> => {
      const store = await opened(url, declarations, version);
      try {
        return await use(new StoreClient(store));
      } finally {
        await store.close();
      }
    };
    const refuses = (url: string, declarations: readonly Declaration[], message: RegExp, version?: string) =>
      assert.rejects(
        opened(url, declarations, version),
        (reason) => reason instanceof MigrationRefused && message.test(reason.message),
      );

    for (const [what, [before, after, values, message]] of Object.entries(REFUSED)) {
      test(`§11.1: the start is refused when ${what}, and the previous version still runs`, async (t) => {
        const { url, remove } = await own();
        t.after(remove);
        const unchanged = await within(url, [makers({}), lenses(before)], async (client) => {
          await client.create("makers", { id: "zeiss", name: "Zeiss" });
          for (const [at, value] of values.entries()) {
            const body: Values = { id: `l-${at}`, name: "Lens", ...(value === null ? {} : { part: value }) };
            await client.create("lenses", body);
          }
          return [await client.read("lenses", "l-0"), await client.changeCounters("lenses", "makers")];
        });
        await refuses(url, [makers({ motto: text().default("new") }), lenses(after)], message);
        await within(url, [makers({}), lenses(before)], async (client) => {
          assert.deepEqual(
            [await client.read("lenses", "l-0"), await client.changeCounters("lenses", "makers")],
            unchanged,
          );
        });
      });
    }

    test("§11.1: all blockers are reported at once", async (t) => {
      const { url, remove } = await own();
      t.after(remove);
      const motto = text();
      await within(url, [makers({ motto }), caps(makers({ motto })), lenses({ name: text() })], async (client) => {
        await client.create("makers", { id: "zeiss", name: "Zeiss", motto: "x" });
        await client.create("caps", { id: "c" }, "zeiss");
        await client.create("lenses", { id: "l" });
      });
      const message =
        /- lenses is no longer declared, but 1 record would be lost\..*--drop lenses[\s\S]*- makers\.motto is no longer declared/;
      await refuses(url, [makers({}), caps(makers({}))], message);
    });

    test("§11.1: a maximum below an existing count is refused", async (t) => {
      const { url, remove } = await own();
      t.after(remove);
      const declared = (field: Field) => [makers({ most: field }), caps(makers({ most: field }))];
      await within(url, declared(integer()), async (client) => {
        await client.create("makers", { id: "zeiss", name: "Zeiss", most: 1 });
        for (const id of ["c-1", "c-2"]) await client.create("caps", { id }, "zeiss");
      });
      await refuses(
        url,
        declared(integer().orCount("caps", "full")),
        /makers\.most now limits caps, but is exceeded in 1 record/,
      );
      await within(url, declared(integer()), (client) => client.patch("makers", "zeiss", { most: 2 }));
      await within(url, declared(integer().orCount("caps", "full")), async (client) => {
        await assert.rejects(client.create("caps", { id: "c-3" }, "zeiss"), /is 2, and that many are already assigned/);
      });
    });

    test("§11.1: an older version refuses a database that a later one changed, and accepts one that it left unchanged", async (t) => {
      const { url, remove } = await own();
      t.after(remove);
      await within(url, [makers({})], (client) => client.create("makers", { id: "zeiss", name: "Zeiss" }), "1.9.0");
      await within(url, [makers({ motto: text() })], async () => {}, "1.10.0");
      await refuses(
        url,
        [makers({})],
        /belongs to version 1\.10\.0; this is version 1\.9\.0\. Start version 1\.10\.0/,
        "1.9.0",
      );
      await within(url, [makers({ motto: text() })], async () => {}, "1.9.0");
    });

    test("§11.1: derived fields and fields without values may be removed", async (t) => {
      const { url, remove } = await own();
      t.after(remove);
      const older = makers({ cap_count: count("caps"), motto: text(), age: integer().derived() });
      await within(url, [older, caps(older), lenses({ name: text() })], async (client) => {
        await client.create("makers", { id: "zeiss", name: "Zeiss" });
      });
      await within(url, [makers({})], async (client) => {
        const { name, motto, cap_count } = (await client.read("makers", "zeiss"))!;
        assert.deepEqual([name, motto, cap_count], ["Zeiss", undefined, undefined]);
      });
    });
  });
}
