/** Proves how durations are read as they are typed, and written so that they are read back, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { operatorText, valueText } from "../explorer/src/components/chips/filter-text.ts";
import { controlOf, firstFilter, readValues, shownValues } from "../explorer/src/components/filter/operators.ts";
import { durations } from "../explorer/src/fields/kinds/duration.ts";
import { durationText, spanOf } from "../explorer/src/units.ts";
import { kindOf } from "../kit/description/kinds.ts";
import { plainField } from "../kit/description/list-fields.ts";
import type { Filter, WritableField } from "../kit/description/model.ts";
import { readCell } from "../kit/import/cells.ts";
import { durationOf, secondsOf } from "../kit/values/duration.ts";

const field = plainField("duration", "duration");
const REQUIRED = "A duration is required, such as 8 d 3 h 18 min, 3:18:35 or P8DT3H18M.";

/** Reads a text. @returns the value; otherwise the reason */
function readingOf(text: string): string {
  const read = durations.read(text);
  return read.value ?? read.reason;
}

test("explorer, forms: a duration is read with its units, as a clock shows it, or as the API has it", () => {
  for (const [text, expected] of [
    ["8d 3h 18m 35s", "P8DT3H18M35S"],
    ["8 days, 3 hours, 18 minutes and 35 seconds", "P8DT3H18M35S"],
    ["8\u00a0d 3\u00a0h 18\u00a0min 35\u00a0s", "P8DT3H18M35S"],
    ["3:18:35", "PT3H18M35S"],
    ["8 d 3:18:35", "P8DT3H18M35S"],
    ["200:00:00", "P8DT8H"],
    ["90 min", "PT1H30M"],
    ["1.5 h", "PT1H30M"],
    ["2 weeks", "P14D"],
    ["1,234 days", "P1234D"],
    ["1 HR", "PT1H"],
    ["0 s", "PT0S"],
    ["P8DT3H18M35S", "P8DT3H18M35S"],
    ["p1w", "P7D"],
    ["PT36H", "P1DT12H"],
    ["", REQUIRED],
    ["P", REQUIRED],
    ["P1DT", REQUIRED],
    ["long", REQUIRED],
    ["3 hats", REQUIRED],
    ["3 h soon", REQUIRED],
    ["-3 h", REQUIRED],
    ["90", "Add a unit, as in 90 min."],
    ["3:18", "This could be 3 h 18 min or 3 min 18 s: write it with its units."],
    ["1.0001 min", "Whole seconds are required."],
    ["1 month", "Months and years differ in length: use weeks or days."],
    ["P1Y", "Months and years differ in length: use weeks or days."],
    ["999999999999 w", "This duration is too long."],
  ] as const)
    assert.equal(readingOf(text), expected, text);
});

test("explorer, forms: what a field of a duration shows is read back as the same value", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e10 }), (seconds) => {
      const value = durationOf(seconds);
      assert.equal(secondsOf(value), seconds);
      for (const length of ["long", "short"] as const) assert.equal(readingOf(durationText(seconds, length)), value);
    }),
  );
  assert.equal(durations.write("P8DT3H18M1S"), "8 days, 3 hours, 18 minutes, 1 second");
  assert.equal(durations.write("soon"), "soon");
  assert.equal(durationText(0), "0 seconds");
  assert.equal(durationText(86_460, "short"), "1\u00a0d 1\u00a0min");
  assert.deepEqual([durations.step("PT1H", 1), durations.step("PT30S", -1)], ["PT1H1M", "PT0S"]);
  assert.equal(durations.step(undefined, 1), "PT1M");
  assert.deepEqual(
    [spanOf(7_200), spanOf(0)],
    [
      { unit: "hours", size: 3_600 },
      { unit: "seconds", size: 1 },
    ],
  );
});

test("explorer, lists: durations in filters are read as they are typed, and put into words", () => {
  assert.equal(kindOf("lasted", { type: ["string", "null"], format: "duration" }), "duration");
  assert.equal(controlOf(field, "min"), "typed");
  const filters = ["equals", "min"].map((operator) => ({ operator }) as Filter);
  assert.equal(firstFilter(filters, field)?.operator, "min");
  assert.deepEqual(readValues("typed", field, ["90 min"]), { values: ["PT1H30M"] });
  assert.deepEqual(readValues("lines", field, ["1 h", "", "90"]), { reason: "“90”: Add a unit, as in 90 min." });
  assert.deepEqual(shownValues("typed", field, ["P8D"]), ["8 days"]);
  const value = valueText(field, "P8D", () => undefined);
  assert.equal(`${operatorText("min")} ${value}`, "at least 8 days");
  assert.equal(
    valueText(field, "90 min", () => undefined),
    "90 min",
    "the API takes no such value",
  );
});

test("explorer, import: durations in cells are read as they are typed in forms", () => {
  assert.deepEqual(
    ["3:18:35", " 90 min ", "P1D"].map((cell) => readCell(cell, field as WritableField)),
    ["PT3H18M35S", "PT1H30M", "P1D"].map((value) => ({ value })),
  );
  assert.deepEqual(readCell("90", field as WritableField), { reason: "Add a unit, as in 90 min." });
});
