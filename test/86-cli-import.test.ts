/** Proves `import`: which columns become which fields, what is refused before anything is sent, and what afterwards. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { type Body, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const files = temporaryFolder();
const run = (...args: string[]) => runCommand(served, ...args);
const get = async (path: string): Promise<Body> => (await served.get(path)).body;
const total = async (path: string): Promise<number> => (await get(`${path}?limit=1`)).total_count;

/** Imports a text as a file. */
function importText(path: string, name: string, text: string, ...options: string[]) {
  return run("import", path, files.write(name, text), ...options);
}

test("docs/cli.md, import: headers match fields whatever their case, spaces and spelling of units", async () => {
  const text = [
    "\ufeffID,Name,Planet Type,Mass (kg),gravity [m/s²],Mean radius in km,HAS RINGS,Discovered-on",
    'vulcan,"Vulcan, ""the hot""",Gas Giant,1.898e27,24.5,,yes,1859-01-02',
    'nibiru,"Ni\r\nbiru",dwarf,,,1200.5,0,',
  ].join("\r\n");
  const { code, err } = await importText("/api/planets", "planets.csv", text);
  assert.equal(code, 0, err);
  const { created_at: _, updated_at: __, _links, ...vulcan } = await get("/api/planets/vulcan");
  assert.deepEqual(
    Object.entries(vulcan).filter(([, value]) => value !== null),
    Object.entries({
      ...{ id: "vulcan", name: 'Vulcan, "the hot"', planet_type: "gas_giant", mass_kg: 1.898e27, gravity_m_s2: 24.5 },
      ...{ has_rings: true, discovered_on: "1859-01-02", moon_count: 0 },
    }),
  );
  const nibiru = await get("/api/planets/nibiru");
  assert.deepEqual([nibiru.name, nibiru.mean_radius_km, nibiru.has_rings], ["Ni\r\nbiru", 1200.5, false]);
});

test("docs/cli.md, import: every fault is shown with its line, and nothing is sent", async () => {
  const before = await total("/api/planets");
  const text =
    "name,planet_type,mass,discovered_on,mass_kg\nA,dwarf,1,,\nB,star,2,2023-02-30,12 t\n,dwarf,3,,-1\nD,dwarf,4,\n";
  const { code, err } = await importText("/api/planets", "faulty.csv", text);
  assert.equal(code, 1);
  for (const part of [
    'columns: The columns "mass_kg" and "mass" are both mass_kg. Skip one with --ignore "mass".',
    'line 3: mass_kg: "12 t" is not a number',
    'line 3: planet_type: "star" is not allowed. Allowed: terrestrial, gas_giant, ice_giant, dwarf.',
    'line 3: discovered_on: "2023-02-30" is not a date, such as 1969-07-20.',
    "line 4: name: A value is required.",
    "line 4: mass_kg: It must be more than 0.",
    "line 5: It has 4 cells, but the first row names 5 columns. Quote cells that contain the separator.",
    "The file has 7 faults. Nothing was sent.",
  ])
    assert.ok(err.includes(part), `${part}\nis not in\n${err}`);
  assert.equal(await total("/api/planets"), before);
  assert.equal(existsSync(files.path("faulty.csv.journal")), false);
});

test("docs/cli.md, import: a column that every row needs is missed once, not on every line", async () => {
  const text = "nom,discovered_on\nA,1859-01-02\nB,soon\n";
  const { code, err } = await importText("/api/planets", "missing.csv", text, "--ignore", "nom");
  assert.equal(code, 1);
  assert.deepEqual(err.trimEnd().split("\n"), [
    'columns: There is no column for name, which every row needs. Assign one with --map "<column>=name", or set a value with --set "name=<value>".',
    'columns: There is no column for planet_type, which every row needs. Assign one with --map "<column>=planet_type", or set a value with --set "planet_type=<value>".',
    'line 3: discovered_on: "soon" is not a date, such as 1969-07-20.',
    "error: The file has 3 faults. Nothing was sent.",
  ]);
  const upsert = await importText(
    "/api/planets",
    "missing.csv",
    "name,planet_type\nA,dwarf\nB,dwarf\n",
    "--mode",
    "upsert",
  );
  assert.match(upsert.err, /^columns: There is no column for id, [^\n]*\nerror: The file has 1 fault\./);
  const crews = await importText("/api/missions/{mission_id}/objectives", "missing.csv", "title\nA\nB\n");
  assert.match(crews.err, /^columns: There is no column for mission_id, [^\n]*\nerror: The file has 1 fault\./);
  const empty = await importText("/api/planets", "missing.csv", "name,planet_type\nA,dwarf\n,dwarf\n");
  assert.match(empty.err, /^line 3: name: A value is required\./);
});

