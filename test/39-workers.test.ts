/** Proves `--workers` (§11.1, §11.2): several processes act as one, a dead one is replaced, all stop properly. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { isLong } from "./support/campaign.ts";
import { startReceiver } from "./support/events/webhook-receiver.ts";
import { findFreePort } from "./support/http/free-port.ts";
import { parseMetrics } from "./support/http/metrics.ts";
import { type ServerProcess, startServer } from "./support/http/process.ts";
import { openConnection } from "./support/http/raw-http.ts";
import { ADMIN_KEY, type Body } from "./support/http/serve.ts";
import { createDatabaseFile, createSchema, skipWithoutPostgres } from "./support/store/databases.ts";

const STORES = [
  ["SQLite", async () => createDatabaseFile(), false],
  ["PostgreSQL", createSchema, await skipWithoutPostgres()],
] as const;

interface Reply {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: Body;
}

const AS_ADMIN = { authorization: `Bearer ${ADMIN_KEY}` };
/** How often a client without credentials may ask the service that tests share. */
const QUOTA = 50;

/** A persistent connection, whose requests go to one worker. */
class Line {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly url: string;

  constructor(test: Pick<TestContext, "after">, url: string) {
    this.url = url;
    test.after(() => this.agent.destroy());
  }

  say(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send(method, path, { ...AS_ADMIN, "content-type": "application/json", ...headers }, body);
  }

  /** Reads a path without credentials, as a client with an address of its own. */
  read(path: string, address: string): Promise<Reply> {
    return this.send("GET", path, { "x-forwarded-for": address });
  }

  private send(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const sent = request(this.url + path, { method, agent: this.agent, headers }, async (answer) => {
        const body = await text(answer);
        const json = answer.headers["content-type"]?.includes("json");
        resolve({ status: answer.statusCode!, etag: answer.headers.etag, body: json ? JSON.parse(body) : body });
      });
      sent.on("error", reject);
      sent.end(body && JSON.stringify(body));
    });
  }
}

/** The child processes of a process. */
function childrenOf({ process: { pid } }: ServerProcess): number[] {
  const known = `/proc/${pid}/task/${pid}/children`;
  if (existsSync(known)) return readFileSync(known, "utf8").trim().split(" ").filter(Boolean).map(Number);
  const processes = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = processes.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child, parent]) => (parent === pid ? [child!] : []));
}

