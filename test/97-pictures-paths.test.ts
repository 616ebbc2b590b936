/** Proves where bodies are on their recorded paths (docs/explorer.md, "Pictures"): Kepler's laws, boxes, and names. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ellipseOf } from "../explorer/src/pictures/faces/scale/ellipses.ts";
import { captionOf, motionText } from "../explorer/src/pictures/scale/around/caption.ts";
import { DOT, dotsOf, labelsOf } from "../explorer/src/pictures/scale/around/dots.ts";
import { boxOf, overlap } from "../explorer/src/pictures/scale/around/labels.ts";
import { anomalyAfter, pointAfter, speedsFor } from "../explorer/src/pictures/scale/around/motion.ts";
import { panelsOf, partsOf } from "../explorer/src/pictures/scale/around/panels.ts";
import type { Far } from "../explorer/src/pictures/scale/layout/distances.ts";

function body(id: string, more: Partial<Far> = {}): Far {
  return {
    ...{ id, name: id, path: `/api/bodies/${id}`, radius: 1, distance: 1_000, around: undefined, category: undefined },
    ...{ hue: 1, hasRings: false, tilt: 0, isRetrograde: false, eccentricity: 0, period: 100, ...more },
  };
}

const aBody = fc.record({
  name: fc.string({ minLength: 1, maxLength: 20 }),
  distance: fc.double({ min: 0, max: 4, noNaN: true }).map((power) => 100 * 10 ** power),
  eccentricity: fc.option(fc.double({ min: 0, max: 0.95, noNaN: true }), { nil: undefined }),
  period: fc.option(fc.double({ min: 0.1, max: 1e6, noNaN: true }), { nil: undefined }),
  isRetrograde: fc.boolean(),
  radius: fc.option(fc.double({ min: 0.1, max: 90, noNaN: true }), { nil: undefined }),
});
const someBodies = fc
  .array(aBody, { minLength: 1, maxLength: 60 })
  .map((all) => all.map((each, index) => body(`b${index}`, each)).sort((a, b) => a.distance - b.distance));
const aTime = fc.double({ min: 0, max: 1e6, noNaN: true });

test("explorer, paths: Kepler's equation is solved for every closed path", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (turn, e) => {
        const angle = anomalyAfter(turn, e);
        assert.ok(Math.abs(angle - e * Math.sin(angle) - 2 * Math.PI * turn) < 1e-9);
      },
    ),
  );
});

test("explorer, paths: all begin at the nearest point, are at the farthest after half a period, and come back", () => {
  fc.assert(
    fc.property(aBody, (more) => {
      const one = body("one", { ...more, period: 80 });
      const { nearest, farthest } = ellipseOf(one);
      const near = (point: { x: number; y: number }, x: number) =>
        assert.ok(Math.hypot(point.x - x, point.y) < one.distance * 1e-6);
      near(pointAfter(one, 0), nearest);
      near(pointAfter(one, 40), -farthest);
      near(pointAfter(one, 80), nearest);
    }),
  );
});

test("explorer, paths: a body stays on its ellipse, and its line to the center sweeps equal areas in equal times", () => {
  fc.assert(
    fc.property(aBody, fc.double({ min: 0, max: 1, noNaN: true }), (more, from) => {
      const one = body("one", { ...more, period: 1 });
      const { rx, ry, x } = ellipseOf(one);
      const at = (time: number) => pointAfter(one, time);
      const here = at(from);
      assert.ok(Math.abs(((here.x - x) / rx) ** 2 + (here.y / ry) ** 2 - 1) < 1e-9);
      // Triangles of so short a time are as good as the sector that they are in.
      const steps = 500;
      let area = 0;
      for (let step = 0; step < steps; step += 1) {
        const [a, b] = [at(from + (0.1 * step) / steps), at(from + (0.1 * (step + 1)) / steps)];
        area += (a.x * b.y - a.y * b.x) / 2;
      }
      const share = area / (Math.PI * rx * ry);
      assert.ok(Math.abs(share - (one.isRetrograde ? -0.1 : 0.1)) < 1e-3, String(share));
    }),
    { numRuns: 50 },
  );
});

test("explorer, paths: without a period a body does not move, and the caption says so", () => {
  const still = body("Still", { period: undefined, eccentricity: 0.5 });
  assert.deepEqual(pointAfter(still, 12_345), { x: 500, y: 0 });
  const said = (drawn: Far[], period: string | undefined) => captionOf(drawn, 3, motionText(drawn, period));
  assert.match(
    said([still, body("b")], "Orbital period"),
    /their recorded orbital period\. Still has no recorded period and does not move\./,
  );
  assert.match(said([still], undefined), /Nothing moves: no periods are recorded\./);
  assert.doesNotMatch(captionOf([still], 3), /move/, "a picture in which nothing moves does not say how");
  assert.match(said([still], undefined), /2 without a recorded path are not drawn\./);
  assert.match(said([body("b")], "P"), /directions of the paths and the positions on them are not recorded/);
  assert.deepEqual(speedsFor([still]), []);
});

test("explorer, paths: speeds are round, and the shortest turn can be followed at the second one", () => {
  fc.assert(
    fc.property(someBodies, (bodies) => {
      const speeds = speedsFor(bodies);
      const periods = bodies.flatMap(({ period }) => period ?? []);
      assert.equal(speeds.length, periods.length === 0 ? 0 : 3);
      for (const speed of speeds) assert.match(speed.toExponential(), /^1e/);
      if (speeds.length === 0) return;
      const seconds = Math.min(...periods) / speeds[1]!;
      assert.ok(seconds >= 0.4 - 1e-9 && seconds < 4 + 1e-9, String(seconds));
    }),
  );
});

test("explorer, paths: each body is in one box, near ones before far ones, none 13 times as far as another", () => {
  fc.assert(
    fc.property(someBodies, (bodies) => {
      const parts = partsOf(bodies);
      assert.deepEqual(parts.flat(), bodies);
      for (const part of parts) assert.ok(part.at(-1)!.distance <= part[0]!.distance * 13 * (1 + 1e-9));
    }),
  );
  const planets = [0.39, 0.72, 1, 1.52, 2.77, 5.2, 9.5, 19, 30, 39, 43, 46, 67, 68, 506];
  const sizes = partsOf(planets.map((distance, index) => body(`p${index}`, { distance }))).map(({ length }) => length);
  assert.deepEqual(sizes, [5, 7, 3]);
});

test("explorer, paths: at any time and width, all are in their boxes, and no name covers a dot or another name", () => {
  fc.assert(
    fc.property(someBodies, aTime, fc.integer({ min: 280, max: 1_200 }), (bodies, time, width) => {
      const { panels, height } = panelsOf(bodies, 50, width);
      for (const [index, panel] of panels.entries()) {
        const { box } = panel;
        assert.ok(box.x >= 0 && box.x + box.width <= width + 1e-6 && box.y + box.height <= height + 1);
        assert.ok(panels.every(({ box: other }, at) => at === index || !overlap(box, other)));
        const dots = dotsOf(panel, time);
        for (const { x, y } of dots)
          assert.ok(x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height, `${x} ${y}`);
        const names = [...labelsOf(dots, panel)].map(([{ name }, label]) => boxOf(label, name));
        for (const [at, name] of names.entries()) {
          assert.ok(name.x >= box.x && name.x + name.width <= box.x + box.width);
          assert.ok(names.every((other, index) => index === at || !overlap(name, other)));
          assert.ok(
            dots.every(({ x, y }) => !overlap(name, { x: x - DOT, y: y - DOT, width: 2 * DOT, height: 2 * DOT })),
          );
        }
      }
    }),
  );
});
