/** Proves what the days of a record show: as many as its stays have, nothing after the known day, no label on another. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { drawDays, knownEndOf } from "../explorer/src/pictures/faces/presence/day-by-day.ts";
import { legendOf } from "../explorer/src/pictures/faces/presence/legend.ts";
import { commonStart, type LongRecord, longRecordsOf } from "../explorer/src/pictures/faces/presence/long-records.ts";
import { drawStairs, knownEnd, spanOf, totalOf } from "../explorer/src/pictures/faces/presence/stairs.ts";
import { joinTitles, placeLabels, type Rise } from "../explorer/src/pictures/faces/presence/stay-labels.ts";
import { type Leg, type Member, type Stay, stayOf, wholeDaysOf } from "../explorer/src/pictures/presence/stays.ts";
import type { SvgNode } from "../explorer/src/pictures/svg/node.ts";
import { touch } from "../explorer/src/pictures/svg/unknown-time.ts";
import { dayOf } from "../explorer/src/pictures/time/days.ts";
import { timeScale } from "../explorer/src/pictures/time/ticks.ts";
import type { Field } from "../kit/description/model.ts";

const KNOWN = dayOf("2010-06-30")!;
const NOW = dayOf("2012-01-01")!;
const aWidth = fc.constantFrom(358, 700, 1_156);

/** Stays in their order, apart from one another; the last may go on. */
const someStays = fc
  .record({
    from: fc.integer({ min: -5_000, max: 5_000 }),
    times: fc.array(fc.record({ days: fc.integer({ min: 1, max: 400 }), gap: fc.integer({ min: 2, max: 3_000 }) }), {
      minLength: 1,
      maxLength: 9,
    }),
    isGoing: fc.boolean(),
    titles: fc.array(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ from, times, isGoing, titles }) => {
    let day = from;
    const stays: Stay[] = [];
    for (const [index, { days, gap }] of times.entries()) {
      const to = day + days - 1;
      if (to >= KNOWN) break;
      const goesOn = isGoing && index === times.length - 1;
      const leg: Leg = {
        ...{ path: "/api/r/1", title: "", role: "first_helper", from: day, isGoing: goesOn },
        ...(goesOn ? { to: NOW, known: KNOWN } : { to, known: to }),
      };
      stays.push({ ...stayOf(leg), legs: titles.map((title) => ({ ...leg, title })) });
      day = to + gap;
    }
    return stays;
  })
  .filter((stays) => stays.length > 0);

const aMember = (stays: readonly Stay[], hue = 1, category = "one"): Member => ({
  ...{ id: "m", path: "/api/m", name: "Member", category, hue, stays, dots: [] },
});

/** All nodes of a drawing but what says that nothing is known. */
function nodesOf(nodes: readonly SvgNode[]): SvgNode[] {
  return nodes.flatMap((node) => [node, ...nodesOf(node.children.filter((child) => typeof child === "object"))]);
}

/** The places of x in a path that has only absolute commands, or steps: `M1 2h3v4h-3z`. */
function rightOf(d: string): number {
  let [x, most] = [0, Number.NEGATIVE_INFINITY];
  for (const [, command, numbers] of d.matchAll(/([MLHhVvz])([^MLHhVvz]*)/g)) {
    const [first = 0] = numbers!.split(" ").filter(Boolean).map(Number);
    if (command === "M" || command === "L" || command === "H") x = first;
    if (command === "h") x += first;
    most = Math.max(most, x);
  }
  return most;
}

const drawn = (nodes: readonly SvgNode[]) =>
  nodesOf(nodes).filter(({ attributes }) => !/unknown|note-word/.test(String(attributes.class)));

