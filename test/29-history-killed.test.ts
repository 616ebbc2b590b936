/**
 * Proves that a process which is killed while records are deleted with their parents leaves each parent as it was, or
 * restorable with all that went (§6.1), and the past as it was (§6.5).
 */
import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { campaignSize } from "./support/campaign.ts";
import { runCommand, temporaryFolder } from "./support/commands/run-command.ts";
import { type Admin, contentOf, createFamilies, type Family, pathsOf } from "./support/domain/families.ts";
import { type ServerProcess, startServer } from "./support/http/process.ts";
import { ADMIN_KEY, type Body } from "./support/http/serve.ts";
import { withoutAsOf } from "./support/query/past.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";
import { runSql, type TestDatabase } from "./support/store/databases.ts";

const KILLS = campaignSize("CASCADE_KILLS");
const { FUZZ_SEED } = process.env;
const SEED = FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) };
const FAMILIES = 6;
/** More samples than are deleted by one statement. */
const SIZES = { children: 12, samples: 700 };
/** Turns of the event loop, from the last response that is awaited until the process is killed. */
const MOST_TURNS = 4_000;

// The commands write to the folder in which they run.
const files = temporaryFolder();
const former = process.cwd();
process.chdir(files.path(""));
after(() => process.chdir(former));

/** A process of the service, with requests by its admin. */
class Service implements Admin {
  readonly url: string;
  private readonly command: ServerProcess;
  private readonly database: TestDatabase;

  private constructor(url: string, command: ServerProcess, database: TestDatabase) {
    this.url = url;
    this.command = command;
    this.database = database;
  }

  static async start(t: TestContext, database: TestDatabase): Promise<Service> {
    const settings = { DATABASE_URL: database.url, DATASET: "none", PORT: "0", ADMIN_API_KEY: ADMIN_KEY };
    const command = startServer(t, { ...settings, RATE_LIMIT: "off" });
    return new Service(await command.url, command, database);
  }

  send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async ask(method: string, path: string, body?: unknown): Promise<string> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text;
  }

  async read(path: string): Promise<Body> {
    return JSON.parse(await this.ask("GET", path));
  }

  /** The texts of some paths, by path. @param moment as in `as_of` */
  async readAll(paths: readonly string[], moment?: string): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>();
    // One after the other: a client may run few exports at once.
    for (const path of paths)
      texts.set(path, await this.ask("GET", moment === undefined ? path : `${path}&as_of=${moment}`));
    return texts;
  }

  /** Resolves when no operation is pending or running. */
  async settled(): Promise<void> {
    while ((await this.read("/api/operations?status_in=pending,running")).total_count > 0);
  }

  /** Kills the process. Resolves when the database has no transaction of it left. */
  async kill(): Promise<void> {
    this.command.process.kill("SIGKILL");
    await this.command.ended;
    const { url } = this.database;
    if (url.startsWith("sqlite:")) return;
    // The server may be about to commit what the process sent last.
    const busy = "datname = current_database() AND backend_type = 'client backend' AND state <> 'idle'";
    const others = `SELECT 1 FROM pg_stat_activity WHERE ${busy} AND pid <> pg_backend_pid()`;
    while ((await runSql(others, url)).rows.length > 0);
  }
}

/** How a family is deleted: as an operation or not; and what the service answered, if it did. */
interface Deletion {
  readonly isAsync: boolean;
  readonly status: number | undefined;
}

/** When the process is killed: after some responses, and then some turns of the event loop. */
interface KillPoint {
  readonly responses: number;
  readonly turns: number;
}

/** Deletes families at the same time, until the service is killed. @param areAsync whether each is an operation */
async function deleteUntilKilled(
  service: Service,
  families: readonly Family[],
  areAsync: readonly boolean[],
  killPoint: KillPoint,
): Promise<Deletion[]> {
  const { promise: isEnough, resolve: stopWaiting } = Promise.withResolvers<void>();
  let left = killPoint.responses;
  if (left === 0) stopWaiting();
  const deletions = families.map(async ({ parent }, at): Promise<Deletion> => {
    const isAsync = areAsync[at]!;
    const headers = isAsync ? { prefer: "respond-async" } : {};
    try {
      const { status } = await service.send("DELETE", `${parent}?cascade=true`, undefined, headers);
      left -= 1;
      if (left === 0) stopWaiting();
      return { isAsync, status };
    } catch {
      return { isAsync, status: undefined };
    }
  });
  await isEnough;
  for (let turns = killPoint.turns; turns > 0; turns -= 1) await setImmediate();
  await service.kill();
  return Promise.all(deletions);
}

