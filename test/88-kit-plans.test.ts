/** Proves what becomes of the rows of a file before anything is sent: columns, cells, ids and faults (docs/cli.md, docs/explorer.md, import). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { describe } from "../kit/description/describe.ts";
import type { View } from "../kit/description/model.ts";
import { matchColumns, targetsOf } from "../kit/import/columns.ts";
import { faultText } from "../kit/import/faults.ts";
import { idOf } from "../kit/import/ids.ts";
import { type ImportPlan, Planner } from "../kit/import/plan.ts";
import { readRows } from "../kit/rows/read.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const { list } = describe((await served.get("/openapi.json")).body);
const PLANETS = list("/api/planets")!;

/** Plans a file for a list. */
async function planned(
  view: View,
  text: string,
  {
    fixed = {},
    name = "table.csv",
    ...choices
  }: Partial<ImportPlan> & { readonly fixed?: Readonly<Record<string, string>>; readonly name?: string } = {},
) {
  const targets = targetsOf(view, fixed);
  const bytes = [new TextEncoder().encode(text)];
  const { columns, rows, format } = await readRows(ReadableStream.from(bytes), { name });
  const matches = matchColumns(columns ?? targets.map((each) => each.name), targets, view.key);
  const path = view.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => fixed[name] ?? whole);
  const planner = new Planner({ view, mode: "create", path, targets, matches, format, ...choices });
  const all = [];
  for await (const row of rows) all.push(planner.next(row));
  return { columns, missing: planner.missing, rows: all };
}

/** The records of a file, or what is wrong with its rows. */
async function outcomes(...args: Parameters<typeof planned>) {
  const { rows } = await planned(...args);
  return rows.map(({ row, action, record, faults }) =>
    action === "fault" ? [row.place, ...faults.map(faultText)] : record,
  );
}

test("import: columns are matched by name, label and unit, each field once", () => {
  const targets = targetsOf(PLANETS, {});
  const matched = (...columns: string[]) => matchColumns(columns, targets, PLANETS.key);
  assert.deepEqual(matched("Name", "Mass (kg)", "moon_count", "other"), {
    ...{ Name: "name", "Mass (kg)": "mass_kg", moon_count: undefined, other: undefined },
  });
  assert.deepEqual(matched("Mass", "mass_kg"), { Mass: undefined, mass_kg: "mass_kg" });
  assert.deepEqual(matched("Mass"), { Mass: "mass_kg" });
  const crew = list("/api/missions/{mission_id}/astronauts")!;
  const members = targetsOf(crew, { mission_id: "apollo-11" });
  assert.deepEqual(matchColumns(["id", "Mission Id", "ROLE"], members, crew.key), {
    id: "astronaut_id",
    "Mission Id": "mission_id",
    ROLE: "role",
  });
  const samples = targetsOf(list("/api/missions/{mission_id}/data")!, {});
  assert.deepEqual(matchColumns(["LOCATION.latitude deg"], samples, "id"), {
    "LOCATION.latitude deg": "location.latitude_deg",
  });
});

test("import: cells become values of their fields", async () => {
  const text = [
    "name,planet_type,mass_kg,has_rings,discovered_on,gravity_m_s2",
    "  A  ,Gas giant,1.898e27,Yes,1969-07-20,3.14159265358979323846",
    "B,dwarf,,0,,−2",
    "C,dwarf,,,,",
    'D,dwarf,"12,5",perhaps,soon,0x10',
    "E,dwarf,1e-400,,,12 t",
  ].join("\n");
  const [a, b, c, ...others] = await outcomes(PLANETS, text);
  assert.deepEqual(a, {
    ...{ name: "  A  ", planet_type: "gas_giant", mass_kg: 1.898e27, has_rings: true },
    ...{ discovered_on: "1969-07-20", gravity_m_s2: Math.PI },
  });
  assert.equal((b as string[])[1], "gravity_m_s2: It must be more than 0.");
  assert.deepEqual(c, { name: "C", planet_type: "dwarf" });
  assert.deepEqual(others, [
    [
      "line 5",
      'mass_kg: "12,5" has a comma: use a decimal point, as in 12.5, and no thousands separators.',
      'has_rings: "perhaps" is neither true nor false (nor yes, no, 1, 0).',
      'gravity_m_s2: "0x10" is not a number, such as 12.5 or 1.2e3.',
      'discovered_on: "soon" is not a date, such as 1969-07-20.',
    ],
    [
      "line 6",
      'mass_kg: "1e-400" is too close to zero; the least number that can be stored is about 5e-324.',
      'gravity_m_s2: "12 t" is not a number, such as 12.5 or 1.2e3.',
    ],
  ]);
  const samples = list("/api/missions/{mission_id}/data")!;
  const times = "instrument,parameter,collected_at,location.latitude_deg,tags\n";
  const rows = ["2024-01-31", "2024-05-01 12:30", "2024-01-31T12:30:05+01:00"].map((time) => `i,p,${time},,`);
  const found = await planned(samples, times + rows.join("\n"), { fixed: { mission_id: "m" } });
  assert.deepEqual(
    found.rows.map(({ record }) => [record.collected_at, record.location]),
    [
      ["2024-01-31T00:00:00Z", undefined],
      ["2024-05-01T12:30:00Z", undefined],
      ["2024-01-31T12:30:05+01:00", undefined],
    ],
  );
});

