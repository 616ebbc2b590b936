/** Proves the picture of groups: its numbers and its layout, against plain loops over the groups. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Group, nextPeriod } from "../explorer/src/address/groups.ts";
import { barsOf } from "../explorer/src/pictures/groups/draw/bars.ts";
import { columnsOf } from "../explorer/src/pictures/groups/draw/columns.ts";
import type { Layout, Rect } from "../explorer/src/pictures/groups/draw/layout.ts";
import { nodesOf } from "../explorer/src/pictures/groups/draw/nodes.ts";
import { type Drawn, drawnOf } from "../explorer/src/pictures/groups/numbers/drawn.ts";
import { sayGroup } from "../explorer/src/pictures/groups/numbers/say.ts";
import { shapeOf, type Way } from "../explorer/src/pictures/groups/numbers/shape.ts";
import { textWidth } from "../explorer/src/pictures/layout/text-width.ts";
import type { SvgNode } from "../explorer/src/pictures/svg/node.ts";
import { DAY_MS, dayOf, isoOf } from "../explorer/src/pictures/time/days.ts";
import { plainField } from "../kit/description/list-fields.ts";
import type { Field, Filter, View } from "../kit/description/model.ts";

const aField = (name: string, kind: Field["kind"], more: Partial<Field> = {}): Field => ({
  ...plainField(name, kind),
  ...more,
});
const COLORS = ["red", "green", "blue"];
const FIELDS = [
  aField("made_on", "date"),
  aField("color", "enum", { values: COLORS }),
  aField("maker", "text"),
  aField("sold", "boolean"),
  aField("weight", "decimal", { unit: "kg" }),
];
const aFilter = (field: string, end: string): Filter => ({
  ...{ parameter: `${field}${end}`, field, operator: end === "" ? "equals" : end.slice(1) },
  ...{ about: undefined, schema: {} },
});
const VIEW = {
  ...{ noun: "chair", heading: "Chairs", fields: FIELDS, relations: [], pictures: [] },
  filters: FIELDS.flatMap(({ name }) => ["", "_exists", "_after", "_before"].map((end) => aFilter(name, end))),
} as unknown as View;

const drawn = (search: string, groups: readonly Group[], known?: string | ((group: Group) => string)): Drawn =>
  drawnOf(groups, {
    ...{ view: VIEW, search, shape: shapeOf(VIEW, search)!, nameOf: () => undefined },
    knownUntil: (group) => (typeof known === "function" ? known(group as Group) : known),
  });
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const near = (one: number, other: number, within = 0.02) =>
  assert.ok(Math.abs(one - other) <= within, `${one} is not ${other}`);

const PERIODS = ["decade", "year", "quarter", "month"] as const;
/** The first day of a period, by its number. */
const firstOf = (period: string, index: number) => {
  const months = { decade: 120, year: 12, quarter: 3, month: 1 }[period]!;
  const month = index * months;
  return new Date(new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 10);
};
/** Groups over time, each pair of values once. */
const overTime = fc
  .record({
    period: fc.constantFrom(...PERIODS),
    start: fc.integer({ min: 0, max: 190 }),
    cells: fc.uniqueArray(
      fc.record({
        at: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 12 }),
        color: fc.option(fc.constantFrom(...COLORS)),
        count: fc.integer({ min: 1, max: 5_000 }),
      }),
      { selector: ({ at, color }) => `${at} ${color}`, minLength: 1, maxLength: 60 },
    ),
  })
  .map(({ period, start, cells }) => ({
    period,
    groups: cells.map(({ at, ...rest }): Group => {
      return { made_on: at === null ? null : firstOf(period, start + at), ...rest };
    }),
  }));
const ways = fc.constantFrom<Way>("stacked", "shares", "beside");
const widths = fc.constantFrom(320, 358, 700, 1_156);

test("explorer, groups: every record is in a piece, or counted as later or without a date", () => {
  fc.assert(
    fc.property(overTime, fc.integer({ min: 0, max: 40 }), ({ period, groups }, at) => {
      const known = groups[at % groups.length]!.made_on ?? "1900-01-01";
      const picture = drawn(`?group_by=made_on:${period},color`, groups, known);
      const counts = (of: (group: Group) => boolean) => sum(groups.filter(of).map(({ count }) => count));
      assert.equal(
        picture.later,
        counts(({ made_on }) => made_on !== null && made_on > known),
      );
      assert.equal(
        picture.undated?.count ?? 0,
        counts(({ made_on }) => made_on === null),
      );
      assert.equal(
        picture.all.count,
        counts(({ made_on }) => made_on !== null && made_on <= known),
      );
      for (const row of picture.rows) {
        const own = groups.filter(({ made_on }) => JSON.stringify(made_on) === row.key);
        assert.equal(row.amount, sum(own.map(({ count }) => count)));
        assert.equal(sum([...row.pieces.values()].map(({ amount }) => amount!)), row.amount);
        assert.equal(row.pieces.size, own.length);
      }
      for (const { values, count } of picture.categories)
        assert.equal(
          count,
          counts(({ made_on, color }) => made_on !== null && made_on <= known && values.has(JSON.stringify(color))),
        );
    }),
  );
});

