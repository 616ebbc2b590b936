/** Proves where the parts of pictures stand: to one scale, inside the picture, none over another, nothing lost. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { csvOf } from "../explorer/src/pictures/layout/csv.ts";
import { shorten, textWidth } from "../explorer/src/pictures/layout/text-width.ts";
import { valueAxis } from "../explorer/src/pictures/layout/value-axis.ts";
import type { Disc } from "../explorer/src/pictures/scale/bodies.ts";
import { bySize } from "../explorer/src/pictures/scale/layout/by-size.ts";
import { distancesOf, type Far } from "../explorer/src/pictures/scale/layout/distances.ts";
import { bySizeNarrow, sideBySideNarrow } from "../explorer/src/pictures/scale/layout/narrow.ts";
import {
  dropOf,
  type Labels,
  type Layout,
  type PlacedDisc,
  reachOf,
  rulerAt,
} from "../explorer/src/pictures/scale/layout/placed.ts";
import { sideBySide } from "../explorer/src/pictures/scale/layout/side-by-side.ts";
import { comparisonsOf } from "../explorer/src/pictures/series/across/comparisons.ts";
import { dotLayout } from "../explorer/src/pictures/series/across/dot-rows.ts";
import { columnsOf, pointsOf } from "../explorer/src/pictures/series/over-time/columns.ts";
import { moved, nearestIn, nearestTo, sampleAt } from "../explorer/src/pictures/series/over-time/nearest.ts";
import { breaksOf, panelsOf } from "../explorer/src/pictures/series/over-time/panels.ts";
import type { Sample } from "../explorer/src/pictures/series/samples.ts";

const LABELS: Labels = {
  radius: ({ radius }) => `${radius} km`,
  plainRadius: ({ radius }) => String(radius),
  times: () => undefined,
};

function disc(id: string, radius: number, more: Partial<Disc> = {}): Disc {
  return {
    ...{ id, name: id, path: `/api/bodies/${id}`, radius, distance: 1_000, around: undefined, category: undefined },
    ...{ hue: 1, hasRings: false, tilt: 0, isRetrograde: false, eccentricity: 0, ...more },
  };
}

/** Radii as different as those of the solar system, in no order. */
const BODIES = [2_440, 6_052, 6_371, 3_390, 470, 69_911, 58_232, 25_362, 24_622, 1_188, 780].map((radius, index) =>
  disc(`body-${index}`, radius, {
    ...{ distance: 1_000 * (index + 1), hasRings: radius > 50_000 || radius < 1_000, tilt: 25 },
    rings: radius === 58_232 || radius === 780 ? { inner: 1.15 * radius, outer: 2.35 * radius } : undefined,
  }),
);
const LARGEST_FIRST = [...BODIES].sort((a, b) => b.radius - a.radius);
const MANY = Array.from({ length: 500 }, (_, index) => disc(`small-${index}`, 2_000 / (index + 1)));
const CENTER = disc("center", 80_000);

function allDiscs({ discs, block }: Layout): PlacedDisc[] {
  return [...discs, ...(block?.discs ?? [])];
}

for (const width of [358, 996, 2_276]) {
  const layouts: [name: string, bodies: readonly Disc[], layout: Layout][] =
    width < 560
      ? [
          ["side by side", BODIES, sideBySideNarrow(BODIES, width, LABELS)],
          ["by size", LARGEST_FIRST, bySizeNarrow(LARGEST_FIRST, undefined, width, LABELS)],
          ["around one", MANY, bySizeNarrow(MANY, CENTER, width, LABELS)],
        ]
      : [
          ["side by side", BODIES, sideBySide(BODIES, width, LABELS)],
          ["by size", LARGEST_FIRST, bySize(LARGEST_FIRST, undefined, width, LABELS)],
          ["around one", MANY, bySize(MANY, CENTER, width, LABELS)],
        ];
  for (const [name, bodies, layout] of layouts) {
    const discs = allDiscs(layout);
    test(`a scale, ${name}, ${width} px: every body is there once, to one scale`, () => {
      assert.deepEqual(discs.map(({ body }) => body.id).sort(), bodies.map(({ id }) => id).sort());
      for (const { body, r } of discs) assert.ok(Math.abs(r * layout.perPixel - body.radius) < 1e-6 * body.radius);
      assert.ok(Math.abs(layout.ruler.length * layout.perPixel - layout.ruler.value) < 1e-6 * layout.ruler.value);
    });

    test(`a scale, ${name}, ${width} px: bodies stay inside, and none covers another`, () => {
      for (const { body, x, y, r } of discs) {
        const [reach, drop] = body.rings ? [reachOf, dropOf].map((of) => of(body, layout.perPixel)) : [r, r];
        assert.ok(x - reach! >= -1 && x + reach! <= width + 1, `${body.id} is at ${x}, reaching ${reach}`);
        assert.ok(y - drop! >= -1 && y + drop! <= layout.height + 1, `${body.id} is at ${y}, reaching ${drop}`);
      }
      for (const [index, one] of discs.entries())
        for (const other of discs.slice(index + 1)) {
          const distance = Math.hypot(one.x - other.x, one.y - other.y);
          assert.ok(distance >= one.r + other.r - 0.01, `${one.body.id} touches ${other.body.id}`);
          for (const { body, x, y } of [one, other].filter((each) => each.body.rings)) {
            const disc = body === one.body ? other : one;
            const isBeside = Math.abs(disc.x - x) >= reachOf(body, layout.perPixel) + disc.r - 0.01;
            const isBelow = Math.abs(disc.y - y) >= dropOf(body, layout.perPixel) + disc.r - 0.01;
            assert.ok(isBeside || isBelow, `the rings of ${body.id} touch ${disc.body.id}`);
          }
        }
    });
  }
}

