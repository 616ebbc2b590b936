/**
 * Baseline: missions only, hand-written with node:http and better-sqlite3. It has prepared statements and suitable
 * indexes, but no validation or cache.
 * Arguments: the database file, and the number of missions that a new file is filled with.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Sqlite from "better-sqlite3";
import { knownMissions } from "../records/missions.ts";
import { COLUMNS, completeRow, type ListQuery, type Row, readList, represent, representPage } from "./missions.ts";

const [path = "", rows = "0"] = process.argv.slice(2);
const database = new Sqlite(path);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
const isFilled = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'missions'").get() !== undefined;
if (!isFilled) createTable();

function createTable(): void {
  database.exec(`CREATE TABLE missions (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, description TEXT, status TEXT NOT NULL, status_reason TEXT, launch_date TEXT,
  launch_date_precision TEXT NOT NULL, end_date TEXT, duration_days INTEGER, crew_size INTEGER, operator TEXT,
  mission_type TEXT, destination TEXT, part_of TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL)`);
  database.exec("CREATE INDEX by_launch_date ON missions (launch_date, id)");
  database.exec("CREATE INDEX by_status ON missions (status, id)");
  const insert = prepareInsert();
  database.transaction(() => {
    for (const mission of knownMissions(Number(rows))) insert.run(completeRow(mission));
  })();
  database.exec("ANALYZE");
  database.pragma("wal_checkpoint(TRUNCATE)");
}

function prepareInsert() {
  const values = COLUMNS.map((name) => `@${name}`);
  return database.prepare(`INSERT INTO missions (${COLUMNS.join(", ")}) VALUES (${values.join(", ")})`);
}

const one = database.prepare(`SELECT ${COLUMNS.join(", ")} FROM missions WHERE id = ?`);
const count = database.prepare("SELECT COUNT(*) FROM missions").pluck();
const page = database.prepare("SELECT id, name, status FROM missions ORDER BY id LIMIT ? OFFSET ?");
const countFiltered = database.prepare("SELECT COUNT(*) FROM missions WHERE status = ?").pluck();
const pageFiltered = database.prepare(
  "SELECT id, name, status FROM missions WHERE status = ? ORDER BY launch_date, id LIMIT ? OFFSET ?",
);

function list(query: ListQuery): object {
  const { status, limit, offset } = query;
  const total = (status === null ? count.get() : countFiltered.get(status)) as number;
  const found = (status === null ? page.all(limit, offset) : pageFiltered.all(status, limit, offset)) as Row[];
  return representPage(query, found, total);
}

function send(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

const server = createServer((request, response) => {
  const [target = "", query] = request.url!.split("?", 2);
  if (target === "/api/missions") return send(response, 200, list(readList(new URLSearchParams(query))));
  const row = one.get(target.slice("/api/missions/".length)) as Row | undefined;
  return row ? send(response, 200, represent(row)) : send(response, 404, {});
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