test("explorer, groups: columns are as wide as their periods, on an axis without omissions", () => {
  fc.assert(
    fc.property(overTime, ways, widths, ({ period, groups }, way, width) => {
      const picture = drawn(`?group_by=made_on:${period},color`, groups);
      const layout = columnsOf(picture, { width, way });
      if (!layout) return assert.ok(picture.rows.length === 0 || picture.rows.length > 1);
      const [first, last] = [layout.places[0]!, layout.places.at(-1)!];
      const perDay = (last.box.x + last.box.width - first.box.x) / (last.row.to - first.row.from);
      for (const { row, box } of layout.places) {
        near(box.x, first.box.x + (row.from - first.row.from) * perDay);
        near(box.width, (nextPeriod(JSON.parse(row.key), period).getTime() / DAY_MS - row.from) * perDay);
      }
      assertWithin(layout, picture);
    }),
  );
});

test("explorer, groups: the pieces of a column are as high as their numbers; shares fill it", () => {
  fc.assert(
    fc.property(overTime, ways, widths, ({ period, groups }, way, width) => {
      const picture = drawn(`?group_by=made_on:${period},color`, groups);
      const layout = columnsOf(picture, { width, way });
      if (!layout) return;
      const most = Math.max(...picture.rows.map(({ amount }) => amount!));
      const full = layout.places.find(({ row }) => row.amount === most)!;
      const perRecord = sum(full.pieces.map(({ height }) => height)) / most;
      const shareHeight = sum(layout.places[0]!.pieces.map(({ height }) => height));
      for (const { row, pieces } of layout.places) {
        assert.deepEqual(pieces.map(({ category }) => category.key).sort(), [...row.pieces.keys()].sort());
        for (const { category, height } of pieces) {
          const { amount } = row.pieces.get(category.key)!;
          near(height, way === "shares" ? (shareHeight * amount!) / row.amount! : amount! * perRecord);
        }
        if (way !== "beside") assertStacked(pieces.map(({ y, height }) => [y, height]));
      }
    }),
  );
});

/** Asserts that each piece stands on the one before. */
function assertStacked(pieces: readonly (readonly [number, number])[]): void {
  for (const [index, [y]] of pieces.entries()) if (index > 0) near(y + pieces[index]![1], pieces[index - 1]![0]);
}

/** Asserts that all groups are drawn, nothing is outside, and no words touch. */
function assertWithin(layout: Layout, { rows }: Drawn): void {
  const { width, height, places, words } = layout;
  assert.deepEqual(
    places.map(({ row }) => row.key),
    rows.map(({ key }) => key),
  );
  const isIn = (inner: Rect, outer: Rect) =>
    inner.x >= outer.x - 0.01 &&
    inner.x + inner.width <= outer.x + outer.width + 0.01 &&
    inner.y >= outer.y - 0.01 &&
    inner.y + inner.height <= outer.y + outer.height + 0.01;
  for (const { box, pieces } of places) {
    assert.ok(isIn(box, { x: 0, y: 0, width, height }));
    for (const piece of pieces) assert.ok(isIn(piece, box), JSON.stringify([piece, box]));
  }
  const texts = words.flatMap(textOf);
  for (const { left, right } of texts) assert.ok(left >= -1 && right <= width + 1, JSON.stringify(texts));
  for (const [index, one] of texts.entries())
    for (const other of texts.slice(index + 1))
      assert.ok(
        Math.abs(one.y - other.y) >= 10 || one.right <= other.left + 0.5 || other.right <= one.left + 0.5,
        `${one.text} touches ${other.text}`,
      );
}

/** Returns the place of words. */
function textOf({ tag, attributes, children }: SvgNode) {
  if (tag !== "text") return [];
  const text = children.join("");
  const { x, y, "text-anchor": anchor, class: look } = attributes;
  const size = look === "series-name" ? 12 : 11;
  const length = textWidth(text, size);
  const left = Number(x) - (anchor === "middle" ? length / 2 : anchor === "end" ? length : 0);
  return [{ text, y: Number(y), left, right: left + length }];
}

