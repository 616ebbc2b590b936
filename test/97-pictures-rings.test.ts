/** Proves the rings of a scale: to scale if it is known where they begin and end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Body, bodiesOf, type Disc, discsOf } from "../explorer/src/pictures/scale/bodies.ts";
import { ringsText } from "../explorer/src/pictures/scale/captions.ts";
import { discNodes } from "../explorer/src/pictures/scale/disc-nodes.ts";
import { sideBySideNarrow } from "../explorer/src/pictures/scale/layout/narrow.ts";
import { dropOf, reachOf } from "../explorer/src/pictures/scale/layout/placed.ts";
import type { SvgNode } from "../explorer/src/pictures/svg/node.ts";
import type { Picture, View } from "../kit/description/model.ts";

const PICTURE: Picture = {
  ...{ kind: "scale", radius: "size", rings: "has", inner: "from", outer: "to", tilt: "lean" },
} as Picture;

/** Reads bodies with a radius of 100. */
function bodiesIn(records: readonly object[]): Body[] {
  const complete = records.map((record) => ({ id: "a", size: 100, lean: 20, _links: { self: "/api/a" }, ...record }));
  return bodiesOf(complete, { title: "name" } as View, PICTURE, () => 1);
}

function discOf(record: object): Disc {
  return discsOf(bodiesIn([record]))[0]!;
}

function drawn(body: Disc): readonly SvgNode[] {
  const [node] = discNodes({ body, x: 50, y: 50, r: 50 });
  return node!.children as SvgNode[];
}

const RINGED = discOf({ has: true, from: 110, to: 200 });

test("a scale: the width of rings is known if there are some, with an inner radius and a greater outer one", () => {
  assert.deepEqual(RINGED.rings, { inner: 110, outer: 200 });
  for (const record of [
    { has: false, from: 110, to: 200 },
    { has: true, from: 110, to: null },
    { has: true, from: null, to: 200 },
    { has: true, from: 200, to: 200 },
  ])
    assert.equal(discOf(record).rings, undefined, JSON.stringify(record));
});

test("a scale: rings whose width is known are drawn to scale, the far half behind the disc", () => {
  const [back, ball, front] = drawn(RINGED);
  assert.match(String(back!.attributes.d), /^M-100 0A100 \S+ 0 0 1 100 0H55A55 \S+ 0 0 0 -55 0z$/);
  assert.deepEqual([ball!.tag, ball!.attributes.r], ["circle", 50]);
  assert.match(String(front!.attributes.d), /^M-100 0A100 \S+ 0 0 0 100 0H55A55 \S+ 0 0 1 -55 0z$/);
  assert.equal(reachOf({ ...RINGED, tilt: 0 }, 2), 100);
  assert.equal(dropOf({ ...RINGED, tilt: 90 }, 2), 100);
});

test("a scale: rings of unknown width are an ellipse, and the caption says what it means", () => {
  const unknown = discOf({ has: true });
  assert.match(String(drawn(unknown)[0]!.attributes.class), /^hoop/);
  assert.match(ringsText([RINGED]), /^Bands are rings .* as recorded/);
  assert.doesNotMatch(ringsText([RINGED]), /how wide/);
  assert.match(ringsText([unknown]), /^Ellipses .* not how wide they are\.$/);
  assert.match(ringsText([unknown, RINGED]), /^Bands .* Ellipses /);
  assert.equal(ringsText([discOf({ has: false })]), "");
});

test("a scale on a phone: those in a row and their rings fit, whichever are wide enough for their names", () => {
  const wide = { inner: 66_900, outer: 136_780 };
  const bodies = Object.entries({ Jupiter: 69_911, Saturn: 58_232, Uranus: 25_362, Neptune: 24_622, Earth: 6_371 }).map(
    ([name, radius]): Disc => ({ ...RINGED, id: name, name, radius, rings: name === "Saturn" ? wide : undefined }),
  );
  const labels = { radius: () => "", plainRadius: () => "", times: () => undefined };
  for (const width of [288, 328, 358, 412]) {
    const { discs, perPixel } = sideBySideNarrow(bodies, width, labels);
    for (const { body, x } of discs) {
      const reach = reachOf(body, perPixel);
      assert.ok(x - reach >= -1 && x + reach <= width + 1, `${width} px: ${body.name} at ${x}, reaching ${reach}`);
    }
  }
});