for (const [store, own, skip] of STORES) {
  describe(`§11.1: workers on ${store}`, { skip }, () => {
    const running = async (t: Pick<TestContext, "after">, settings: Record<string, string>) => {
      const { url, remove } = await own();
      const command = startServer(
        t,
        { DATABASE_URL: url, PORT: "0", DATASET: "none", ADMIN_API_KEY: ADMIN_KEY, ...settings },
        ...["--workers", "2"],
      );
      t.after(remove);
      const at = await command.url;
      // Enough to reach every worker.
      return { command, lines: Array.from({ length: 12 }, () => new Line(t, at)), at };
    };
    /** For tests that change no process. */
    let shared: Awaited<ReturnType<typeof running>>;
    const cleanups: (() => unknown)[] = [];
    const atEnd: Pick<TestContext, "after"> = { after: (cleanup) => cleanups.push(cleanup as () => unknown) };
    before(async () => {
      shared = await running(atEnd, { RATE_LIMIT_ANONYMOUS: `${QUOTA}/3600`, TRUSTED_PROXIES: "127.0.0.0/8" });
    });
    after(async () => {
      for (const cleanup of cleanups) await cleanup();
    });

    test("§4.10: a change through one is visible to the next request to any other, and their ETags are equal", async () => {
      const { lines } = shared;
      for (let turn = 0; turn < 24; turn += 1) {
        const line = lines[turn % lines.length]!;
        const { status } = await line.say("PUT", `/api/missions/m-${turn % 3}`, { name: `Turn ${turn}` });
        assert.ok(status < 300);
        for (const path of [
          `/api/missions/m-${turn % 3}`,
          "/api/missions?fields=name",
          "/api/missions?name_contains=turn",
        ]) {
          const [first, ...others] = await Promise.all(lines.map((each) => each.say("GET", path)));
          assert.match(JSON.stringify(first!.body), new RegExp(`"Turn ${turn}"`), path);
          for (const other of others) assert.deepEqual(other, first, path);
        }
      }
    });

    test("§2: concurrent writes through all workers are each stored once, and counted", async () => {
      const { lines } = shared;
      await lines[0]!.say("PUT", "/api/planets/saturn", { name: "Saturn", planet_type: "gas_giant" });
      const made = await Promise.all(
        Array.from({ length: 200 }, (_, at) =>
          lines[at % lines.length]!.say("POST", "/api/planets/saturn/moons", { id: `moon-${at >> 1}`, name: "Moon" }),
        ),
      );
      assert.equal(made.filter(({ status }) => status === 201).length, 100);
      assert.equal(made.filter(({ status }) => status === 409).length, 100);
      for (const line of lines) {
        assert.equal((await line.say("GET", "/api/planets/saturn")).body.moon_count, 100);
        assert.equal((await line.say("GET", "/api/moons")).body.total_count, 100);
      }
    });

    test("§5.5: a key is valid at every worker once it is created, and at none once it is revoked", async () => {
      const { lines, at } = shared;
      for (let turn = 0; turn < 4; turn += 1) {
        const { body } = await lines[turn]!.say("POST", "/api/api-keys", { name: "K", scopes: ["missions:write"] });
        const asKey = { authorization: `Bearer ${body.secret}` };
        const all = async () =>
          (await Promise.all(lines.map((line) => line.say("GET", "/api/missions", undefined, asKey)))).map(
            ({ status }) => status,
          );
        assert.deepEqual(new Set(await all()), new Set([200]));
        const headers = { ...AS_ADMIN, connection: "close" };
        assert.equal((await fetch(`${at}/api/api-keys/${body.id}`, { method: "DELETE", headers })).status, 204);
        assert.deepEqual(new Set(await all()), new Set([401]));
      }
    });

    test("§4.4: a request with an Idempotency-Key is executed once, whichever workers get it", async () => {
      const { lines } = shared;
      const key = { "idempotency-key": "shared" };
      const post = (line: Line) => line.say("POST", "/api/missions", { name: "Only once" }, key);
      const answers = await Promise.all(lines.map(post));
      const later = await post(lines[0]!);
      assert.equal(later.status, 201);
      for (const { status, body } of answers)
        if (status === 201) assert.equal(body.id, later.body.id);
        // While the first is running.
        else assert.equal(status, 409);
      assert.equal((await lines[0]!.say("GET", "/api/missions?name=only%20once")).body.total_count, 1);
    });

    test("§8.2: a burst admits the quota, whichever workers it goes to", async () => {
      const { lines } = shared;
      const answers = await Promise.all(
        Array.from({ length: 160 }, (_, at) => lines[at % lines.length]!.read("/api/missions", "192.0.2.1")),
      );
      assert.equal(answers.filter(({ status }) => status === 200).length, QUOTA);
      assert.equal(answers.filter(({ status }) => status === 429).length, 160 - QUOTA);
    });

    // How processes live and die, and what they do, does not depend on the store.
    if (store === "SQLite" || isLong) {
      /** A service whose workers die, and which is stopped in the end. */
      let mortal: Awaited<ReturnType<typeof running>>;
      before(async () => {
        mortal = await running(atEnd, { LOG_LEVEL: "error" });
      });

      test("§10.2: the metrics of every worker are the sums of all, including those that died", async (t) => {
        const { command, lines, at } = mortal;
        const counted = { route: "/api/missions", method: "GET", status: "200" };
        for (const line of [...lines, ...lines, ...lines])
          assert.equal((await line.say("GET", "/api/missions")).status, 200);
        for (const line of lines) {
          const metrics = parseMetrics((await line.say("GET", "/metrics")).body);
          assert.equal(metrics.value("http_requests_total", counted), 36);
          assert.equal(
            metrics.value("http_request_duration_seconds_count", { route: "/api/missions", method: "GET" }),
            36,
          );
          assert.equal(metrics.value("http_requests_active"), 1);
          assert.equal(metrics.of("build_info")[0]!.value, 1);
          assert.equal(metrics.value("processes"), 2);
        }
        const [first] = childrenOf(command);
        process.kill(first!, "SIGKILL");
        // A worker keeps its text for a second: the first one that is read without the dead worker may be older.
        let old: string | undefined;
        for (let processes = 0; processes < 2; ) {
          const isGone = !childrenOf(command).includes(first!);
          // A connection that the dead one had accepted is gone; nobody waits on it.
          const reply = await new Line(t, at).say("GET", "/metrics").catch(() => undefined);
          if (!reply) continue;
          const metrics = parseMetrics(reply.body);
          assert.equal(metrics.value("http_requests_total", counted), 36);
          if (isGone) old ??= reply.body;
          if (isGone && reply.body !== old) processes = metrics.value("processes");
        }
      });

      test("§11.2: a worker that dies is replaced, while the others serve requests", async (t) => {
        const { command, at } = mortal;
        const first = childrenOf(command);
        assert.equal(first.length, 2);
        process.kill(first[0]!, "SIGKILL");
        for (let now = first; now.includes(first[0]!) || now.length < 2; now = childrenOf(command))
          // A connection that the dead one had accepted is gone; nobody waits on it.
          assert.equal(
            await new Line(t, at).say("GET", "/api").then(
              ({ status }) => status,
              () => 200,
            ),
            200,
          );
        assert.equal((await new Line(t, at).say("GET", "/api/missions")).status, 200);
        assert.match(command.output().err, /a worker exited and is being replaced/);
      });

      test("§11.2: workers that die together are all replaced", async (t) => {
        const { command, at } = mortal;
        const first = childrenOf(command);
        for (const worker of first) process.kill(worker, "SIGKILL");
        for (
          let now = first;
          now.length < 2 || now.some((worker) => first.includes(worker));
          now = childrenOf(command)
        ) {
          assert.equal(command.process.exitCode, null, "the parent ended");
          await setImmediate();
        }
        const line = new Line(t, at);
        let reply: Reply | undefined;
        while (!reply) reply = await line.say("GET", "/api").catch(() => undefined);
        assert.equal(reply.status, 200);
      });

      test("§11.2: on SIGTERM every worker finishes running requests, then exit 0", async () => {
        const { command, at } = mortal;
        const body = '{"name":"begun before the signal"}';
        const head = ["Host: test", `Authorization: Bearer ${ADMIN_KEY}`, "Content-Type: application/json"];
        const length = [`Content-Length: ${body.length}`, "Expect: 100-continue", "Connection: close"];
        const connections = [
          await openConnection(at),
          await openConnection(at),
          await openConnection(at),
          await openConnection(at),
        ];
        for (const connection of connections) {
          connection.write(`POST /api/missions HTTP/1.1\r\n${[...head, ...length].join("\r\n")}\r\n\r\n`);
          await connection.waitFor(/^HTTP\/1\.1 100 /);
        }
        command.process.kill("SIGTERM");
        for (const connection of connections) {
          connection.write(body);
          await connection.waitFor(/HTTP\/1\.1 201 /);
        }
        assert.equal(await command.ended, 0);
      });

      test("§6: workers run operations and deliveries; their parent has none, and may be suspended", async (t) => {
        const { command, lines } = await running(t, { RATE_LIMIT: "off", WEBHOOK_ALLOW_PRIVATE: "true" });
        const [line] = lines as [Line];
        const workers = childrenOf(command);
        const inbox = await startReceiver();
        // Left open, to see which process holds the other ends.
        const ends = new Promise<Promise<unknown>[]>((resolve) => {
          const open: Promise<unknown>[] = [];
          inbox.reply = (_, response) => {
            open.push(once(response, "close"));
            if (open.length === 4) resolve(open);
            return undefined;
          };
        });
        await line.say("POST", "/api/webhooks", { url: inbox.url, event_types: ["mission.*"] });
        for (const id of [1, 2, 3, 4]) await line.say("PUT", `/api/missions/m-${id}`, { name: "Told" });
        const open = await ends;
        command.process.kill("SIGSTOP");
        const samples = [{ instrument: "camera", parameter: "light", value: 1, collected_at: "2026-01-01T00:00:00Z" }];
        const accepted = await line.say("POST", "/api/missions/m-1/data", samples, { prefer: "respond-async" });
        assert.equal(accepted.status, 202);
        let operation = accepted.body;
        while (["pending", "running"].includes(operation.status))
          operation = (await line.say("GET", operation._links.self)).body;
        assert.equal(operation.status, "succeeded");
        for (const worker of workers) process.kill(worker, "SIGKILL");
        await Promise.all(open);
      });
    }

    test("§8.2, §11.2: while their parent is suspended, workers answer with limits of their own, and show metrics", {
      skip: !isLong && "waits for time-outs; it runs in test:long",
    }, async (t) => {
      const { command, lines, at } = await running(t, {
        RATE_LIMIT_ANONYMOUS: `${QUOTA}/3600`,
        TRUSTED_PROXIES: "127.0.0.0/8",
      });
      command.process.kill("SIGSTOP");
      const statuses = [];
      for (let turn = 0; turn < 4 * QUOTA; turn += 1)
        statuses.push((await lines[turn % lines.length]!.read("/api/missions", "192.0.2.7")).status);
      const admitted = statuses.filter((status) => status === 200).length;
      assert.ok(admitted >= QUOTA && admitted <= 2 * QUOTA, `${admitted} of ${statuses.length}`);
      assert.equal((await fetch(`${at}/metrics`)).status, 200);
      command.process.kill("SIGCONT");
      while (!command.output().err.includes("the parent process replies again"))
        await lines[0]!.read("/api/missions", "192.0.2.8");
      command.process.kill("SIGTERM");
      assert.equal(await command.ended, 0);
    });

    test("§11.2: a worker that is stopped, or whose event loop hangs, is replaced", {
      skip: !isLong && "waits for its silence to be noticed; it runs in test:long",
    }, async (t) => {
      const { command, at } = await running(t, { WORKER_TIMEOUT: "3" });
      const [stopped, other] = childrenOf(command) as [number, number];
      process.kill(stopped, "SIGSTOP");
      // Its end, and that of its successor's start.
      while (childrenOf(command).includes(stopped) || childrenOf(command).length < 2) await setImmediate();
      assert.ok(childrenOf(command).includes(other), "the other one stays");
      assert.match(command.output().err, /a worker shows no sign of life and is killed/);
      const line = new Line(t, at);
      assert.equal((await line.say("PUT", "/api/missions/m", { name: "After" })).status, 201);
    });

    test("§11.1: the admin key is created and printed once, and the data set is loaded once, before requests are served", async (t) => {
      const { url, remove } = await own();
      const command = startServer(t, { DATABASE_URL: url, PORT: "0", WORKERS: "2" });
      t.after(remove);
      const at = await command.url;
      const { out } = command.output();
      assert.equal(out.match(/Admin key, shown only once/g)?.length, 1);
      assert.equal(out.match(/records loaded/g)?.length, 1);
      assert.match(out, /^ +150 {2}missions$/m);
      assert.equal(out.match(/listens on/g)?.length, 1);
      const [key] = /smk_[\w-]+/.exec(out)!;
      for (const line of [1, 2, 3, 4].map(() => new Line(t, at))) {
        const { status } = await line.say("PATCH", "/api/missions/ferry-1", {}, { authorization: `Bearer ${key}` });
        assert.equal(status, 200);
      }
    });
  });
}

