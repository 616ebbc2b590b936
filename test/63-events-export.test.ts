/** Proves that every event is copied to a file or to standard output (§6.4), whatever happens to either. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { EventExporter } from "../engine/events/exporter.ts";
import { isLong } from "./support/campaign.ts";
import { removeAtExit } from "./support/cleanup.ts";
import { readEvents } from "./support/events/event-replay.ts";
import { runProgram, startServer } from "./support/http/process.ts";
import { ADMIN_KEY, type Body, type Served, serve } from "./support/http/serve.ts";
import { createDatabase } from "./support/store/databases.ts";

/** The path of a file in a folder of its own. */
function fileFor(): string {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-export-"));
  removeAtExit({ folder });
  return join(folder, "events.ndjson");
}

async function serveFor(t: TestContext, settings: Record<string, string>): Promise<Served> {
  const served = await serve(undefined, settings);
  t.after(() => served.stop());
  return served;
}

const write = (served: Served, id: string) =>
  served.put(`/api/planets/${id}`, { name: id, planet_type: "terrestrial" });

/** The lines of a text that ends with a line. */
const parse = (text: string): Body[] =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const read = (path: string): Body[] => (existsSync(path) ? parse(readFileSync(path, "utf8")) : []);
const idsOf = (events: readonly Body[]): string[] => events.map(({ id }) => id);

/** Resolves once a condition holds; lets the service run meanwhile. */
async function until(served: Pick<Served, "get">, holds: () => boolean): Promise<void> {
  while (!holds()) assert.equal((await served.get("/livez")).status, 200);
}

