/**
 * How fast the service is beside two yardsticks, measured in the same minutes on the same machine: ratios hold,
 * absolute figures do not. `BENCH_ONLY` measures the cases alone whose name has it in it; `BENCH_SYNC_MS` makes the disk slower
 * (`slow-disk.ts`); `BENCH_BEFORE` is the folder of another version, with what it needs installed, that the service is
 * measured beside too. Nothing stays behind, and a missed goal is no failure.
 */
import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { disagreements } from "./agreement.ts";
import { type Audience, startAudience } from "./audience.ts";
import { again, conditional, forgetting, guarding, listening, logging, reading, walking, writing } from "./cases.ts";
import { both, CONNECTIONS, type Compared, compare, type Match, median } from "./comparison.ts";
import { fill, send } from "./fill.ts";
import type { Generator } from "./generator.ts";
import type { Measured } from "./load.ts";
import { knownMissions } from "./missions.ts";
import { isAsked } from "./only.ts";
import { type Server, startServer } from "./server.ts";
import { CIRCUMSTANCES, KEY, measuring, ROWS, SECONDS, SERVICE, startService } from "./setting.ts";
import { constantLine, heading, memoryLine, speedLine } from "./table.ts";

const BEFORE = process.env.BENCH_BEFORE;

/** The most memory that the service may take, and that listeners may add, in bytes. */
const MEMORY_GOAL = 250_000_000;
const LISTENERS_GOAL = 100_000_000;
const LISTENERS = 1_000;

/** How what is not compared with anything is asked. */
const ASKED = { connections: CONNECTIONS, warmUp: SECONDS, seconds: SECONDS };

async function run(folder: string, load: Generator): Promise<void> {
  const known = knownMissions(ROWS);
  const filled = join(folder, "filled.db");
  await fill(filled, known);
  const copy = (name: string): string => {
    const file = join(folder, `${name}.db`);
    copyFileSync(filled, file);
    return file;
  };
  const serve = (file: string, more?: Readonly<Record<string, string>>, script?: string) => () =>
    startService(`sqlite:${file}`, more, { ...(script ? { script } : {}) });
  // More than the load generator can send; the arithmetic is the same.
  const limited = { RATE_LIMIT: "on", RATE_LIMIT_ANONYMOUS: "1000000/1", RATE_LIMIT_AUTHENTICATED: "1000000/1" };
  const service = serve(filled);
  const written = copy("written");
  const grown: number[] = [];
  const alone = listening(known);
  const heard = async () => {
    const server = await serve(filled)();
    try {
      // It works before it is listened to, as the other does: that takes memory too.
      await load.measure({ ...ASKED, targets: [{ ...alone, url: server.url }] });
      const before = server.memory();
      const audience = await startAudience(server.url, KEY, LISTENERS);
      grown.push(server.memory() - before);
      return { ...server, stop: () => stopHeard(server, audience) };
    } catch (reason) {
      await server.stop();
      throw reason;
    }
  };
  const reads = reading(known);
  const yardstick = () => startServer("bench/yardstick-sqlite.ts", [join(folder, "yardstick.db"), String(ROWS)]);
  const beside: Match = {
    service: serve(written),
    yardstick,
    cases: async ({ url }) => [...reads, ...(await conditional(url, known)), writing(KEY)],
  };
  const matches: Match[] = [
    beside,
    {
      service: () => startServer("bench/yardstick-forgetful.ts", []),
      yardstick,
      cases: () => [forgetting(KEY)],
    },
    // Beside its own beginning.
    { service, cases: ({ url }) => walking(url) },
    // In processes of their own: what was compiled for the one has to be compiled anew for the other.
    ...guarding(known, KEY).map((each) => ({
      service: serve(filled, limited),
      yardstick: service,
      cases: () => [each],
    })),
    {
      service: serve(copy("logged")),
      yardstick: serve(copy("unlogged"), {}, "bench/unlogged.ts"),
      cases: () => [logging(KEY)],
    },
  ];
  if (isAsked(alone)) matches.push({ service: heard, yardstick: service, cases: () => [alone] });
  if (BEFORE) {
    const older = serve(join(folder, "before.db"), {}, resolve(BEFORE, SERVICE));
    await both({ service: older }, ({ url }) => send(url, KEY, known));
    matches.push({ service, yardstick: older, cases: () => [again(known)] });
  }
  await both(beside, async (one, other) => {
    for (const name of await disagreements(reads, one.url, other.url))
      console.log(`Service and yardstick answer differently: ${name}.`);
  });

  console.log(`${ROWS.toLocaleString("en")} missions, ${CIRCUMSTANCES}\n`);
  console.log(heading());
  console.log(constantLine(await constant(load)));
  const compared: Compared[] = [];
  for (const match of matches) {
    const some = await compare(load, match, SECONDS);
    for (const each of some) console.log(speedLine(each));
    compared.push(...some);
  }
  for (const [when, name] of [
    ["after reading", "304 of a page"],
    ["after writing", "POST, durable"],
  ] as const) {
    const one = compared.find((each) => each.name === name);
    if (one) console.log(memoryLine(`memory of the service ${when}`, one.memory, MEMORY_GOAL));
  }
  if (grown.length > 0) console.log(memoryLine(`memory of ${LISTENERS} listeners`, median(grown), LISTENERS_GOAL));
}

async function stopHeard(server: Server, audience: Audience): Promise<void> {
  const listened = audience.listens();
  audience.stop();
  await server.stop();
  if (!listened) throw new Error("the listeners were cut off");
}

async function constant(load: Generator): Promise<number> {
  const server = await startServer("bench/yardstick-constant.ts", []);
  try {
    const targets = [{ url: server.url, requests: [{ path: "/" }] }];
    const [{ answered, seconds }] = (await load.measure({ ...ASKED, targets })) as [Measured];
    return answered / seconds;
  } finally {
    await server.stop();
  }
}

await measuring(run);
