/** Proves how dates and instants are read as they are typed, and written so that they are read back, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readValues, shownValues } from "../explorer/src/components/filter/operators.ts";
import { firstDay, movedBy } from "../explorer/src/fields/dates/period.ts";
import { DAY, hintOf, INSTANT, readDate, type Takes, typedText } from "../explorer/src/fields/dates/typed-date.ts";
import type { Field } from "../kit/description/model.ts";
import { isDate } from "../kit/values/time.ts";

const PRECISIONS = ["day", "month", "quarter", "half", "year"] as const;
const ROUGH: Takes = { time: "none", precisions: PRECISIONS };

/** What a text is read as: the value, with the precision of a period; otherwise the reason. */
function readingOf(text: string, takes: Takes): string {
  const { value, precision, ...wrong } = readDate(text, takes);
  if (value === undefined) return (wrong as { reason: string }).reason;
  return [value, precision].filter(Boolean).join(" ");
}

const EXAMPLE = "20 July 1969 or 1969-07-20";

test("explorer, forms: a day is read with its month as a word, or with its year first, or where nothing else can be meant", () => {
  for (const [text, expected] of [
    ["20 July 1969", "1969-07-20"],
    [" 20  july 1969 ", "1969-07-20"],
    ["20 Jul 1969", "1969-07-20"],
    ["20. Jul. 1969", "1969-07-20"],
    ["20th of July, 1969", "1969-07-20"],
    ["20-Jul-1969", "1969-07-20"],
    ["July 20, 1969", "1969-07-20"],
    ["Sept 1st 2024", "2024-09-01"],
    // As tables show it, with a figure space.
    ["\u20075\u00a0Jul\u00a01969", "1969-07-05"],
    ["1969-07-20", "1969-07-20"],
    ["1969-7-2", "1969-07-02"],
    ["1969/07/20", "1969-07-20"],
    ["20.7.1969", "1969-07-20"],
    ["7/20/1969", "1969-07-20"],
    ["5.5.1969", "1969-05-05"],
    ["29 February 2000", "2000-02-29"],
    ["1 January 0000", "0000-01-01"],
    ["31 December 9999", "9999-12-31"],
    ["", `A date is required, such as ${EXAMPLE}.`],
    ["soon", `A date is required, such as ${EXAMPLE}.`],
    ["20 July 1969 BC", `A date is required, such as ${EXAMPLE}.`],
    ["20 Ju 1969", `A date is required, such as ${EXAMPLE}.`],
    ["20 Juli 1969", "“Juli” is not a month, such as July or 07."],
    ["1969-13-01", "“13” is not a month, such as July or 07."],
    ["5/6/1969", "This could be 5 June or 6 May: write the month as a word."],
    ["6.5.1969", "This could be 6 May or 5 June: write the month as a word."],
    ["20 July 69", "The year needs four digits, such as 1969."],
    ["20.7.69", "The year needs four digits, such as 1969."],
    ["20 July 19690", "The year needs four digits, such as 1969."],
    ["30 February 1980", "February 1980 has no day 30."],
    ["29 February 1900", "February 1900 has no day 29."],
    ["0.5.1969", "May 1969 has no day 0."],
    ["July 1969", `Add a day, as in ${EXAMPLE}.`],
    ["1969", `Add a day, as in ${EXAMPLE}.`],
    ["20 July 1969, 20:17 UTC", `A date without a time is required, such as ${EXAMPLE}.`],
  ] as const)
    assert.equal(readingOf(text, DAY), expected, text);
});

test("explorer, forms: where less than a day may be known, a period is read with its precision", () => {
  for (const [text, expected] of [
    ["July 1969", "1969-07-01 month"],
    ["1969-07", "1969-07-01 month"],
    ["Q3 1969", "1969-07-01 quarter"],
    ["2nd half of 1969", "1969-07-01 half"],
    ["1969", "1969-01-01 year"],
    ["16 July 1969", "1969-07-16"],
    ["Q5 1969", "A date is required, such as 20 July 1969, 1969-07-20 or July 1969."],
    ["Juli 1969", "“Juli” is not a month, such as July or 07."],
    ["1969-00", "“00” is not a month, such as July or 07."],
  ] as const)
    assert.equal(readingOf(text, ROUGH), expected, text);
  const yearly: Takes = { time: "none", precisions: ["day", "year"] };
  assert.equal(readingOf("1969", yearly), "1969-01-01 year");
  assert.equal(readingOf("July 1969", yearly), `Add a day, as in ${EXAMPLE}.`);
});

test("explorer, forms: an instant is read in UTC, or with an offset, and stored as the service stores it", () => {
  const form = "Write the time as 20:17 or 20:17:40, in UTC or with an offset such as +02:00.";
  const example = "20 July 1969, 20:17 UTC or 1969-07-20T20:17Z";
  for (const [text, expected] of [
    ["20 July 1969, 20:17 UTC", "1969-07-20T20:17:00.000Z"],
    ["20 July 1969 20:17", "1969-07-20T20:17:00.000Z"],
    ["July 20, 1969 at 8:17:40", "1969-07-20T08:17:40.000Z"],
    ["20\u00a0Jul\u00a01969\u200220:17", "1969-07-20T20:17:00.000Z"],
    ["1969-07-20T20:17Z", "1969-07-20T20:17:00.000Z"],
    ["1969-07-20t20:17:40.123456789z", "1969-07-20T20:17:40.123456789Z"],
    ["1969-07-20 20:17:40.1200", "1969-07-20T20:17:40.120Z"],
    ["1969-07-20T01:17:00+02:00", "1969-07-19T23:17:00.000Z"],
    ["20 July 1969, 20:17 −0530", "1969-07-21T01:47:00.000Z"],
    ["20 July 1969", `Add a time, as in ${example}.`],
    ["20:17", `A date is required, such as ${example}.`],
    ["20 July 1969, 24:00", form],
    ["20 July 1969, 20:60", form],
    ["20 July 1969, 8:17 pm", form],
    ["20 July 1969, 20:17 EST", form],
    ["1969-07-20T20:17:40.1234567891Z", form],
    ["30 February 1980, 20:17", "February 1980 has no day 30."],
    ["0000-01-01T00:00+01:00", "In UTC, the year is not between 0000 and 9999."],
  ] as const)
    assert.equal(readingOf(text, INSTANT), expected, text);
});