test("§6.4: each event is one line, in order, as the log shows it; only the service's user may read the file", async (t) => {
  const path = fileFor();
  const served = await serveFor(t, { EVENTS_EXPORT: path });
  await served.put("/api/astronauts/ann", { name: "Ann\nTwo" });
  await served.put("/api/astronauts/ann/medical/m1", { examined_on: "2026-01-01", kind: "annual", fitness: "fit" });
  await served.post("/api/api-keys", { name: "k", scopes: ["events:read"] });
  const events = await readEvents(served);
  await until(served, () => read(path).length >= events.length);
  assert.deepEqual(
    read(path),
    events.map(({ _links: _, ...event }) => event),
  );
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test("§6.4: a file that is moved away is created again, and no event is lost or repeated", async (t) => {
  const path = fileFor();
  const served = await serveFor(t, { EVENTS_EXPORT: path });
  await write(served, "a");
  await until(served, () => read(path).length === 1);
  renameSync(path, `${path}.1`);
  await write(served, "b");
  await until(served, () => read(path).length === 1);
  const events = await readEvents(served);
  assert.deepEqual(idsOf([...read(`${path}.1`), ...read(path)]), idsOf(events));
});

test("§6.4: while the file cannot be written, the service works; later the file has every event, and no part of one", async (t) => {
  const path = fileFor();
  const folder = join(path, "..", "later");
  const file = join(folder, "events.ndjson");
  // Every write to /dev/full fails because the disk is full.
  symlinkSync("/dev/full", path);
  for (const target of [file, path]) {
    const served = await serveFor(t, { EVENTS_EXPORT: target });
    for (const id of ["a", "b"]) assert.equal((await write(served, id)).status, 201);
    if (target === file) mkdirSync(folder);
    else renameSync(file, path);
    const before = idsOf(read(target)).length;
    assert.equal((await write(served, "c")).status, 201);
    await until(served, () => read(target).length === before + 3);
  }
});

test("§6.4: of several services on one database, one writes each event", async () => {
  await using database = await createDatabase();
  const paths = [fileFor(), fileFor()];
  await using one = await serve(undefined, { DATABASE_URL: database.url, EVENTS_EXPORT: paths[0]! });
  await using other = await serve(undefined, { DATABASE_URL: database.url, EVENTS_EXPORT: paths[1]! });
  for (let at = 0; at < 20; at += 1) await write(at % 2 ? other : one, `p${at}`);
  const all = () => paths.flatMap(read);
  await until(one, () => all().length >= 20);
  assert.deepEqual(idsOf(all()), idsOf(await readEvents(one)));
});

/** An exporter to a list of texts, and what it has reported. */
function exporting(t: TestContext, served: Served) {
  const exported: string[] = [];
  const reports: string[] = [];
  const target = { isFull: false, refused: 0 };
  const append = async (text: string): Promise<void> => {
    if (target.isFull) target.refused += 1;
    if (target.isFull) throw new Error("The disk is full.");
    exported.push(text);
  };
  const exporter = new EventExporter(
    served.store,
    served.clock,
    { append },
    {
      onFailure: () => reports.push("failure"),
      onRecovery: () => reports.push("recovery"),
      onGap: (after) => reports.push(`gap after ${after}`),
    },
  );
  t.after(() => exporter.stop());
  return { exporter, exported, reports, target };
}

test("§6.4: events that are deleted before they could be exported are reported once", async (t) => {
  const served = await serveFor(t, { HISTORY_KEEP_DAYS: "1" });
  const { exporter, exported, reports, target } = exporting(t, served);
  exporter.start();
  await write(served, "first");
  await until(served, () => exported.length === 1);
  target.isFull = true;
  for (let at = 0; at < 25; at += 1) await write(served, `lost-${at}`);
  // They are deleted after the first failure.
  await until(served, () => target.refused > 0);
  served.clock.advance(86_400_001);
  for (const id of ["a", "b", "c"]) {
    const { refused } = target;
    await write(served, id);
    await until(served, () => target.refused > refused);
  }
  target.isFull = false;
  await write(served, "last");
  await until(served, () => exported.join("").includes('/planets/last"'));
  await until(served, () => reports.length >= 3);
  assert.deepEqual(reports, ["failure", "gap after 0000000000000001", "recovery"]);
});

test("§6.4: the export goes on after a process whose wrong clock said that its turn lasts long", async (t) => {
  const served = await serveFor(t, {});
  const { exporter, exported } = exporting(t, served);
  const lease = { position: "", holder: "another process", until: served.clock.now() + 86_400_000 };
  await served.store.write(({ system }) => system.setMetadata("events_export", JSON.stringify(lease)));
  await write(served, "first");
  exporter.start();
  await until(served, () => exported.length === 1);
});

test("§6.4: a file that is full has whole lines only", async () => {
  const path = fileFor();
  const target = new URL("../engine/events/append-target.ts", import.meta.url);
  const program = `
    import { AppendTarget } from ${JSON.stringify(target)};
    const target = new AppendTarget(${JSON.stringify(path)});
    for (const letter of "abc") await target.append(letter.repeat(400) + "\\n").catch(({ code }) => console.log(code));
  `;
  // The file may have 1,024 bytes.
  const limited = ["bash", "-c", 'ulimit -f 1; exec "$0" --input-type=module --eval "$1"'] as const;
  const { out, err } = await runProgram({ command: [...limited, process.execPath, program] }, {});
  assert.equal(out, "EFBIG\n", err);
  assert.deepEqual(readFileSync(path, "utf8").split("\n"), ["a".repeat(400), "b".repeat(400), ""]);
});

const SETTINGS = { DATASET: "none", PORT: "0", ADMIN_API_KEY: ADMIN_KEY, RATE_LIMIT: "off", LOG_LEVEL: "warn" };

/** Writes a record of about 9 KB over HTTP. @returns the status */
const put = async (url: string, id: string): Promise<number> => {
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" };
  const body = JSON.stringify({ name: id, description: "x".repeat(9_000) });
  return (await fetch(`${url}/api/missions/${id}`, { method: "PUT", headers, body })).status;
};

test("§6.4: a service that is killed leaves events out of the export for its successor, and repeats at most some", {
  skip: !isLong && "only in test:long",
}, async (t) => {
  const [database, path] = [await createDatabase(), fileFor()];
  t.after(() => database.remove());
  const settings = { ...SETTINGS, DATABASE_URL: database.url, EVENTS_EXPORT: path };
  for (let round = 0; round < 3; round += 1) {
    const { process: child, url, ended } = startServer(t, settings);
    const base = await url;
    const writes = Array.from({ length: 40 }, (_, at) => put(base, `m${round}-${at}`).catch(() => 0));
    await Promise.race(writes);
    child.kill("SIGKILL");
    await Promise.all([ended, ...writes]);
  }
  const served = await serveFor(t, { DATABASE_URL: database.url, EVENTS_EXPORT: path });
  // The lease of the process that was killed ends.
  served.clock.set(new Date(Date.now() + 60_000).toISOString());
  assert.equal((await write(served, "last")).status, 201);
  const events = idsOf(await readEvents(served));
  await until(served, () => read(path).at(-1)?.id === events.at(-1));
  const exported = idsOf(read(path));
  assert.deepEqual([...new Set(exported)].toSorted(), events);
});

test("§6.4: standard output that nobody reads, or that is closed, stops the export and nothing else", {
  skip: !isLong && "only in test:long",
}, async (t) => {
  const database = await createDatabase();
  t.after(() => database.remove());
  const {
    process: child,
    url,
    output,
    ended,
  } = startServer(t, {
    ...SETTINGS,
    DATABASE_URL: database.url,
    EVENTS_EXPORT: "-",
  });
  const base = await url;
  assert.equal(output().out, "", "what the start prints is on standard error");
  assert.equal(await put(base, "first"), 201);
  while (!output().out.endsWith("\n")) await fetch(`${base}/livez`);
  const [{ type, subject }] = parse(output().out) as [Body];
  assert.deepEqual([type, subject], ["mission.created", "/api/missions/first"]);
  child.stdout!.pause();
  for (let at = 0; at < 60; at += 1) assert.equal(await put(base, `m${at}`), 201);
  child.stdout!.destroy();
  for (let at = 0; at < 5; at += 1) assert.equal(await put(base, `n${at}`), 201);
  assert.equal((await fetch(`${base}/readyz`)).status, 200);
  child.kill("SIGTERM");
  assert.equal(await ended, 0, output().err);
});
