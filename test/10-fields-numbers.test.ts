/** Proves that numbers are IEEE 754 doubles and exact integers, within their declared ranges. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { serveSpecimens } from "./support/domain/specimens.ts";

const { served, writeField, assertAccepted, assertRefused } = await serveSpecimens();

test("§2.1: a double round-trips to the last bit", async () => {
  const doubles = [0, 1, -1, 0.1, 0.1 + 0.2, 1 / 3, 1.898e27, 6.02214076e23, 2 ** 53 + 2, 1e21, -1e-7];
  const edges = [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 2.2250738585072014e-308, Number.EPSILON];
  for (const value of [...doubles, ...edges]) assert.equal(await assertAccepted("number", value), value);
});

test("§2.1: a number may have any form that JSON allows", async () => {
  const written: [json: string, value: number][] = [
    ["1.898e27", 1.898e27],
    ["1.898E+27", 1.898e27],
    ["1898e24", 1.898e27],
    ["5e-324", 5e-324],
    ["1.0", 1],
    ["100e-2", 1],
    ["1e-400", 0],
    ["0.1000000000000000055511151231257827", 0.1],
  ];
  for (const [json, value] of written) {
    const answer = await writeField("number", json);
    assert.equal(answer.status, 201, json);
    assert.equal(answer.body.number, value, json);
  }
});

test("§2.1: minus zero is zero", async () => {
  const { body } = await writeField("number", "-0");
  assert.ok(body.number === 0);
  assert.equal((await writeField("whole", "-0")).body.whole === 0, true);
  assert.equal((await writeField("share", "-0.0")).status, 201);
  const before = (await served.put("/api/specimens/zero", { number: 0 })).body.updated_at;
  served.clock.advance(1_000);
  assert.equal((await served.put("/api/specimens/zero", '{"number":-0}')).body.updated_at, before);
});

test("§12.1: a number outside the range of a double is 422", async () => {
  for (const json of ["1e400", "-1e400", "1.8e308", `1${"0".repeat(400)}`]) {
    for (const field of ["number", "positive", "share", "whole"]) {
      await assertRefused(field, json, 422, ["", "out_of_range"]);
    }
    await assertRefused("place", `{"name":"a","floor":${json}}`, 422, ["/floor", "out_of_range"]);
    await assertRefused("few", `[1,${json}]`, 422, ["/1", "out_of_range"]);
  }
  await assertRefused("anything", '{"a":[1e400]}', 422, ["", "invalid_value"]);
});

test("§7.2: where no number is allowed, one outside the range of a double is 400, like any other", async () => {
  for (const json of ["1e400", "-1e400", "9".repeat(320), "1"]) {
    for (const field of ["line", "story", "colour", "sure", "day", "moment", "words", "place", "anything"])
      await assertRefused(field, json, 400, ["", "wrong_type"]);
    await assertRefused("words", `["a",${json}]`, 400, ["/1", "wrong_type"]);
  }
});

test("§12.1: an integer may have a decimal point or an exponent; a fraction is 400", async () => {
  for (const [json, value] of [
    ["3.0", 3],
    ["3e2", 300],
    ["30e-1", 3],
  ] as const) {
    const answer = await writeField("whole", json);
    assert.deepEqual([answer.status, answer.body.whole], [201, value], json);
  }
  for (const json of ["0.5", "3.0000001", "1e-1"]) await assertRefused("whole", json, 400, ["", "wrong_type"]);
});

test("§2.1: an integer must be one that a double represents exactly", async () => {
  for (const value of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 31, -(2 ** 31) - 1]) {
    assert.equal(await assertAccepted("whole", value), value);
  }
  for (const json of ["9007199254740992", "-9007199254740992", "9007199254740993", "1e300"]) {
    await assertRefused("whole", json, 422, ["", "out_of_range"]);
  }
});

test("§7.2: bounds: `above` and `below` are strict, `atLeast` and `atMost` are not", async () => {
  const taken: Record<string, number[]> = {
    small: [-2, 0, 2],
    positive: [5e-324, 1e300],
    share: [0, 0.9999999999999999],
  };
  const refusedOnes: Record<string, number[]> = { small: [-3, 3], positive: [0, -1], share: [-5e-324, 1, 2] };
  for (const [field, values] of Object.entries(taken)) {
    for (const value of values) assert.equal(await assertAccepted(field, value), value);
  }
  for (const [field, values] of Object.entries(refusedOnes)) {
    for (const value of values) await assertRefused(field, JSON.stringify(value), 422, ["", "out_of_range"]);
  }
  const { body } = await writeField("small", "3");
  assert.match(body.errors[0].message, /-2.*2/, "the message says what is allowed");
});

test("§7.2: an invalid JSON number is invalid JSON: 400", async () => {
  for (const json of ["NaN", "Infinity", "+1", "01", ".5", "1.", "0x10", "1_000"]) {
    assert.equal((await writeField("number", json)).status, 400, json);
  }
});
