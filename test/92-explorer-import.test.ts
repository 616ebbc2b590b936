/** Proves what the explorer does with a file besides planning it: its size, and the rows that were not stored (explorer, import). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkRows } from "../explorer/src/pages/import/check-rows.ts";
import { rejectedFile } from "../explorer/src/pages/import/rejected-file.ts";
import { MAX_BYTES, readTable } from "../explorer/src/pages/import/table.ts";
import { describe } from "../kit/description/describe.ts";
import { matchColumns, targetsOf } from "../kit/import/columns.ts";
import { faultText } from "../kit/import/faults.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const { list } = describe((await served.get("/openapi.json")).body);
const PLANETS = list("/api/planets")!;

/** Checks a file, as the page does. */
async function checked(name: string, content: string) {
  const table = await readTable(new File([content], name));
  const targets = targetsOf(PLANETS, {});
  const matches = matchColumns(table.columns, targets, PLANETS.key);
  const plan = { view: PLANETS, path: PLANETS.path, targets, matches, format: table.format, mode: "create" } as const;
  const { rejected, ...rest } = (await checkRows(table, plan, new AbortController().signal))!;
  const faults = rejected.map(({ row, faults: its }) => [row.place, ...its.map(faultText)]);
  return { ...rest, table, rejected, faults };
}

test("explorer, import: a file that is too large is not read", async () => {
  const large = { name: "worlds.csv", size: MAX_BYTES + 1, stream: () => assert.fail("It is not read.") };
  await assert.rejects(readTable(large), /The command line/);
  await assert.rejects(readTable(new File(["id,name\n"], "worlds.csv")), /no rows/);
});

test("explorer, import: other tasks get their turns while a large file is read and checked, and one of them stops the check", async () => {
  const text = `id,name,planet_type\n${Array.from({ length: 100_000 }, (_, row) => `w${row},World ${row},dwarf`).join("\n")}`;
  const bytes = new TextEncoder().encode(text);
  let isRead = false;
  const turn = new Promise<boolean>((resolve) => setImmediate(() => resolve(isRead)));
  const table = await readTable({ name: "worlds.csv", size: bytes.length, stream: () => ReadableStream.from([bytes]) });
  isRead = true;
  assert.equal(await turn, false);
  const targets = targetsOf(PLANETS, {});
  const matches = matchColumns(table.columns, targets, PLANETS.key);
  const plan = { view: PLANETS, path: PLANETS.path, targets, matches, format: table.format, mode: "create" } as const;
  const aborted = new AbortController();
  setImmediate(() => aborted.abort());
  assert.equal(await checkRows(table, plan, aborted.signal), undefined);
});

test("explorer, import: rows that were not stored are a file that can be fixed and imported again", async () => {
  const text = "id;name;planet_type;mass_kg\na;Alpha;dwarf;1\nb;;star;-1\nc;Gamma;dwarf;2;3\n";
  const { accepted, rejected, faults, table } = await checked("worlds.csv", text);
  assert.deepEqual(
    accepted.map(({ record }) => record),
    [{ id: "a", name: "Alpha", planet_type: "dwarf", mass_kg: 1 }],
  );
  assert.equal(faults.length, 2);
  const saved = await rejectedFile(rejected, table).text();
  assert.match(saved, /^b,,star,-1,,line 3,"name: A value is required\. planet_type: ""star"" is not allowed\./m);
  assert.match(saved, /^c,Gamma,dwarf,2,3,line 4,"It has 5 cells/m);
  const again = await checked("rejected.csv", saved);
  assert.deepEqual(again.table.columns, table.columns);
  assert.deepEqual(
    again.faults.map(([, ...its]) => its),
    [faults[0]!.slice(1)],
  );
  const lines = await checked("worlds.ndjson", '{"name":1,"planet_type":"dwarf"}\n{"x":\n');
  assert.equal(
    await rejectedFile(lines.rejected, lines.table).text(),
    [
      '{"name":1,"planet_type":"dwarf","_row":"line 1","_faults":"name: A text is required, not 1."}',
      `{"_surplus":"{\\"x\\":","_row":"line 2","_faults":${JSON.stringify(lines.faults[1]![1])}}\n`,
    ].join("\n"),
  );
});
