/** Proves where pictures over time put things: every record is drawn or counted, nothing overlaps, and days add up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { knownUntilIn } from "../explorer/src/fields/known-until.ts";
import { columnsOf, headsOf, hereOn, unknownOn } from "../explorer/src/pictures/presence/heads.ts";
import { layoutOf as layoutOfPresence, marksOf } from "../explorer/src/pictures/presence/layout.ts";
import { placeWords } from "../explorer/src/pictures/presence/names.ts";
import type { PresenceParts } from "../explorer/src/pictures/presence/parts.ts";
import { presenceOf } from "../explorer/src/pictures/presence/stays.ts";
import { addMonths, dayOf, endOfPeriod, isoOf } from "../explorer/src/pictures/time/days.ts";
import { ticksOf, timeScale } from "../explorer/src/pictures/time/ticks.ts";
import { type Item, itemsOf, startsIn, wholeOf } from "../explorer/src/pictures/timeline/items.ts";
import { lanesOf } from "../explorer/src/pictures/timeline/lanes.ts";
import { layoutOf, type Mark, MOST_BARS, markOf } from "../explorer/src/pictures/timeline/layout.ts";
import type { TimelineParts } from "../explorer/src/pictures/timeline/parts.ts";
import type { Field, View } from "../kit/description/model.ts";
import { picturesOf } from "../kit/description/pages/pictures.ts";

const NOW = dayOf("2026-11-22")!;
const TONES = { planned: "plan", going: "go", over: "done", failed: "fault", dropped: "off" };
const MOST_DAYS = 25_000;
/** Until its last edit, or the day of the built-in data. */
const TIME = { now: NOW, knownUntil: knownUntilIn({ asOf: "2010-06-30", storedAt: "2012-01-01T00:00:00.000Z" }) };
const measure = (text: string) => text.length * 6;
const noTarget = () => undefined;
const hueOf = (value: unknown) => (value === null ? 0 : Number(value));
const aField = (name: string, more: Partial<Field> = {}) =>
  ({ name, label: name, kind: "text", values: [], tones: {}, ...more }) as Field;
const state = aField("state", { tones: TONES as Field["tones"] });

const PARTS: TimelineParts = {
  title: "name",
  from: aField("from"),
  to: aField("to"),
  precision: "precision",
  color: aField("hue"),
  lanes: [aField("group")],
  state,
  parent: undefined,
  changed: "updated_at",
};

const aDay = fc.integer({ min: -5_000, max: 20_000 });
const aRecord = fc
  .record({
    from: fc.option(aDay, { freq: 8 }),
    days: fc.option(fc.integer({ min: 0, max: 4_000 })),
    precision: fc.constantFrom("day", "day", "month", "year", null),
    state: fc.constantFrom(...Object.keys(TONES)),
    hue: fc.option(fc.constantFrom("1", "2", "3")),
    updated_at: fc.constantFrom("2011-12-31T00:00:00.000Z", "2013-05-01T00:00:00.000Z", "2026-11-22T09:00:00.000Z"),
    group: fc.option(fc.constantFrom(..."abcdefghijklm")),
    name: fc.string({ maxLength: 30 }),
  })
  .map(({ from, days, ...rest }) => ({
    ...rest,
    from: from === null ? null : isoOf(from),
    to: from === null || days === null ? null : isoOf(from + days),
  }));
const someRecords = fc
  .array(aRecord, { maxLength: 120 })
  .map((records) =>
    records.map((record, index) => ({ ...record, id: `r${index}`, _links: { self: `/api/r/${index}` } })),
  );

function timelineOf(records: readonly object[], span?: { from: number; to: number }) {
  const { items, undated } = itemsOf(records, PARTS, hueOf, TIME);
  const whole = wholeOf(items, NOW);
  const lanes = lanesOf(items, PARTS.lanes[0], { targetOf: noTarget, everything: "all" });
  const x = timeScale(span ?? whole, 128, 860);
  return { items, undated, whole, lanes, x, layout: layoutOf(lanes, x, measure) };
}

test("explorer, timeline: every record is drawn once, or counted as without a date", () => {
  fc.assert(
    fc.property(someRecords, (records) => {
      const { items, undated, lanes, layout, whole } = timelineOf(records);
      assert.equal(items.length + undated, records.length);
      assert.equal(undated, records.filter(({ from }) => from === null).length);
      assert.equal(lanes.flatMap((lane) => lane.items).length, items.length);
      assert.ok(lanes.length <= 9);
      assert.deepEqual(layout.marks.map(({ item }) => item.id).sort(), items.map(({ id }) => id).sort());
      assert.equal(
        startsIn(items, whole).reduce((sum, { count }) => sum + count, 0),
        items.length,
      );
    }),
  );
});

