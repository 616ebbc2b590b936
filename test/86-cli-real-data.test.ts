/** Proves that public tables become records by `import`, and come back by `export` as they were. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { commandsIn, documentText, wordsOf } from "./support/commands/documented-commands.ts";
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
      // The only letters in another script.
      .replace("ЭП", "EP")
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
    const documented = commandsIn(documentText("docs/cli.md")).filter((each) =>
      each.includes("astronaut_missions.csv"),
    );
    assert.equal(documented.length, 3);
    for (const command of documented)
      await run(...wordsOf(command.replace("astronaut_missions.csv", table)), "--parallel", "32");
    const people = await exported("/api/astronauts", "name,nationality,total_space_hours,total_missions");
    assert.deepEqual(
      unique(people.map(({ id, name, nationality, total_space_hours: hours }) => [id, name, nationality, hours])),
      unique(
        rows.map((row) => [personOf(row), row.name, row.nationality, String(Math.round(Number(row.total_hrs_sum)))]),
      ),
    );
    const flown = Map.groupBy(rows, personOf);
    for (const { id, total_missions } of people) assert.equal(Number(total_missions), flown.get(id!)!.length, id!);
    const missions = await exported("/api/missions", "name,status,launch_date,launch_date_precision,crew_size");
    // The title in the first row of a mission; titles vary in case.
    const flights = Map.groupBy(rows, (row) => `${slug(row.mission_title!)}-${row.year_of_mission}`);
    assert.deepEqual(
      unique(
        missions.map(({ id, name, status, launch_date: date, launch_date_precision: precision, crew_size: size }) => [
          ...[id, name, status, date, precision, Number(size)],
        ]),
      ),
      unique(
        [...flights].map(([id, aboard]) => [
          ...[id, aboard[0]!.mission_title, "completed", `${aboard[0]!.year_of_mission}-01-01`, "year", aboard.length],
        ]),
      ),
    );
    for (const [id, aboard] of flights) {
      const crew = await exported(`/api/missions/${id}/astronauts`, "name,role");
      assert.deepEqual(
        unique(crew.map((member) => [member.id, member.name, member.role])),
        unique(aboard.map((row) => [personOf(row), row.name, row.occupation])),
        id,
      );
      assert.equal(crew.length, aboard.length, id);
    }
  });

  test("docs/cli.md, Load one table into several lists: each measurement of Martian weather becomes samples", async () => {
    const rows = rowsOf("mars_rems_weather.csv");
    const table = copyOf("mars_rems_weather.csv");
    await served.put("/api/missions/msl", { name: "Curiosity" });
    for (const [column, unit] of [
      ["sol", "d"],
      ["ls", "deg"],
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
