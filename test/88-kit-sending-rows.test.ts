/** Proves how rows are sent: the requests, how few, and that each row has one outcome (kit, send). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, type Connection, NetworkError, Problem, Unavailable } from "../client/index.ts";
import { divide } from "../kit/send/failures.ts";
import { groupRows, type RowRecord, requestOf, type WriteMode, type WriteOptions } from "../kit/send/requests.ts";
import { type OutcomeLog, RowSender } from "../kit/send/row-sender.ts";
import { ClientClock } from "./support/http/client-clock.ts";

const LIST = "/api/stars/sol/worlds";
const rowsOf = (count: number, withIds = true, list = LIST): RowRecord[] =>
  Array.from({ length: count }, (_, number) => ({
    number,
    list,
    path: withIds ? `${list}/w${number}` : undefined,
    record: { ...(withIds ? { id: `w${number}` } : {}), name: `World ${number}` },
  }));

/** A problem as the service sends it. @param items the items of an array that it names */
function problemOf(status: number, code: string, items: readonly number[] = [], pointer = "/name"): Problem {
  const errors = items.map((item) => ({ pointer: `/${item}${pointer}`, code, message: `Item ${item}.` }));
  return new Problem(status, { code, detail: "It is refused.", errors });
}

const answerOf = (status: number, body?: unknown, headers: Record<string, string> = {}): Answer => ({
  ...{ status, tries: 1, headers: new Headers(headers), body },
});

/** A request as it was sent. */
interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Sends rows to a service that a test describes, and notes what becomes of each. */
function sending(
  rows: readonly RowRecord[],
  options: WriteOptions,
  respond: (request: Sent, index: number) => Answer | Problem | Error,
) {
  const sent: Sent[] = [];
  const noted: [number: number, outcome: string][] = [];
  const passes: number[] = [];
  const clock = new ClientClock();
  let keys = 0;
  const settled = new Set<number>();
  const note = (number: number, outcome: string) => {
    settled.add(number);
    noted.push([number, outcome]);
  };
  const outcomes: OutcomeLog<RowRecord> = {
    wasResumed: false,
    noteSent: () => `key ${++keys}`,
    noteStored: (all, effect) => {
      for (const { number } of all) note(number, effect);
    },
    noteRefused: (all) => {
      for (const { row, problem } of all) note(row.number, problem.code);
    },
  };
  const send: Connection["send"] = async (method, path, { headers = {}, body } = {}) => {
    const request = { method, path, headers, body };
    sent.push(request);
    await undefined;
    const response = respond(request, sent.length - 1);
    if (response instanceof Error) throw response;
    return response;
  };
  const sender = new RowSender({ send, outcomes, clock, onPass: (_, deferred) => passes.push(deferred) });
  const run = () => sender.send(() => rows.filter(({ number }) => !settled.has(number)), options);
  return { run, sender, sent, noted, passes, clock };
}

const CREATED = answerOf(201);

test("sending rows: rows go one by one with their ids, as the mode says", () => {
  const [row] = rowsOf(1) as [RowRecord];
  const of = (mode: WriteMode, each = row) => requestOf([each], { mode }, () => "k");
  const put = { method: "PUT", path: `${LIST}/w0`, body: row.record };
  const prefer = "return=minimal";
  for (const mode of ["create", "skip-existing"] as const)
    assert.deepEqual(of(mode), { ...put, headers: { prefer, "if-none-match": "*" } });
  assert.deepEqual(of("upsert"), { ...put, headers: { prefer } });
  const patch = { prefer, "content-type": "application/merge-patch+json", "idempotency-key": "k" };
  assert.deepEqual(of("patch"), { ...put, method: "PATCH", headers: patch });
  const unnamed = { ...row, path: undefined };
  const post = {
    method: "POST",
    path: LIST,
    body: row.record,
    headers: { prefer, "idempotency-key": "k" },
  };
  assert.deepEqual(of("create", unnamed), post);
});

