/** Proves how the explorer reads files, matches their columns, and checks their rows (explorer, import). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_BYTES, readFile } from "../explorer/src/pages/import/read/file.ts";
import { valueOfCell } from "../explorer/src/pages/import/records/cells.ts";
import { checkRows } from "../explorer/src/pages/import/records/check.ts";
import { matchesOf, targetsOf } from "../explorer/src/pages/import/records/targets.ts";
import { faultText, rejectedFile } from "../explorer/src/pages/import/sending/rejected-file.ts";
import type { Kind, View, WritableField } from "../kit/description/model.ts";

/** A file as a person chooses it. */
function file(name: string, content: string | Uint8Array<ArrayBuffer>): File {
  return new File([content], name);
}

function field(name: string, kind: Kind, more: Partial<WritableField> = {}): WritableField {
  const label = name[0]!.toUpperCase() + name.slice(1).replaceAll("_", " ");
  return {
    ...{
      name,
      label,
      kind,
      about: undefined,
      unit: undefined,
      nullable: true,
      derived: false,
      values: [],
      choices: [],
    },
    ...{
      transitions: undefined,
      tones: {},
      reference: undefined,
      relation: undefined,
      precision: undefined,
      fields: [],
    },
    ...{ schema: {}, required: false, initial: undefined, precisions: [] },
    ...more,
  };
}

const PLACE = field("place", "object", { fields: [field("latitude_deg", "decimal", { unit: "°" })] });
const FIELDS = [
  field("id", "id", { schema: { pattern: "^[a-z0-9][a-z0-9-]*$" } }),
  field("name", "text", { required: true, schema: { maxLength: 20 } }),
  field("mass_kg", "decimal", { label: "Mass", unit: "kg" }),
  field("moons", "integer", { schema: { minimum: 0 } }),
  field("kind", "enum", { values: ["gas_giant", "rocky"] }),
  field("found_on", "date"),
  field("seen_at", "instant"),
  field("rings", "boolean"),
  field("tags", "texts"),
  PLACE,
];
const VIEW = {
  ...{
    kind: "collection",
    path: "/api/stars/{star_id}/worlds",
    plural: "worlds",
    noun: "world",
    key: "id",
    title: "name",
  },
  ...{ fields: [...FIELDS, field("age", "integer", { derived: true })], bulk: undefined, itemMethods: ["PUT"] },
  writable: { create: FIELDS, update: FIELDS },
} as unknown as View;
const TARGETS = targetsOf({ view: VIEW, ids: ["sol"] });

test("explorer, import: CSV is read as spreadsheets write it, and says where it is broken", async () => {
  const { columns, rows, format } = await readFile(
    file("worlds.csv", '\ufeff id ;"a;b"\r\nx;"two\nlines"\r\n;\r\ny;z;1\r\n'),
  );
  assert.deepEqual([format, columns], ["csv", ["id", "a;b"]]);
  assert.deepEqual(rows, [
    { place: "row 2", values: { id: "x", "a;b": "two\nlines" } },
    {
      place: "row 4",
      values: { id: "y", "a;b": "z" },
      surplus: ["1"],
      fault: "It has 3 cells; the first row names 2 columns.",
    },
  ]);
  for (const text of ["sep=|\r\nid|name\r\nx|y", "\n,\nid,name,,\nx,y,,", "id\tname\nx\ty\t"]) {
    const table = await readFile(file("worlds.csv", text));
    assert.deepEqual([table.columns, table.rows[0]?.values], [["id", "name"], { id: "x", name: "y" }], text);
  }
  assert.deepEqual((await readFile(file("worlds.tsv", "id\tname\nx\ty\n"))).columns, ["id", "name"]);
  for (const [content, message] of [
    ["", /first row must name/],
    ["id,id\nx,y\n", /Two columns are named “id”/],
    ['id,name\nx,"y\n', /: Row 2: /],
    ["id,name\n", /no rows/],
  ] as const)
    await assert.rejects(readFile(file("worlds.csv", content)), message);
});