test("a scale: a ruler is a round number and at most as long as it may be", () => {
  for (const perPixel of [0.013, 1, 28.3, 543, 77_000]) {
    const { value, length } = rulerAt(0, 0, perPixel, 110);
    assert.match(value.toExponential(), /^[125]e/);
    assert.ok(length <= 110 && length > 40);
  }
});

test("distances: on a logarithmic axis, ten times as far is as many pixels everywhere; dots do not touch", () => {
  const far = [1e5, 1e6, 1e7, 1.001e7, 1.002e7, 3e5].map(
    (distance, index) => disc(`far-${index}`, 10, { distance }) as Far,
  );
  const { dots, width } = distancesOf(far, 800, false);
  const at = (id: string) => dots.find(({ body }) => body.id === id)!;
  assert.ok(Math.abs(at("far-1").x - at("far-0").x - (at("far-2").x - at("far-1").x)) < 1e-6);
  for (const [index, one] of dots.entries())
    for (const other of dots.slice(index + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 5.6);
  assert.ok(dots.every(({ x, y }) => x >= 0 && x <= width && y > 0));
});

test("distances: a linear axis begins at zero and is as long as it must be", () => {
  const far = [1e5, 2e5, 1e7].map((distance, index) => disc(`far-${index}`, 10, { distance }) as Far);
  const { dots, width } = distancesOf(far, 800, true);
  assert.ok(width > 800);
  const [zero] = distancesOf(far, 800, true).ticks;
  assert.equal(zero!.value, 0);
  const [first, second] = dots;
  assert.ok(Math.abs((second!.x - zero!.x) / (first!.x - zero!.x) - 2) < 1e-9);
});

test("an axis of values begins at zero; above 1,000 times the least it is logarithmic, unless one is not above zero", () => {
  assert.deepEqual(
    [valueAxis([1, 1_000], [0, 100], 20).isLog, valueAxis([1, 1_001], [0, 100], 20).isLog],
    [false, true],
  );
  assert.equal(valueAxis([0, 5_000], [0, 100], 20).isLog, false);
  assert.equal(valueAxis([-3, 5_000], [0, 100], 20).isLog, false);
  const linear = valueAxis([3, 9], [10, 110], 20);
  assert.deepEqual([linear.at(0), linear.base], [10, 10]);
  const both = valueAxis([-5, 5], [0, 100], 20);
  assert.equal(both.base, 50);
  const log = valueAxis([5e20, 1.9e27], [0, 700], 100);
  assert.ok(log.at(1.9e27) <= 700 && log.at(5e20) > 0 && log.ticks.every((tick) => /^1e/.test(tick.toExponential())));
});

test("a text is shortened by whole characters", () => {
  assert.equal(shorten("Titan", 200), "Titan");
  const short = shorten("The quite long name of a mission 🚀🚀", 80);
  assert.ok(short.endsWith("…") && textWidth(short) <= 80);
});

test("CSV: the rows of a picture, with quotes where they must be", () => {
  const table = {
    columns: [
      { name: "name", label: "Name", value: ({ name }: { name: string }) => name },
      { name: "size", label: "Size", value: () => null },
    ],
    rows: [{ name: 'a "b", c' }, { name: "=1" }],
  };
  assert.equal(csvOf(table), 'name,size\r\n"a ""b"", c",\r\n=1,\r\n');
});

function sample(x: number, y: number, more: Partial<Sample> = {}): Sample {
  return {
    ...{ id: `${x} ${y}`, path: `/api/${x}/${y}`, x, given: x, y, unit: "K", by: ["a", "b"], uncertainty: undefined },
    ...{ mark: undefined, parent: undefined, ...more },
  };
}

test("a series: a panel for each unit, a line for each of what samples belong to, from eight samples on", () => {
  const samples = [
    ...Array.from({ length: 8 }, (_, x) => sample(x, x)),
    ...Array.from({ length: 7 }, (_, x) => sample(x, -x, { by: ["a", "c"] })),
    sample(1, 4, { unit: "Pa", uncertainty: 6 }),
  ];
  const [kelvin, pascal] = panelsOf(samples);
  assert.deepEqual([kelvin!.unit, pascal!.unit], ["K", "Pa"]);
  assert.deepEqual(
    kelvin!.lines.map(({ name, detail, isJoined, hue }) => [name, detail, isJoined, hue]),
    [
      ["b", "a", true, 1],
      ["c", "a", false, 2],
    ],
  );
  assert.ok(pascal!.range[0] <= -2 && pascal!.range[1] >= 10, "whiskers are inside");
});

test("a series: a gap longer than five times the usual one interrupts the line", () => {
  const samples = [0, 1, 2, 3, 8, 9, 15, 16].map((x) => sample(x, 1));
  assert.deepEqual([...breaksOf(samples)], [6]);
  const { x, y } = pointsOf(samples, breaksOf(samples));
  assert.deepEqual([x[6], y[6]], [12, null]);
  assert.equal(breaksOf([sample(1, 1), sample(1, 2), sample(1, 3)]).size, 0);
});

test("a series: very many samples keep the least and the greatest value of every column", () => {
  const samples = Array.from({ length: 60_000 }, (_, x) => sample(x, Math.sin(x / 9) + (x === 31_234 ? 50 : 0)));
  const { x, y } = columnsOf(samples, 0, 60_000, 500);
  assert.ok(x.length <= 1_000);
  assert.ok(x.every((each, index) => index === 0 || each > x[index - 1]!));
  assert.equal(Math.max(...(y as number[])), Math.max(...samples.map((each) => each.y)));
  assert.equal(Math.min(...(y as number[])), Math.min(...samples.map((each) => each.y)));
});

test("a series: the pointer finds the nearest sample, and keys go along lines and between them", () => {
  const upper = [0, 10, 20].map((x) => sample(x, 5));
  const lower = [1, 11, 21].map((x) => sample(x, 1, { by: ["a", "c"] }));
  const [panel] = panelsOf([...upper, ...lower]);
  const [line, other] = panel!.lines;
  assert.deepEqual(
    [nearestIn(line!, -5), nearestIn(line!, 14), nearestIn(line!, 16), nearestIn(line!, 90)],
    [0, 1, 2, 2],
  );
  const place = ({ x, y }: Sample) => ({ x, y: -y });
  const near = nearestTo(panel!, { x: 11.2, y: -1.1 }, place, { span: [5, 17], reach: 3 });
  assert.equal(sampleAt(near!), lower[1]);
  assert.equal(nearestTo(panel!, { x: 15, y: -3 }, place, { span: [12, 18], reach: 2 }), undefined);
  const start = { line: line!, index: 0 };
  assert.equal(sampleAt(moved(panel!, start, "ArrowRight")!), upper[1]);
  assert.equal(sampleAt(moved(panel!, start, "End")!), upper[2]);
  assert.equal(sampleAt(moved(panel!, { line: line!, index: 1 }, "ArrowDown")!), lower[1]);
  assert.equal(sampleAt(moved(panel!, { line: other!, index: 2 }, "ArrowUp")!), upper[2]);
  assert.equal(moved(panel!, start, "x"), undefined);
});

test("a comparison: quantities of the most records first, units apart, the greatest value on top", () => {
  const samples = [
    sample(1, 5, { parent: "one", by: ["i", "mass"] }),
    sample(1, 9, { parent: "two", by: ["i", "mass"] }),
    sample(2, 7, { parent: "one", by: ["i", "mass"] }),
    sample(1, 3, { parent: "three", by: ["i", "mass"], unit: "g" }),
    sample(1, 1, { parent: "one", by: ["i", "size"] }),
  ];
  const [mass, size] = comparisonsOf(samples);
  assert.deepEqual([mass!.subject, mass!.parents, size!.subject, size!.parents], ["mass", 3, "size", 1]);
  assert.deepEqual(
    mass!.panels.map(({ unit, rows }) => [unit, rows.map(({ parent }) => parent)]),
    [
      ["K", ["two", "one"]],
      ["g", ["three"]],
    ],
  );
  const { rows, left, width } = dotLayout(mass!.panels[0]!, (id) => id, 400);
  const all = rows.flatMap(({ dots }) => dots);
  assert.equal(all.length, 3);
  assert.ok(all.every(({ x }) => x >= left && x <= width));
});