test("explorer, timeline: in a row no bar, sign or label stands on another", () => {
  fc.assert(
    fc.property(someRecords, aDay, (records, from) => {
      for (const span of [undefined, { from, to: from + 700 }]) {
        const { layout } = timelineOf(records, span);
        const rows = Map.groupBy(layout.marks, ({ y }) => y);
        for (const row of rows.values()) {
          row.sort((a: Mark, b: Mark) => a.x0 - b.x0);
          for (const [index, mark] of row.slice(1).entries()) {
            const before = row[index]!;
            assert.ok(before.end < mark.x0, `${before.item.id} ${mark.item.id}`);
            if (before.hasLabel) assert.ok(before.room - 4 <= mark.x0, `label of ${before.item.id}`);
          }
        }
        for (const mark of layout.marks) assert.ok(mark.x1 - mark.x0 > 2.99 && mark.y < layout.height);
      }
    }),
  );
});

test("explorer, timeline: what a span shows is what any of its days is in", () => {
  fc.assert(
    fc.property(someRecords, aDay, fc.integer({ min: 30, max: 9_000 }), (records, from, days) => {
      const { items, layout } = timelineOf(records, { from, to: from + days });
      const isSeen = ({ from: first, begun, to = begun }: Item) => first < from + days && Math.max(to, begun) > from;
      assert.deepEqual(
        layout.inView.map(({ id }) => id).sort(),
        items
          .filter(isSeen)
          .map(({ id }) => id)
          .sort(),
      );
    }),
  );
});

test("explorer, timeline: thousands of records are strips, and each still has its place", () => {
  const records = Array.from({ length: MOST_BARS + 500 }, (_, index) => ({
    ...{
      id: `r${index}`,
      name: `Record ${index}`,
      from: isoOf((index * 97) % 20_000),
      to: isoOf(((index * 97) % 20_000) + 40),
    },
    ...{ precision: "day", state: "over", hue: String(1 + (index % 3)), group: "abc"[index % 3] },
    _links: { self: `/api/r/${index}` },
  }));
  const { items, layout, x } = timelineOf(records);
  assert.equal(layout.isDense, true);
  assert.equal(layout.marks.length, 0);
  for (const item of items) {
    const mark = markOf(item, layout, x, measure)!;
    const strip = layout.lanes.flatMap((lane) =>
      lane.strips.map((each, row) => ({ ...each, y: lane.rows + row * 10 })),
    );
    const own = strip.find(({ y, hue }) => y === mark.y && hue === item.hue)!;
    assert.ok(
      own.runs.some((run) => run.x <= Math.ceil(mark.x0) && run.x + run.width >= Math.floor(mark.x0)),
      item.id,
    );
  }
});

test("explorer, timeline: a list with a date has one without being declared; one that shows time already has no other", () => {
  const fields = [
    aField("name"),
    aField("created_at", { kind: "instant", derived: true }),
    aField("held_on", { kind: "date" }),
    aField("sort", { kind: "enum", values: ["a", "b"] }),
  ];
  const view = {
    title: "name",
    fields,
    summary: ["name", "sort"],
    sortable: [],
    itemPath: "/api/x/{x_id}",
    isSystem: false,
  };
  assert.deepEqual(picturesOf([], view), [
    { kind: "timeline", from: "held_on", colour: "sort", lanes: ["sort"], origin: "fields" },
  ]);
  assert.deepEqual(picturesOf([], { ...view, isSystem: true }), []);
  assert.deepEqual(picturesOf([], { ...view, fields: fields.slice(0, 2) }), []);
  const declared = [{ kind: "timeline", from: "held_on" } as const];
  assert.deepEqual(picturesOf(declared, view), declared);
});

test("explorer, timeline: states and precisions have their shapes", () => {
  const item = (record: object) =>
    timelineOf([{ id: "a", name: "A (b)", hue: null, _links: { self: "/api/a" }, ...record }]).items[0]!;
  assert.equal(item({ from: "2020-01-01", to: null, state: "going" }).to, NOW);
  assert.equal(item({ from: "2020-01-01", to: null, state: "over" }).to, undefined);
  assert.equal(item({ from: "2020-01-01", to: "2020-01-02", state: "over" }).to, dayOf("2020-01-03"));
  assert.equal(item({ from: "2020-01-01", precision: "quarter" }).begun, dayOf("2020-04-01"));
  assert.equal(item({ from: "2020-01-01", precision: "quarter" }).isRough, true);
  assert.equal(item({ from: "2020-01-01", precision: "day" }).isRough, false);
  assert.equal(item({ from: "2020-01-01" }).label, "A");
  assert.equal(endOfPeriod("2020-07-01", "half"), dayOf("2021-01-01"));
  assert.equal(endOfPeriod("2020-02-01", "month"), dayOf("2020-03-01"));
});

