/**
 * Baseline of writes on PostgreSQL: Fastify and pg, with prepared statements and a pool. `POST /api/missions` inserts a row into
 * a table with one index. `POST /arrays` inserts ten thousand samples into a table with six indexes by one statement with
 * `unnest`: columns that are already in memory. Neither validates anything.
 * Arguments: the URL of an empty database, and the number of missions that it is filled with.
 */
import { randomUUID } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";
import { v7 as timeOrderedUuid } from "uuid";
import { knownMissions, type Mission } from "../records/missions.ts";
import { samples } from "../records/samples.ts";
import { INDEXES, MISSION_COLUMNS, missionResponse, missionRow, SAMPLE_COLUMNS, sampleRow } from "./rows.ts";

const [url = "", rows = "0"] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10, idleTimeoutMillis: 0 });

await pool.query(`CREATE TABLE IF NOT EXISTS missions (
  id text PRIMARY KEY, name text NOT NULL, description text, status text NOT NULL, status_reason text, launch_date text,
  launch_date_precision text NOT NULL, end_date text, crew_size integer, operator text, mission_type text,
  destination text, part_of text, created_at text NOT NULL, updated_at text NOT NULL)`);
await pool.query(`CREATE TABLE IF NOT EXISTS samples (
  n bigserial PRIMARY KEY, id text NOT NULL, mission_id text NOT NULL, instrument text NOT NULL,
  parameter text NOT NULL, value double precision, unit text, collected_at text NOT NULL, uncertainty double precision,
  processing_level text NOT NULL, quality text NOT NULL, created_at text NOT NULL, updated_at text NOT NULL)`);
for (const index of ["samples_by_id ON samples (id)", ...INDEXES])
  await pool.query(`CREATE INDEX IF NOT EXISTS ${index}`);

const numbered = (columns: readonly string[], cast = (_: string) => "") =>
  columns.map((name, index) => `$${index + 1}${cast(name)}`).join(", ");
const arrayOf = (column: string): string =>
  column === "value" || column === "uncertainty" ? "::double precision[]" : "::text[]";
const INSERT_MISSION = {
  name: "mission",
  text: `INSERT INTO missions (${MISSION_COLUMNS.join(", ")}) VALUES (${numbered(MISSION_COLUMNS)})`,
};
const INSERT_SAMPLES = {
  name: "samples",
  text: `INSERT INTO samples (${SAMPLE_COLUMNS.join(", ")}) SELECT * FROM unnest(${numbered(SAMPLE_COLUMNS, arrayOf)})`,
};

if ((await pool.query("SELECT 1 FROM missions LIMIT 1")).rowCount === 0) {
  const filled = knownMissions(Number(rows)).map(({ id, ...mission }) => {
    const row = missionRow(id, mission);
    return Object.fromEntries(MISSION_COLUMNS.map((name, index) => [name, row[index]]));
  });
  await pool.query("INSERT INTO missions SELECT * FROM json_populate_recordset(NULL::missions, $1)", [
    JSON.stringify(filled),
  ]);
}

const uploaded = samples(0);
const app = Fastify();

app.post<{ Body: Mission }>("/api/missions", async (request, reply) => {
  const row = missionRow(randomUUID(), request.body);
  await pool.query({ ...INSERT_MISSION, values: row });
  return reply.code(201).send(missionResponse(row));
});

app.post("/arrays", async (_request, reply) => {
  const inserted = uploaded.map((sample) => sampleRow(timeOrderedUuid(), sample));
  const values = SAMPLE_COLUMNS.map((_, column) => inserted.map((row) => row[column]));
  await pool.query({ ...INSERT_SAMPLES, values });
  return reply.code(201).send();
});

await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address() as { port: number };
console.log(`http://127.0.0.1:${address.port}`);