test("docs/cli.md, import: a file without rows lacks no column, and is imported, as an export of an empty list", async () => {
  for (const [name, text] of [
    ["empty.json", "[]"],
    ["empty.ndjson", ""],
    ["head.csv", "id\n"],
  ] as const) {
    const { code, err } = await importText("/api/planets", name, text);
    assert.equal(code, 0, `${name}: ${err}`);
    assert.match(err, /^0 of 0 rows were stored/, name);
  }
  const { code, err } = await importText("/api/planets", "unknown.csv", "nom\n");
  assert.equal(code, 1);
  assert.match(err, /Unknown column "nom"/);
});

test("docs/cli.md, import: a column named as what every object inherits is unknown", async () => {
  const { code, err } = await importText("/api/planets", "inherited.csv", "name,planet_type,constructor\nA,dwarf,x\n");
  assert.equal(code, 1);
  assert.match(err, /^columns: Unknown column "constructor"\. Name its field with --map "constructor=field"/m);
  assert.match(err, /The file has 1 fault\. Nothing was sent\./);
});

test("docs/cli.md, import: a column that is as long as a file is named by its beginning", async () => {
  const long = "x".repeat(100_000);
  for (const text of [`name,planet_type,${long}\nA,dwarf,\n`, `name,${long},${long}\n`]) {
    const { code, err } = await importText("/api/planets", "long.csv", text);
    assert.equal(code, 1);
    assert.match(err, /(Unknown column|Two columns are named) "x{100,200}…"/);
    assert.ok(err.length < 2_000, `${err.length}`);
  }
  const { err } = await importText("/api/planets", "long.csv", `name,${long}\n`, "--map", "nom=name");
  assert.match(err, /there is no column "nom"/);
  assert.ok(err.length < 2_000, `${err.length}`);
});

test("docs/cli.md, import: a column that is the label of a field is matched, and named", async () => {
  const text = "name,Planet type,Mass\nlabelled,dwarf,3\n";
  const { code, err } = await importText("/api/planets", "labels.csv", text, "--make-ids");
  assert.deepEqual([code, err.split("\n")[0]], [0, 'Matched by their labels: "Mass" is mass_kg.'], err);
  assert.equal((await get("/api/planets/labelled")).mass_kg, 3);
});

test("docs/cli.md, import: a column in other words is suggested the field that has one of them", async () => {
  const { err } = await importText("/api/astronauts", "words.csv", "name,year_of_birth,mission_title\nA,1,2\n");
  assert.match(err, /Unknown column "year_of_birth"\. Did you mean birth_date\?/);
  // The word of `current_mission` says less.
  assert.match(err, /Unknown column "mission_title"\. Name its field with/);
});

test("docs/cli.md, import: CSV, NDJSON and a JSON array become the same records", async () => {
  const records = [
    { id: "c", name: "C", planet_type: "dwarf", has_rings: true, mass_kg: 3 },
    { id: "d", name: "D \u2028 [{", planet_type: "dwarf", has_rings: false, mass_kg: null },
  ];
  const lines = ["id,name,planet_type,has_rings,mass_kg", "1c,C,dwarf,true,3", "1d,D \u2028 [{,dwarf,false,"];
  const as = (prefix: string) => records.map(({ id, ...rest }) => ({ id: prefix + id, ...rest }));
  await importText("/api/planets", "same.csv", lines.join("\n"));
  await importText(
    "/api/planets",
    "same.ndjson",
    as("2")
      .map((each) => JSON.stringify(each))
      .join("\n\n"),
  );
  await importText("/api/planets", "same.json", JSON.stringify(as("3"), undefined, 1));
  for (const prefix of ["1", "2", "3"]) {
    for (const { id, ...fields } of records) {
      const found = await get(`/api/planets/${prefix}${id}`);
      assert.deepEqual({ ...found, ...fields }, found, prefix + id);
    }
  }
});

