/** The contract of a store: a suite that runs on each of them, through the interface in `engine/store/store.ts`. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Values } from "../engine/declare/values.ts";
import { readSubmissions } from "../engine/resource/submission.ts";
import type { Store } from "../engine/store/store.ts";
import type { Writer } from "../engine/store/write/writer.ts";
import type { TestClock } from "./support/http/serve.ts";
import { isProblem, StoreClient } from "./support/store/store-client.ts";

/**
 * @param open opens the same database each time, at first empty, with the second domain and this clock
 */
export function storeContract(open: () => Promise<Store>, clock: TestClock): void {
  let client: StoreClient;
  before(async () => {
    client = new StoreClient(await open());
  });
  after(() => client.store.close());

  test("§4.2: a created record reads as written, and is counted", async () => {
    const { total } = await client.list("products", "");
    const record = await client.create("products", {
      id: "lamp",
      name: "Lamp",
      price: 9.5,
      tags: ["a"],
      in_stock: true,
    });
    assert.equal(record.id, "lamp");
    const shown = (await client.read("products", "lamp"))!;
    assert.deepEqual([shown.name, shown.price, shown.tags, shown.in_stock], ["Lamp", 9.5, ["a"], true]);
    assert.deepEqual([shown.rating, shown._links], [null, { self: "/api/products/lamp" }]);
    assert.equal((await client.list("products", "")).total, total + 1);
  });

  test("§4.2: an id that is taken is refused, and its record stays", async () => {
    await client.create("products", { id: "taken", name: "First" });
    await assert.rejects(client.create("products", { id: "taken", name: "Second" }), isProblem("already-exists"));
    assert.equal((await client.read("products", "taken"))!.name, "First");
  });

  test("§5.1: a stored record is found by the value of a column", async () => {
    const made = await client.create("products", { id: "vase", name: "Vase", price: 3, tags: ["x"] });
    const found = await client.store.findBy(client.resource("products"), "id", "vase");
    assert.deepEqual([found?.name, found?.price, found?.tags, found?.revision], ["Vase", 3, ["x"], made.revision]);
    for (const [column, value] of [
      ["id", "no-such-vase"],
      ["name", "vase"],
      ["id", "no-vase"],
    ] as const)
      assert.equal(await client.store.findBy(client.resource("products"), column, value), undefined);
    await client.remove("products", "vase");
    assert.equal(await client.store.findBy(client.resource("products"), "id", "vase"), undefined);
  });

  test("architecture, two stores: stored records are read by column values, in batches", async () => {
    const resource = client.resource("products");
    for (const at of [1, 2, 3, 4, 5])
      await client.create("products", { id: `scanned-${at}`, name: "X", rating: 77 - (at % 2) });
    const ids = (records: readonly Values[]) => records.map(({ id }) => id);
    const some = await client.store.scan(resource, { rating: 76 }, { limit: 2 });
    assert.deepEqual(ids(some), ["scanned-1", "scanned-3"]);
    assert.deepEqual(ids(await client.store.scan(resource, { rating: 76 }, { limit: 2, after: some[1] })), [
      "scanned-5",
    ]);
    assert.deepEqual(ids(await client.store.scan(resource, {}, { limit: 1, after: some[0] })), ["scanned-2"]);
  });

  test("architecture, two stores: records that several callers remove at once are removed and counted once", async () => {
    const resource = client.resource("products");
    await client.create("products", { id: "had-its-time", name: "Old" });
    const { total } = await client.list("products", "");
    const old = [(await client.store.findBy(resource, "id", "had-its-time"))!];
    for (let each = 0; each < 2; each += 1)
      await client.store.write((change) => change.system.deleteAll(resource, old));
    assert.equal((await client.list("products", "")).total, total - 1);
  });

  test("§4.2: units of work in one transaction roll back one by one, or all together", async () => {
    const making = (id: string) => (change: Writer) => client.createWithin(change, "products", { id, name: "Unit" });
    const failing = async (change: Writer) => {
      await making("undone")(change);
      await making("taken-by-unit")(change);
    };
    const before = await client.changeCounters("products");
    await client.store.transaction(async (attempt) => {
      await attempt(making("taken-by-unit"));
      await assert.rejects(attempt(failing), isProblem("already-exists"));
      await attempt(making("after-failure"));
    });
    const ids = async () =>
      Promise.all(
        ["taken-by-unit", "undone", "after-failure", "lost"].map(
          async (id) => (await client.read("products", id)) !== undefined,
        ),
      );
    assert.deepEqual(await ids(), [true, false, true, false]);
    assert.deepEqual(await client.changeCounters("products"), [before[0]! + 2]);
    const all = client.store.transaction(async (attempt) => {
      await attempt(making("lost"));
      throw new Error("all of it");
    });
    await assert.rejects(all, /all of it/);
    assert.deepEqual(await ids(), [true, false, true, false]);
  });

  test("§8.1: an aborted signal ends long work, and rolls it back", async () => {
    const stop = new AbortController();
    const endless = async (change: Writer) => {
      for (let at = 0; ; at += 1) {
        await client.createWithin(change, "products", { id: `endless-${at}`, name: "Endless" });
        if (at === 3) stop.abort(new Error("enough"));
      }
    };
    await assert.rejects(
      client.store.transaction((attempt) => attempt(endless), stop.signal),
      /enough/,
    );
    assert.equal(await client.read("products", "endless-0"), undefined);
  });

  test("§4.2: metadata is set and removed with its unit of work", async () => {
    const { store } = client;
    await store.write((change) => change.system.setMetadata("a key", "first"));
    assert.equal(await store.getMetadata("a key"), "first");
    const failing = store.write(async (change) => {
      await change.system.setMetadata("a key", "second");
      throw new Error("undone");
    });
    await assert.rejects(failing, /undone/);
    assert.equal(await store.getMetadata("a key"), "first");
    await store.write((change) => change.system.setMetadata("a key", undefined));
    assert.equal(await store.getMetadata("a key"), undefined);
  });

  test("§4.2: replace creates a record, or replaces it completely", async () => {
    assert.equal((await client.replace("products", "chair", { name: "Chair", price: 5 })).created, true);
    assert.equal((await client.replace("products", "chair", { name: "Stool" })).created, false);
    const shown = (await client.read("products", "chair"))!;
    assert.deepEqual([shown.name, shown.price], ["Stool", null]);
  });

  test("§4.2: patch changes the given fields of an existing record", async () => {
    await client.create("products", { id: "table", name: "Table", price: 5 });
    await client.patch("products", "table", { price: 6 });
    const shown = (await client.read("products", "table"))!;
    assert.deepEqual([shown.name, shown.price], ["Table", 6]);
    await assert.rejects(client.patch("products", "no-table", { price: 6 }), isProblem("not-found"));
  });

  test("§4.2: remove deletes a record, and its children with cascade only", async () => {
    await client.create("universities", { id: "lund", name: "Lund" });
    await client.create("departments", { id: "law", name: "Law" }, "lund");
    await assert.rejects(client.remove("universities", "lund"), isProblem("has-dependents"));
    assert.ok(await client.read("departments", "law", "lund"));
    await client.remove("universities", "lund", true);
    assert.equal(await client.read("universities", "lund"), undefined);
    assert.equal(await client.read("departments", "law", "lund"), undefined);
    assert.equal(await client.store.exists(client.resource("departments"), "law"), false);
    await assert.rejects(client.remove("universities", "lund"), isProblem("not-found"));
  });

  test("architecture, two stores: a unit of work is atomic, with its counts and counters", async () => {
    await client.create("universities", { id: "oslo", name: "Oslo" });
    const watched = ["universities", "departments", "products"];
    const was = [
      await client.changeCounters(...watched),
      await client.read("universities", "oslo"),
      await client.list("products", ""),
    ];
    const failing = client.store.write(async (change) => {
      await client.createWithin(change, "products", { id: "half", name: "Half" });
      await client.createWithin(change, "departments", { id: "half", name: "Half" }, "oslo");
      await client.createWithin(change, "products", { id: "half", name: "Again" });
    });
    await assert.rejects(failing, isProblem("already-exists"));
    await assert.rejects(
      client.store.write(() => Promise.reject(new Error("no"))),
      /^Error: no$/,
    );
    const is = [
      await client.changeCounters(...watched),
      await client.read("universities", "oslo"),
      await client.list("products", ""),
    ];
    assert.deepEqual(is, was);
    assert.equal(await client.read("products", "half"), undefined);
  });

  test("architecture, two stores: long and short writes take turns, each long one in a transaction of its own", async () => {
    const { store } = client;
    const order: string[] = [];
    const write = async (name: string, isLong: boolean): Promise<void> => {
      await store.write((change) => change.system.setMetadata(name, name), { isLong });
      order.push(name);
    };
    await write("first", false);
    const groups = () => store.stats().groupSizes.counts.reduce((sum, count) => sum + count, 0);
    const before = groups();
    const long = ["a", "b", "c"].map((name) => write(name, true));
    const short = async (first: string, second: string) => {
      await Promise.all([write(first, false), write(second, false)]);
    };
    await short("1", "2");
    await short("3", "4");
    await short("5", "6");
    await Promise.all(long);
    assert.equal(order.join(" "), "first a 1 2 b 3 4 c 5 6");
    assert.equal(groups() - before, 6);
  });

  test("§4.2: an array of records is created as a whole, or refused with the faults of each", async () => {
    await client.create("manufacturers", { id: "acme", name: "Acme" });
    const readings = client.resource("lab-readings");
    const createAll = async (bodies: Values[]) => {
      const submissions = await readSubmissions(readings, bodies, 100);
      return client.store.write((change) => change.createAll(readings, "acme", submissions));
    };
    const twice = [
      { id: "r", gauge: "a" },
      { id: "s", gauge: "b" },
      { id: "r", gauge: "c" },
    ];
    await assert.rejects(createAll(twice), isProblem("already-exists"));
    assert.equal((await client.list("lab-readings", "", "acme")).total, 0);
    await createAll(twice.slice(0, 2));
    assert.deepEqual(await client.list("lab-readings", "", "acme"), { ids: ["r", "s"], total: 2 });
  });

  test("architecture, two stores: of writes in one group, one that fails does not affect the others", async () => {
    const writes = Array.from({ length: 60 }, (_, at) =>
      client.store.write(async (change) => {
        await client.createWithin(change, "products", { id: `together-${at}`, name: `Together ${at}` });
        if (at % 3 === 1) await client.createWithin(change, "products", { id: "taken", name: "Again" });
      }),
    );
    const settled = await Promise.allSettled(writes);
    for (const [at, { status }] of settled.entries()) assert.equal(status, at % 3 === 1 ? "rejected" : "fulfilled");
    const together = await client.list("products", "name_starts_with=together&limit=100");
    assert.equal(together.total, 40);
    assert.equal(new Set(together.ids).size, 40);
  });

  test("§4.2: of writes in one group, only that is undone for which nobody waits any more before the COMMIT", async () => {
    const reason = new Error("too late");
    const waiter = { aborted: false, reason, throwIfAborted: () => {}, committing: () => assert.fail("It commits.") };
    const making = (id: string) => (change: Writer) => client.createWithin(change, "products", { id, name: "Late" });
    const [late, onTime] = await Promise.allSettled([
      client.store.write(making("late"), { waiter }),
      client.store.write(async (change) => {
        waiter.aborted = true;
        await making("on-time")(change);
      }),
    ]);
    assert.deepEqual(late, { status: "rejected", reason });
    assert.equal(onTime.status, "fulfilled");
    assert.deepEqual((await client.list("products", "name=late")).ids, ["on-time"]);
  });

  test("architecture, two stores: a change counter advances with every write of its resource, and only then", async () => {
    const watched = ["universities", "departments", "products"];
    const moved = async (work: () => Promise<unknown>): Promise<boolean[]> => {
      const was = await client.changeCounters(...watched);
      await work();
      return (await client.changeCounters(...watched)).map((now, at) => now > was[at]!);
    };
    const [UNIVERSITY, DEPARTMENT, PRODUCT, NOTHING] = [
      [true, false, false],
      [true, true, false],
      [false, false, true],
      [false, false, false],
    ];
    assert.deepEqual(await moved(() => client.create("products", { id: "moved", name: "Moved" })), PRODUCT);
    assert.deepEqual(await moved(() => client.patch("products", "moved", { price: 1 })), PRODUCT);
    assert.deepEqual(await moved(() => client.patch("products", "moved", { price: 1 })), NOTHING);
    assert.deepEqual(await moved(() => client.remove("products", "moved")), PRODUCT);
    assert.deepEqual(await moved(() => client.create("universities", { id: "bergen", name: "Bergen" })), UNIVERSITY);
    assert.deepEqual(await moved(() => client.create("departments", { name: "Art" }, "bergen")), DEPARTMENT);
    assert.deepEqual(await moved(() => client.list("products", "name_contains=o")), NOTHING);
  });

  test("§4.2: a write that changes nothing changes no time and no counter", async () => {
    await client.create("products", {
      id: "same",
      name: "Same",
      price: 1,
      tags: ["a"],
      seen_at: "2026-01-01T00:00:00Z",
    });
    const was = [await client.read("products", "same"), await client.changeCounters("products")];
    clock.advance(60_000);
    await client.patch("products", "same", {});
    await client.patch("products", "same", { price: 1, tags: ["a"], seen_at: "2026-01-01T01:00:00+01:00" });
    await client.replace("products", "same", (({ _links, ...rest }) => rest)(was[0] as Values));
    assert.deepEqual([await client.read("products", "same"), await client.changeCounters("products")], was);
    await client.patch("products", "same", { price: 2 });
    const now = (await client.read("products", "same"))!;
    assert.equal(now.updated_at, new Date(clock.now()).toISOString());
    assert.equal(now.created_at, (was[0] as Values).created_at);
  });

  test("§2.13: totals are exact after many concurrent writes: of all, of a filter, below a parent, and as count of every parent", async () => {
    const { total } = await client.list("cameras", "");
    const makers = ["zeiss", "leica", "kodak"];
    for (const id of makers) await client.create("manufacturers", { id, name: id });
    const body = (at: number): Values => ({ id: `c-${at}`, model: `M${at % 7}`, manufacturer_id: makers[at % 3]! });
    await Promise.all(Array.from({ length: 300 }, (_, at) => client.create("cameras", body(at))));
    await Promise.all([
      ...Array.from({ length: 50 }, (_, at) => client.remove("cameras", `c-${at * 3}`)),
      ...Array.from({ length: 40 }, (_, at) =>
        client.patch("cameras", `c-${at * 3 + 1}`, { manufacturer_id: "kodak" }),
      ),
      ...Array.from({ length: 20 }, (_, at) => client.create("cameras", body(at * 3 + 2)).catch(() => "taken")),
    ]);
    assert.equal((await client.list("cameras", "limit=1")).total, total + 250);
    assert.equal((await client.list("cameras", "page=99")).total, total + 250, "also past the end");
    const of = async (id: string) => {
      const counted = await client.list("manufacturers", `id=${id}&camera_count_min=0&fields=id`);
      const filtered = (await client.list("cameras", `manufacturer_id=${id}`)).total;
      const exact = (await client.list("manufacturers", `id=${id}&camera_count=${filtered}`)).total;
      return [counted.total, exact, filtered];
    };
    assert.deepEqual(await Promise.all(makers.map(of)), [
      [1, 1, 50],
      [1, 1, 60],
      [1, 1, 140],
    ]);
  });

  test("architecture, two stores: a list shows every write that was acknowledged before its request", async () => {
    for (const price of [1, 2, 3]) {
      await client.replace("products", "latest", { name: "Latest", price });
      assert.deepEqual((await client.list("products", `name=latest&price=${price}`)).ids, ["latest"]);
      assert.deepEqual((await client.list("products", `name=latest&price=${price - 1}`)).ids, []);
    }
    await client.remove("products", "latest");
    assert.equal((await client.list("products", "name=latest")).total, 0);
  });

  test("architecture, lists: a page is known to be unchanged after writes that do not alter it", async () => {
    const inFirst = "grade=bronze&sort=name&limit=2";
    for (const [id, fields] of Object.entries({ p1: { name: "A" }, p2: { name: "B" }, p3: { name: "C" } }))
      await client.create("products", { id, grade: "bronze", ...fields });
    await client.create("products", { id: "p4", name: "D", grade: "gold" });
    const isUnchangedAfter = async (write: () => Promise<unknown>, query = inFirst): Promise<boolean> => {
      const isUnchanged = await client.watchPage("products", query);
      assert.equal(await isUnchanged(), true);
      await write();
      return isUnchanged();
    };
    const patch = (id: string, fields: Values) => () => client.patch("products", id, fields);
    assert.equal(await isUnchangedAfter(patch("p3", { price: 1 })), true, "a record on another page");
    assert.equal(await isUnchangedAfter(patch("p4", { price: 1 })), true, "a record that is not in the list");
    assert.equal(await isUnchangedAfter(patch("p2", { price: 1 })), false, "a record on the page");
    assert.equal(await isUnchangedAfter(patch("p3", { name: "Z" })), false, "the order of another page");
    assert.equal(await isUnchangedAfter(patch("p4", { grade: "bronze" })), false, "a record that comes");
    assert.equal(await isUnchangedAfter(patch("p4", { grade: "gold" })), false, "a record that goes");
    assert.equal(await isUnchangedAfter(() => client.remove("products", "p4")), true, "a deletion elsewhere");
    assert.equal(await isUnchangedAfter(() => client.remove("products", "p3")), false, "a deletion");
    const comesAndGoes = async () => {
      await client.create("products", { id: "p5", name: "E", grade: "bronze" });
      await client.remove("products", "p5");
    };
    // The page may have been read in between.
    assert.equal(await isUnchangedAfter(comesAndGoes), false, "a record that comes and goes");
    const many = Array.from({ length: 300 }, () => ({ name: "F", grade: "gold" }));
    const submissions = await readSubmissions(client.resource("products"), many, many.length);
    const createAll = (tx: Writer) => tx.createAll(client.resource("products"), undefined, submissions);
    assert.equal(await isUnchangedAfter(() => client.store.write(createAll)), false, "more than is known of a commit");
  });

  test("architecture, lists: a page below a parent is not known to be unchanged after a write of the parent", async () => {
    for (const id of ["pm1", "pm2"]) {
      await client.create("manufacturers", { id, name: id });
      await client.create("lab-readings", { id: `of-${id}`, gauge: "pressure" }, id);
    }
    for (const [written, expected] of [
      ["pm2", true],
      ["pm1", false],
    ] as const) {
      const isUnchanged = await client.watchPage("lab-readings", "", "pm1");
      await client.patch("manufacturers", written, { name: "Renamed" });
      assert.equal(await isUnchanged(), expected, written);
    }
  });

  test("§4.5: cursor pages continue after a deleted item to the end, with every filter and order", async () => {
    const names = ["b", "a", "c", "a", "b", "c", "a"];
    for (const [at, name] of names.entries())
      await client.create("products", { id: `page-${at}`, name, price: at % 3 === 0 ? null : at / 10 });
    for (const order of ["id", "name", "name:desc", "price", "price:desc", "name,price:desc", "price:desc,name:desc"]) {
      const query = `id_starts_with=page&sort=${order}`;
      const { ids } = await client.list("products", query);
      for (const limit of [1, 2, 3, 7]) {
        const { pages, gone } = await client.readCursorPages(
          "products",
          `${query}&limit=${limit}&cursor=`,
          async (last) => {
            const { name, price = null } = (await client.read("products", last))!;
            await client.remove("products", last);
            return { id: last, name: name!, price };
          },
        );
        assert.deepEqual(pages.flat(), ids, `${order}, ${limit} at a time`);
        assert.equal(pages.length, Math.ceil(7 / limit));
        for (const body of gone) await client.create("products", body);
      }
    }
  });

  test("architecture, two stores: acknowledged writes are there when the database is opened again: records, totals, counters, metadata", async () => {
    await client.create("products", { id: "durable", name: "Durable", price: 0.1 + 0.2, tags: ["ключ"] });
    await client.store.setMetadata("lesson", "learnt");
    const names = client.store.catalog.resources.map((resource) => resource.name);
    const picture = async () => [
      await client.changeCounters(...names),
      await client.read("products", "durable"),
      await client.list("products", "limit=100"),
      await client.list("cameras", "sort=model:desc,id:desc"),
      await client.store.getMetadata("lesson"),
    ];
    const was = await picture();
    await client.store.close();
    client = new StoreClient(await open());
    assert.deepEqual(await picture(), was);
    await client.remove("products", "durable");
    assert.equal((await client.list("products", "")).total, (was[2] as { total: number }).total - 1);
  });

  test("architecture, two stores: what concurrent callers set up once is set up for all of them, and undone on failure", async () => {
    const make = (value: string) =>
      client.store.initialize("founder", async (change) => {
        await client.createWithin(change, "products", { id: `founded-by-${value}`, name: value });
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
      settled.map(({ isNew }) => isNew),
      [true, false, false],
    );
    assert.deepEqual((await client.list("products", "id_starts_with=founded-by")).ids, ["founded-by-ada"]);
  });

  test("architecture, two stores: metadata is undefined until it is set, and can be replaced", async () => {
    assert.equal(await client.store.getMetadata("colour"), undefined);
    for (const value of ["red", "green", ""]) {
      await client.store.setMetadata("colour", value);
      assert.equal(await client.store.getMetadata("colour"), value);
    }
    await client.store.ping();
  });
}
