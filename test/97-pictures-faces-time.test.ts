/** Proves the face of a record in time: who stands beside it, where, and that nothing is drawn that is not known. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { captionOf } from "../explorer/src/pictures/faces/timeline/caption.ts";
import { drawingOf } from "../explorer/src/pictures/faces/timeline/drawing.ts";
import { layoutOf, NOTE_SIZE, type Row } from "../explorer/src/pictures/faces/timeline/layout.ts";
import { membersOf } from "../explorer/src/pictures/faces/timeline/members.ts";
import { isPlanned, neighborsOf, type Surroundings } from "../explorer/src/pictures/faces/timeline/neighbors.ts";
import { searchesOf } from "../explorer/src/pictures/faces/timeline/query.ts";
import { textWidth } from "../explorer/src/pictures/layout/text-width.ts";
import type { PresenceParts } from "../explorer/src/pictures/presence/parts.ts";
import type { SvgNode } from "../explorer/src/pictures/svg/node.ts";
import { dayOf, isoOf } from "../explorer/src/pictures/time/days.ts";
import { itemsOf } from "../explorer/src/pictures/timeline/items.ts";
import type { TimelineParts } from "../explorer/src/pictures/timeline/parts.ts";
import type { Description, Field, View } from "../kit/description/model.ts";

const KNOWN = dayOf("2020-07-01")!;
const NOW = dayOf("2020-09-01")!;
const TONES = { planned: "plan", going: "go", over: "done", failed: "fault", dropped: "off" };
const WIDTH = 1_156;
const PHONE = 358;
const aField = (name: string, more: Partial<Field> = {}) =>
  ({ name, label: name, kind: "text", values: [], tones: {}, ...more }) as Field;
const PARTS: TimelineParts = {
  ...{ title: "name", from: aField("from"), to: aField("to"), precision: "precision" },
  ...{ color: aField("group"), lanes: [aField("maker"), aField("place"), aField("group")] },
  ...{ state: aField("state", { tones: TONES as Field["tones"] }), parent: undefined, changed: undefined },
};
const DESCRIPTION = { at: () => undefined } as unknown as Description;
const PRESENCE = { joined: "joined", left: "left", role: "role" } as PresenceParts;

const recordOf = (id: string, from: string, to: string | null, more: object = {}) => ({
  ...{
    id,
    name: id,
    from,
    to,
    precision: "day",
    state: to === null ? "going" : "over",
    _links: { self: `/api/r/${id}` },
  },
  ...{ maker: "a", place: "b", group: "c" },
  ...more,
});
type Of = ReturnType<typeof recordOf>;

function surroundingsOf(own: Of, others: readonly Of[]): Surroundings {
  const time = { now: NOW, knownUntil: () => isoOf(KNOWN - 1) };
  const read = (records: readonly Of[]) => itemsOf(records, PARTS, () => 1, time).items;
  return { own: read([own])[0]!, others: read(others), lanes: PARTS.lanes, known: KNOWN };
}

function faceOf(own: Of, others: readonly Of[], { width = WIDTH, entries = [] as object[] } = {}) {
  const surroundings = surroundingsOf(own, others);
  const read = { entries: entries as never[], count: entries.length, parts: PRESENCE, title: "name" };
  const members = { members: membersOf(read, surroundings.own, DESCRIPTION), count: entries.length };
  return layoutOf(surroundings, members, { parts: PARTS, width });
}

const OWN = recordOf("own", "2010-03-01", "2010-03-10");
const idsIn = (rows: readonly Row[], kind: Row["kind"] = "other") =>
  rows.filter((row) => row.kind === kind).map(({ item }) => item.id);

test("explorer, face in time: the most alike come first, then the nearest, in the order of their start", () => {
  const alike = ["2010-04-20", "2010-01-10", "2010-05-01"].map((from, index) =>
    recordOf(`alike-${index}`, from, from, { place: index === 2 ? "b" : "elsewhere" }),
  );
  const others = Array.from({ length: 12 }, (_, index) =>
    recordOf(`other-${String(index).padStart(2, "0")}`, isoOf(dayOf("2010-03-02")! + index), "2010-03-20", {
      ...{ maker: `maker ${index}`, place: null, group: null },
    }),
  );
  const { own, ...rest } = surroundingsOf(OWN, [...others, ...alike, OWN]);
  const chosen = neighborsOf({ own, ...rest }).others.map(({ id }) => id);
  assert.deepEqual(chosen, [
    "alike-1",
    "other-00",
    "other-01",
    "other-02",
    "other-03",
    "other-04",
    "alike-0",
    "alike-2",
  ]);
  // On a phone, the time is shorter too.
  assert.deepEqual(idsIn(faceOf(OWN, [...others, ...alike], { width: PHONE }).rows).length, 5);
});

test("explorer, face in time: nothing counts as common that no record has", () => {
  const own = { ...OWN, place: null, group: null } as never as Of;
  const without = recordOf("without", "2010-03-20", "2010-03-21", { maker: "z", place: null, group: null });
  const with_ = Array.from({ length: 8 }, (_, index) => recordOf(`with-${index}`, "2010-04-10", "2010-04-11"));
  assert.ok(!idsIn(faceOf(own, [without, ...with_]).rows).includes("without"));
});

test("explorer, face in time: as long as the record nine times each way, at least 90 days, and no more than needed", () => {
  const spanOf = (own: Of, others: readonly Of[]) => {
    const { from, to } = neighborsOf(surroundingsOf(own, others)).span;
    return to - from;
  };
  const long = recordOf("long", "2000-01-01", "2000-12-31");
  const far = recordOf("far", "1991-06-01", "1991-07-01");
  const farther = recordOf("farther", "1990-06-01", "1990-07-01");
  const spanning = recordOf("spanning", "1950-01-01", "2019-01-01");
  const cases: [Of, readonly Of[], least: number, most: number][] = [
    [OWN, [], 90, 90],
    [long, [], 366, 366 * 1.13],
    [long, [spanning, farther], 366, 366 * 1.13],
    [long, [far], 9.5 * 365, 10.8 * 365],
    [recordOf("year", "2023-01-01", null, { precision: "year", state: "planned" }), [], 365, 365 * 1.13],
  ];
  for (const [own, others, least, most] of cases) {
    const days = spanOf(own, others);
    assert.ok(days >= least - 0.01 && days <= most, `${own.id} ${others.map(({ id }) => id)} ${days}`);
  }
});

test("explorer, face in time: what is known of a start, an end and a state is in the shape of its bar", () => {
  const rowOf = (record: Of) => faceOf(record, []).rows[0]!;
  const shapeOf = (record: Of) => {
    const { shape, x0, solid, x1 } = rowOf(record).mark!;
    return solid === x1 ? "outline" : `${shape}${solid > x0 ? ", begun some day" : ""}`;
  };
  const cases: [Of, shape: string, note?: string][] = [
    [OWN, "bar"],
    [recordOf("going", "2019-01-01", null), "fading"],
    [recordOf("open", "2010-01-01", null, { state: "over" }), "dot"],
    [recordOf("rough", "2010-01-01", "2010-06-01", { precision: "month" }), "bar, begun some day"],
    [recordOf("rough-open", "2010-01-01", null, { state: "over", precision: "month" }), "outline"],
    [recordOf("planned", "2023-01-01", null, { state: "planned", precision: "year" }), "outline", "2023"],
    [{ ...OWN, state: "failed" }, "bar", "failed"],
    [{ ...OWN, state: "dropped" }, "bar", "dropped"],
  ];
  for (const [record, shape, note] of cases) {
    assert.equal(shapeOf(record), shape, record.id);
    assert.equal(rowOf(record).words.note?.text, note, record.id);
  }
});

test("explorer, face in time: what spans it is cut at both edges, with its name above", () => {
  const { rows } = faceOf(OWN, [recordOf("spanning", "1990-01-01", "2015-01-01")]);
  const { mark, words } = rows[0]!;
  assert.deepEqual([mark!.isCutBefore, mark!.isCutAfter, mark!.x0, mark!.x1], [true, true, 0, WIDTH]);
  assert.ok(words.x === 0 && words.y < mark!.y);
});

test("explorer, face in time: members are below the record, for their own days; seven by name", () => {
  const entries = [
    { id: "late", name: "Late", role: "second_pilot", joined: "2010-03-05", left: null, _links: { self: "/api/m/1" } },
    { id: "short", name: "Short", role: null, joined: null, left: "2010-03-02", _links: { self: "/api/m/2" } },
  ];
  const { rows, x } = faceOf(OWN, [recordOf("next", "2010-03-15", "2010-03-16")], { entries });
  assert.deepEqual(
    rows.map(({ kind, item }) => `${kind} ${item.id}`),
    ["own own", "member short", "member late", "other next"],
  );
  const at = (date: string) => Math.round(x(dayOf(date)!));
  const extent = ({ mark }: Row) => [mark!.x0, mark!.x1].map(Math.round);
  assert.deepEqual(extent(rows[1]!), [at("2010-03-01"), at("2010-03-03")]);
  assert.deepEqual(extent(rows[2]!), [at("2010-03-05"), at("2010-03-11")]);
  assert.equal(rows[2]!.words.note!.text, "second pilot");
  const many = Array.from({ length: 10 }, (_, id) => ({
    id: `m${id}`,
    name: `Member ${id}`,
    _links: { self: `/api/m/${id}` },
  }));
  const crowd = faceOf(OWN, [], { entries: many }).rows.filter(({ kind }) => kind === "member");
  assert.equal(crowd.length, 8);
  assert.equal(crowd.at(-1)!.words.name, "and 3 more");
  assert.equal(crowd.at(-1)!.mark, undefined);
});

const aDay = fc.integer({ min: dayOf("2008-01-01")!, max: dayOf("2024-01-01")! });
const aRecord = fc
  .record({
    from: aDay,
    days: fc.option(fc.integer({ min: 0, max: 3_000 })),
    precision: fc.constantFrom("day", "day", "month", "year", null),
    state: fc.constantFrom(...Object.keys(TONES)),
    maker: fc.option(fc.constantFrom("a", "b")),
    group: fc.constantFrom("c", "d"),
    name: fc.string({ minLength: 1, maxLength: 60 }),
  })
  .map(({ from, days, ...rest }) => recordOf("", isoOf(from), days === null ? null : isoOf(from + days), rest));
const someRecords = fc
  .array(aRecord, { minLength: 1, maxLength: 40 })
  .map((records) =>
    records.map((record, index) => ({ ...record, id: `r${index}`, _links: { self: `/api/r/${index}` } })),
  );
const someMembers = fc.array(
  fc.record({
    name: fc.string({ minLength: 1, maxLength: 40 }),
    role: fc.option(fc.string({ minLength: 1, maxLength: 30 })),
    _links: fc.constant({ self: "/api/m/1" }),
  }),
  { maxLength: 9 },
);
const aWidth = fc.constantFrom(320, PHONE, 700, WIDTH);

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns where words and bars are. */
function boxesIn({ words, mark }: Row): { words: Box; mark: Box | undefined } {
  const { x, y, name, note, size } = words;
  const right = note ? note.x + textWidth(note.text, NOTE_SIZE) : x + textWidth(name, size);
  return {
    words: { left: x, right, top: y - size * 0.75, bottom: y + size * 0.2 },
    mark: mark && { left: mark.x0, right: mark.x1, top: mark.y, bottom: mark.y + mark.height },
  };
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right - 0.01 && b.left < a.right - 0.01 && a.top < b.bottom - 0.01 && b.top < a.bottom - 0.01;
}

