/** Proves what the home page says of days: how many in a row, which is the last known one, and what was on this day. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { knownUntilIn } from "../explorer/src/fields/known-until.ts";
import { anniversariesOf, eventOf, pathOnDay } from "../explorer/src/pages/home/on-this-day.ts";
import { drawRun } from "../explorer/src/pages/home/presence/drawing.ts";
import { knownDayOf, lengthOf, runOf } from "../explorer/src/pages/home/presence/run.ts";
import { drawRow } from "../explorer/src/pages/home/scale/drawing.ts";
import { hereOn } from "../explorer/src/pictures/presence/heads.ts";
import { type Member, stayOf } from "../explorer/src/pictures/presence/stays.ts";
import type { Disc } from "../explorer/src/pictures/scale/bodies.ts";
import { dayOf } from "../explorer/src/pictures/time/days.ts";
import type { TimelineParts } from "../explorer/src/pictures/timeline/parts.ts";
import { plainField } from "../kit/description/list-fields.ts";
import type { Field, View } from "../kit/description/model.ts";

const AS_OF = dayOf("2025-06-30")!;
const NOW = dayOf("2026-11-28")!;

/** A stay: from a day to another; without one, until it is not known any more. */
interface Times {
  readonly from: number;
  readonly to?: number;
  readonly known?: number;
}

function aMember({ from, to, known = to ?? AS_OF }: Times, at = 0): Member {
  const leg = { path: "/api/r/1", title: "R", role: undefined, from, to: to ?? NOW, known, isGoing: to === undefined };
  const name = `Member ${at}`;
  return { id: `m${at}`, path: `/api/m/${at}`, name, category: null, hue: at % 3, stays: [stayOf(leg)], dots: [] };
}

