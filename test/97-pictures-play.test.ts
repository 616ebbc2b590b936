/** Proves how a picture plays (docs/explorer.md, "Pictures"): by the clock alone, within what is known. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dayAfter, startOf } from "../explorer/src/pictures/play/play.ts";
import { addMonths, dateOf, dayOf, isoOf } from "../explorer/src/pictures/time/days.ts";

const aDay = fc.integer({ min: -5_000, max: 20_000 });
const aPlay = fc.record({
  from: aDay,
  last: fc.integer({ min: 20_000, max: 30_000 }),
  monthsPerSecond: fc.constantFrom(1, 3, 12),
  isStepped: fc.boolean(),
});
const someTime = fc.double({ min: 0, max: 600_000, noNaN: true });

test("explorer, play: never goes back, never goes past the last day, and stops there", () => {
  fc.assert(
    fc.property(aPlay, someTime, fc.integer({ min: 0, max: 100_000 }), (play, sooner, frame) => {
      const later = sooner + frame;
      assert.ok(dayAfter(sooner, play) <= dayAfter(later, play));
      assert.ok(dayAfter(later, play) <= play.last);
      assert.equal(dayAfter(0, play), play.from);
      assert.equal(dayAfter(2_000_000, play), play.last);
      assert.ok(Number.isInteger(dayAfter(later, play)));
    }),
  );
});

test("explorer, play: a second is a month, a quarter or a year, of whatever length", () => {
  const from = dayOf("1961-01-31")!;
  const play = { from, last: 30_000, isStepped: false };
  for (const monthsPerSecond of [1, 3, 12])
    for (const seconds of [1, 2, 5])
      assert.equal(dayAfter(seconds * 1_000, { ...play, monthsPerSecond }), addMonths(from, seconds * monthsPerSecond));
  // Day by day, also from a longer month into a shorter one.
  const days = Array.from({ length: 3_000 }, (_, at) => dayAfter(at, { ...play, monthsPerSecond: 1 }));
  for (const [at, day] of days.entries()) assert.ok([0, 1].includes(day - (days[at - 1] ?? from)), isoOf(day));
});

test("explorer, play: with less motion it stays where it is, then goes on by a whole year", () => {
  fc.assert(
    fc.property(aPlay, someTime, (play, elapsed) => {
      const day = dayAfter(elapsed, { ...play, isStepped: true });
      const years = dateOf(day).getUTCFullYear() - dateOf(play.from).getUTCFullYear();
      assert.ok(day === play.last || day === addMonths(play.from, 12 * years));
      assert.ok(day === play.last || years === Math.floor((elapsed / 1_000) * (play.monthsPerSecond / 12)));
    }),
  );
});

test("explorer, play: begins at the day that is shown, or anew if nothing more is known", () => {
  const bounds = { first: 100, last: 200 };
  assert.deepEqual(
    [99, 150, 199, 200, 250].map((day) => startOf(day, bounds)),
    [99, 150, 199, 100, 100],
  );
});