test("explorer, face in time: words are within the width, and stand on no other words and no bar", () => {
  fc.assert(
    fc.property(someRecords, aWidth, someMembers, ([own, ...others], width, entries) => {
      const { rows, height } = faceOf(own!, others, { width, entries });
      const boxes = rows.flatMap((row) => Object.values(boxesIn(row)));
      for (const [index, box] of boxes.entries()) {
        assert.ok(box === undefined || (box.left >= -0.01 && box.right <= width + 0.01), JSON.stringify(box));
        assert.ok(box === undefined || (box.top >= 0 && box.bottom <= height));
        for (const other of boxes.slice(index + 1)) assert.ok(!box || !other || !overlap(box, other));
      }
    }),
  );
});

test("explorer, face in time: the record is always there, and a phone has at most six rows", () => {
  fc.assert(
    fc.property(someRecords, aWidth, ([own, ...others], width) => {
      const { rows } = faceOf(own!, others, { width });
      assert.deepEqual(idsIn(rows, "own"), [own!.id]);
      assert.ok(rows.length <= (width < 560 ? 6 : 9));
      assert.ok(rows.every(({ mark }) => mark!.x1 - mark!.x0 > 2.9));
    }),
  );
});

test("explorer, face in time: no bar is right of the day that is known, unless it is planned", () => {
  fc.assert(
    fc.property(someRecords, aWidth, ([own, ...others], width) => {
      const { rows, x } = faceOf(own!, others, { width });
      for (const { item, mark } of rows)
        assert.ok(isPlanned(item, KNOWN) ? mark!.solid === mark!.x1 : mark!.x1 <= x(KNOWN) + 0.01, item.id);
    }),
  );
});