test("explorer, the stairs: their height is the sum of the days of all stays", () => {
  fc.assert(
    fc.property(someStays, aWidth, (stays, width) => {
      const total = stays.reduce((sum, { from, known }) => sum + known - from, 0);
      // Of fewer days, there are no stairs.
      fc.pre(total >= 2);
      assert.equal(totalOf(stays), total);
      const { label, nodes } = drawStairs(aMember(stays), KNOWN + 1, width);
      assert.match(label, new RegExp(`^Member: ${total.toLocaleString("en")} days? in ${stays.length} stays?$`));
      const rises = nodes.filter(({ attributes }) => String(attributes.class).includes("stair-rise"));
      assert.equal(rises.length, stays.length);
      // Each rise begins where the one before ended, and is as high as its days.
      const ends = rises.map(({ attributes }) =>
        String(attributes.d)
          .match(/-?[\d.]+/g)!
          .map(Number),
      );
      const perDay = (ends[0]![1]! - ends.at(-1)![3]!) / total;
      for (const [index, [, low, , high]] of ends.entries()) {
        if (index > 0) assert.equal(low, ends[index - 1]![3]);
        assert.ok(Math.abs(low! - high! - wholeDaysOf(stays[index]!) * perDay) < 0.3);
      }
    }),
  );
});

test("explorer, the stairs: nothing is drawn after the known day", () => {
  fc.assert(
    fc.property(someStays, aWidth, (stays, width) => {
      const { nodes } = drawStairs(aMember(stays), KNOWN + 1, width);
      const x = timeScale(spanOf(stays), width < 560 ? 30 : 40, width);
      const end = x(Math.min(x.span.to, knownEnd(stays, KNOWN + 1)));
      for (const { tag, attributes } of drawn(nodes)) {
        if (attributes.class === "tick" || String(attributes.class).startsWith("grid")) continue;
        if (tag === "path") assert.ok(rightOf(String(attributes.d)) <= end + 0.1, String(attributes.d));
        if (tag === "rect") assert.ok(Number(attributes.x) + Number(attributes.width) <= end + 0.2);
      }
      const isHatched = nodes.some(({ attributes }) => attributes.class === "unknown-line");
      assert.equal(isHatched, end < width);
    }),
  );
});

test("explorer, the stairs: labels are within the known part, and touch neither one another nor a rise", () => {
  const aRise = fc.record({ x0: fc.integer({ min: 0, max: 900 }), wide: fc.integer({ min: 0, max: 80 }) });
  fc.assert(
    fc.property(
      someStays,
      fc.array(aRise, { minLength: 9, maxLength: 9 }),
      fc.constantFrom(150, 260),
      (stays, places, widest) => {
        const within = { left: 40, right: 1_000, top: 2, bottom: 270 };
        const sorted = places.toSorted((a, b) => a.x0 - b.x0);
        const rises = stays.map((stay, index): Rise => {
          const { x0, wide } = sorted[index]!;
          const y0 = 270 - index * 25;
          return { stay, x0, x1: Math.min(x0 + wide, sorted[index + 1]?.x0 ?? 1_000), y0, y1: y0 - 25 };
        });
        const labels = placeLabels(rises, within, widest);
        for (const [index, { box, title, detail }] of labels.entries()) {
          assert.ok(
            box.left >= within.left &&
              box.right <= within.right &&
              box.top >= within.top &&
              box.bottom <= within.bottom,
          );
          assert.ok(title !== "" || detail !== "");
          for (const other of labels.slice(index + 1)) assert.ok(!touch(box, other.box));
          for (const { x0, x1, y0, y1 } of rises) assert.ok(!touch(box, { left: x0, right: x1, top: y1, bottom: y0 }));
        }
      },
    ),
  );
});

test("explorer, the stairs: titles that begin alike are joined, and no stay has a label that is not its own", () => {
  assert.equal(joinTitles(["Long Voyage 50", "Ferry 3", "Long Voyage 51"]), "Long Voyage 50, 51, Ferry 3");
  assert.equal(joinTitles(["STS-1", "STS-2"]), "STS-1, STS-2");
  assert.equal(joinTitles(["Alone"]), "Alone");
});

const someMembers = fc
  .array(fc.record({ stays: someStays, hue: fc.integer({ min: 0, max: 3 }) }), { minLength: 1, maxLength: 12 })
  .map((members) => members.map(({ stays, hue }, index) => ({ ...aMember(stays, hue, `c${hue}`), id: `m${index}` })));

