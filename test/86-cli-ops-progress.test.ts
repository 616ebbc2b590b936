/** Proves how commands show progress: a bar that is redrawn on a terminal, plain lines otherwise (docs/cli.md). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { progressOn } from "../cli/console/progress.ts";

/** A stream that records what is written, and a clock. */
function recorder(isTTY: boolean) {
  const state = { now: 0, text: "" };
  const progress = progressOn("rows", { isTTY, write: (text) => (state.text += text) }, () => state.now);
  return { state, progress };
}

test("docs/cli.md, output: on a terminal, one line shows the share, the speed and the time left", () => {
  const { state, progress } = recorder(true);
  progress.start(2_400);
  state.now = 50;
  progress.update(100);
  assert.equal(state.text.includes("100"), false, "not redrawn too often");
  state.now = 2_000;
  progress.update(1_200);
  assert.equal(
    state.text.split("\r").at(-1),
    "[############------------] 1,200 of 2,400 rows, 600 rows/s, 2 s left\x1b[K",
  );
  state.now = 4_000;
  progress.update(2_400);
  progress.end();
  assert.equal(state.text.split("\r").at(-1), `[${"#".repeat(24)}] 2,400 of 2,400 rows, 600 rows/s\x1b[K\n`);
});

test("docs/cli.md, output: elsewhere, there is a plain line every five seconds and at the end", () => {
  const { state, progress } = recorder(false);
  progress.start();
  for (const second of [1, 4, 5, 9, 11]) {
    state.now = 1_000 * second;
    progress.update(100 * second);
  }
  progress.end();
  assert.deepEqual(state.text.split("\n"), [
    "500 rows, 100 rows/s",
    "1,100 rows, 100 rows/s",
    "1,100 rows, 100 rows/s",
    "",
  ]);
});