/** Groups of a text, each pair of values once. */
const byMaker = fc.uniqueArray(
  fc.record({
    maker: fc.option(
      fc.constantFrom(...Array.from({ length: 30 }, (_, index) => `${"Maker ".repeat(index % 7)}${index}`)),
    ),
    color: fc.option(fc.constantFrom(...COLORS)),
    count: fc.integer({ min: 1, max: 900 }),
    weight_sum: fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 })),
  }),
  { selector: ({ maker, color }) => `${maker} ${color}`, minLength: 1, maxLength: 80 },
);

test("explorer, groups: categories are rows, the largest first, what has no value last; nothing is outside", () => {
  fc.assert(
    fc.property(byMaker, ways, widths, (groups, way, width) => {
      const picture = drawn("?group_by=maker,color", groups);
      const known = picture.rows.filter(({ key }) => key !== "null");
      assert.deepEqual(
        known.map(({ amount }) => amount),
        known.map(({ amount }) => amount!).sort((one, other) => other - one),
      );
      assert.ok(picture.rows.slice(0, -1).every(({ key }) => key !== "null"));
      const layout = barsOf(picture, { width, way });
      assertWithin(layout, picture);
      for (const { row, pieces, box } of layout.places) {
        const all = sum(pieces.map((piece) => piece.width));
        const { amount } = row;
        for (const piece of pieces)
          near(piece.width / all, row.pieces.get(piece.category.key)!.amount! / amount!, 0.001);
        for (const other of layout.places) if (other.row !== row) assert.ok(box.y !== other.box.y);
      }
    }),
  );
});

test("explorer, groups: a sum may be below zero; pieces then stand on both sides of it, and shares are none", () => {
  fc.assert(
    fc.property(byMaker, widths, (groups, width) => {
      const picture = drawn("?group_by=maker,color&measure=sum:weight", groups);
      assert.equal(
        picture.hasNegative,
        groups.some(({ weight_sum }) => (weight_sum ?? 0) < 0),
      );
      assert.equal(
        picture.lacking,
        sum(groups.filter(({ weight_sum }) => weight_sum === null).map(({ count }) => count)),
      );
      const layout = barsOf(picture, { width, way: "stacked" });
      assertWithin(layout, picture);
      const ends = layout.places.flatMap(({ pieces }) => pieces.flatMap(({ x, width: length }) => [x, x + length]));
      const span = Math.max(...ends) - Math.min(...ends);
      const sides = picture.rows.map(({ pieces }) => {
        const amounts = [...pieces.values()].map(({ amount }) => amount ?? 0);
        return [sum(amounts.filter((each) => each < 0)), sum(amounts.filter((each) => each > 0))] as const;
      });
      const range = Math.max(0, ...sides.map(([, up]) => up)) - Math.min(0, ...sides.map(([down]) => down));
      for (const { row, pieces } of layout.places)
        for (const piece of pieces)
          near(piece.width / span, Math.abs(row.pieces.get(piece.category.key)!.amount!) / range, 0.001);
    }),
  );
});

test("explorer, groups: on a phone, an axis has the words that there is room for", () => {
  const groups = [
    { maker: null, count: 1, weight_sum: -400_001 },
    { maker: "A maker with a long name", count: 1, weight_sum: null },
  ];
  const picture = drawn("?group_by=maker&measure=sum:weight", groups);
  assertWithin(barsOf(picture, { width: 320, way: "stacked" }), picture);
});

test("explorer, groups: averages, least and greatest values stand side by side; totals are not made up", () => {
  const groups = [
    { maker: "a", color: "red", count: 2, weight_avg: 3, weight_max: 7 },
    { maker: "a", color: "blue", count: 8, weight_avg: 5, weight_max: 6 },
  ];
  const [average] = drawn("?group_by=maker,color&measure=avg:weight", groups).rows;
  assert.equal(average!.amount, undefined);
  const most = drawn("?group_by=maker,color&measure=max:weight", groups);
  assert.deepEqual([most.rows[0]!.amount, most.all.amount], [7, 7]);
  const { pieces } = barsOf(most, { width: 700, way: "beside" }).places[0]!;
  assert.equal(new Set(pieces.map(({ y }) => y)).size, 2);
  assert.equal(new Set(pieces.map(({ x }) => x)).size, 1);
});