test("explorer, face in time: links lead to the neighbors; what is not known is hatched, and said so", () => {
  const going = recordOf("going", "2019-01-01", null);
  const layout = faceOf(going, [recordOf("near", "2019-05-01", "2019-06-01")]);
  const { nodes } = drawingOf(layout, PARTS, "going");
  const all = (node: SvgNode): SvgNode[] => [
    node,
    ...node.children.flatMap((child) => (typeof child === "object" ? all(child) : [])),
  ];
  const drawn = nodes.flatMap(all);
  assert.deepEqual(
    drawn.filter(({ tag }) => tag === "a").map(({ attributes }) => attributes.href),
    ["/api/r/near"],
  );
  assert.ok(drawn.some(({ children }) => children.includes("not known")));
  const { own, ...rest } = surroundingsOf(going, [recordOf("near", "2019-05-01", "2019-06-01")]);
  assert.equal(
    captionOf(own, neighborsOf({ own, ...rest }), { heading: "Things", parts: PARTS, known: KNOWN }),
    "Things near it in time, those most alike in maker, place and group first, then the nearest. A bar that fades goes on. Known until 30 June 2020.",
  );
});

test("explorer, face in time: two bounded requests, by the filters that the list has", () => {
  const filter = (field: string, operator: string, suffix = `_${operator}`) => ({
    parameter: field + suffix,
    field,
    operator,
  });
  const filters = [
    ...[filter("from", "after"), filter("from", "before"), filter("to", "after"), filter("state", "in")],
    ...["maker", "place", "group"].map((name) => filter(name, "equals", "")),
  ];
  const view = { filters, sortable: ["from"], maxLimit: 100 } as unknown as View;
  const { own } = surroundingsOf(OWN, []);
  const { before, after } = searchesOf(view, PARTS, own, KNOWN)!;
  const fields = "fields=name,precision,from,to,group,maker,place,state";
  assert.equal(
    before,
    "?from_before=2010-03-02&any.1.from_after=2009-11-30&any.1.to_after=2009-12-01&any.1.state_in=going" +
      "&any.2.maker=a&any.2.place=b&any.2.from_after=2010-01-15&any.3.maker=a&any.3.group=c&any.3.from_after=2010-01-15" +
      `&any.4.place=b&any.4.group=c&any.4.from_after=2010-01-15&${fields}&sort=from:desc&limit=100`,
  );
  assert.equal(
    after,
    "?from_after=2010-03-01&from_before=2010-06-10&any.1.maker=a&any.1.place=b&any.1.from_before=2010-04-16" +
      "&any.2.maker=a&any.2.group=c&any.2.from_before=2010-04-16&any.3.place=b&any.3.group=c&any.3.from_before=2010-04-16" +
      `&${fields}&sort=from:asc&limit=100`,
  );
  assert.equal(searchesOf({ ...view, filters: filters.slice(2) } as unknown as View, PARTS, own, KNOWN), undefined);
});
