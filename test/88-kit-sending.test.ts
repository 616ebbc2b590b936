/** Proves how batches of requests are sent: in order, several at once, with pauses (kit, send). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Forbidden, KeyInUse, NetworkError, Problem, TooMany, Unauthorized, Unavailable } from "../client/index.ts";
import { Batch, type BatchOptions } from "../kit/send/batch.ts";
import { isRetryable } from "../kit/send/failures.ts";
import { ClientClock } from "./support/http/client-clock.ts";

const lost = new NetworkError("PUT", "/api/x", "lost");

/** A batch whose items wait until they are let go, and what has been sent. */
function held<T>(items: Iterable<T> | AsyncIterable<T>, options: BatchOptions<T> = {}) {
  const sent: T[] = [];
  const open: PromiseWithResolvers<readonly T[] | undefined>[] = [];
  const send = (item: T) => {
    sent.push(item);
    const request = Promise.withResolvers<readonly T[] | undefined>();
    open.push(request);
    return request.promise;
  };
  const batch = new Batch(items, send, options);
  return { batch, sent, open, ended: batch.run() };
}

/** Lets promises settle. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("batch: items are sent in their order, several at once, those of one lane one after the other", async () => {
  const { batch, sent, open, ended } = held(["a1", "b1", "a2", "c1", "d1"], {
    parallel: 3,
    laneOf: ([lane]) => (lane === "c" ? undefined : lane),
  });
  await turn();
  assert.deepEqual(sent, ["a1", "b1"]);
  open[0]!.resolve(undefined);
  await turn();
  assert.deepEqual(sent, ["a1", "b1", "a2", "c1"]);
  for (const request of open) request.resolve(undefined);
  await turn();
  open.at(-1)!.resolve(undefined);
  await ended;
  assert.deepEqual(
    [sent.at(-1), batch.state.get(), batch.isIncomplete],
    ["d1", { settled: 5, pause: undefined, isEnded: true }, false],
  );
});

test("batch: what replaces an item is sent before the next one, and counts as much as it stands for", async () => {
  const { batch, sent, open, ended } = held([[1, 2, 3], [4]], { parallel: 1, sizeOf: ({ length }) => length });
  await turn();
  open[0]!.resolve([[1], [3]]);
  await turn();
  assert.deepEqual([sent, batch.state.get().settled], [[[1, 2, 3], [1]], 1]);
  for (const at of [1, 2, 3]) {
    open[at]!.resolve(undefined);
    await turn();
  }
  await ended;
  assert.deepEqual([sent, batch.state.get().settled], [[[1, 2, 3], [1], [3], [4]], 4]);
});

test("batch: a person pauses, continues and stops it between any two requests; what is in flight ends", async () => {
  async function* items() {
    for (let item = 0; item < 10; item += 1) yield item;
  }
  const { batch, sent, open, ended } = held(items(), { parallel: 2 });
  await turn();
  batch.pause();
  for (const request of open) request.resolve(undefined);
  await turn();
  assert.deepEqual([sent, batch.state.get()], [[0, 1], { settled: 2, pause: { by: "person" }, isEnded: false }]);
  batch.resume();
  await turn();
  assert.deepEqual(sent, [0, 1, 2, 3]);
  batch.stop();
  for (const request of open) request.resolve(undefined);
  await ended;
  assert.deepEqual([sent.length, batch.state.get().settled, batch.isIncomplete], [4, 4, true]);
});

test("batch: it is not cut by a stop after the last item was sent", async () => {
  const { batch, open, ended } = held([1]);
  await turn();
  batch.stop();
  open[0]!.resolve(undefined);
  await ended;
  assert.equal(batch.isIncomplete, false);
});

test("batch: failures that may pass are waited for, longer each time, or as long as the service asks for", async () => {
  const clock = new ClientClock();
  const failures = [
    lost,
    lost,
    new TooMany(429, {}, { retryAfter: 7 }),
    new KeyInUse(409, {}),
    new Unavailable(503, {}),
  ];
  const pauses: unknown[] = [];
  const tries: number[] = [];
  const batch = new Batch(
    ["x"],
    async (_, before) => {
      tries.push(before);
      const failure = failures.shift();
      if (failure) throw failure;
    },
    { clock },
  );
  batch.state.subscribe(() => pauses.push(batch.state.get().pause?.by));
  await batch.run();
  assert.deepEqual(clock.waits, [1_000, 2_000, 7_000, 8_000, 16_000]);
  assert.deepEqual(tries, [0, 1, 2, 3, 4, 5]);
  assert.ok(pauses.includes("failure"));
});

test("batch: a refused key waits for a person; a person's pause does not end by itself", async () => {
  for (const error of [new Unauthorized(401, {}), new Forbidden(403, {})]) {
    const clock = new ClientClock();
    const { batch, open, sent, ended } = held(["x"], { clock });
    await turn();
    open[0]!.reject(error);
    await turn();
    assert.deepEqual([batch.state.get().pause, clock.waits], [{ by: "refusal", error }, []]);
    batch.resume();
    await turn();
    open[1]!.reject(lost);
    await turn();
    await turn();
    assert.equal(sent.length, 3, "the failure has passed");
    batch.pause();
    open[2]!.reject(lost);
    await turn();
    assert.deepEqual([batch.state.get().pause, clock.waits], [{ by: "person" }, [1_000]]);
    batch.stop();
    await ended;
    assert.deepEqual([sent.length, batch.isIncomplete], [3, true]);
  }
});

test("batch: where a failure is to end it, the first one does, after what is in flight", async () => {
  const { batch, sent, open, ended } = held([1, 2, 3, 4], { parallel: 2, afterFailure: "end" });
  await turn();
  open[0]!.reject(lost);
  await turn();
  let isEnded = false;
  const rejected = assert.rejects(ended, lost).then(() => {
    isEnded = true;
  });
  await turn();
  assert.equal(isEnded, false);
  open[1]!.reject(new Error("a later one"));
  await rejected;
  assert.deepEqual([sent, batch.isIncomplete], [[1, 2], true]);
});

test("batch: an error of the items ends it, and they are closed when it stops", async () => {
  const broken = (function* () {
    yield 1;
    throw new Error("The file is gone.");
  })();
  await assert.rejects(new Batch(broken, async () => {}).run(), /The file is gone/);
  let isClosed = false;
  async function* file() {
    try {
      for (;;) yield 1;
    } finally {
      isClosed = true;
    }
  }
  const batch: Batch<number> = new Batch(file(), async () => batch.stop(), { parallel: 1 });
  await batch.run();
  assert.deepEqual([isClosed, batch.isIncomplete], [true, true]);
});

test("batch: what says nothing about a record may pass; a 500 is about the record", () => {
  const retryable = [302, 401, 403, 408, 429, 502, 503, 504, 507].filter((status) =>
    isRetryable(new Problem(status, {})),
  );
  assert.deepEqual(retryable, [302, 401, 403, 408, 429, 502, 503, 504, 507]);
  const final = [400, 404, 409, 412, 413, 422, 500].filter((status) => isRetryable(new Problem(status, {})));
  assert.deepEqual(final, []);
  assert.deepEqual(
    [isRetryable(lost), isRetryable(new KeyInUse(409, {})), isRetryable(new TypeError())],
    [true, true, false],
  );
});
