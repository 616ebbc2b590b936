/** Proves that workers limit requests alone while their parent does not reply, as without Redis (§8.2). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import pino from "pino";
import { parentRateLimiter, serveRateLimiter } from "../engine/rate-limit/parent-process.ts";
import { memoryRateLimiter } from "../engine/rate-limit/token-bucket.ts";
import type { IpcPeer } from "../engine/runtime/ipc.ts";
import { connectedPeers } from "./support/connected-peers.ts";
import { type Body, TestClock } from "./support/http/serve.ts";

const POLICY = { name: "anonymous", quota: 2, window: 3_600 };

test("§8.2: while the parent does not reply, a worker limits alone without waiting, and shares again once it replies", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const clock = new TestClock();
  const [worker, parent] = connectedPeers();
  // While the parent is suspended, messages wait in the channel.
  const waiting: unknown[] = [];
  let isSuspended = false;
  let sent = 0;
  let deliver: (message: unknown) => void = () => {};
  const suspendable: IpcPeer = {
    send: (message) => parent.send(message),
    on: (event, listener) => {
      deliver = listener;
      return parent.on(event, (message) => {
        sent += 1;
        if (isSuspended) waiting.push(message);
        else listener(message);
      });
    },
  };
  const shared = memoryRateLimiter(clock);
  serveRateLimiter(shared, suspendable);
  const lines: Body[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const limiter = parentRateLimiter(worker, memoryRateLimiter(clock), logger);
  const take = async () => (await limiter.take(POLICY, "someone")).admitted;

  assert.deepEqual([await take(), await take(), await take()], [true, true, false]);
  isSuspended = true;
  const unanswered = take();
  while (waiting.length === 0) await setImmediate();
  t.mock.timers.tick(500);
  // Its own bucket is full.
  assert.deepEqual([await unanswered, await take(), await take()], [true, true, false]);
  assert.deepEqual([sent, waiting.length], [4, 1], "what is not answered is sent once");
  isSuspended = false;
  for (const message of waiting) deliver(message);
  while (lines.length < 2) await setImmediate();
  assert.equal(await take(), false, "the bucket of the parent");
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg]),
    [
      [40, "the parent process does not reply: each worker now limits requests alone"],
      [30, "the parent process replies again: workers share rate limits"],
    ],
  );
});