/** Any date of the years 0000 to 9999. */
const dates = fc
  .date({ min: new Date("0000-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true })
  .map((date) => date.toISOString());
/** Digits beyond milliseconds, as the service stores them: without a zero at the end. */
const finer = fc.oneof(fc.constant(""), fc.stringMatching(/^\d{0,5}[1-9]$/));

test("explorer, forms: what a field shows is read back as the same value", () => {
  fc.assert(
    fc.property(dates, finer, fc.constantFrom(...PRECISIONS), (instant, digits, precision) => {
      const day = instant.slice(0, 10);
      assert.deepEqual(readDate(typedText(day, DAY), DAY), { value: day });
      const rough = readDate(typedText(firstDay(day, precision), ROUGH, precision), ROUGH);
      assert.deepEqual(rough, { value: firstDay(day, precision), ...(precision === "day" ? {} : { precision }) });
      const exact = instant.replace("Z", `${digits}Z`);
      assert.deepEqual(readDate(typedText(exact, INSTANT), INSTANT), { value: exact });
    }),
  );
  assert.equal(typedText("1969-07-20T20:17:00.000Z", INSTANT), "20 July 1969, 20:17 UTC");
  assert.equal(typedText("1969-07-20T20:00:10.500Z", INSTANT), "20 July 1969, 20:00:10.5 UTC");
  for (const unread of ["", "soon", "1969-02-30", "1969-07-20T20:17Z"]) assert.equal(typedText(unread, DAY), unread);
});

test("explorer, forms: a date is moved by days, or by the periods that are known, and never out of its years", () => {
  for (const [value, count, precision, expected] of [
    ["2024-02-28", 1, "day", "2024-02-29"],
    ["1970-01-01", -1, undefined, "1969-12-31"],
    ["0099-12-31", 1, "day", "0100-01-01"],
    ["1969-07-20T20:17:40.123456Z", 1, "day", "1969-07-21T20:17:40.123456Z"],
    ["1969-12-31", 1, "month", "1970-01-01"],
    ["1969-10-01", 1, "quarter", "1970-01-01"],
    ["1969-01-01", -1, "half", "1968-07-01"],
    ["2000-01-01", -1, "year", "1999-01-01"],
    ["9999-12-31", 1, "day", "9999-12-31"],
    ["0000-01-01", -1, "month", "0000-01-01"],
  ] as const)
    assert.equal(movedBy(value, count, precision), expected, value);
  fc.assert(
    fc.property(dates, fc.constantFrom(...PRECISIONS), (instant, precision) => {
      const day = firstDay(instant.slice(0, 10), precision);
      const later = movedBy(day, 1, precision);
      assert.ok(isDate(later) && (later === day || movedBy(later, -1, precision) === day), `${day} ${precision}`);
    }),
  );
  assert.match(hintOf(DAY), /^For example 20 July 1969 or 1969-07-20; ↑ and ↓ change it by a day\.$/);
  assert.match(hintOf(ROUGH, "quarter"), /July 1969; ↑ and ↓ change it by a quarter\.$/);
  assert.match(hintOf(ROUGH, "half"), /by a half year\.$/);
});

test("explorer, lists: dates in filters are read as they are typed, each by itself", () => {
  const field = (kind: Field["kind"]) => ({ kind }) as Field;
  for (const [control, kind, typed, expected] of [
    ["typed", "date", ["20 July 1969"], { values: ["1969-07-20"] }],
    ["typed", "date", [" "], { values: [] }],
    ["typed", "date", ["soon"], { reason: `A date is required, such as ${EXAMPLE}.` }],
    ["lines", "date", ["20 July 1969", "", "1969-07-21"], { values: ["1969-07-20", "1969-07-21"] }],
    ["lines", "date", ["1969-07-20", "5/6/1969"], { reason: /^“5\/6\/1969”: This could be 5 June or 6 May/ }],
    ["typed", "instant", ["20 July 1969, 20:17"], { values: ["1969-07-20T20:17:00Z"] }],
    // A day of an instant is all of it, or its beginning (§4.5 of the contract).
    ["typed", "instant", ["20 July 1969"], { values: ["1969-07-20"] }],
    ["presence", "instant", ["true"], { values: ["true"] }],
    ["lines", "text", ["20 July 1969"], { values: ["20 July 1969"] }],
  ] as const) {
    const read = readValues(control, field(kind), typed);
    if ("reason" in expected && expected.reason instanceof RegExp)
      assert.match("reason" in read ? read.reason : "", expected.reason);
    else assert.deepEqual(read, expected);
  }
  assert.deepEqual(shownValues("lines", field("date"), ["1969-07-20", "soon"]), ["20 July 1969", "soon"]);
  assert.deepEqual(shownValues("presence", field("date"), ["true"]), ["true"]);
});
