/**
 * Baseline of writes on SQLite: node:http and better-sqlite3. `POST /api/missions` inserts a row into a table with one index, in
 * a durable transaction of its own. `POST /arrays` inserts ten thousand samples into a table with six indexes, in one
 * durable transaction: a bare loop over rows that are already in memory. Neither validates anything.
 * Arguments: the database file, and the number of missions that a new file is filled with.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Sqlite from "better-sqlite3";
import { v7 as timeOrderedUuid } from "uuid";
import { knownMissions, type Mission } from "../records/missions.ts";
import { samples } from "../records/samples.ts";
import { INDEXES, MISSION_COLUMNS, missionResponse, missionRow, SAMPLE_COLUMNS, sampleRow } from "./rows.ts";

const [path = "", rows = "0"] = process.argv.slice(2);
const database = new Sqlite(path);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");

database.exec(`CREATE TABLE IF NOT EXISTS missions (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, description TEXT, status TEXT NOT NULL, status_reason TEXT, launch_date TEXT,
  launch_date_precision TEXT NOT NULL, end_date TEXT, crew_size INTEGER, operator TEXT, mission_type TEXT,
  destination TEXT, part_of TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL)`);
database.exec(`CREATE TABLE IF NOT EXISTS samples (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, mission_id TEXT NOT NULL, instrument TEXT NOT NULL,
  parameter TEXT NOT NULL, value REAL, unit TEXT, collected_at TEXT NOT NULL, uncertainty REAL,
  processing_level TEXT NOT NULL, quality TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL)`);
for (const index of INDEXES) database.exec(`CREATE INDEX IF NOT EXISTS ${index}`);

const insertInto = (table: string, columns: readonly string[]) =>
  database.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`);
const insertMission = insertInto("missions", MISSION_COLUMNS);
const insertSample = insertInto("samples", SAMPLE_COLUMNS);

if (database.prepare("SELECT 1 FROM missions").get() === undefined) {
  database.transaction(() => {
    for (const { id, ...mission } of knownMissions(Number(rows))) insertMission.run(missionRow(id, mission));
  })();
}

const uploaded = samples(0);
const insertSamples = database.transaction(() => {
  for (const sample of uploaded) insertSample.run(sampleRow(timeOrderedUuid(), sample));
});

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    if (request.url === "/arrays") {
      insertSamples();
      return response.writeHead(201).end();
    }
    const row = missionRow(randomUUID(), JSON.parse(Buffer.concat(chunks).toString()) as Mission);
    insertMission.run(row);
    const body = JSON.stringify(missionResponse(row));
    response.writeHead(201, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    return response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
