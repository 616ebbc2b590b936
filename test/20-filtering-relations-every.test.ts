/** Proves on both domains that every relation that `include` takes is one in filters, with every field of what it embeds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BOTH_DOMAINS } from "./support/domain/both-domains.ts";
import { RecordFactory } from "./support/domain/record-factory.ts";
import { idsOf, itemsOf } from "./support/http/lists.ts";
import { type Body, type Served, serve } from "./support/http/serve.ts";
import { folded } from "./support/query/query-oracle.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

/** Two records of each kind with all their fields, and members of lists that have records below them. */
async function createAllKinds(served: Served): Promise<void> {
  const records = new RecordFactory(served);
  const resources = served.catalog.resources.filter(({ isSystem }) => !isSystem);
  for (const resource of [...resources, ...resources]) await records.create(resource, "every");
  for (const resource of resources.filter(({ kind }) => kind === "membership")) {
    const { id } = await records.create(resource, "every");
    for (const child of resource.member!.children.filter(({ kind }) => kind === "collection"))
      await records.create(child, "every", { [child.parentKey!]: id });
  }
}

/** The paths of all lists, with the names of their relations. */
async function listsOf(served: Served): Promise<{ path: string; relations: string[] }[]> {
  const views = served.catalog.views.filter(({ resource }) => !resource.isSystem && resource.kind !== "single");
  const lists = views.map(async ({ path, parent, relations }) => {
    const parents = parent ? itemsOf(await served.get(`${parent.resource.views[0]!.path}?limit=100`)) : [];
    const paths = parent ? parents.map(({ id }) => path.replace(/\{\w+\}/, id)) : [path];
    return paths.map((each) => ({ path: each, relations: [...relations.keys()] }));
  });
  return (await Promise.all(lists)).flat();
}

/** The records that a relation leads to: those that `include` embeds. */
const relatedTo = (record: Body, relation: string): Body[] => [record._embedded[relation] ?? []].flat();

/** Values that an exact match takes, by field, of a related record. */
function comparable(record: Body): [field: string, value: string | number | boolean][] {
  return Object.entries(record).filter(
    (entry): entry is [string, string | number | boolean] => entry[1] !== null && typeof entry[1] !== "object",
  );
}

for (const { name: store, create, skip } of STORE_KINDS) {
  for (const [domainName, declarations] of BOTH_DOMAINS) {
    test(`§4.5: ${store}, ${domainName}: every relation and every field behind it`, { skip }, async () => {
      await using database = await create();
      await using served = await serve(declarations, { DATABASE_URL: database.url });
      await createAllKinds(served);
      let asked = 0;
      for (const { path, relations } of await listsOf(served)) {
        const items = itemsOf(await served.get(`${path}?limit=100&include=${relations.join(",")}`));
        const finds = async (query: string, passes: (record: Body) => boolean) => {
          const response = await served.get(`${path}?limit=100&${query}`);
          assert.equal(response.status, 200, `${path}?${query}: ${response.text}`);
          assert.deepEqual(
            idsOf(response),
            items.filter(passes).map(({ id }) => id),
            `${path}?${query}`,
          );
          asked += 1;
        };
        for (const relation of relations) {
          await finds(`${relation}_exists=true`, (record) => relatedTo(record, relation).length > 0);
          await finds(`${relation}_exists=false`, (record) => relatedTo(record, relation).length === 0);
          const [example] = items.flatMap((record) => relatedTo(record, relation));
          for (const [field, value] of example ? comparable(example) : []) {
            const isSame = (related: Body) => related[field] != null && folded(related[field]) === folded(value);
            const isKnown = (record: Body) => relatedTo(record, relation).some(isSame);
            const text = encodeURIComponent(String(value));
            await finds(`${relation}.${field}=${text}`, isKnown);
            await finds(`${relation}_none.${field}=${text}`, (record) => !isKnown(record));
          }
        }
      }
      assert.ok(asked > 300, `only ${asked} questions`);
    });
  }
}