test("import: every fault of every row is found, and what the whole file lacks is said once", async () => {
  const text = "id,name,mass_kg\na,Alpha,1\na,Again,\nB,,-1\nc,Gamma\nd,Delta,,,\n";
  const { missing, rows } = await planned(PLANETS, text);
  assert.deepEqual(missing, ["planet_type"]);
  assert.deepEqual(
    rows.map(({ row, action, faults }) => [row.line, action, ...faults.map(faultText)]),
    [
      [2, "create"],
      [3, "fault", "id: The row at line 2 is of the same record; each may occur once."],
      [4, "fault", "id: Ids are lower case. Use b.", "name: A value is required.", "mass_kg: It must be more than 0."],
      [5, "fault", "It has 2 cells, but the first row names 3 columns. Quote cells that contain the separator."],
      [6, "create"],
    ],
  );
});

test("import: an id that the path gives may be repeated, and one in braces is needed in every row", async () => {
  const crew = list("/api/missions/{mission_id}/astronauts")!;
  const text = "id,mission_id,role\na,vostok-6,pilot\nb,,pilot\nc,Vostok 6,pilot\n";
  const fixed = await planned(crew, text, { fixed: { mission_id: "vostok-6" } });
  assert.deepEqual(
    fixed.rows.map(({ path, faults }) => [path, ...faults.map(faultText)]),
    [
      ["/api/missions/vostok-6/astronauts/a"],
      ["/api/missions/vostok-6/astronauts/b"],
      ["/api/missions/vostok-6/astronauts/c", 'mission_id: "Vostok 6" is not vostok-6, to which the list belongs.'],
    ],
  );
  const free = await planned(crew, text);
  assert.deepEqual(
    free.rows.map(({ list: path, faults }) => faults.map(faultText).join() || path),
    [
      "/api/missions/vostok-6/astronauts",
      "mission_id: The path needs an id, and the row has none.",
      'mission_id: "Vostok 6" is not an id. An id has 1 to 64 characters from a-z 0-9 . _ ~ - and begins with a letter or a digit.',
    ],
  );
  assert.deepEqual((await planned(crew, "id,role\na,pilot\n")).missing, ["mission_id"]);
});

test("import: a second row of a record is found among those of its list, and names the line or the item of the first", async () => {
  const crew = list("/api/missions/{mission_id}/astronauts")!;
  const text = "id,mission_id,role\na,vostok-5,pilot\na,vostok-6,pilot\na,vostok-5,pilot\n";
  const duplicate = (first: string) => `astronaut_id: The row at ${first} is of the same record; each may occur once.`;
  const faults = (await planned(crew, text)).rows.map((row) => row.faults.map(faultText).join());
  assert.deepEqual(faults, ["", "", duplicate("line 2")]);
  const member = '{"astronaut_id":"a","mission_id":"vostok-5","role":"pilot"}';
  const [, inArray] = await outcomes(crew, `[${member},${member}]`, { name: "crew.json" });
  assert.deepEqual(inArray, ["item 2 (line 1)", duplicate("item 1")]);
  const inLines = await planned(crew, `${member}\n${member}`, { name: "crew.ndjson" });
  assert.deepEqual(inLines.rows[1]?.faults.map(faultText), [duplicate("line 1")]);
});

test("import: in a patch, empty cells clear fields, rows may repeat, and nothing but the id is needed", async () => {
  const text = "id,mass_kg,discovered_on\na,,1969-07-20\na,2,\n";
  assert.deepEqual(await outcomes(PLANETS, text, { mode: "patch" }), [
    { id: "a", mass_kg: null, discovered_on: "1969-07-20" },
    { id: "a", mass_kg: 2, discovered_on: null },
  ]);
  assert.deepEqual((await planned(PLANETS, "mass_kg\n1\n", { mode: "patch" })).missing, ["id"]);
  const [without] = await outcomes(PLANETS, "id,mass_kg\n,1\n", { mode: "patch" });
  assert.deepEqual(without, ["line 2", "id: An id is required: records are found by it."]);
});

test("import: of rows with one id, distinct takes the first and tells which others differ", async () => {
  const text = "id,name,planet_type\na,A,dwarf\na,A,dwarf\na,B,dwarf\n";
  const { rows } = await planned(PLANETS, text, { isDistinct: true });
  assert.deepEqual(
    rows.map(({ action, differs }) => [action, differs]),
    [
      ["create", undefined],
      ["skip", false],
      ["skip", true],
    ],
  );
});

test("import: ids are made of names in every script, the same every time, and two that are the same are a fault", async () => {
  const ids = {
    "Éris (dwarf)": "eris-dwarf",
    Łódź: "lodz",
    "Союз МС-28": "soyuz-ms-28",
    嫦娥六号: "chang-e-liu-hao",
    "هزاع المنصوري": "hzaa-lmnswry",
    "אילן רמון": "yln-rmvn",
    はやぶさ2: "hayabusa2",
    해왕성: "haewangseong",
    "***": "x-e22c13cd",
    "😀": "x-33a29608",
  };
  for (const [name, id] of Object.entries(ids)) assert.equal(idOf(name), id);
  // One name, composed and decomposed.
  for (const name of ["Đặng Thị", "≠", "が"]) assert.equal(idOf(name.normalize("NFD")), idOf(name.normalize("NFC")));
  assert.deepEqual([idOf(""), idOf(" "), idOf("x".repeat(99)).length], ["", "", 64]);
  const text = "name,planet_type\nÉris (dwarf),dwarf\nEris dwarf,dwarf\nМир,dwarf\n";
  assert.deepEqual(
    (await planned(PLANETS, text, { makesIds: true })).rows.map(({ record, action }) => [record.id, action]),
    [
      ["eris-dwarf", "create"],
      ["eris-dwarf", "fault"],
      ["mir", "create"],
    ],
  );
});
