/** Proves that newer data reach a database that people have changed, and that nothing of theirs is lost (§11.4), on both stores. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { hasOtherData } from "../engine/app/data/base.ts";
import { loadDatasetOnce } from "../engine/app/data/dataset.ts";
import { type DataUpdate, updateData } from "../engine/app/data/update.ts";
import type { DataByResource } from "../engine/declare/registry/registry.ts";
import { collection, fields, single } from "../index.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { type Body, type Served, serve } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const { date, integer, lifecycle, list, object, reference, text } = fields;

const authors = collection("authors", {
  one: "author",
  about: "Authors.",
  fields: {
    name: text().required().listed(),
    born: date(),
    age: integer().derivedWith("born"),
    home: object({ city: text(), street: text() }),
  },
  derive: async ({ born, age }) => ({ age: born === null ? age : 90 }),
});
const books = collection("books", {
  one: "book",
  about: "Books.",
  fields: {
    title: text().required().listed(),
    author_id: reference("authors"),
    pages: integer().default(100),
    state: lifecycle("planned", { planned: ["written"], written: ["printed"], printed: [] }),
    codes: list(object({ system: text().required(), code: text().required() })).keyed({
      ...{ parameter: "code", about: "A code.", members: ["system", "code"], unique: true },
    }),
  },
});
const chapters = collection("chapters", {
  one: "chapter",
  of: books,
  about: "Chapters.",
  fields: { title: text().required().listed() },
});
const cover = single("cover", { one: "cover", of: books, about: "The cover.", fields: { colour: text() } });
const declarations = [authors, books, chapters, cover];

const isbn = (code: string): Body => ({ system: "isbn", code });

/** The data as they were shipped before, and as they are shipped now. */
const BEFORE = {
  authors: [
    { id: "woolf", name: "V. Woolf", born: "1882-01-25", home: { city: "London", street: "Tavistock Square" } },
    { id: "joyce", name: "J. Joyce" },
  ],
  books: [
    { id: "waves", title: "Waves", author_id: "woolf", pages: 324, codes: [isbn("1"), isbn("2")] },
    { id: "years", title: "Years", codes: [isbn("3")] },
    { id: "ulysses", title: "Ulysses", author_id: "joyce" },
  ],
  chapters: [
    { id: "one", book_id: "waves", title: "One" },
    { id: "two", book_id: "waves", title: "Two" },
  ],
  cover: [{ book_id: "waves", colour: "blue" }],
} satisfies DataByResource;
const NOW = {
  authors: [
    { id: "woolf", name: "Virginia Woolf", home: { city: "London" } },
    { id: "mann", name: "Thomas Mann" },
  ],
  books: [
    { id: "waves", title: "The Waves", author_id: "woolf", state: "printed", codes: [isbn("1"), isbn("3")] },
    { id: "years", title: "The Years", author_id: "mann", codes: [isbn("4")] },
    { id: "magic", title: "The Magic Mountain", author_id: "mann" },
  ],
  chapters: [{ id: "one", book_id: "waves", title: "The sun had not yet risen" }],
  cover: [{ book_id: "waves", colour: "green" }],
} satisfies DataByResource;

/** What an update does and keeps, in short. */
const changesIn = ({ changes }: DataUpdate) =>
  changes.map(({ action, path, fields: all }) => [action, path, ...all.map(({ field }) => field)].join(" "));
const keptIn = ({ kept }: DataUpdate) =>
  kept.map(({ path, reason, fields: all }) => [path, reason, ...all.map(({ field }) => field)].join(" "));

