/** What every store keeps: a suite that is run on each of them, through the contract of `src/store/store.ts` alone. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Values } from "../src/declare/values.ts";
import { submitAll } from "../src/resource/submission.ts";
import type { Store } from "../src/store/store.ts";
import type { Writer } from "../src/store/write/writer.ts";
import type { TestClock } from "./support/http/serve.ts";
import { isProblem, StoreClient } from "./support/store/store-client.ts";

/**
 * @param open opens the same database each time, empty at first, with the second domain and this clock
 */
export function storeContract(open: () => Promise<Store>, clock: TestClock): void {
  let desk: StoreClient;
  before(async () => {
    desk = new StoreClient(await open());
  });
  after(() => desk.store.close());

  test("§4.2: a created record is read as it was written, and counted", async () => {
    const { total } = await desk.list("products", "");
    const record = await desk.create("products", { id: "lamp", name: "Lamp", price: 9.5, tags: ["a"], in_stock: true });
    assert.equal(record.id, "lamp");
    const shown = (await desk.read("products", "lamp"))!;
    assert.deepEqual([shown.name, shown.price, shown.tags, shown.in_stock], ["Lamp", 9.5, ["a"], true]);
    assert.deepEqual([shown.rating, shown._links], [null, { self: "/api/products/lamp" }]);
    assert.equal((await desk.list("products", "")).total, total + 1);
  });

  test("§4.2: an identity that is taken is refused, and the record that has it stays", async () => {
    await desk.create("products", { id: "taken", name: "First" });
    await assert.rejects(desk.create("products", { id: "taken", name: "Second" }), isProblem("already-exists"));
    assert.equal((await desk.read("products", "taken"))!.name, "First");
  });

  test("§5.1: a record is found, as it is stored, by the value of a column", async () => {
    const made = await desk.create("products", { id: "vase", name: "Vase", price: 3, tags: ["x"] });
    const found = await desk.store.findBy(desk.resource("products"), "id", "vase");
    assert.deepEqual([found?.name, found?.price, found?.tags, found?.revision], ["Vase", 3, ["x"], made.revision]);
    for (const [column, value] of [
      ["id", "VASE"],
      ["name", "vase"],
      ["id", "no-vase"],
    ] as const)
      assert.equal(await desk.store.findBy(desk.resource("products"), column, value), undefined);
    await desk.remove("products", "vase");
    assert.equal(await desk.store.findBy(desk.resource("products"), "id", "vase"), undefined);
  });

  test("architecture, two stores: records are read as they are stored, by what they hold, some at a time", async () => {
    const resource = desk.resource("products");
    for (const at of [1, 2, 3, 4, 5])
      await desk.create("products", { id: `scanned-${at}`, name: "X", rating: 77 - (at % 2) });
    const ids = (records: readonly Values[]) => records.map(({ id }) => id);
    const some = await desk.store.scan(resource, { rating: 76 }, 2);
    assert.deepEqual(ids(some), ["scanned-1", "scanned-3"]);
    assert.deepEqual(ids(await desk.store.scan(resource, { rating: 76 }, 2, some[1])), ["scanned-5"]);
    assert.deepEqual(ids(await desk.store.scan(resource, {}, 1, some[0])), ["scanned-2"]);
  });

  test("architecture, two stores: what several clear away at once is gone once, and counted so", async () => {
    const resource = desk.resource("products");
    await desk.create("products", { id: "had-its-time", name: "Old" });
    const { total } = await desk.list("products", "");
    const old = [(await desk.store.findBy(resource, "id", "had-its-time"))!];
    for (let each = 0; each < 2; each += 1) await desk.store.write((change) => change.clear(resource, old));
    assert.equal((await desk.list("products", "")).total, total - 1);
  });

  test("§4.2: of units of work in one transaction, each is undone alone, and all of them together", async () => {
    const making = (id: string) => (change: Writer) => desk.createWithin(change, "products", { id, name: "Unit" });
    const failing = async (change: Writer) => {
      await making("undone")(change);
      await making("taken-by-unit")(change);
    };
    const before = await desk.changeCounters("products");
    await desk.store.transaction(async (attempt) => {
      await attempt(making("taken-by-unit"));
      await assert.rejects(attempt(failing), isProblem("already-exists"));
      await attempt(making("after-failure"));
    });
    const ids = async () =>
      Promise.all(
        ["taken-by-unit", "undone", "after-failure", "lost"].map(
          async (id) => (await desk.read("products", id)) !== undefined,
        ),
      );
    assert.deepEqual(await ids(), [true, false, true, false]);
    assert.deepEqual(await desk.changeCounters("products"), [before[0]! + 2]);
    const all = desk.store.transaction(async (attempt) => {
      await attempt(making("lost"));
      throw new Error("all of it");
    });
    await assert.rejects(all, /all of it/);
    assert.deepEqual(await ids(), [true, false, true, false]);
  });

  test("§8.1: long work is ended by its signal, and leaves nothing", async () => {
    const stop = new AbortController();
    const endless = async (change: Writer) => {
      for (let at = 0; ; at += 1) {
        await desk.createWithin(change, "products", { id: `endless-${at}`, name: "Endless" });
        if (at === 3) stop.abort(new Error("enough"));
      }
    };
    await assert.rejects(
      desk.store.transaction((attempt) => attempt(endless), stop.signal),
      /enough/,
    );
    assert.equal(await desk.read("products", "endless-0"), undefined);
  });

  test("§4.2: a fact is kept and taken away with the unit of work that says so", async () => {
    const { store } = desk;
    await store.write((change) => change.keep("a fact", "first"));
    assert.equal(await store.getMetadata("a fact"), "first");
    const failing = store.write(async (change) => {
      await change.keep("a fact", "second");
      throw new Error("undone");
    });
    await assert.rejects(failing, /undone/);
    assert.equal(await store.getMetadata("a fact"), "first");
    await store.write((change) => change.keep("a fact", undefined));
    assert.equal(await store.getMetadata("a fact"), undefined);
  });

  test("§4.2: replace makes a record or puts a complete one in its place", async () => {
    assert.equal((await desk.replace("products", "chair", { name: "Chair", price: 5 })).created, true);
    assert.equal((await desk.replace("products", "chair", { name: "Stool" })).created, false);
    const shown = (await desk.read("products", "chair"))!;
    assert.deepEqual([shown.name, shown.price], ["Stool", null]);
  });

  test("§4.2: patch changes what it names, and needs something to change", async () => {
    await desk.create("products", { id: "table", name: "Table", price: 5 });
    await desk.patch("products", "table", { price: 6 });
    const shown = (await desk.read("products", "table"))!;
    assert.deepEqual([shown.name, shown.price], ["Table", 6]);
    await assert.rejects(desk.patch("products", "no-table", { price: 6 }), isProblem("not-found"));
  });

  test("§4.2: remove takes a record, and what it owns only when asked to", async () => {
    await desk.create("universities", { id: "lund", name: "Lund" });
    await desk.create("departments", { id: "law", name: "Law" }, "lund");
    await assert.rejects(desk.remove("universities", "lund"), isProblem("has-dependents"));
    assert.ok(await desk.read("departments", "law", "lund"));
    await desk.remove("universities", "lund", true);
    assert.equal(await desk.read("universities", "lund"), undefined);
    assert.equal(await desk.read("departments", "law", "lund"), undefined);
    assert.equal(await desk.store.exists(desk.resource("departments"), "law"), false);
    await assert.rejects(desk.remove("universities", "lund"), isProblem("not-found"));
  });

  test("architecture, two stores: a unit of work is done as a whole or not at all, counts and counters included", async () => {
    await desk.create("universities", { id: "oslo", name: "Oslo" });
    const watched = ["universities", "departments", "products"];
    const was = [
      await desk.changeCounters(...watched),
      await desk.read("universities", "oslo"),
      await desk.list("products", ""),
    ];
    const failing = desk.store.write(async (change) => {
      await desk.createWithin(change, "products", { id: "half", name: "Half" });
      await desk.createWithin(change, "departments", { id: "half", name: "Half" }, "oslo");
      await desk.createWithin(change, "products", { id: "half", name: "Again" });
    });
    await assert.rejects(failing, isProblem("already-exists"));
    await assert.rejects(
      desk.store.write(() => Promise.reject(new Error("no"))),
      /^Error: no$/,
    );
    const is = [
      await desk.changeCounters(...watched),
      await desk.read("universities", "oslo"),
      await desk.list("products", ""),
    ];
    assert.deepEqual(is, was);
    assert.equal(await desk.read("products", "half"), undefined);
  });

  test("§4.2: an array of records is made as a whole, or refused with the faults of each", async () => {
    await desk.create("manufacturers", { id: "acme", name: "Acme" });
    const readings = desk.resource("lab-readings");
    const createAll = (bodies: Values[]) =>
      desk.store.write((change) => change.createAll(readings, "acme", submitAll(readings, bodies, 100)));
    const twice = [
      { id: "r", gauge: "a" },
      { id: "s", gauge: "b" },
      { id: "r", gauge: "c" },
    ];
    await assert.rejects(createAll(twice), isProblem("already-exists"));
    assert.equal((await desk.list("lab-readings", "", "acme")).total, 0);
    await createAll(twice.slice(0, 2));
    assert.deepEqual(await desk.list("lab-readings", "", "acme"), { ids: ["r", "s"], total: 2 });
  });

  test("architecture, two stores: of the writes that run together, one that fails takes no other along", async () => {
    const writes = Array.from({ length: 60 }, (_, at) =>
      desk.store.write(async (change) => {
        await desk.createWithin(change, "products", { id: `together-${at}`, name: `Together ${at}` });
        if (at % 3 === 1) await desk.createWithin(change, "products", { id: "taken", name: "Again" });
      }),
    );
    const settled = await Promise.allSettled(writes);
    for (const [at, { status }] of settled.entries()) assert.equal(status, at % 3 === 1 ? "rejected" : "fulfilled");
    const kept = await desk.list("products", "name_starts_with=together&limit=100");
    assert.equal(kept.total, 40);
    assert.equal(new Set(kept.ids).size, 40);
  });

  test("architecture, two stores: a change counter moves with every record of the resource that is written, and stands still otherwise", async () => {
    const watched = ["universities", "departments", "products"];
    const moved = async (work: () => Promise<unknown>): Promise<boolean[]> => {
      const was = await desk.changeCounters(...watched);
      await work();
      return (await desk.changeCounters(...watched)).map((now, at) => now > was[at]!);
    };
    const [UNIVERSITY, DEPARTMENT, PRODUCT, NOTHING] = [
      [true, false, false],
      [true, true, false],
      [false, false, true],
      [false, false, false],
    ];
    assert.deepEqual(await moved(() => desk.create("products", { id: "moved", name: "Moved" })), PRODUCT);
    assert.deepEqual(await moved(() => desk.patch("products", "moved", { price: 1 })), PRODUCT);
    assert.deepEqual(await moved(() => desk.patch("products", "moved", { price: 1 })), NOTHING);
    assert.deepEqual(await moved(() => desk.remove("products", "moved")), PRODUCT);
    assert.deepEqual(await moved(() => desk.create("universities", { id: "bergen", name: "Bergen" })), UNIVERSITY);
    assert.deepEqual(await moved(() => desk.create("departments", { name: "Art" }, "bergen")), DEPARTMENT);
    assert.deepEqual(await moved(() => desk.list("products", "name_contains=o")), NOTHING);
  });

  test("§4.2: a write that changes nothing changes nothing: neither the times nor a counter", async () => {
    await desk.create("products", { id: "same", name: "Same", price: 1, tags: ["a"], seen_at: "2026-01-01T00:00:00Z" });
    const was = [await desk.read("products", "same"), await desk.changeCounters("products")];
    clock.advance(60_000);
    await desk.patch("products", "same", {});
    await desk.patch("products", "same", { price: 1, tags: ["a"], seen_at: "2026-01-01T01:00:00+01:00" });
    await desk.replace("products", "same", (({ _links, ...rest }) => rest)(was[0] as Values));
    assert.deepEqual([await desk.read("products", "same"), await desk.changeCounters("products")], was);
    await desk.patch("products", "same", { price: 2 });
    const now = (await desk.read("products", "same"))!;
    assert.equal(now.updated_at, new Date(clock.now()).toISOString());
    assert.equal(now.created_at, (was[0] as Values).created_at);
  });

  test("§2.13: totals are exact after many concurrent writes: of all, of a filter, of a parent, on every parent", async () => {
    const { total } = await desk.list("cameras", "");
    const makers = ["zeiss", "leica", "kodak"];
    for (const id of makers) await desk.create("manufacturers", { id, name: id });
    const body = (at: number): Values => ({ id: `c-${at}`, model: `M${at % 7}`, manufacturer_id: makers[at % 3]! });
    await Promise.all(Array.from({ length: 300 }, (_, at) => desk.create("cameras", body(at))));
    await Promise.all([
      ...Array.from({ length: 50 }, (_, at) => desk.remove("cameras", `c-${at * 3}`)),
      ...Array.from({ length: 40 }, (_, at) => desk.patch("cameras", `c-${at * 3 + 1}`, { manufacturer_id: "kodak" })),
      ...Array.from({ length: 20 }, (_, at) => desk.create("cameras", body(at * 3 + 2)).catch(() => "taken")),
    ]);
    assert.equal((await desk.list("cameras", "limit=1")).total, total + 250);
    assert.equal((await desk.list("cameras", "page=99")).total, total + 250, "also past the end");
    const of = async (id: string) => {
      const counted = await desk.list("manufacturers", `id=${id}&camera_count_min=0&fields=id`);
      const filtered = (await desk.list("cameras", `manufacturer_id=${id}`)).total;
      const exact = (await desk.list("manufacturers", `id=${id}&camera_count=${filtered}`)).total;
      return [counted.total, exact, filtered];
    };
    assert.deepEqual(await Promise.all(makers.map(of)), [
      [1, 1, 50],
      [1, 1, 60],
      [1, 1, 140],
    ]);
  });

  test("architecture, two stores: a list shows every write that was answered before it was asked for", async () => {
    for (const price of [1, 2, 3]) {
      await desk.replace("products", "asked", { name: "Asked", price });
      assert.deepEqual((await desk.list("products", `name=asked&price=${price}`)).ids, ["asked"]);
      assert.deepEqual((await desk.list("products", `name=asked&price=${price - 1}`)).ids, []);
    }
    await desk.remove("products", "asked");
    assert.equal((await desk.list("products", "name=asked")).total, 0);
  });

  test("§4.5: a walk goes on after an item that is gone, to the end, with every filter and order that a list takes", async () => {
    const names = ["b", "a", "c", "a", "b", "c", "a"];
    for (const [at, name] of names.entries())
      await desk.create("products", { id: `walk-${at}`, name, price: at % 3 === 0 ? null : at / 10 });
    for (const order of ["id", "name", "name:desc", "price", "price:desc", "name,price:desc", "price:desc,name:desc"]) {
      const asked = `id_starts_with=walk&sort=${order}`;
      const { ids } = await desk.list("products", asked);
      for (const limit of [1, 2, 3, 7]) {
        const { pieces, gone } = await desk.readCursorPages(
          "products",
          `${asked}&limit=${limit}&cursor=`,
          async (last) => {
            const { name, price = null } = (await desk.read("products", last))!;
            await desk.remove("products", last);
            return { id: last, name: name!, price };
          },
        );
        assert.deepEqual(pieces.flat(), ids, `${order}, ${limit} at a time`);
        assert.equal(pieces.length, Math.ceil(7 / limit));
        for (const body of gone) await desk.create("products", body);
      }
    }
  });

  test("architecture, two stores: what was answered is there when the database is opened again: records, totals, counters, facts", async () => {
    await desk.create("products", { id: "durable", name: "Durable", price: 0.1 + 0.2, tags: ["ключ"] });
    await desk.store.setMetadata("lesson", "learnt");
    const names = desk.store.catalog.resources.map((resource) => resource.name);
    const picture = async () => [
      await desk.changeCounters(...names),
      await desk.read("products", "durable"),
      await desk.list("products", "limit=100"),
      await desk.list("cameras", "sort=model:desc,id:desc"),
      await desk.store.getMetadata("lesson"),
    ];
    const was = await picture();
    await desk.store.close();
    desk = new StoreClient(await open());
    assert.deepEqual(await picture(), was);
    await desk.remove("products", "durable");
    assert.equal((await desk.list("products", "")).total, (was[2] as { total: number }).total - 1);
  });

  test("architecture, two stores: what is established once is established for all who ask together, and undone with a failure", async () => {
    const make = (value: string) =>
      desk.store.initialize("founder", async (change) => {
        await desk.createWithin(change, "products", { id: `founded-by-${value}`, name: value });
        if (value === "nobody") throw new Error("no");
        return value;
      });
    await assert.rejects(make("nobody"), /^Error: no$/);
    const settled = await Promise.all(["ada", "bob", "eve"].map(make));
    assert.deepEqual(
      settled.map(({ value }) => value),
      ["ada", "ada", "ada"],
    );
    assert.deepEqual(
      settled.map(({ made }) => made),
      [true, false, false],
    );
    assert.deepEqual((await desk.list("products", "id_starts_with=founded-by")).ids, ["founded-by-ada"]);
  });

  test("architecture, two stores: a fact is kept, replaced, and unknown until it is set", async () => {
    assert.equal(await desk.store.getMetadata("colour"), undefined);
    for (const value of ["red", "green", ""]) {
      await desk.store.setMetadata("colour", value);
      assert.equal(await desk.store.getMetadata("colour"), value);
    }
    await desk.store.ping();
  });
}