test("§10.2, §11.1: workers with an address of their own for metrics print that of the API", async (t) => {
  const { url, remove } = createDatabaseFile();
  const [port, metricsPort] = [await findFreePort(), await findFreePort()];
  const command = startServer(
    t,
    { DATABASE_URL: url, PORT: String(port), METRICS_ADDRESS: `127.0.0.1:${metricsPort}`, DATASET: "none" },
    "--workers",
    "2",
  );
  t.after(remove);
  assert.equal(await command.url, `http://127.0.0.1:${port}`);
  assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status, 200);
});

test("§11.2: workers that cannot listen stop the start: one line, exit 1", async (t) => {
  const taken = createServer().listen(0, "127.0.0.1");
  t.after(() => taken.close());
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  const { url, remove } = createDatabaseFile();
  const command = startServer(
    t,
    { DATABASE_URL: url, PORT: String(port), DATASET: "none", ADMIN_API_KEY: ADMIN_KEY },
    "--workers",
    "2",
  );
  t.after(remove);
  assert.equal(await command.ended, 1);
  const message = `Cannot start: 127.0.0.1:${port} is already in use. Set PORT to another port.\n`;
  assert.equal(command.output().err, message);
});

test("§11.2: an unknown option or an invalid number of workers stops the start", async (t) => {
  for (const given of [["--worker", "2"], ["--workers"], ["2"], ["--workers", "many"]]) {
    const command = startServer(t, { PORT: "0" }, ...given);
    assert.equal(await command.ended, 1);
    assert.match(
      command.output().err,
      /^Cannot start: (npm start does not accept|WORKERS must be an integer)[^\n]*\n$/,
    );
  }
});
