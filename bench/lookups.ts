/**
 * Measures lookups by id on PostgreSQL: `node bench/lookups.ts [concurrency]`. Prints lookups per second and the processor time
 * of each, as medians of several rounds.
 */
import sql from "sql-template-tag";
import type { Lookup } from "../engine/store/database.ts";
import { openPostgres } from "../engine/store/postgres/database.ts";

const URL = process.env.BENCH_POSTGRES_URL || "postgres://postgres@127.0.0.1:5432/postgres";
const ROWS = 10_000;
const ROUNDS = 9;
const LOOKUPS = 30_000;
const concurrency = Number(process.argv[2] ?? 32);

const database = await openPostgres(URL, { name: "space-missions", readConnections: 10, statementTimeoutMs: 10_000 });
const run = (text: string) => database.exclusive((session) => session.run(sql([text])));
await run(
  "CREATE TABLE bench_lookups AS SELECT n::text AS id, md5(n::text) AS name FROM generate_series(1, 10000) AS n",
);
await run("ALTER TABLE bench_lookups ADD PRIMARY KEY (id)");

const text = "SELECT id, name FROM bench_lookups WHERE id = $1";
const batchText = 'SELECT id AS "#key", id, name FROM bench_lookups WHERE id = ANY($1)';
const lookup = (id: string): Lookup => ({ sql: text, text, values: [id], batchText });

async function lookUp(count: number): Promise<void> {
  for (let step = 0; step < count; step += 1) {
    const id = String(1 + Math.floor(Math.random() * ROWS));
    const row = await database.reader.one(lookup(id));
    if (row!.id !== id) throw new Error(`asked for ${id}, got ${row!.id}`);
  }
}

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1]!;
const rates: number[] = [];
const costs: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: concurrency }, () => lookUp(LOOKUPS / concurrency)));
  const { user, system } = process.cpuUsage(cpu);
  if (round === 0) continue; // Warm-up.
  rates.push(LOOKUPS / ((performance.now() - start) / 1_000));
  costs.push((user + system) / LOOKUPS);
}
await run("DROP TABLE bench_lookups");
await database.close();
console.log(`${Math.round(median(rates))} lookups/s, ${median(costs).toFixed(2)} µs of processor time each`);