test("explorer, pictures over time: words of the axis never repeat, and months end where they should", () => {
  fc.assert(
    fc.property(aDay, fc.integer({ min: 30, max: MOST_DAYS }), (from, days) => {
      const ticks = ticksOf(timeScale({ from, to: from + days }, 0, 800));
      assert.ok(ticks.length >= 2 && ticks.length <= 26, String(ticks.length));
      for (const [index, { day }] of ticks.slice(1).entries()) assert.ok(day > ticks[index]!.day);
    }),
  );
  assert.equal(isoOf(addMonths(dayOf("2024-01-31")!, 1)), "2024-02-29");
  assert.equal(isoOf(addMonths(dayOf("2024-03-31")!, -1)), "2024-02-29");
});

const PRESENCE: PresenceParts = {
  records: { title: "name" } as View,
  include: "members",
  from: aField("from"),
  to: aField("to"),
  precision: undefined,
  state,
  color: aField("hue"),
  ...{ joined: undefined, left: undefined, role: "role" },
};
const PEOPLE = Array.from({ length: 12 }, (_, index) => ({
  ...{ id: `p${index}`, name: `Person ${index}`, hue: index % 3 === 0 ? null : String(index % 3) },
  _links: { self: `/api/p/${index}` },
}));
const someCrews = fc
  .array(fc.tuple(aRecord, fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { maxLength: 5 })), { maxLength: 40 })
  .map((crews) =>
    crews.map(([record, crew], index) => ({
      ...record,
      ...{ id: `r${index}`, name: `Record ${index}`, _links: { self: `/api/r/${index}` } },
      _embedded: { members: crew.map((person) => ({ id: `p${person}`, role: "pilot" })) },
    })),
  );
const presenceWith = (records: readonly object[]) =>
  presenceOf(PEOPLE, records, { parts: PRESENCE, title: "name", hueOf, ...TIME });

test("explorer, presence: each entry is in one stay, is a dot, has no start, or has not begun", () => {
  fc.assert(
    fc.property(someCrews, (records) => {
      const { members, absent, withoutEnd, withoutStart } = presenceWith(records);
      assert.equal(members.length + absent, PEOPLE.length);
      const begun = records.filter((record) => record.state !== "planned" && record.state !== "dropped");
      const entries = begun.flatMap((record) => record._embedded.members);
      const legs = members.flatMap(({ stays }) => stays.flatMap((stay) => stay.legs));
      assert.equal(legs.length + withoutEnd + withoutStart, entries.length);
      assert.equal(members.flatMap(({ dots }) => dots).length, withoutEnd);
      for (const { stays } of members)
        for (const [index, stay] of stays.slice(1).entries()) {
          assert.ok(stay.from > stays[index]!.known + 1);
          assert.ok(stay.from > stays[index]!.to);
        }
    }),
  );
});

test("explorer, presence: the area counts as many as are there, on every day", () => {
  fc.assert(
    fc.property(someCrews, fc.array(aDay, { minLength: 1, maxLength: 20 }), (records, days) => {
      const { members } = presenceWith(records);
      const span = { from: -6_000, to: MOST_DAYS };
      const heads = headsOf(members, span);
      const edges = members.flatMap(({ stays }) =>
        stays.flatMap(({ from, known, to }) => [from, known, known + 1, to, to + 1]),
      );
      for (const day of [...days, ...edges]) {
        const here = hereOn(members, day);
        assert.equal(heads.sum[day - heads.first], here.length);
        assert.equal(heads.unknown[day - heads.first], unknownOn(members, day));
        assert.equal(
          heads.byHue.reduce((sum, own) => sum + own[day - heads.first]!, 0),
          here.length,
        );
        for (const { stay, day: nth } of here) assert.equal(stay.from + nth - 1, day);
      }
      // Whatever the width, a column shows no fewer than any of its days.
      const columns = columnsOf(heads, timeScale(span, 0, 300));
      assert.equal(Math.max(...columns.map(({ sum }) => sum)), Math.max(...heads.sum));
    }),
    { numRuns: 40 },
  );
});