test("sending rows: arrays are of one list each, and neither too many rows nor too long", async () => {
  const sizes = async (
    rows: readonly RowRecord[],
    options: WriteOptions,
    unansweredRequest: (row: RowRecord) => object | undefined = () => undefined,
  ) => (await Array.fromAsync(groupRows(rows, options, unansweredRequest))).map(({ rows: { length } }) => length);
  const options: WriteOptions = { mode: "create", arrayLength: 5_000, asOperations: true };
  assert.deepEqual(await sizes(rowsOf(12_001), options), [5_000, 5_000, 2_001]);
  assert.deepEqual(await sizes(rowsOf(3), { ...options, mode: "upsert" }), [1, 1, 1]);
  const two = rowsOf(10).map((row, at) => (at % 2 ? { ...row, list: "/api/stars/vega/worlds" } : row));
  assert.deepEqual(await sizes(two, options), [5, 5]);
  const long = rowsOf(5).map((row) => ({ ...row, record: { name: "x".repeat(2_000_000) } }));
  assert.deepEqual(await sizes(long, options), [2, 2, 1]);
  // What an earlier run has sent together is sent together again.
  const earlier = {};
  assert.deepEqual(
    await sizes(rowsOf(6), { ...options, arrayLength: 2 }, ({ number }) => (number % 2 ? earlier : undefined)),
    [2, 1, 3],
  );
  const { method, headers, body } = requestOf(two.slice(0, 1), options, () => "k");
  assert.deepEqual([method, body], ["POST", [two[0]!.record]]);
  assert.deepEqual(headers, { prefer: "respond-async, return=minimal", "idempotency-key": "k" });
});

/** The problems of an array with some bad items: all of them named, the first, or none. */
const NAMING = {
  all: (bad: readonly number[]) => problemOf(422, "out_of_range", bad),
  ids: (bad: readonly number[]) => problemOf(409, "already_exists", bad, "/id"),
  first: (bad: readonly number[]) => problemOf(409, "busy", bad.slice(0, 1)),
  none: () => problemOf(409, "cursed"),
} as const;

const some = (count: number, of: number) =>
  Array.from({ length: count }, (_, n) => Math.floor(((n + 0.5) * of) / count));
/** The most requests for bad ones among 5,000 rows. */
const COSTS: readonly (readonly [naming: keyof typeof NAMING, bad: readonly number[], most: number])[] = [
  ["all", some(1, 5_000), 2],
  ["all", some(50, 5_000), 2],
  ["ids", some(50, 5_000), 2],
  ["ids", some(5_000, 5_000), 1],
  ["first", some(1, 5_000), 5],
  ["first", some(50, 5_000), 201],
  ["first", some(5_000, 5_000), 5_000],
  ["none", some(1, 5_000), 26],
  ["none", some(50, 5_000), 721],
  ["none", some(5_000, 5_000), 8_213],
];

for (const [naming, bad, most] of COSTS)
  test(`sending rows: ${bad.length} of 5,000 in an array are refused, and the problem names ${naming}: at most ${most} requests`, async (t) => {
    const isBad = new Set(bad.map((number) => `World ${number}`));
    const stored: string[] = [];
    const rows = rowsOf(5_000, false);
    const { run, sent, noted } = sending(rows, { mode: "create", arrayLength: 5_000 }, ({ body }) => {
      const names = (body as { name: string }[]).map(({ name }) => name);
      const items = names.flatMap((name, item) => (isBad.has(name) ? [item] : []));
      if (items.length > 0) return NAMING[naming](items);
      stored.push(...names);
      return CREATED;
    });
    await run();
    t.diagnostic(`${sent.length} requests`);
    assert.ok(sent.length <= most, `${sent.length} requests`);
    assert.equal(new Set(stored).size, 5_000 - bad.length);
    assert.equal(stored.length, 5_000 - bad.length, "each is stored once");
    assert.equal(noted.length, 5_000, "each is reported once");
    assert.deepEqual(
      noted
        .filter(([, outcome]) => outcome !== "created")
        .map(([number]) => number)
        .toSorted((a, b) => a - b),
      bad,
    );
  });