for (const { name: store, create, skip } of STORE_KINDS) {
  /** A service whose new database was filled with the data of before. */
  async function filled(): Promise<Served> {
    const database = await create();
    const served = await serve(declarations, { DATABASE_URL: database.url });
    after(async () => {
      await served.stop();
      await database.remove();
    });
    await loadDatasetOnce(served.store, [BEFORE], () => {});
    return served;
  }
  const update = ({ store: stored }: Served, data: DataByResource = NOW, dryRun = false) =>
    updateData(stored, [data], { dryRun });
  /** Every record, without what depends on when and in how many steps it was written. */
  async function everything(served: Served): Promise<Body[]> {
    const records: Body[] = [];
    for (const { name } of declarations)
      for await (const batch of served.store.scanBatches(served.catalog.resource(name), {}, 100))
        records.push(
          ...batch.map(
            ({ n: _, revision: __, created_at: ___, updated_at: ____, row__start: _____, ...values }) => values,
          ),
        );
    return records.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  const events = async (served: Served): Promise<Body[]> => (await served.get("/api/events?limit=100")).body.events;

  describe(`§11.4: newer data on ${store}`, { skip }, () => {
    test("what nobody has touched is as in a new database; a second update does nothing", async () => {
      const served = await filled();
      const before = (await events(served)).length;
      const done = await update(served);
      assert.deepEqual(changesIn(done).sort(), [
        "create /api/authors/mann",
        "create /api/books/magic",
        "delete /api/authors/joyce",
        "delete /api/books/ulysses",
        "delete /api/books/waves/chapters/two",
        "update /api/authors/woolf name born home",
        "update /api/books/waves title pages state codes",
        "update /api/books/waves/chapters/one title",
        "update /api/books/waves/cover colour",
        "update /api/books/years title author_id codes",
      ]);
      assert.deepEqual(done.kept, []);
      const fresh = await serve(declarations);
      after(() => fresh.stop());
      await loadDatasetOnce(fresh.store, [NOW], () => {});
      assert.deepEqual(await everything(served), await everything(fresh));
      const made = (await events(served)).slice(before);
      assert.equal(made.length, 10);
      assert.deepEqual(new Set(made.map(({ data }) => data.actor)), new Set(["data"]));
      const again = await update(served);
      assert.deepEqual([again.changes, again.kept], [[], []]);
      assert.equal((await events(served)).length, before + 10);
    });

    test("fields that somebody has changed stay, and are listed; the others of the record are taken over", async () => {
      const served = await filled();
      assertStatus(await served.patch("/api/books/waves", { title: "My Waves", pages: null }), 200);
      assertStatus(await served.patch("/api/authors/woolf", { home: { street: null, city: "Lewes" } }), 200);
      const done = await update(served);
      assert.deepEqual(keptIn(done), ["/api/authors/woolf changed home", "/api/books/waves changed title"]);
      const { fields: kept } = done.kept[1]!;
      assert.deepEqual(kept, [{ field: "title", mine: "My Waves", theirs: "The Waves" }]);
      const { body } = await served.get("/api/books/waves");
      assert.deepEqual(
        [body.title, body.pages, body.state, body.codes],
        ["My Waves", 100, "printed", NOW.books[0]!.codes],
      );
      assert.deepEqual((await served.get("/api/authors/woolf")).body.home, { city: "Lewes" });
      // Shipped is what it was compared with: going back to it makes the field follow the data again.
      assert.deepEqual(keptIn(await update(served)), keptIn(done));
      assertStatus(await served.patch("/api/books/waves", { title: "The Waves" }), 200);
      const later = { ...NOW, books: [{ ...NOW.books[0]!, title: "The Waves (1931)" }, ...NOW.books.slice(1)] };
      assert.deepEqual(changesIn(await update(served, later)), ["update /api/books/waves title"]);
    });

    test("what somebody has deleted stays deleted, with what was below it", async () => {
      const served = await filled();
      assertStatus(await served.delete("/api/books/waves?cascade=true"), 204);
      const done = await update(served);
      assert.deepEqual(keptIn(done), [
        "/api/books/waves deleted",
        "/api/books/waves/chapters/one deleted",
        "/api/books/waves/cover deleted",
      ]);
      assertStatus(await served.get("/api/books/waves"), 404);
    });

    test("what is shipped no more stays if somebody has changed it, or refers to it, until nobody does", async () => {
      const served = await filled();
      assertStatus(await served.patch("/api/books/waves/chapters/two", { title: "Zwei" }), 200);
      assertStatus(await served.put("/api/books/dubliners", { title: "Dubliners", author_id: "joyce" }), 201);
      const done = await update(served);
      assert.deepEqual(keptIn(done), ["/api/books/waves/chapters/two changed", "/api/authors/joyce refused"]);
      assert.match(done.kept[1]!.message!, /book/);
      assertStatus(await served.get("/api/books/ulysses"), 404);
      assert.deepEqual(keptIn(await update(served)), ["/api/authors/joyce refused"]);
      assertStatus(await served.delete("/api/books/dubliners"), 204);
      assert.deepEqual(changesIn(await update(served)), ["delete /api/authors/joyce"]);
    });

    test("a record of somebody's own that is shipped now stays theirs, field by field", async () => {
      const served = await filled();
      assertStatus(await served.put("/api/authors/mann", { name: "Heinrich Mann" }), 201);
      assert.deepEqual(keptIn(await update(served)), ["/api/authors/mann changed name"]);
      assert.equal((await served.get("/api/authors/mann")).body.name, "Heinrich Mann");
      const later = { ...NOW, authors: [NOW.authors[0]!, { id: "mann", name: "T. Mann", born: "1875-06-06" }] };
      assert.deepEqual(changesIn(await update(served, later)), ["update /api/authors/mann born"]);
    });

    test("what a record of somebody else does not allow is listed, and tried again; all else is taken over", async () => {
      const served = await filled();
      assertStatus(await served.put("/api/books/mine", { title: "Mine", codes: [isbn("4")] }), 201);
      const done = await update(served);
      assert.deepEqual(keptIn(done), ["/api/books/waves refused codes", "/api/books/years refused codes"]);
      assert.match(done.kept.map(({ message }) => message).join(), /The code isbn:4 is that of the book mine/);
      assert.equal((await served.get("/api/books/years")).body.title, "The Years");
      assertStatus(await served.patch("/api/books/mine", { codes: [] }), 200);
      const again = await update(served);
      assert.deepEqual(changesIn(again).sort(), ["update /api/books/waves codes", "update /api/books/years codes"]);
      assert.deepEqual(again.kept, []);
    });

    test("a dry run says what an update will do, and changes nothing", async () => {
      const served = await filled();
      assertStatus(await served.patch("/api/books/waves", { title: "My Waves" }), 200);
      const [before, log] = [await everything(served), await events(served)];
      const tried = await update(served, NOW, true);
      assert.deepEqual([await everything(served), await events(served)], [before, log]);
      assert.equal(await hasOtherData(served.store, [NOW]), true);
      assert.deepEqual(await update(served), tried);
      assert.equal(await hasOtherData(served.store, [NOW]), false);
    });

    test("states change only along their transitions, except by data", async () => {
      const served = await filled();
      await assertRefused(await served.patch("/api/books/waves", { state: "printed" }), 409, [
        "/state",
        "invalid_transition",
      ]);
      await update(served);
      assert.equal((await served.get("/api/books/waves")).body.state, "printed");
    });
  });
}