test("explorer, presence: every stay in the span has its bar, and packed bars do not overlap", () => {
  fc.assert(
    fc.property(someCrews, aDay, fc.integer({ min: 30, max: MOST_DAYS }), (records, from, days) => {
      const { members } = presenceWith(records);
      const span = { from, to: from + days };
      const heads = headsOf(members, span);
      const seen = members.flatMap(({ id, stays }) =>
        stays.filter((stay) => stay.to >= span.from && stay.from < span.to).map((stay) => `${id} ${stay.from}`),
      );
      for (const kind of ["each", "compact"] as const) {
        const layout = layoutOfPresence(members, heads, { span, width: 900, kind, isNarrow: false });
        const marks = marksOf(layout);
        assert.deepEqual(marks.map(({ bar }) => `${bar.member.id} ${bar.stay.from}`).sort(), [...seen].sort());
        if (kind === "each") continue;
        for (const row of Map.groupBy(marks, (mark) => mark.row).values()) {
          row.sort((a, b) => a.bar.stay.from - b.bar.stay.from);
          for (const [index, mark] of row.slice(1).entries()) assert.ok(mark.bar.stay.from > row[index]!.bar.stay.to);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("explorer, presence: 10,000 stays all have their bars, in rows that share a bounded height", () => {
  const records = Array.from({ length: 10_000 }, (_, index) => ({
    ...{ id: `r${index}`, name: `Record ${index}`, from: isoOf(index), to: isoOf(index + 30), state: "over" },
    ...{ _links: { self: `/api/r/${index}` }, _embedded: { members: [{ id: `m${index}`, role: "pilot" }] } },
  }));
  const people = records.map(({ id, ...rest }) => ({ ...rest, id: id.replace("r", "m"), hue: "1" }));
  const { members } = presenceOf(people, records, { parts: PRESENCE, title: "name", hueOf, ...TIME });
  const span = { from: -10, to: 10_050 };
  const heads = headsOf(members, span);
  assert.equal(Math.max(...heads.sum), 31);
  for (const kind of ["each", "compact"] as const) {
    const layout = layoutOfPresence(members, heads, { span, width: 900, kind, isNarrow: false });
    const marks = marksOf(layout);
    assert.equal(marks.length, 10_000);
    assert.ok(layout.height < 2_000);
    assert.ok(marks.every(({ x0, x1, y }) => x1 > x0 && y >= layout.rowsTop && y <= layout.height));
  }
});

test("explorer, presence: who changes from one record to the next without a break has one stay", () => {
  const crew = (id: string, from: string, to: string | null, more = {}) => ({
    ...{ id, name: id, from, to, state: "over", _links: { self: `/api/r/${id}` }, ...more },
    _embedded: { members: [{ id: "p1", role: "pilot" }] },
  });
  const { members } = presenceWith([
    crew("up", "2000-01-01", "2000-01-03"),
    crew("on", "2000-01-03", "2000-02-01"),
    crew("touching", "2000-02-02", "2000-02-05"),
    crew("later", "2000-03-01", null, { state: "going" }),
    crew("unknown", "2001-01-01", null),
  ]);
  const [{ stays, dots }] = members as [(typeof members)[number]];
  assert.deepEqual(
    stays.map(({ from, to, legs }) => [isoOf(from), isoOf(to), legs.map(({ title }) => title).join()]),
    [
      ["2000-01-01", "2000-02-05", "up,on,touching"],
      ["2000-03-01", isoOf(NOW), "later"],
    ],
  );
  assert.equal(dots.length, 1);
  const [here] = hereOn(members, dayOf("2000-01-10")!);
  assert.deepEqual([here?.title, here?.day, here?.role], ["on", 10, "pilot"]);
});

test("explorer, presence: the words of a row never stand on its bars", () => {
  const aText = fc.string({ maxLength: 40 });
  fc.assert(
    fc.property(
      fc.integer({ min: 26, max: 1_050 }),
      fc.integer({ min: 4, max: 1_050 }),
      aText,
      fc.option(aText, { nil: undefined }),
      (from, length, name, note) => {
        const bars = { from, to: Math.min(1_050, from + length), width: 1_200 };
        const placed = placeWords({ name, note }, { name: measure, note: measure }, bars);
        const end = placed.note ? placed.note.x + measure(placed.note.text) : placed.x + measure(placed.name);
        assert.ok(end <= bars.from || placed.x >= bars.to, JSON.stringify(placed));
        assert.ok(placed.x >= 0);
      },
    ),
  );
  const long = { name: "Megan McArthur", note: "SpaceX Crew-2, pilot, day 153" };
  const across = placeWords(long, { name: measure, note: measure }, { from: 26, to: 1_050, width: 1_200 });
  assert.deepEqual([across.x, across.name], [1_056, long.name]);
  assert.match(across.note!.text, /^SpaceX.*…$/);
});