const someMembers = fc
  .array(fc.record({ from: fc.integer({ min: -400, max: 0 }), days: fc.integer({ min: 0, max: 90 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((stays) => stays.map(({ from, days }, at) => aMember({ from: AS_OF + from, to: AS_OF + from + days }, at)));

test("home: the days in a row are those on which anybody is there, up to the last known one", () => {
  fc.assert(
    fc.property(someMembers, (members) => {
      const day = knownDayOf(members, NOW, AS_OF);
      let count = 0;
      while (hereOn(members, day - count).length > 0) count += 1;
      const run = runOf(members, day);
      assert.equal(run ? lengthOf(run) : 0, count);
      assert.equal(run?.to ?? day, day);
    }),
  );
});

test("home: the last known day is not later than anybody is known to be there, nor than the data, nor than today", () => {
  const day = (...stays: Times[]) => knownDayOf(stays.map(aMember), NOW, AS_OF);
  const began = AS_OF - 100;
  assert.equal(day({ from: began }), AS_OF, "nobody is known to have left since");
  assert.equal(day({ from: began }, { from: began, known: AS_OF + 9 }), AS_OF + 9, "an edit says so of one of them");
  assert.equal(day({ from: began, to: AS_OF - 9 }), AS_OF, "all have left before");
  assert.equal(runOf([aMember({ from: began, to: AS_OF - 9 })], AS_OF), undefined);
  assert.equal(day({ from: began, to: AS_OF + 9 }), AS_OF + 9, "the end is recorded");
  assert.equal(day({ from: began, to: NOW + 9 }), NOW);
  assert.equal(knownDayOf([], NOW, AS_OF), AS_OF);
  assert.equal(knownDayOf([], NOW), NOW);
});

test("home: the picture ends with the last known day; its bracket is over the days in a row", () => {
  fc.assert(
    fc.property(someMembers, fc.constantFrom(288, 358, 700, 1_156), (members, width) => {
      const day = knownDayOf(members, NOW, AS_OF);
      const run = runOf(members, day);
      const ordered = [...members].sort((a, b) => a.stays[0]!.from - b.stays[0]!.from);
      const { nodes } = drawRun({ members: ordered, run, day, now: NOW, label: "" }, width);
      const edge = nodes.find(({ attributes }) => attributes.class === "unknown-edge")!.attributes.d;
      const end = Number(/^M(\d+)/.exec(String(edge))![1]);
      const bracket = nodes.find(({ attributes }) => attributes.class === "bracket");
      assert.equal(bracket !== undefined, run !== undefined);
      if (bracket) assert.ok(Math.abs(Number(/H(\d+)/.exec(String(bracket.attributes.d))![1]) - end) <= 1);
      for (const { attributes } of nodes.filter(({ attributes }) => /^f\d/.test(String(attributes.class))))
        for (const [, left, wide] of String(attributes.d).matchAll(/M(\S+) \S+?v\S+?h(\d+)/g))
          assert.ok(Number(left) + Number(wide) <= end);
    }),
  );
});

test("home: bodies stand in a row to one scale, within the picture, apart from each other, by their distance", () => {
  const aSize = fc.record({ radius: fc.integer({ min: 1, max: 70_000 }), hasRings: fc.boolean(), tilt: fc.nat(98) });
  fc.assert(
    fc.property(fc.array(aSize, { minLength: 1, maxLength: 20 }), fc.constantFrom(288, 358, 1_156), (sizes, width) => {
      const all = sizes.map((size, at) => ({
        ...size,
        id: `b${at}`,
        name: `Body ${at}`,
        path: `/b/${at}`,
        distance: at,
      }));
      const discs = (all as unknown as Disc[]).sort((a, b) => b.radius - a.radius);
      const { nodes, height } = drawRow({ discs, label: "", labelOf: ({ name }) => name }, width);
      const drawn = nodes[0]!.children.map((group) => {
        const text = JSON.stringify(group);
        const [, x, y] = /translate\((\S+) (\S+)\)/.exec(text) ?? /"cx":([^,]+),"cy":([^,]+)/.exec(text)!;
        const r = Number(/"class":"(?:plain|spot)"[^}]*"r":([^,}]+)/.exec(text)![1]);
        return { left: Number(x) - r, right: Number(x) + r, bottom: Number(y) + r };
      });
      assert.ok(drawn.every(({ left, right, bottom }) => left >= -0.1 && right <= width + 0.1 && bottom < height));
      assert.ok(drawn.every(({ left }, at) => at === 0 || left >= drawn[at - 1]!.right - 0.1));
    }),
  );
});

const aField = (name: string, more: Partial<Field> = {}): Field => ({ ...plainField(name, "date"), ...more });
const state = aField("state", { kind: "lifecycle", tones: { ahead: "plan", going: "go", over: "done", no: "off" } });
const PARTS = {
  ...{ title: "name", from: aField("from", { label: "Built on" }), to: aField("to"), precision: "exact", state },
  ...{ color: undefined, lanes: [], parent: undefined, changed: "updated_at" },
} as TimelineParts;
const FOUND = [
  { id: "late", from: "1999-11-28", exact: "day", state: "over" },
  { id: "rough", from: "1990-11-28", exact: "month", state: "over" },
  { id: "early", from: "1969-11-28", exact: null, state: "over" },
  { id: "planned", from: "2024-11-28", exact: "day", state: "ahead" },
  { id: "called-off", from: "1970-11-28", exact: "day", state: "no" },
  { id: "unknown", from: "2025-11-28", exact: "day", state: "going" },
];

test("home, on this day: what is known to the day to have happened, the oldest first", () => {
  const ended = [{ id: "rough", to: "1980-11-28", exact: "month", state: "over" }];
  const found = [
    { field: PARTS.from, records: FOUND },
    { field: PARTS.to!, records: ended },
  ];
  const all = anniversariesOf(found, PARTS, knownUntilIn({ asOf: "2025-06-30", storedAt: undefined }));
  assert.deepEqual(
    all.map(({ year, record, field }) => `${year} ${record.id} ${field.name}`),
    ["1969 early from", "1980 rough to", "1999 late from"],
  );
  assert.equal(eventOf(PARTS.from), "built");
  assert.equal(eventOf(aField("x", { label: "Launch date" })), "launch");
});

test("home, on this day: one request has this day of the years before, leap days of leap years alone (§4.5, §8.1)", () => {
  const filters = [{ field: "from", operator: "in", parameter: "from_in" }];
  const view = { path: "/api/r", filters, fields: [] } as unknown as View;
  const days = (date: string) => {
    const path = pathOnDay(view, PARTS, PARTS.from, dayOf(date)!)!;
    return new URLSearchParams(path.slice(path.indexOf("?"))).get("from_in")!.split(",");
  };
  assert.deepEqual([days("2026-11-28").length, days("2026-11-28").at(-1)], [99, "2025-11-28"]);
  assert.deepEqual(days("2024-02-29").slice(-2), ["2016-02-29", "2020-02-29"]);
  assert.equal(pathOnDay(view, PARTS, aField("from", { kind: "instant" }), NOW), undefined);
});