test("explorer, groups: what is edited after the day of the data is known until its edit, group by group", () => {
  const groups = ["2024", "2025", "2026", "2027"].map((year) => ({ made_on: `${year}-01-01`, color: null, count: 1 }));
  const picture = drawn("?group_by=made_on:year,color", groups, ({ made_on }) =>
    made_on === "2026-01-01" ? "2026-03-05" : "2025-06-30",
  );
  assert.deepEqual([picture.rows.map(({ name }) => name), picture.later], [["2024", "2025", "2026"], 1]);
});

test("explorer, groups: columns too narrow to be seen are not drawn; a single one is not as wide as the picture", () => {
  const day = (at: number) => ({ made_on: isoOf(dayOf("1970-01-01")! + at), count: 1 });
  const far = drawn("?group_by=made_on:day", [day(0), day(9_000)]);
  assert.equal(columnsOf(far, { width: 1_156, way: "stacked" }), undefined);
  const [place] = columnsOf(drawn("?group_by=made_on:day", [day(0)]), { width: 1_156, way: "stacked" })!.places;
  assert.ok(place!.pieces[0]!.width < 100 && place!.box.width > 1_000);
});

test("explorer, groups: years before 100 and huge numbers have their places and words", () => {
  const groups = ["0000-01-01", "0010-01-01", "0090-01-01"].map((made_on) => ({
    made_on,
    count: 1,
    weight_sum: 1e300,
  }));
  const picture = drawn("?group_by=made_on:decade&measure=sum:weight", groups);
  assert.deepEqual(
    picture.rows.map(({ name }) => name),
    ["0000s", "0010s", "0090s"],
  );
  const layout = columnsOf(picture, { width: 700, way: "stacked" })!;
  assertWithin(layout, picture);
  const texts = layout.words.flatMap(textOf).map(({ text }) => text);
  for (const weight_sum of [1.7e308, 5e-324]) {
    const odd = drawn("?group_by=made_on:decade,color&measure=sum:weight", [
      ...["red", "blue"].map((color) => ({ made_on: "1990-01-01", color, count: 1, weight_sum })),
    ]);
    assertWithin(columnsOf(odd, { width: 700, way: "stacked" })!, odd);
  }
  assert.ok(texts.includes("0050s") && texts.some((text) => /10³⁰⁰/.test(text)), texts.join());
});

test("explorer, groups: more values than can be told apart are one category, in order if they have one", () => {
  const makers = Array.from({ length: 20 }, (_, index) => ({ color: "red", maker: `m${index}`, count: 20 - index }));
  const { categories } = drawn("?group_by=color,maker", makers);
  assert.deepEqual(categories.map(({ name }) => name).slice(-2), ["m10", "other (9)"]);
  assert.equal(categories.at(-1)!.count, sum(makers.slice(11).map(({ count }) => count)));
  assert.equal(categories.at(-1)!.search, undefined);
  const decades = ["1980", "1960", "1970"].map((year) => ({ color: "red", made_on: `${year}-01-01`, count: 1 }));
  const times = drawn("?group_by=color,made_on:decade", decades).categories;
  assert.deepEqual(
    times.map(({ name }) => name),
    ["1960s", "1970s", "1980s"],
  );
  assert.equal(new Set(times.map(({ hue }) => hue)).size, 3);
});

test("explorer, groups: a node for each group and piece says what it counts, and leads to the list of that", () => {
  const groups = [
    { made_on: "1971-01-01", color: "red", count: 4 },
    { made_on: "1971-01-01", color: null, count: 1 },
  ];
  const picture = drawn("?search=oak&group_by=made_on:year,color", groups);
  const layout = columnsOf(picture, { width: 700, way: "stacked" })!;
  const say: Parameters<typeof nodesOf>[1]["say"] = (row, category) => sayGroup(picture, VIEW, row, category);
  const links = nodesOf(layout, { path: "/api/chairs", say })
    .flatMap(({ children }) => children)
    .filter((child): child is SvgNode => typeof child === "object" && child.tag === "a");
  const within = "?search=oak&made_on_after=1970-12-31&made_on_before=1972-01-01";
  assert.deepEqual(
    links.map(({ attributes }) => [attributes["aria-label"], attributes.href]),
    [
      ["1971: 5 chairs, red 4, no color 1", `/api/chairs${within}`],
      ["1971, red: 4 chairs", `/api/chairs${within}&color=red`],
      ["1971, no color: 1 chair", `/api/chairs${within}&color_exists=false`],
    ],
  );
});