test("docs/cli.md, import: JSON values are not converted, and faults have their lines", async () => {
  const text =
    '[\n {"id": "e", "name": "E", "planet_type": "dwarf"},\n {"id": "f",\n  "name": 3, "planet_type": "dwarf"},\n 7\n]';
  const { code, err } = await importText("/api/planets", "faulty.json", text);
  assert.equal(code, 1);
  assert.match(err, /^item 2 \(line 3\): name: A text is required, not 3\./m);
  assert.match(err, /^item 3 \(line 5\): A JSON object is required, not 7\./m);
  const cut = await importText("/api/planets", "cut.json", text.slice(0, 60));
  assert.match(cut.err, /the file is truncated/);
});

test("docs/cli.md, import: create refuses what exists, upsert replaces it, patch changes the given fields", async () => {
  const first = "id,name,operator\nm-1,One,NASA\nm-2,Two,ESA\n";
  assert.equal((await importText("/api/missions", "modes.csv", first)).code, 0);
  const refused = await importText("/api/missions", "modes.csv", "id,name\nm-2,Zwei\nm-3,Three\n");
  assert.equal(refused.code, 3);
  assert.match(
    refused.err,
    /1 of 2 rows was refused \(see .*modes\.csv\.rejected\.ndjson\); 1 was stored\. The first refusal: line 2: \/api\/missions\/m-2 already exists and was not replaced\./,
  );
  const rejected = JSON.parse(files.read("modes.csv.rejected.ndjson"));
  assert.deepEqual([rejected.line, rejected.record, rejected.problem.status], [2, { id: "m-2", name: "Zwei" }, 412]);
  const patched = await importText("/api/missions", "modes.csv", "id,name\nm-1,Eins\n", "--mode", "patch");
  assert.equal(patched.code, 0, patched.err);
  assert.equal(existsSync(files.path("modes.csv.rejected.ndjson")), false, "an earlier one is removed");
  const upserted = await importText("/api/missions", "modes.csv", "id,name\nm-2,Zwei\nm-4,Vier\n", "--mode", "upsert");
  assert.equal(upserted.code, 0, upserted.err);
  const { missions } = await get("/api/missions?fields=name,operator&id_starts_with=m-");
  assert.deepEqual(
    missions.map(({ id, name, operator }: Body) => [id, name, operator]),
    [
      ["m-1", "Eins", "NASA"],
      ["m-2", "Zwei", null],
      ["m-3", "Three", null],
      ["m-4", "Vier", null],
    ],
  );
  const nothing = await importText("/api/missions", "modes.csv", "id,name\nm-9,Nine\n", "--mode", "patch", "--json");
  assert.deepEqual([nothing.code, JSON.parse(nothing.out).refused], [1, 1]);
});

test("docs/cli.md, import: --distinct names the skipped rows that differ from the first one with their id", async () => {
  const text = "id,name,planet_type\nsame,A,dwarf\nsame,A,dwarf\nsame,B,dwarf\nsame,A,dwarf\n";
  const { code, err } = await importText("/api/planets", "same.csv", text, "--distinct");
  assert.equal(code, 0, err);
  assert.match(err, /^Skipped, although they differ from the first row with the same id: line 4\.$/m);
  assert.equal((await get("/api/planets/same")).name, "A");
});

test("docs/cli.md, import: what is not an integer is named where one is needed", async () => {
  const text = "title,priority\nA,1.0\nB,1.5\nC,one\n";
  const { err } = await importText("/api/missions/nowhere/objectives", "priorities.csv", text);
  assert.deepEqual(err.trimEnd().split("\n"), [
    "line 3: priority: A whole number is required, not 1.5.",
    'line 4: priority: "one" is not a whole number, such as 12.',
    "error: The file has 2 faults. Nothing was sent.",
  ]);
});

