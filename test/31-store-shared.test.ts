/** Proves that processes on one database learn what the others have changed, so that what they keep of lists follows it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { catalog } from "../engine/resource/catalog.ts";
import { openStore } from "../engine/store/open-store.ts";
import type { Store } from "../engine/store/store.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { TestClock } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { StoreClient } from "./support/store/store-client.ts";

/** More transactions than are read at once. */
const MANY = 20;
const LIST = "grade=bronze&sort=price";

for (const { name, create, opener, skip } of STORE_KINDS) {
  test(`architecture, lists: ${name}: lists follow the changes of other processes`, { skip }, async (t) => {
    const { url, remove } = await create();
    t.after(remove);
    const resources = catalog(secondDomain);
    const stores: Store[] = [];
    t.after(() => Promise.all(stores.map((store) => store.close())));
    const open = async (isShared: boolean): Promise<StoreClient> => {
      stores.push(await openStore(opener(url), { catalog: resources, clock: new TestClock(), isShared }));
      return new StoreClient(stores.at(-1)!);
    };
    const [own, other, silent] = [await open(true), await open(true), await open(false)];
    for (const id of ["a", "b"]) await own.create("products", { id, name: id, grade: "bronze" });
    await own.create("products", { id: "c", name: "c", grade: "gold" });

    const isUnchangedAfter = async (...writes: (() => Promise<unknown>)[]): Promise<boolean> => {
      const isUnchanged = await own.watchPage("products", LIST);
      for (const write of writes) await write();
      return isUnchanged();
    };
    const rename = (client: StoreClient, id: string) => () =>
      client.patch("products", id, { name: `${Math.random()}` });
    assert.equal(await isUnchangedAfter(rename(other, "c")), true, "another record");
    assert.equal(await isUnchangedAfter(rename(other, "c"), rename(own, "c"), rename(other, "c")), true, "in turn");
    assert.equal(await isUnchangedAfter(rename(other, "a")), false, "a record on the page");
    assert.equal(await isUnchangedAfter(rename(own, "c"), rename(other, "a"), rename(own, "c")), false, "in between");
    const tooMany = Array.from({ length: MANY }, () => rename(other, "c"));
    assert.equal(await isUnchangedAfter(...tooMany), false, "too many");
    assert.equal(await isUnchangedAfter(rename(other, "c"), rename(silent, "c"), rename(own, "c")), false, "a gap");

    const { totals } = own.store.stats().lists;
    const { total } = await own.list("products", LIST);
    const { built, followed } = { ...totals };
    await other.create("products", { id: "d", name: "d", grade: "bronze" });
    assert.equal((await own.list("products", LIST)).total, total + 1);
    assert.deepEqual([totals.built, totals.followed], [built, followed + 1]);
  });
}
