/** Proves what forms make of what is typed and edited, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstDay } from "../explorer/src/fields/dates/period.ts";
import { faultsIn } from "../explorer/src/forms/values/constraints.ts";
import { readJson } from "../explorer/src/forms/values/json-text.ts";
import { readNumber } from "../explorer/src/forms/values/number-text.ts";
import { isUnreadable, unreadable } from "../explorer/src/forms/values/unreadable.ts";
import { codeRequestOf } from "../explorer/src/requests/as-code/code-request.ts";
import { plainField } from "../kit/description/list-fields.ts";
import type { Kind, WritableField } from "../kit/description/model.ts";
import type { Schema } from "../kit/description/schema.ts";
import { freeId, idOf } from "../kit/import/ids.ts";
import { applied, isPatchable, mergePatch } from "../kit/values/merge-patch.ts";
import { isSame } from "../kit/values/same.ts";

/** What is wrong with what was typed; undefined if it is a value. */
const reasonOf = (value: unknown) => (isUnreadable(value) ? value.$reason : undefined);

test("explorer, forms: a number is read exactly as it was typed", () => {
  for (const [typed, expected] of [
    ["", null],
    [" 42 ", 42],
    ["−3.5", -3.5],
    ["+.5", 0.5],
    ["1.898e27", 1.898e27],
    ["1.50E2", 150],
    ["0.1", 0.1],
    ["5e-324", 5e-324],
    ["000", 0],
  ] as const)
    assert.equal(readNumber(typed, false), expected, typed);
});

test("explorer, forms: a number that a double cannot hold is refused with the nearest one", () => {
  for (const [typed, nearest] of [
    ["0.10000000000000001", "0.1"],
    ["9007199254740993", "9007199254740992"],
    ["1e-400", "0"],
  ] as const)
    assert.match(
      reasonOf(readNumber(typed, false)) ?? "",
      new RegExp(`nearest .* is ${nearest.replace(".", "\\.")}\\.$`),
    );
  assert.match(reasonOf(readNumber("1e400", false)) ?? "", /too large/);
  assert.match(reasonOf(readNumber("1.5", true)) ?? "", /whole number/);
  assert.match(reasonOf(readNumber("9007199254740992", true)) ?? "", /cannot be stored exactly/);
  for (const typed of ["1,5", "0x10", ".", "e5", "Infinity", "1 000"])
    assert.match(reasonOf(readNumber(typed, false)) ?? "", /A number is required/, typed);
});

test("explorer, forms: what is wrong with JSON is said by line and column", () => {
  for (const [text, reason] of [
    ['{"a": 1,}', "A name in double quotes is missing at line 1, column 9."],
    ['{"a": 1\n "b": 2}', "A comma or } is missing at line 2, column 2."],
    ['{"a": [1 2]}', "A comma or ] is missing at line 1, column 10."],
    ['{"a" 1}', "A colon is missing at line 1, column 6."],
    ['{\n  "a": tru\n}', "A value is missing at line 2, column 8."],
    ["{'a': 1}", "A name in double quotes is missing at line 1, column 2."],
    ['{"a": 1', "A comma or } is missing at line 1, column 8."],
    ["{} {}", "Something follows the end at line 1, column 4."],
    ['{"a": 01}', "A comma or } is missing at line 1, column 8."],
    ['{"a": "b\nc"}', "This string has no end, or a character that must be escaped at line 1, column 7."],
    ['{"a": 1, "b": {"a": 2, "\\u0061": 3}}', 'The name "a" is repeated at line 1, column 24.'],
    ['{"a":\n[12345678901234567890]}', "12345678901234567890 cannot be stored exactly at line 2, column 2."],
    ['{"a": 1e400}', "1e400 cannot be stored exactly at line 1, column 7."],
  ] as const)
    assert.equal(reasonOf(readJson(text)), reason, text);
  assert.ok(!isUnreadable(readJson(`{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`)));
  assert.match(reasonOf(readJson("[1]")) ?? "", /A JSON object is required/);
  assert.deepEqual(readJson('{"a": {"b": [1.898e27, "é\\n", null]}}'), { a: { b: [1.898e27, "é\n", null] } });
  assert.equal(readJson(" \n"), null);
});

