/** Proves how an import sends arrays: few requests for the rows that are refused, and each row once, whichever answer is lost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { collection, declareHooks, withHooks } from "../engine/declare/declare.ts";
import { reference, text } from "../engine/declare/fields.ts";
import { sampleOf } from "./support/campaign.ts";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { startCuttingProxy } from "./support/http/cutting-proxy.ts";
import { type Body, serveForFile } from "./support/http/serve.ts";

/** Collections that do and do not take arrays. A hook refuses some names, with a conflict that names no item. */
const common = { one: "part", about: "Things that are counted." };
const fields = { name: text().required().listed() };
const parts = collection("parts", {
  ...{ ...common, bulk: 1_000 },
  fields: { ...fields, within: reference("parts") },
});
const tools = collection("tools", { ...common, one: "tool", fields: { ...fields, within: reference("tools") } });
const failing = declareHooks(tools, {
  conflicts: {
    never: {
      about: "It fails.",
      refuses: async ({ after }) => {
        if (String(after.name).startsWith("broken")) throw new Error("This hook has a fault.");
        return undefined;
      },
    },
  },
});
const cursing = declareHooks(parts, {
  conflicts: {
    cursed: {
      about: "Some names bring bad luck.",
      refuses: async ({ after }) => (String(after.name).startsWith("bad") ? `${after.name} is cursed.` : undefined),
    },
  },
});
const served = await serveForFile(withHooks([parts, tools], [cursing, failing]));
const proxy = await startCuttingProxy(served);
const files = temporaryFolder();

/** Names of rows, the bad ones at some places. */
const namesOf = (prefix: string, rows: number, bad: readonly number[]): string[] =>
  Array.from({ length: rows }, (_, n) => `${bad.includes(n) ? "bad" : "good"}-${prefix}-${n}`);

/** The names that are stored, those of one test. */
async function stored(prefix: string, list = "parts"): Promise<string[]> {
  const { body } = await served.get(`/api/${list}?name_contains=-${prefix}-&limit=100&fields=name`);
  return body[list].map(({ name }: Body) => name).toSorted();
}

/** Counts the arrays that pass the proxy, and loses all answers from one on. */
function watch(lost = Number.POSITIVE_INFINITY) {
  const seen = { posts: 0 };
  proxy.cut = ({ method }) => (method === "POST" && ++seen.posts >= lost ? "answer" : undefined);
  return seen;
}

test("docs/cli.md, import: one row among 1,000 that is refused costs few requests, whatever the problem names", async () => {
  const table = files.write("one.csv", ["name", ...namesOf("one", 1_000, [421])].join("\n"));
  const seen = watch();
  const { code, err } = await runCommand(proxy, "import", "/api/parts", table);
  assert.deepEqual([code, /1 of 1,000 rows was refused/.test(err)], [3, true], err);
  const [rejected, ...others] = files.read("one.csv.rejected.ndjson").trim().split("\n");
  assert.deepEqual([others, JSON.parse(rejected!).line, JSON.parse(rejected!).problem.code], [[], 423, "cursed"]);
  assert.equal((await served.get("/api/parts?name_contains=-one-&limit=1")).body.total_count, 999);
  assert.ok(seen.posts <= 21, `${seen.posts} requests`);
});

test("docs/cli.md, import: a row for which the service fails is refused, and the others are stored", async () => {
  const table = files.write("failing.csv", "name\na-failing-\nbroken-failing-\nb-failing-\n");
  const { code, err } = await runCommand(served, "import", "/api/tools", table);
  assert.deepEqual([code, /1 of 3 rows was refused .*; 2 were stored/.test(err)], [3, true], err);
  assert.equal(JSON.parse(files.read("failing.csv.rejected.ndjson")).problem.status, 500);
  assert.deepEqual(await stored("failing", "tools"), ["a-failing-", "b-failing-"]);
});

// As many requests as the import below has.
for (const lost of sampleOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], 3, 0))
  test(`docs/cli.md, import: rows without ids are stored once, although the answers are lost from request ${lost} on while arrays are divided`, async () => {
    const names = namesOf(`lost${lost}`, 40, [3, 30]);
    const table = files.write(`lost-${lost}.csv`, ["name", ...names].join("\n"));
    const command = ["import", "/api/parts", table, "--parallel", "2"];
    const seen = watch(lost);
    const cut = await runCommand(proxy, ...command);
    assert.deepEqual([cut.code, seen.posts > lost], [3, true], cut.err);
    watch();
    const { code, err } = await runCommand(proxy, ...command);
    assert.deepEqual([code, /2 of 40 rows were refused .*; 38 were stored/.test(err)], [3, true], err);
    assert.deepEqual(await stored(`lost${lost}`), names.filter((name) => name.startsWith("good")).toSorted());
    const rejected = files.read(`lost-${lost}.csv.rejected.ndjson`).trim().split("\n");
    assert.deepEqual(rejected.map((line) => JSON.parse(line).line).toSorted(), [32, 5]);
  });

for (const [list, requests] of [
  ["parts", 3],
  ["tools", 6],
] as const)
  for (let lost = 1; lost <= requests; lost += 1)
    test(`docs/cli.md, import: rows of ${list} that refer to later ones are stored once, although the answers are lost from request ${lost} on`, async () => {
      const prefix = `later-${list}-${lost}`;
      // Without an id, a row is recognized by its key alone.
      const rows = [
        `,a-${prefix}-,${prefix}`,
        `${prefix},b-${prefix}-,`,
        `,c-${prefix}-,${prefix}`,
        `,d-${prefix}-,nowhere`,
      ];
      const table = files.write(`${prefix}.csv`, ["id,name,within", ...rows].join("\n"));
      const command = ["import", `/api/${list}`, table, "--parallel", "1"];
      const seen = watch(lost);
      const cut = await runCommand(proxy, ...command);
      assert.deepEqual([cut.code, seen.posts > 0], [3, true], cut.err);
      watch();
      const { code, err } = await runCommand(proxy, ...command);
      assert.deepEqual([code, /1 of 4 rows was refused .*; 3 were stored.*nowhere/.test(err)], [3, true], err);
      assert.deepEqual(
        await stored(prefix, list),
        ["a", "b", "c"].map((each) => `${each}-${prefix}-`),
      );
      assert.equal(files.read(`${prefix}.csv.rejected.ndjson`).trim().split("\n").length, 1);
    });