test("explorer, day by day: the tallest column is the most members on one day, in their colors", () => {
  fc.assert(
    fc.property(someMembers, aWidth, (members, width) => {
      let most = 0;
      for (let day = -5_000; day <= KNOWN; day += 1) {
        const here = members.filter(({ stays }) => stays.some(({ from, known }) => from <= day && day <= known));
        most = Math.max(most, here.length);
      }
      const { label, nodes, height } = drawDays({ members, records: [], label: "There", now: NOW }, width);
      assert.equal(label, `There, at most ${most}`);
      const steps = nodes.filter(({ tag, attributes }) => tag === "path" && /^f\d+$/.test(String(attributes.class)));
      assert.ok(steps.length > 0 && steps.length <= new Set(members.map(({ hue }) => hue)).size);
      const tops = steps.flatMap(({ attributes }) =>
        Array.from(
          String(attributes.d).matchAll(/M\S+ ([\d.]+)v(-[\d.]+)/g),
          ([, y, rise]) => Number(y) + Number(rise),
        ),
      );
      const mark = nodes.find(({ attributes }) => attributes.class === "lbl is-name")!;
      assert.equal(mark.children[0], String(most));
      assert.ok(Math.abs(Number(mark.attributes.y) + 11 - Math.min(...tops)) < 0.3);
      assert.ok(Math.min(...tops) > 0 && Math.min(...tops) < height);
    }),
    { numRuns: 40 },
  );
});

test("explorer, day by day: nothing is drawn after the day on which all who stay are known to be there", () => {
  fc.assert(
    fc.property(someMembers, aWidth, (members, width) => {
      const { nodes } = drawDays({ members, records: [], label: "", now: NOW }, width);
      const edge = nodes.find(({ attributes }) => attributes.class === "unknown-edge");
      assert.equal(edge !== undefined, knownEndOf(members, NOW) !== undefined);
      const end = edge ? rightOf(String(edge.attributes.d)) : width;
      for (const { tag, attributes } of drawn(nodes))
        if (tag === "path" && !String(attributes.class).startsWith("grid"))
          assert.ok(rightOf(String(attributes.d)) <= end + 0.6, String(attributes.d));
    }),
    { numRuns: 40 },
  );
});

test("explorer, day by day: the legend counts each member once, and only five categories have their colors", () => {
  const hueOf = (value: unknown) => Number(String(value).slice(1));
  const members = fc.array(
    fc.integer({ min: 0, max: 9 }).map((hue) => aMember([], hue, `c${hue}`)),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(members, (all) => {
      const field = { name: "kind", label: "Kind", values: [] as string[] } as unknown as Field;
      const legend = legendOf(all, field, hueOf);
      assert.equal(
        legend.categories.reduce((sum, { count }) => sum + count, 0),
        all.length,
      );
      assert.ok(legend.categories.filter(({ hue }) => hue > 0).length <= 5);
      const named = new Set(legend.categories.map(({ hue }) => hue));
      assert.ok(legend.members.every(({ hue }) => named.has(hue)));
    }),
  );
});

test("explorer, day by day: the longer records below overlap little, and are part of no other", () => {
  const aRecord = (id: string, from: number, to: number, parent?: string): LongRecord => ({
    id,
    title: id,
    from,
    to,
    parent,
  });
  const records = [
    ...[aRecord("Voyage 1", 0, 180), aRecord("Ferry 1", 0, 180, "Voyage 1"), aRecord("Visit", 40, 50)],
    ...[aRecord("Voyage 2", 175, 360), aRecord("Taxi", 90, 280), aRecord("Ferry 2", 175, 360, "Voyage 2")],
  ];
  assert.deepEqual(
    longRecordsOf(records).map(({ id }) => id),
    ["Voyage 1", "Voyage 2"],
  );
  assert.deepEqual(longRecordsOf([aRecord("Only", 0, 100)]), []);
  assert.equal(commonStart(["Voyage 1", "Voyage 12"]), "Voyage ");
  assert.equal(commonStart(["Voyage 1", "Taxi 1"]), "");
});