test("explorer, import: NDJSON and JSON are read; a broken line is one fault, a broken array ends it", async () => {
  const lines = await readFile(file("worlds.ndjson", '{"id":"x","_links":{}}\n\n{"id":\n[1]\n{"name":"y"}'));
  assert.deepEqual(lines.columns, ["id", "name"]);
  assert.deepEqual(
    lines.rows.map(({ place, fault }) => [place, fault?.slice(0, 12)]),
    [
      ["line 1", undefined],
      ["line 3", "This is not "],
      ["line 4", "A JSON objec"],
      ["line 5", undefined],
    ],
  );
  const array = await readFile(file("worlds", ' [{"id":"x"},2]'));
  assert.deepEqual(
    [array.format, array.rows[1]?.place, array.rows[1]?.fault],
    ["json", "item 2", "A JSON object is required."],
  );
  await assert.rejects(readFile(file("worlds.json", '[{"id":"x"}')), /This is not JSON/);
  await assert.rejects(readFile(file("worlds.json", '{"id":"x"}')), /A JSON array of objects is required/);
  const response = await readFile(file("response.json", '{"worlds":[{"id":"x"}],"page":1,"_links":{}}'));
  assert.deepEqual([response.format, response.rows[0]?.values], ["json", { id: "x" }]);
  assert.equal((await readFile(file("named.ndjson", "id,name\nx,y"))).format, "csv");
  await assert.rejects(readFile(file("worlds.csv", Uint8Array.of(0x69, 0x64, 0x0a, 0xe9))), /in UTF-8 is required/);
  const large = { name: "worlds.csv", size: MAX_BYTES + 1, arrayBuffer: () => assert.fail("It is not read.") };
  await assert.rejects(readFile(large), /The command line/);
});

test("explorer, import: columns are matched by name, label and unit, each field once", () => {
  const matched = (...columns: string[]) =>
    Object.entries(matchesOf(columns, TARGETS, "id"))
      .map((pair) => pair.join(" > "))
      .sort();
  assert.deepEqual(matched("Name", "Mass (kg)", "PLACE.latitude_deg", "star_id", "age", "other"), [
    "Mass (kg) > mass_kg",
    "Name > name",
    "PLACE.latitude_deg > place.latitude_deg",
    "star_id > star_id",
  ]);
  assert.deepEqual(matched("Mass", "mass_kg"), ["mass_kg > mass_kg"]);
  assert.deepEqual(Object.values(matchesOf(["Id"], TARGETS, "name")), ["id"]);
  const members = [TARGETS.find(({ name }) => name === "name")!];
  assert.deepEqual(matchesOf(["id"], members, "name"), { id: "name" });
});

test("explorer, import: cells become values of their field", () => {
  const value = (text: string, name: string) => valueOfCell(text, FIELDS.find((each) => each.name === name)!);
  assert.deepEqual(
    [
      value(" 1.898e27 ", "mass_kg"),
      value("3.14159265358979323846", "mass_kg"),
      value("-0", "moons"),
      value("", "moons"),
    ],
    [1.898e27, Math.PI, -0, undefined],
  );
  assert.deepEqual(
    [value("Yes", "rings"), value("0", "rings"), value("Gas giant", "kind")],
    [true, false, "gas_giant"],
  );
  assert.deepEqual([value("a; b", "tags"), value('["a;b"]', "tags")], [["a", "b"], ["a;b"]]);
  assert.deepEqual(value('{"latitude_deg":1}', "place"), { latitude_deg: 1 });
  assert.equal(value("  kept  ", "name"), "  kept  ");
  assert.deepEqual(
    ["2024-01-31", "2024-01-31 12:30", "2024-01-31T12:30:05+01:00"].map((text) => value(text, "seen_at")),
    ["2024-01-31T00:00:00Z", "2024-01-31T12:30:00Z", "2024-01-31T12:30:05+01:00"],
  );
  for (const [text, name] of [
    ["1.5", "moons"],
    ["twelve", "mass_kg"],
    ["1e-400", "mass_kg"],
    ["0x10", "mass_kg"],
    ["12,5", "mass_kg"],
    ["perhaps", "rings"],
    ["{", "place"],
  ] as const)
    assert.equal((value(text, name) as { $typed: string }).$typed, text);
});

