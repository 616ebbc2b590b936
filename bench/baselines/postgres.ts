/**
 * Baseline: missions only, hand-written with Fastify and pg. It has named prepared statements, response schemas and
 * suitable indexes, but no validation, cache or entity tags.
 * Arguments: the URL of a database, and the number of missions that an empty one is filled with.
 */
import Fastify from "fastify";
import pg from "pg";
import { knownMissions } from "../records/missions.ts";
import { COLUMNS, completeRow, readList, represent, representPage, TEXTS } from "./missions.ts";

const [url = "", rows = "0"] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 10, idleTimeoutMillis: 0 });
const { rows: tables } = await pool.query("SELECT 1 FROM pg_tables WHERE tablename = 'missions'");
if (tables.length === 0) await createTable();
const app = Fastify();

async function createTable(): Promise<void> {
  const columns = TEXTS.map((name) => `${name} text COLLATE "C"${name === "id" ? " PRIMARY KEY" : ""}`);
  await pool.query(`CREATE TABLE missions (${columns.join(", ")}, duration_days integer, crew_size integer)`);
  await pool.query("INSERT INTO missions SELECT * FROM json_populate_recordset(NULL::missions, $1)", [
    JSON.stringify(knownMissions(Number(rows)).map(completeRow)),
  ]);
  await pool.query("CREATE INDEX by_launch_date ON missions (launch_date NULLS FIRST, id)");
  await pool.query("CREATE INDEX by_status ON missions (status, launch_date NULLS FIRST, id)");
  await pool.query("VACUUM ANALYZE missions");
}

const text = { type: "string", nullable: true };
const links = { type: "object", additionalProperties: { type: "string" } };
const mission = {
  type: "object",
  properties: {
    ...Object.fromEntries(TEXTS.map((name) => [name, text])),
    duration_days: { type: "integer", nullable: true },
    crew_size: { type: "integer" },
    allowed_transitions: { type: "array", items: { type: "string" } },
    _links: links,
  },
};
const summary = { type: "object", properties: { id: text, name: text, status: text, _links: links } };
const envelope = {
  type: "object",
  properties: {
    page: { type: "integer" },
    limit: { type: "integer" },
    total_count: { type: "integer" },
    missions: { type: "array", items: summary },
    _links: links,
  },
};

const ONE = { name: "one", text: `SELECT ${COLUMNS.join(", ")} FROM missions WHERE id = $1` };
const COUNT = { name: "count", text: "SELECT COUNT(*)::int AS total FROM missions" };
const PAGE = { name: "page", text: "SELECT id, name, status FROM missions ORDER BY id LIMIT $1 OFFSET $2" };
const COUNT_OF = { name: "count-of", text: "SELECT COUNT(*)::int AS total FROM missions WHERE status = $1" };
const PAGE_OF = {
  name: "page-of",
  text: "SELECT id, name, status FROM missions WHERE status = $1 ORDER BY launch_date NULLS FIRST, id LIMIT $2 OFFSET $3",
};

app.get<{ Params: { id: string } }>(
  "/api/missions/:id",
  { schema: { response: { 200: mission } } },
  async (request, reply) => {
    const { rows } = await pool.query({ ...ONE, values: [request.params.id] });
    return rows[0] ? represent(rows[0]) : reply.code(404).send({});
  },
);

app.get<{ Querystring: Record<string, string> }>(
  "/api/missions",
  { schema: { response: { 200: envelope } } },
  async (request) => {
    const query = readList(new URLSearchParams(request.query));
    const { status, limit, offset } = query;
    const slice = [limit, offset];
    const [counted, found] = await Promise.all(
      status === null
        ? [pool.query(COUNT), pool.query({ ...PAGE, values: slice })]
        : [pool.query({ ...COUNT_OF, values: [status] }), pool.query({ ...PAGE_OF, values: [status, ...slice] })],
    );
    return representPage(query, found!.rows, counted!.rows[0].total as number);
  },
);

await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address() as { port: number };
console.log(`http://127.0.0.1:${address.port}`);
