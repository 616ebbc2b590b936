/** Proves that public tables become records by `import`, and come back by `export` as they were. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { hasRealData, REAL_DATA, rowsOf } from "./support/domain/real-data.ts";
import { serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const files = temporaryFolder();

async function run(...args: string[]): Promise<string> {
  const { code, err } = await runCommand(served, ...args);
  assert.equal(code, 0, err);
  return err;
}

/** The rows of an export. */
async function exported(path: string, fields: string, ...options: string[]): Promise<Record<string, string>[]> {
  await run("export", path, "--fields", fields, "-o", files.path("out.csv"), ...options);
  return parse(files.read("out.csv"), { columns: true });
}

/** Copies a file of the public data, because the journal is beside the imported file. */
function copyOf(name: string): string {
  return files.copy(join(REAL_DATA, name), name);
}

const unique = (rows: readonly unknown[]): string[] => [...new Set(rows.map((row) => JSON.stringify(row)))].toSorted();

if (hasRealData) {
  /** The spelling of ids that `{…|slug}` makes. */
  const slug = (text: string): string =>
    text
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "");
  // The numbers alone are not unique.
  const personOf = ({ name, number }: Record<string, string>): string => `${slug(name!)}-${number}`;

  test("docs/cli.md, Load one table into several lists: people, flights and crews of a table of astronauts", async () => {
    const rows = rowsOf("astronaut_missions.csv");
    const table = copyOf("astronaut_missions.csv");
    const flight = "{mission_title|slug}-{year_of_mission}";
    const common = ["--ignore", "*", "--parallel", "32"];
    await run(
      "import",
      "/api/astronauts",
      table,
      "--distinct",
      ...common,
      "--set",
      "id={name|slug}-{number}",
      "total_space_hours={total_hrs_sum|round}",
    );
    await run(
      ...[
        "import",
        "/api/missions",
        table,
        "--distinct",
        ...common,
        "--map",
        "mission_title=name",
        "--set",
        `id=${flight}`,
      ],
      ...[
        "status=completed",
        "mission_type=crewed",
        "launch_date={year_of_mission}-01-01",
        "launch_date_precision=year",
      ],
    );
    await run(
      ...["import", "/api/missions/{mission_id}/astronauts", table, ...common, "--map", "occupation=role"],
      ...["--set", `mission_id=${flight}`, "astronaut_id={name|slug}-{number}"],
    );
    const people = await exported("/api/astronauts", "name,nationality,total_space_hours,total_missions");
    assert.deepEqual(
      unique(people.map(({ id, name, nationality, total_space_hours: hours }) => [id, name, nationality, hours])),
      unique(
        rows.map((row) => [personOf(row), row.name, row.nationality, String(Math.round(Number(row.total_hrs_sum)))]),
      ),
    );
    const flown = Map.groupBy(rows, personOf);
    for (const { id, total_missions } of people) assert.equal(Number(total_missions), flown.get(id!)!.length, id!);
    const missions = await exported("/api/missions", "name,launch_date,crew_size");
    assert.equal(
      missions.reduce((sum, { crew_size }) => sum + Number(crew_size), 0),
      rows.length,
    );
    await run("dump", "-o", files.path("dump.ndjson"));
    const crew = files
      .read("dump.ndjson")
      .split("\n")
      .filter((line) => /^.{9}.api.missions.[^/]*.astronauts./.test(line));
    const shown = crew
      .map((line) => JSON.parse(line))
      .map(({ path, record }) => [path.split("/")[3].slice(-4), record.id, record.role]);
    const expected = rows.map((row) => [row.year_of_mission, personOf(row), row.occupation]);
    assert.deepEqual(shown.map(String).toSorted(), expected.map(String).toSorted());
  });

  test("docs/cli.md, Load one table into several lists: each measurement of Martian weather becomes samples", async () => {
    const rows = rowsOf("mars_rems_weather.csv");
    const table = copyOf("mars_rems_weather.csv");
    await served.put("/api/missions/msl", { name: "Curiosity" });
    for (const [column, unit] of [
      ["min_temp", "Cel"],
      ["max_temp", "Cel"],
      ["pressure", "Pa"],
      ["wind_speed", "m/s"],
    ] as const) {
      await run(
        ...[
          "import",
          "/api/missions/msl/data",
          table,
          "--ignore",
          "*",
          "--map",
          "terrestrial_date=collected_at",
          `${column}=value`,
        ],
        ...[
          "--set",
          `id=${column}-{id}`,
          "instrument=REMS",
          `parameter=${column}`,
          `unit=${unit}`,
          "notes={atmo_opacity}, {month}",
        ],
      );
      const samples = await exported(
        "/api/missions/msl/data",
        "collected_at,value,unit,notes",
        "--filter",
        `parameter=${column}`,
      );
      assert.deepEqual(
        samples
          .map((row) => [row.id, row.collected_at, row.value === "" ? "" : Number(row.value), row.unit, row.notes])
          .map(String)
          .toSorted(),
        rows
          .map((row) => [
            ...[
              `${column}-${row.id}`,
              `${row.terrestrial_date}T00:00:00.000Z`,
              row[column!] === "" ? "" : Number(row[column!]),
            ],
            ...[unit, `${row.atmo_opacity}, ${row.month}`],
          ])
          .map(String)
          .toSorted(),
      );
    }
  });
} else {
  test("data from outside: the folder ../shared/data/real is not there", (t) => {
    t.diagnostic("The tests that load public data were left out: ../shared/data/real does not exist.");
  });
}