test("docs/cli.md, import: a column may repeat an id that the path gives, and nothing else", async () => {
  await run("import", "/api/planets", files.write("home.csv", "id,name,planet_type\nhome,H,dwarf\n"));
  const text = "id,name,planet_id\nhome-1,M,home\nhome-2,M,\nhome-3,M,away\n";
  const { code, err } = await importText("/api/planets/home/moons", "moons.csv", text);
  assert.equal(code, 1);
  assert.deepEqual(err.trimEnd().split("\n"), [
    'line 4: planet_id: "away" is not home, to which the list belongs.',
    "error: The file has 1 fault. Nothing was sent.",
  ]);
  assert.equal((await importText("/api/planets/home/moons", "moons.csv", text.replace("away", "home"))).code, 0);
  assert.equal(await total("/api/planets/home/moons"), 3);
});

test("docs/cli.md, import: one table becomes people, missions and crews by --map, --set, --ignore and --distinct", async () => {
  const text = [
    "Nr,Full name,Land,hours,Role,Title,Year",
    "1,Ana Ćosić,X,1.77,pilot,Vostok 1,1961",
    "2,Bo Ek,Y,25.5,commander,VOSTOK 1,1961",
    "1,Ana Ćosić,X,1.77,commander,Apollo-Soyuz,1975",
  ].join("\n");
  const table = files.write("table.csv", text);
  const person = "id=person-{Nr}";
  const flight = "{Title|slug}-{Year}";
  const steps = [
    [
      "/api/astronauts",
      "--set",
      person,
      "total_space_hours={hours|round}",
      "--map",
      "Full name=name",
      "Land=nationality",
    ],
    [
      "/api/missions",
      "--set",
      `id=${flight}`,
      "launch_date={Year}-01-01",
      "launch_date_precision=year",
      "status=completed",
      "--map",
      "Title=name",
    ],
  ];
  for (const [path, ...options] of steps) {
    const { code, err } = await run("import", path!, table, "--distinct", "--ignore", "*", ...options);
    assert.equal(code, 0, err);
  }
  const crews = ["--set", `mission_id=${flight}`, `astronaut_id=person-{Nr}`, "--ignore", "*"];
  const { code, err } = await run("import", "/api/missions/{mission_id}/astronauts", table, ...crews);
  assert.equal(code, 0, err);
  const ana = await get("/api/astronauts/person-1");
  assert.deepEqual([ana.name, ana.nationality, ana.total_space_hours, ana.total_missions], ["Ana Ćosić", "X", 2, 2]);
  const { astronauts } = await get("/api/missions/vostok-1-1961/crew");
  assert.deepEqual(
    astronauts.map(({ id, role }: Body) => [id, role]),
    [
      ["person-1", "pilot"],
      ["person-2", "commander"],
    ],
  );
});

test("docs/cli.md, import: options that fit neither the file nor the fields are refused", async () => {
  const file = files.write("small.csv", "id,name\nx,X\n");
  for (const [code, message, ...options] of [
    [2, '--map: there is no writable field "nam". Did you mean name?', "--map", "id=nam"],
    [2, '--set: there is no writable field "moon_count". The service sets it.', "--set", "moon_count=3"],
    [2, "name is set twice: by --set name and by --map id=name.", "--set", "name=x", "--map", "id=name"],
    [2, 'unknown filter "loud". Filters: slug, lower, upper, trim, round.', "--set", "name={id|loud}"],
    [2, "unmatched brace", "--set", "name={id"],
    [1, 'columns: --set: there is no column "title". Columns: id, name.\nerror: ', "--set", "name={title}"],
    [1, 'columns: --map: there is no column "Foo". Columns: id, name.\nerror: ', "--map", "Foo=name"],
    [2, "--make-ids: a column for name is needed", "--make-ids", "--ignore", "name"],
  ] as [number, string, ...string[]][]) {
    const result = await run("import", "/api/planets", file, ...options);
    assert.deepEqual([result.code, result.err.includes(message)], [code, true], result.err);
  }
  const samples = await run("import", "/api/missions/nowhere/data", file, "--make-ids", "--ignore", "*");
  assert.deepEqual(
    [samples.code, /records of \S+ cannot be created with ids/.test(samples.err)],
    [2, true],
    samples.err,
  );
  const empty = await run("import", "/api/planets", files.write("empty.csv", ""));
  assert.match(empty.err, /^line 1: The file is empty\. [^\n]*\nerror: The file has 1 fault\./);
  const moons = await run("import", "/api/planets/nowhere/moons", file);
  assert.deepEqual([moons.code, /There is nothing at \/api\/planets\/nowhere\./.test(moons.err)], [1, true]);
  const flat = await run("import", "/api/moons", file);
  assert.deepEqual(
    [flat.code, /Did you mean .*Paths that take records|Paths that take records/.test(flat.err)],
    [2, true],
  );
  const workbook = await run(
    "import",
    "/api/planets",
    files.write("small.xlsx", Uint8Array.of(0x50, 0x4b, 3, 4, 0xff)),
  );
  assert.deepEqual([workbook.code, /This is not UTF-8\. .*in Excel/.test(workbook.err)], [1, true]);
});

