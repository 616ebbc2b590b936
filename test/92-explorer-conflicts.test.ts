/** Proves how the explorer compares three versions of a record, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { namesOf, wholeEdits } from "../explorer/src/forms/values/dated.ts";
import { compare, editsOn } from "../explorer/src/forms/values/three-way.ts";
import { plainField } from "../kit/description/list-fields.ts";
import type { WritableField } from "../kit/description/model.ts";
import { isSame } from "../kit/values/same.ts";

const NAMES = ["one", "two", "three"];
const FIELDS: readonly WritableField[] = NAMES.map((name) => ({
  ...plainField(name, "json"),
  required: false,
  initial: undefined,
  precisions: [],
  fields: [],
}));

const value = fc.constantFrom(null, "", "a", 0, [], ["a"], { a: 1 }, { a: 1, b: null });
const version = fc.record(Object.fromEntries(NAMES.map((name) => [name, value])));
const edits = fc.subarray(NAMES).chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, value]))));

test("explorer 24: every field is nobody's, mine, theirs or both's, and nothing of either is lost unseen", () => {
  fc.assert(
    fc.property(version, edits, version, (base, mine: Record<string, unknown>, now) => {
      const { theirs, both } = compare(FIELDS, base, mine, now);
      const named = (fields: readonly WritableField[]) => fields.map(({ name }) => name);
      // What Save sends, if all of mine stay.
      const saved: Record<string, unknown> = { ...now, ...editsOn(now, mine) };
      for (const name of NAMES) {
        const isTheirs = !isSame(base[name], now[name]);
        const isMine = name in mine;
        assert.equal(named(both).includes(name), isTheirs && isMine && !isSame(mine[name], now[name]));
        assert.equal(named(theirs).includes(name), isTheirs && !isMine);
        assert.ok(isSame(saved[name], isMine ? mine[name] : now[name]));
      }
      assert.ok(Object.entries(editsOn(now, mine)).every(([name, each]) => !isSame(each, now[name])));
    }),
  );
});

test("explorer 24: a date and how much of it is known are one value: both parts are from the same version", () => {
  const [date, rough] = FIELDS.map((field, at) => (at === 0 ? { ...field, precision: "two" } : field)).slice(0, 2);
  const fields = [date!, rough!];
  const names = namesOf(date!);
  assert.deepEqual(names, ["one", "two"]);
  fc.assert(
    fc.property(version, edits, version, (base, mine: Record<string, unknown>, now) => {
      const { theirs, both } = compare(fields, base, mine, now);
      const isTheirs = names.some((name) => !isSame(base[name], now[name]));
      const whole = wholeEdits(fields, base, mine);
      const isMine = names.some((name) => name in mine);
      const isOther = names.some((name) => !isSame(whole[name], now[name]));
      assert.deepEqual(both, isTheirs && isMine && isOther ? [date] : []);
      assert.deepEqual(theirs, isTheirs && !isMine ? [date] : []);
      const saved: Record<string, unknown> = { ...now, ...editsOn(now, whole) };
      if (isMine) for (const name of names) assert.ok(isSame(saved[name], name in mine ? mine[name] : base[name]));
    }),
  );
});
