/**
 * Baseline: missions only, hand-written with node:http and better-sqlite3. It has prepared statements and suitable
 * indexes, but no validation or cache, and one transaction per POST.
 * Arguments: the database file, and the number of missions that a new file is filled with.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Sqlite from "better-sqlite3";
import { knownMissions } from "./missions.ts";

const TRANSITIONS: Record<string, string[]> = {
  planned: ["on_hold", "active", "failed", "cancelled"],
  on_hold: ["planned", "cancelled"],
  active: ["completed", "failed"],
  completed: [],
  failed: [],
  cancelled: ["planned"],
};
const COLUMNS = [
  ...["id", "name", "description", "status", "status_reason", "launch_date", "launch_date_precision", "end_date"],
  ...["crew_size", "operator", "mission_type", "destination", "part_of", "created_at", "updated_at"],
];
type Row = Record<string, string | number | null>;

const [path = "", rows = "0"] = process.argv.slice(2);
const database = new Sqlite(path);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
const isFilled = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'missions'").get() !== undefined;
if (!isFilled) createTable();

function createTable(): void {
  database.exec(`CREATE TABLE missions (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, description TEXT, status TEXT NOT NULL, status_reason TEXT, launch_date TEXT,
  launch_date_precision TEXT NOT NULL, end_date TEXT, crew_size INTEGER, operator TEXT, mission_type TEXT,
  destination TEXT, part_of TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL)`);
  database.exec("CREATE INDEX by_launch_date ON missions (launch_date, id)");
  database.exec("CREATE INDEX by_status ON missions (status, id)");
  const insert = prepareInsert();
  database.transaction(() => {
    for (const mission of knownMissions(Number(rows))) insert.run(complete(mission.id, mission as unknown as Row));
  })();
  database.exec("ANALYZE");
  database.pragma("wal_checkpoint(TRUNCATE)");
}

function prepareInsert() {
  return database.prepare(`INSERT INTO missions VALUES (${COLUMNS.map((name) => `@${name}`).join(", ")})`);
}

const insert = prepareInsert();

const one = database.prepare(`SELECT ${COLUMNS.join(", ")} FROM missions WHERE id = ?`);
const count = database.prepare("SELECT COUNT(*) FROM missions").pluck();
const page = database.prepare("SELECT id, name, status FROM missions ORDER BY id LIMIT ? OFFSET ?");
const countFiltered = database.prepare("SELECT COUNT(*) FROM missions WHERE status = ?").pluck();
const pageFiltered = database.prepare(
  "SELECT id, name, status FROM missions WHERE status = ? ORDER BY launch_date, id LIMIT ? OFFSET ?",
);

function complete(id: string, submitted: Row): Row {
  const now = new Date().toISOString();
  const empty = Object.fromEntries(COLUMNS.map((name) => [name, null]));
  return {
    ...empty,
    status: "planned",
    launch_date_precision: "day",
    ...submitted,
    id,
    created_at: now,
    updated_at: now,
  };
}

function represented(row: Row): object {
  const self = `/api/missions/${row.id}`;
  return {
    ...row,
    allowed_transitions: TRANSITIONS[row.status as string],
    _links: {
      self,
      spacecraft: `${self}/spacecraft`,
      crew: `${self}/astronauts`,
      astronauts: `${self}/astronauts`,
      objectives: `${self}/objectives`,
      data: `${self}/data`,
      ...(row.destination === null ? {} : { destination: `/api/planets/${row.destination}` }),
    },
  };
}

function list(query: URLSearchParams): object {
  const status = query.get("status");
  const [pageNumber, limit] = [Number(query.get("page") ?? 1), Number(query.get("limit") ?? 20)];
  const offset = (pageNumber - 1) * limit;
  const total = (status === null ? count.get() : countFiltered.get(status)) as number;
  const found = (status === null ? page.all(limit, offset) : pageFiltered.all(status, limit, offset)) as Row[];
  const to = (number: number) => {
    query.set("page", String(number));
    return `/api/missions?${query}`;
  };
  const last = Math.max(1, Math.ceil(total / limit));
  return {
    page: pageNumber,
    limit,
    total_count: total,
    missions: found.map((row) => ({ ...row, _links: { self: `/api/missions/${row.id}` } })),
    _links: {
      self: to(pageNumber),
      ...(pageNumber < last ? { next: to(pageNumber + 1) } : {}),
      ...(pageNumber > 1 ? { prev: to(pageNumber - 1) } : {}),
      first: to(1),
      last: to(last),
    },
  };
}

function send(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

function create(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const row = complete(randomUUID(), JSON.parse(Buffer.concat(chunks).toString()) as Row);
    insert.run(row);
    send(response, 201, represented(row));
  });
}

const server = createServer((request, response) => {
  if (request.method === "POST") return create(request, response);
  const [target = "", query] = request.url!.split("?", 2);
  if (target === "/api/missions") return send(response, 200, list(new URLSearchParams(query)));
  const row = one.get(target.slice("/api/missions/".length)) as Row | undefined;
  return row ? send(response, 200, represented(row)) : send(response, 404, {});
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