test("docs/cli.md, import: --dry-run checks everything and sends nothing", async () => {
  const { code, err } = await importText("/api/missions", "dry.csv", "id,name\ndry,Dry\n", "--dry-run");
  assert.deepEqual([code, /1 row is valid\. Nothing was sent\./.test(err)], [0, true], err);
  assert.equal((await served.get("/api/missions/dry")).status, 404);
  const good = await importText("/api/missions", "dry.csv", "id,name\ndry,Dry\n", "--dry-run", "--json");
  assert.deepEqual([good.code, JSON.parse(good.out)], [0, { rows: 1, faultCount: 0, faults: [] }]);
  const bad = await importText("/api/missions", "dry.csv", "id,name\ndry,Dry\nDry,D\n", "--dry-run", "--json");
  const { rows, faultCount, faults } = JSON.parse(bad.out);
  assert.deepEqual([bad.code, rows, faultCount, faults[0].place], [1, 1, 1, "line 3"]);
  assert.match(faults[0].message, /Ids are lower case/);
});

test("docs/cli.md, import: a row may refer to a later one", async () => {
  const text = "id,name,part_of\nr-1,A,r-2\nr-2,B,r-3\nr-3,C,\nr-4,D,r-none\n";
  const { code } = await importText("/api/missions", "later.csv", text, "--parallel", "1");
  assert.equal(code, 3);
  assert.equal((await get("/api/missions/r-1")).part_of, "r-2");
  const rejected = JSON.parse(files.read("later.csv.rejected.ndjson"));
  assert.deepEqual([rejected.line, rejected.problem.errors[0].code], [5, "unknown_reference"]);
});

test("§4.2, §12.1: samples are sent as arrays of 1,000; those whose ids are taken are left out alone", async () => {
  await importText("/api/missions", "parents.csv", "id,name\np-1,P1\np-2,P2\n");
  await importText(
    "/api/missions/p-1/data",
    "taken.ndjson",
    [7, 8, 500]
      .map((n) => `{"id":"s-${n}","instrument":"i","parameter":"p","collected_at":"2020-01-01T00:00:00Z"}`)
      .join("\n"),
  );
  const before = await total("/api/events");
  const head = "id,mission_id,instrument,parameter,value,collected_at,location.latitude_deg";
  const rows = Array.from({ length: 2_500 }, (_, n) => `s-${n},p-${1 + (n % 2)},i,p,${n / 10},2020-01-02,45`);
  const path = "/api/missions/{mission_id}/data";
  const { code, err } = await importText(path, "samples.csv", [head, ...rows].join("\n"));
  assert.equal(code, 3, err);
  const rejected: Body[] = files
    .read("samples.csv.rejected.ndjson")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  rejected.sort((a, b) => a.line - b.line);
  assert.deepEqual(
    rejected.map(({ record, problem }) => [record.id, problem.code, problem.errors[0].pointer, problem.detail]),
    ["s-7", "s-8", "s-500"].map((id) => [
      id,
      "already_exists",
      "/id",
      `Another sample already has the id "${id}". Choose a different one.`,
    ]),
  );
  assert.equal(await total("/api/data"), 2_500);
  const batches = (await get("/api/events?type=sample.batch_created&limit=100&fields=data")).events.map(
    ({ data }: Body) => data.count,
  );
  assert.equal(
    batches.reduce((sum: number, count: number) => sum + count, 0),
    2_500,
  );
  assert.equal((await total("/api/events")) - before, 6, "one event for each array");
  assert.equal((await get("/api/data/s-3")).location.latitude_deg, 45);
});