/** The faults of each row of CSV, as a person reads them. */
async function faultsIn(csv: string, makesIds = false) {
  const table = await readFile(file("worlds.csv", csv));
  const matches = matchesOf(table.columns, TARGETS, VIEW.key);
  const plan = { view: VIEW, targets: TARGETS, matches, makesIds };
  const checked = (await checkRows(table, plan, new AbortController().signal))!;
  return {
    ...checked,
    table,
    faults: checked.rejected.map(({ row, faults }) => [row.place, ...faults.map(faultText)]),
  };
}

test("explorer, import: every fault of every row is found before anything is sent", async () => {
  const { accepted, faults, rejected, table } = await faultsIn(
    [
      "id,name,star_id,moons,kind,found_on,place.latitude_deg",
      "a,Alpha,sol,1,rocky,1969-07-20,12.5",
      "a,Again,,,,,",
      "b,,vega,-1,icy,1969-02-30,north",
      `c,${"long ".repeat(5)},,1.5,,,`,
    ].join("\n"),
  );
  assert.deepEqual(accepted, [
    {
      index: 0,
      row: table.rows[0],
      record: {
        ...{ id: "a", name: "Alpha", moons: 1, kind: "rocky", found_on: "1969-07-20" },
        place: { latitude_deg: 12.5 },
      },
    },
  ]);
  assert.deepEqual(faults, [
    ["row 3", "id: Same as in row 2."],
    [
      "row 4",
      'star_id: It is "vega", but the list belongs to sol.',
      'kind: "icy" is not allowed. Allowed are gas_giant, rocky.',
      'found_on: "1969-02-30" is not a date, such as 1969-07-20.',
      "name: A value is required.",
      "moons: At least 0 is required.",
      "place.latitude_deg: A number is required, such as 1738.1 or 1.898e27.",
    ],
    ["row 5", "name: At most 20 characters are allowed; this has 25.", "moons: A whole number is required."],
  ]);
  // Fixed, it is imported again: what was added is ignored.
  const saved = await rejectedFile(rejected, table).text();
  assert.match(saved, /^b,,vega,-1,icy,1969-02-30,north,,row 4,"star_id: It is ""vega""/m);
  const again = await readFile(file("rejected.csv", saved));
  assert.deepEqual(again.columns, table.columns);
  assert.deepEqual(
    (await faultsIn(saved)).faults.map(([, ...each]) => each),
    faults
      .map(([, ...each]) => each)
      .with(0, [])
      .slice(1),
  );
});

test("explorer, import: values of JSON have the shapes of their fields", async () => {
  const rows = [
    { name: 1, mass_kg: "1", moons: 1.5, rings: "yes", tags: ["a", 1], place: [1], found_on: 1969 },
    { name: "Alpha", place: { latitude_deg: "1" }, tags: null },
  ];
  const table = await readFile(file("worlds.json", JSON.stringify(rows)));
  const matches = matchesOf(table.columns, TARGETS, VIEW.key);
  const { rejected } = (await checkRows(
    table,
    { view: VIEW, targets: TARGETS, matches, makesIds: false },
    new AbortController().signal,
  ))!;
  assert.deepEqual(
    rejected.map(({ faults }) => faults.map(({ pointer }) => pointer)),
    [["/name", "/mass_kg", "/moons", "/found_on", "/rings", "/tags", "/place"], ["/place/latitude_deg"]],
  );
});

test("explorer, import: ids are made of titles, and two that are the same are a fault", async () => {
  const { accepted, faults } = await faultsIn("name\nÉris (dwarf)\nEris dwarf\n***", true);
  assert.deepEqual(
    accepted.map(({ record }) => record.id),
    ["eris-dwarf"],
  );
  assert.deepEqual(faults, [
    ["row 3", "id: Same as in row 2."],
    ["row 4", "id: No id can be made from this name. Add a column with ids."],
  ]);
});