test("explorer, forms: what cannot be read is one fault, in objects and rows too, and everything else is checked", () => {
  const field = (name: string, kind: Kind, schema: Schema, fields: readonly WritableField[] = []): WritableField => ({
    ...plainField(name, kind),
    ...{ schema, fields, required: name === "mass", initial: undefined, precisions: [] },
  });
  const members = [field("mass", "decimal", { type: "number", minimum: 1 }), field("note", "text", { type: "string" })];
  const object = { type: "object", properties: {} };
  const fields = [
    field("whole", "object", object, members),
    field("rows", "objects", { type: "array", items: object, "x-unique-by": "note" }, members),
    field("any", "json", { type: "object" }),
    ...members,
  ];
  const typed = unreadable("many", "A number is required.");
  const faultsAt = (values: Record<string, unknown>) =>
    faultsIn(fields, { mass: 1, ...values }).map(({ pointer, code }) => `${pointer} ${code}`);
  assert.deepEqual(faultsAt({ mass: typed, note: 1 }), ["/mass unreadable", "/note wrong_type"]);
  assert.deepEqual(faultsAt({ whole: { mass: typed, note: 1 } }), ["/whole/mass unreadable", "/whole/note wrong_type"]);
  assert.deepEqual(faultsAt({ rows: [{ mass: typed, note: "x" }, { mass: 0, note: "x" }, {}] }), [
    "/rows/0/mass unreadable",
    "/rows/1/mass out_of_range",
    "/rows/1/note not_unique",
    "/rows/2/mass required",
  ]);
  assert.deepEqual(faultsAt({ any: typed, mass: undefined, other: 1 }), ["/any unreadable", "/mass required"]);
  assert.deepEqual(faultsAt({ any: { mass: typed } }), [], "what looks like it in a value of one's own is none");
});

/** Deterministic numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NAMES = ["a", "b", "constructor", "__proto__", "toString", ""];

function randomValue(random: () => number, depth = 0): unknown {
  const pick = random();
  if (depth < 3 && pick < 0.5) {
    const names = NAMES.filter(() => random() < 0.4);
    return Object.fromEntries(names.map((name) => [name, randomValue(random, depth + 1)]));
  }
  if (pick < 0.6) return [randomValue(random, 3), null];
  return [null, true, 0, 1, "x", {}][Math.floor(random() * 6)];
}

test("explorer, forms: a merge patch makes the edited object of the loaded one, whenever one can (RFC 7396)", () => {
  const random = randomFrom(7396);
  let patchable = 0;
  for (let round = 0; round < 20_000; round++) {
    const before = { value: randomValue(random) };
    const after = { value: randomValue(random) };
    const patch = mergePatch(before, after);
    assert.equal(Object.keys(patch).length === 0, isSame(before, after));
    // What is sent is text.
    const result = applied(before, JSON.parse(JSON.stringify(patch)));
    if (!isPatchable(after)) continue;
    patchable += 1;
    assert.ok(isSame(result, after), JSON.stringify({ before, after, patch, result }));
  }
  assert.ok(patchable > 1_000);
});

test("explorer, forms: merge patches are applied as the examples of RFC 7396 say", () => {
  for (const [before, patch, after] of [
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])
    assert.deepEqual(applied(before, patch), after);
});

test("explorer, forms: an id is suggested from a name in any script", () => {
  for (const [name, id] of [
    ["Apollo 11", "apollo-11"],
    [" Éclair—Électrique! ", "eclair-electrique"],
    ["Мир", "mir"],
    [`${"x".repeat(63)} y`, "x".repeat(63)],
  ] as const)
    assert.equal(idOf(name), id);
});

test("explorer, forms: for an id that is taken, another one is offered, of at most 64 characters", () => {
  const long = "x".repeat(64);
  for (const [id, taken, free] of [
    ["mir", ["mir-2"], "mir"],
    ["mir", ["mir", "mir-2", "mir-4"], "mir-3"],
    [long, [long], `${"x".repeat(62)}-2`],
  ] as const)
    assert.equal(freeId(id, new Set(taken)), free);
});

test("explorer, forms: a date that is known roughly is the first day of its period", () => {
  for (const [day, precision, first] of [
    ["1969-07-16", "day", "1969-07-16"],
    ["1969-07-16", "month", "1969-07-01"],
    ["1969-12-31", "quarter", "1969-10-01"],
    ["1969-06-30", "half", "1969-01-01"],
    ["1969-07-16", "half", "1969-07-01"],
    ["1969-07-16", "year", "1969-01-01"],
  ] as const)
    assert.equal(firstDay(day, precision), first);
});

test("explorer, forms: code that repeats a creation does not replace what exists", () => {
  const exchange = {
    ...{ id: 1, path: "/api/things/x", requestBody: "{}", status: 201, responseHeaders: {}, body: undefined },
    ...{ bytes: undefined, milliseconds: undefined, startedAt: 0 },
    requestHeaders: { "if-none-match": "*", accept: "application/json" },
  };
  assert.deepEqual(codeRequestOf({ ...exchange, method: "PUT" }, "http://localhost").headers, { "if-none-match": "*" });
  assert.deepEqual(codeRequestOf({ ...exchange, method: "GET" }, "http://localhost").headers, {});
});