test("sending rows: a list that does not exist takes none of an array", () => {
  const { refused, again } = divide(rowsOf(100), problemOf(404, "not_found"));
  assert.deepEqual([refused.length, again], [100, []]);
  // The pointers are into the row, however many there are.
  const [only] = divide(rowsOf(1), problemOf(422, "out_of_range", [0])).refused;
  assert.equal(only?.problem.errors[0]?.pointer, "/name");
});

test("sending rows: an array whose response is lost is sent again with its key; a PUT is recognized by its record", async () => {
  const lost = new NetworkError("POST", LIST, "lost");
  const array = sending(rowsOf(3, false), { mode: "create", arrayLength: 10 }, (_, index) =>
    index < 2 ? lost : CREATED,
  );
  await array.run();
  assert.deepEqual(
    array.sent.map(({ headers }) => headers["idempotency-key"]),
    ["key 1", "key 1", "key 1"],
  );
  assert.deepEqual(array.clock.waits, [1_000, 2_000]);

  const stored = { id: "w0", name: "World 0", created_at: "2026-01-01T00:00:00Z", size: null };
  for (const [body, outcome] of [
    [stored, "created"],
    [{ ...stored, name: "Another" }, "precondition_failed"],
    [undefined, "precondition_failed"],
  ] as const) {
    const single = sending(rowsOf(1), { mode: "create" }, ({ method }, index) => {
      if (method === "GET") return body ? answerOf(200, body) : problemOf(404, "not_found");
      return index === 0 ? lost : problemOf(412, "precondition_failed");
    });
    await single.run();
    assert.deepEqual([single.noted, single.sent.map(({ method }) => method)], [[[0, outcome]], ["PUT", "PUT", "GET"]]);
  }
  // Nothing is asked for if the first try is refused, and what exists may be left.
  for (const [mode, outcome] of [
    ["create", "precondition_failed"],
    ["skip-existing", "skipped"],
  ] as const) {
    const refused = sending(rowsOf(1), { mode }, () => problemOf(412, "precondition_failed"));
    await refused.run();
    assert.deepEqual([refused.noted, refused.sent.length], [[[0, outcome]], 1]);
  }
});

test("sending rows: a member is recognized, although its record does not have the field of its id", async () => {
  const member = { ...rowsOf(1)[0]!, record: { world_id: "w0", role: "moon" } };
  const { run, noted } = sending([member], { mode: "create" }, ({ method }, index) => {
    if (method === "GET") return answerOf(200, { id: "w0", name: "World 0", role: "moon" });
    return index === 0 ? new NetworkError("PUT", LIST, "lost") : problemOf(412, "precondition_failed");
  });
  await run();
  assert.deepEqual(noted, [[0, "created"]]);
});

test("sending rows: nothing is reported twice if what exists cannot be read at once", async () => {
  const { run, noted } = sending(rowsOf(1), { mode: "create" }, ({ method }, index) => {
    if (method === "GET") return index === 2 ? new Unavailable(503, {}) : answerOf(200, { id: "w0", name: "Another" });
    return index === 0 ? new Unavailable(503, {}) : problemOf(412, "precondition_failed");
  });
  await run();
  assert.deepEqual(noted, [[0, "precondition_failed"]]);
});

const IMPOSSIBLE = new Problem(422, {
  code: "validation_failed",
  errors: [{ pointer: "/next", code: "unknown_reference", message: "It does not exist." }],
});

