/**
 * Measures `import`: samples from CSV, in rows a second, and how much memory the command needs beside the service. `BENCH_SAMPLES` is the number of samples.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { KEY, runBenchmark, SAMPLES, startMeasured } from "./environment.ts";
import { post } from "./records/fill.ts";

const CLI = fileURLToPath(new URL("../missions/cli.ts", import.meta.url));
/** How often the memory of the command is read, in milliseconds. */
const INTERVAL = 50;

async function run(folder: string): Promise<void> {
  const server = await startMeasured(`sqlite:${join(folder, "import.db")}`);
  await post(server.url, KEY, "/api/missions", { id: "one", name: "one" });
  const file = join(folder, "samples.csv");
  await pipeline(Readable.from(samplesAsCsv(SAMPLES)), createWriteStream(file));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [CLI, "import", "/api/missions/one/data", file], {
    env: { ...process.env, SPACE_MISSIONS_URL: server.url, SPACE_MISSIONS_KEY: KEY },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(child, "exit");
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(child.pid!));
  }, INTERVAL);
  const [code] = await ended;
  clearInterval(timer);
  const seconds = (performance.now() - startedAt) / 1_000;
  await server.stop();
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
  const rate = Math.round(SAMPLES / seconds).toLocaleString("en");
  console.log(
    `${SAMPLES.toLocaleString("en")} samples: ${rate} rows/s in ${seconds.toFixed(1)} s, at most ${peak} MB resident`,
  );
}

/** The text of a table, in chunks of a thousand lines. */
function* samplesAsCsv(count: number): Generator<string, void> {
  yield "instrument,parameter,collected_at,value,unit,quality\n";
  for (let from = 0; from < count; from += 1_000) {
    const lines = Array.from({ length: Math.min(1_000, count - from) }, (_, at) => {
      const time = new Date(Date.UTC(2020, 0, 1) + (from + at) * 1_000).toISOString();
      return `REMS,air_temperature,${time},${(((from + at) * 7) % 1_000) / 10},Cel,good\n`;
    });
    yield lines.join("");
  }
}

/** Zero once the process has ended. */
function residentMegabytes(pid: number): number {
  try {
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024);
  } catch {
    return 0;
  }
}

await runBenchmark(run);