for (const { name, create, skip } of STORE_KINDS) {
  test(`§6.1, §6.5: ${name}: killed while it deletes parents, each is as it was, or all that went is restored`, {
    skip,
  }, async (t) => {
    await using database = await create();
    let service = await Service.start(t, database);
    const families = await createFamilies(service, FAMILIES, SIZES);
    const counts = { kept: 0, deleted: 0, restored: 0 };
    const round = fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: FAMILIES, maxLength: FAMILIES }),
      fc.record({
        responses: fc.integer({ min: 0, max: FAMILIES - 1 }),
        turns: fc.integer({ min: 0, max: MOST_TURNS }),
      }),
      async (areAsync, killPoint) => {
        const paths = families.flatMap(pathsOf);
        const moment = new Date().toISOString();
        // The answer is final, so that what is deleted from now on is deleted later.
        const past = await service.readAll(paths, moment);
        const before = await service.readAll(paths);
        const deletions = await deleteUntilKilled(service, families, areAsync, killPoint);
        service = await Service.start(t, database);
        await service.settled();
        assertSame(await service.readAll(paths, moment), past);
        for (const [at, family] of families.entries()) {
          const isThere = (await service.send("GET", family.parent)).status === 200;
          const { isAsync, status } = deletions[at]!;
          if (status !== undefined) assert.deepEqual([status, isThere], [isAsync ? 202 : 204, false], family.parent);
          counts[isThere ? "kept" : "deleted"] += 1;
          if (isThere) await assertKept(service, family, { moment, before });
          else counts.restored += await restore(service, family, { moment, before });
        }
        assertSame(await service.readAll(paths, moment), past);
      },
    );
    await fc.assert(round, { numRuns: KILLS, endOnFailure: true, ...SEED });
    t.diagnostic(
      `${KILLS} kills: ${counts.kept} parents kept, ${counts.deleted} deleted; ${counts.restored} records restored`,
    );
  });
}

/** What was before a deletion. */
interface Before {
  readonly moment: string;
  readonly before: ReadonlyMap<string, string>;
}

/** Asserts that nothing says that a family was deleted. */
async function assertKept(service: Service, family: Family, { moment, before }: Before): Promise<void> {
  const paths = pathsOf(family);
  assertSame(await service.readAll(paths), before);
  assert.deepEqual(await deletionsOf(service, family, moment), []);
  const now = await service.readAll(paths, new Date().toISOString());
  assertSame(new Map([...now].map(([path, text]) => [path, withoutAsOf(text)])), before);
}

/** Asserts that the text at each path is what it was, byte for byte. */
function assertSame(texts: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>): void {
  for (const [path, text] of texts) assert.equal(text, before.get(path), path);
}

/** Restores a deleted family from what its events took, and asserts that this is everything. @returns the number of records */
async function restore(service: Service, family: Family, { moment, before }: Before): Promise<number> {
  const { parent, lists, single } = family;
  const deletions = await deletionsOf(service, family, moment);
  const one = parent.slice("/api/".length, parent.indexOf("/", "/api/".length) - 1);
  const expected = [`${one}.deleted`, ...Object.keys(lists).map((kind) => `${kind}.batch_deleted`)];
  if (single) expected.push("atmosphere.deleted");
  assert.deepEqual(deletions.map(({ type }) => type).sort(), expected.sort(), parent);
  let records = deletions.length - Object.keys(lists).length;
  for (const [kind, list] of Object.entries(lists)) {
    const { id, data } = deletions.find(({ type }) => type === `${kind}.batch_deleted`)!;
    const text = await service.ask("GET", `/api/events/${id}/records?format=ndjson`);
    assert.equal(text, before.get(`${list}?fields=*&format=ndjson`), list);
    assert.equal(data.count, contentOf(text).length);
    records += data.count;
  }
  const { code, err } = await runCommand(service, "events", "restore", parent);
  assert.equal(code, 0, err);
  const restored = await service.readAll(pathsOf(family));
  for (const [path, text] of restored) assert.deepEqual(contentOf(text), contentOf(before.get(path)!), path);
  return records;
}

/** The events since a moment that say that something of a family was deleted. */
async function deletionsOf(service: Service, { parent }: Family, moment: string): Promise<Body[]> {
  const filter = `subject_starts_with=${parent}&time_after=${moment}&limit=100`;
  const { events, total_count: total } = await service.read(`/api/events?${filter}`);
  assert.equal(events.length, total);
  const isOfFamily = (subject: string) => subject === parent || subject.startsWith(`${parent}/`);
  return events.filter(({ type, subject }: Body) => /deleted$/.test(type) && isOfFamily(subject));
}