test("sending rows: rows that refer to later ones are sent again while others are stored, and not once more", async () => {
  // Each refers to the one after it; the last one to nothing, and the first to what does not exist.
  const stored = new Set<string>();
  const { run, sent, noted, passes } = sending(rowsOf(5), { mode: "create" }, ({ path }) => {
    const number = Number(path.at(-1));
    if (number === 0 || (number < 4 && !stored.has(`w${number + 1}`))) return IMPOSSIBLE;
    stored.add(`w${number}`);
    return CREATED;
  });
  await run();
  assert.deepEqual(
    noted.filter(([, outcome]) => outcome === "created").map(([number]) => number),
    [4, 3, 2, 1],
  );
  assert.deepEqual(noted.at(-1), [0, "validation_failed"]);
  assert.deepEqual([passes, sent.length], [[0, 4, 3, 2, 1], 15]);
});

for (const [count, requests] of [
  [5, 5],
  // The problems of 10,000 are kept in memory.
  [10_002, 10_004],
] as const)
  test(`sending rows: of ${count} that nothing makes possible, hardly any is sent again`, async () => {
    const { run, sent, noted } = sending(rowsOf(count), { mode: "create" }, () => IMPOSSIBLE);
    await run();
    assert.equal(sent.length, requests);
    assert.equal(new Set(noted.map(([number]) => number)).size, count);
    assert.deepEqual(
      noted.filter(([, outcome]) => outcome === "validation_failed").length,
      count,
      "each is reported once",
    );
  });

test("sending rows: operations are waited for; a cancelled one refuses its rows, a failed one is divided", async () => {
  const accepted = answerOf(202, undefined, { location: "/api/operations/1", "retry-after": "3" });
  const pending = answerOf(200, { status: "running" }, { "retry-after": "2" });
  const options: WriteOptions = { mode: "create", arrayLength: 10, asOperations: true };
  const done = sending(
    rowsOf(2, false),
    options,
    (_, index) => [accepted, pending, answerOf(200, { status: "succeeded" })][index]!,
  );
  await done.run();
  assert.deepEqual(
    [done.noted, done.clock.waits],
    [
      [
        [0, "created"],
        [1, "created"],
      ],
      [3_000, 2_000],
    ],
  );

  const cancelled = sending(rowsOf(2, false), options, ({ method }) =>
    method === "POST" ? accepted : answerOf(200, { status: "cancelled" }),
  );
  await cancelled.run();
  assert.deepEqual(
    [cancelled.noted, cancelled.sent.length],
    [
      [
        [0, "cancelled"],
        [1, "cancelled"],
      ],
      2,
    ],
  );

  const error = {
    status: 422,
    code: "out_of_range",
    errors: [{ pointer: "/1/name", code: "out_of_range", message: "No." }],
  };
  const failed = sending(rowsOf(3, false), options, ({ method }, index) =>
    method === "GET" ? answerOf(200, { status: "failed", error }) : index === 0 ? accepted : CREATED,
  );
  await failed.run();
  assert.deepEqual(failed.noted, [
    [1, "out_of_range"],
    [0, "created"],
    [2, "created"],
  ]);
  // The rest is small, and sent at once.
  assert.deepEqual(
    failed.sent.map(({ headers }) => headers.prefer),
    ["respond-async, return=minimal", undefined, "return=minimal"],
  );
});

test("sending rows: it stops between any two requests, and nothing is refused that may become possible", async () => {
  const { run, sender, noted } = sending(rowsOf(20), { mode: "create" }, (_, index) => {
    if (index === 0) return IMPOSSIBLE;
    sender.stop();
    return CREATED;
  });
  await run();
  assert.equal(sender.batch?.isIncomplete, true);
  assert.deepEqual(
    sender.deferred.map(({ row }) => row.number),
    [0],
  );
  assert.deepEqual(
    noted.filter(([, outcome]) => outcome !== "created"),
    [],
  );
  assert.ok(noted.length <= 8);
  await run();
  assert.ok(noted.length <= 8, "it stays stopped");
});
