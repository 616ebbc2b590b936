/** Proves the face of a scale: ellipses about a focus, discs to one scale, all inside, no name over another. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Around, placeAround } from "../explorer/src/pictures/faces/scale/around.ts";
import { type DiscRow, placeDiscs } from "../explorer/src/pictures/faces/scale/disc-row.ts";
import { drawScale } from "../explorer/src/pictures/faces/scale/draw.ts";
import { closedOf, ellipseOf, nearAndFar, neighborsOf } from "../explorer/src/pictures/faces/scale/ellipses.ts";
import { type Box, NAME, placeNames } from "../explorer/src/pictures/faces/scale/names.ts";
import { shownOf } from "../explorer/src/pictures/faces/scale/shown.ts";
import { textWidth } from "../explorer/src/pictures/layout/text-width.ts";
import type { Disc } from "../explorer/src/pictures/scale/bodies.ts";
import type { Far } from "../explorer/src/pictures/scale/layout/distances.ts";
import type { SvgNode } from "../explorer/src/pictures/svg/node.ts";
import type { Picture, View } from "../kit/description/model.ts";

type Known = Disc & Far;

function body(id: string, more: Partial<Known> = {}): Known {
  return {
    ...{
      id,
      name: id,
      path: `/api/bodies/${id}`,
      radius: 100,
      distance: 1_000,
      around: undefined,
      category: undefined,
    },
    ...{ hue: 1, hasRings: false, tilt: 0, isRetrograde: false, eccentricity: 0, ...more },
  };
}

const SOME: fc.Arbitrary<Known[]> = fc
  .array(
    fc
      .record({
        name: fc.string({ minLength: 1, maxLength: 30 }),
        radius: fc.double({ min: 0.3, max: 7e4, noNaN: true }),
        distance: fc.double({ min: 1e4, max: 5e7, noNaN: true }),
        eccentricity: fc.option(fc.double({ min: 0, max: 0.95, noNaN: true }), { nil: undefined }),
        hasRings: fc.boolean(),
        tilt: fc.integer({ min: 0, max: 180 }),
        isRetrograde: fc.boolean(),
      })
      .map((more) => more as Partial<Known>),
    { minLength: 1, maxLength: 40 },
  )
  .map((all) => all.map((more, index) => body(`body-${index}`, more)));
const WIDTH = fc.integer({ min: 300, max: 1_500 });
const BOX: fc.Arbitrary<Box> = fc.record({
  ...{ x: fc.integer({ min: 0, max: 800 }), y: fc.integer({ min: 0, max: 800 }) },
  ...{ width: fc.integer({ min: 250, max: 420 }), height: fc.constant(300) },
});
const says = ({ name, radius }: Disc) => [name, `${radius.toFixed(0)} km`] as const;

function assertInside(box: Box, [left, top, right, bottom]: readonly number[], what: string): void {
  const isInside =
    left! >= box.x - 0.6 && right! <= box.x + box.width + 0.6 && top! >= box.y - 0.6 && bottom! <= box.y + box.height;
  assert.ok(isInside, `${what}: ${[left, top, right, bottom]} in ${JSON.stringify(box)}`);
}

test("a face of a scale: the center is a focus, and the nearest point is at a(1 − e), to the right", () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), fc.double({ min: 0, max: 0.99, noNaN: true }), (a, e) => {
      const { x, rx, ry, nearest, farthest } = ellipseOf(body("one", { distance: a, eccentricity: e }));
      const same = (one: number, other: number) => assert.ok(Math.abs(one - other) <= 1e-6 * a, `${one}, ${other}`);
      same(x + rx, nearest);
      same(nearest, a * (1 - e));
      same(farthest, rx - x);
      same(Math.sqrt(rx ** 2 - ry ** 2), -x);
    }),
  );
  const { x, rx, ry } = ellipseOf(body("one", { eccentricity: undefined }), 10);
  assert.deepEqual([Math.abs(x), rx, ry], [0, 100, 100]);
});

test("a face of a scale: what has no distance, or does not come back, has no ellipse", () => {
  const unknown = { ...body("unknown"), distance: undefined };
  const all = [body("far", { distance: 9 }), unknown, body("near", { distance: 5 }), body("open", { eccentricity: 1 })];
  assert.deepEqual(
    closedOf(all).map(({ id }) => id),
    ["near", "far"],
  );
});

function partsOf(distances: readonly number[]): readonly [near: number, far: number] {
  const { near, far } = nearAndFar(distances.map((distance) => body(String(distance), { distance })));
  return [near.length, far.length];
}

test("a face of a scale: the largest gap parts many into near and far ones", () => {
  assert.deepEqual(partsOf([1, 2, 3, 4, 20, 30, 40, 50]), [4, 4]);
  assert.deepEqual(partsOf([1, 2, 3, 4, 20, 30, 40]), [7, 0], "few");
  assert.deepEqual(partsOf([1, 1.5, 2, 3, 4, 5, 6, 7, 8]), [9, 0], "no gap");
  assert.deepEqual(partsOf([5]), [1, 0]);
});

test("a face of a scale: the neighbors of a body reach at most three times as far", () => {
  const own = body("own", { distance: 100, eccentricity: 0.1 });
  const others = [body("inside", { distance: 5 }), body("edge", { distance: 329 }), body("beyond", { distance: 331 })];
  assert.deepEqual(
    neighborsOf(own, [own, ...others]).map(({ id }) => id),
    ["own", "inside", "edge"],
  );
});

test("a face of a scale: ellipses, names and the ruler stay in their box, to one scale", () => {
  fc.assert(
    fc.property(SOME, BOX, (all, box) => {
      const around: Around = placeAround(all, { radius: 5_000, named: all }, box);
      for (const { body: own, ellipse, x } of around.all) {
        const { rx, ry } = ellipse;
        const middle = around.x + ellipse.x;
        assertInside(box, [middle - rx, around.y - ry, middle + rx, around.y + ry], own.id);
        assert.ok(Math.abs((x - around.x) * around.perPixel - ellipseOf(own).nearest) < 1e-6 * own.distance);
      }
      for (const { named, x, y, width } of around.names) assertInside(box, [x, y - 10, x + width, y + 4], named.name);
      assert.ok(around.r >= 2);
      assert.ok(Math.abs(around.ruler.length * around.perPixel - around.ruler.value) < 1e-6 * around.ruler.value);
    }),
  );
});

test("a face of a scale: no name covers another, or crosses the line of another", () => {
  const dots = fc.array(
    fc.record({ name: fc.string({ minLength: 1, maxLength: 20 }), x: fc.integer({ min: 0, max: 400 }) }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(dots, (all) => {
      const names = placeNames(all, { x: 0, y: 0, width: 400, height: 300 }, 150);
      for (const [index, one] of names.entries())
        for (const other of names.slice(index + 1)) {
          const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
          assert.ok(isBeside || Math.abs(one.y - other.y) >= NAME, `${one.named.name} covers ${other.named.name}`);
        }
      for (const one of names)
        for (const { named, x, y, width } of names) {
          const isPassed = one.named.x > x && one.named.x < x + width && one.y > 150 === y > 150;
          assert.ok(one.named === named || !isPassed || Math.abs(one.y - 150) < Math.abs(y - 150), "a line crosses");
        }
      assert.ok(all.length === 0 || all.every(({ name }) => textWidth(name, NAME) > 380) || names.length > 0);
    }),
  );
});

test("a face of a scale: discs are to one scale, beside each other, in their box with their names", () => {
  fc.assert(
    fc.property(SOME, BOX, (all, box) => {
      const [center, ...rest] = all;
      const own = rest.length > 0 ? rest.slice(0, 2) : [center!];
      const row: DiscRow = placeDiscs(own, rest.length > 0 ? center : undefined, box, says);
      for (const { body: drawn, x, y, r, lines } of row.discs) {
        assert.ok(Math.abs(r * row.perPixel - drawn.radius) < 1e-6 * drawn.radius);
        assertInside(box, [x - r, y - r, x + r, y + r], drawn.id);
        for (const { text, x: at, y: line, isName } of lines) {
          const half = textWidth(text, isName ? 12 : 11) / 2;
          assertInside(box, [at - half, line - 10, at + half, line + 3], text);
        }
      }
      for (const [index, one] of row.discs.entries())
        for (const other of row.discs.slice(index + 1)) assert.ok(other.x - one.x >= one.r + other.r);
    }),
  );
});

test("a face of a scale: a much larger center is cut off, another one stands in the row", () => {
  const box = { x: 0, y: 0, width: 400, height: 320 };
  const own = [body("own", { radius: 200 }), body("known", { radius: 1_000 })];
  const idsOf = (row: DiscRow) => [row.limb?.body.id, ...row.discs.map(({ body: { id } }) => id)];
  assert.deepEqual(idsOf(placeDiscs(own, body("large", { radius: 3_001 }), box, says)), ["large", "own", "known"]);
  assert.deepEqual(idsOf(placeDiscs(own, body("other", { radius: 3_000 }), box, says)), [
    undefined,
    ...["other", "own", "known"],
  ]);
});

const view = { path: "/api/bodies", noun: "body", heading: "Bodies", fields: [] } as unknown as View;
const outerView = { path: "/api/others", noun: "other", heading: "Others", fields: [] } as unknown as View;
const picture = { kind: "scale", radius: "radius", distance: "distance" } as Picture;
const own = { view, picture };
const outer = { view: outerView, picture };

function linksIn(nodes: readonly SvgNode[]): string[] {
  return nodes.flatMap(({ tag, attributes, children }) => [
    ...(tag === "a" ? [String(attributes.href)] : []),
    ...linksIn(children.filter((child) => typeof child === "object")),
  ]);
}

function titlesIn(nodes: readonly SvgNode[]): string[] {
  return nodes.flatMap(({ tag, children }) => [
    ...(tag === "title" ? children.map(String) : []),
    ...titlesIn(children.filter((child) => typeof child === "object")),
  ]);
}

test("a face of a scale: all that is drawn but the record of the page leads to its own", () => {
  fc.assert(
    fc.property(SOME, WIDTH, (around, width) => {
      const self = body("self", { radius: 6e4 });
      const shown = shownOf({ own, self, compared: body("known"), center: undefined, outer, around });
      const drawing = drawScale(shown, width);
      assert.equal(drawing.width, width);
      assert.match(drawing.label, /^self and its others?, to scale$/);
      const paths = [body("known"), ...around].map(({ path }) => path);
      assert.deepEqual(linksIn(drawing.nodes).sort(), paths.sort());
      const ways = shown.groups.flatMap(({ bodies }) => bodies);
      // A way and its dot have the name of the body.
      assert.equal(titlesIn(drawing.nodes).length, 2 * ways.length);
      for (const each of ways) assert.ok(titlesIn(drawing.nodes).includes(shown.labelOf(each)), each.id);
    }),
    { numRuns: 30 },
  );
});

test("a face of a scale: alone it is low; around another, it is among its neighbors", () => {
  const self = body("self");
  const known = body("known");
  const alone = shownOf({ own, self, compared: known, center: undefined, outer, around: [] });
  assert.deepEqual([alone.label, alone.groups.length], ["self, to scale", 0]);
  assert.ok(drawScale(alone, 1_200).height < 200);
  const compared = { own, self: known, compared: undefined, center: undefined, outer };
  const largest = shownOf({ ...compared, around: [body("small", { radius: 5 }), body("large", { radius: 9 })] });
  assert.deepEqual(
    largest.discs.map(({ id }) => id),
    ["known", "large"],
  );
  const center = body("center", { radius: 9_000 });
  const around = [self, body("beyond", { distance: 9_000 }), body("inside", { distance: 50 })];
  const among = shownOf({ own: outer, self, compared: known, center, outer, around });
  assert.deepEqual(
    [among.label, among.groups.map(({ bodies }) => bodies.map(({ id }) => id))],
    ["self around center", [["inside", "self"]]],
  );
});
