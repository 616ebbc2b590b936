/** Proves the lines of a record: they have the samples of which there are most, and no name or value lies on another. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { drawSeries, namesIn, valuesIn } from "../explorer/src/pictures/faces/series/draw.ts";
import { heightOf, largest, plotOf } from "../explorer/src/pictures/faces/series/plot.ts";
import { panelsOf } from "../explorer/src/pictures/series/over-time/panels.ts";
import type { Sample, SeriesParts } from "../explorer/src/pictures/series/samples.ts";
import type { SvgNode } from "../explorer/src/pictures/svg/node.ts";
import { touch } from "../explorer/src/pictures/svg/unknown-time.ts";
import type { Field } from "../kit/description/model.ts";

const aField = (name: string) => ({ name, label: name, kind: "text", values: [] as string[] }) as unknown as Field;
const PARTS: SeriesParts = {
  ...{ x: aField("at"), y: aField("value"), unit: aField("unit"), by: [aField("device"), aField("quantity")] },
  ...{ uncertainty: undefined, mark: undefined, parent: undefined, isTime: true },
};
const YEAR_S = 365 * 86_400;

const aSample = fc.record({
  x: fc.integer({ min: 0, max: 20 * YEAR_S }),
  y: fc.integer({ min: -100_000, max: 100_000 }).map((value) => value / 100),
  unit: fc.constantFrom("K", "Pa", "m", "1", "s"),
  quantity: fc.constantFrom("first quantity", "second", "third", "fourth", "fifth"),
  uncertainty: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
});
const someSamples = fc.array(aSample, { minLength: 1, maxLength: 120 }).map((samples) =>
  samples
    .map(({ quantity, ...sample }, index): Sample => {
      const given = new Date(sample.x * 1_000).toISOString();
      return {
        ...sample,
        id: `s${index}`,
        path: `/api/s/${index}`,
        given,
        by: ["device", quantity],
        mark: undefined,
        parent: undefined,
      };
    })
    .sort((a, b) => a.x - b.x),
);
const aWidth = fc.constantFrom(320, 358, 700, 1_156);
const drawing = { parts: PARTS, shapeOf: () => 0, label: "Lines" };

function nodesOf(nodes: readonly SvgNode[]): SvgNode[] {
  return nodes.flatMap((node) => [node, ...nodesOf(node.children.filter((child) => typeof child === "object"))]);
}

test("explorer, the lines of a record: at most three panels of three lines, those with most samples", () => {
  fc.assert(
    fc.property(someSamples, (samples) => {
      const chosen = largest(panelsOf(samples), 3, 3);
      const panels = panelsOf(chosen);
      assert.ok(panels.length <= 3 && panels.every(({ lines }) => lines.length <= 3));
      assert.equal(
        panels.reduce((sum, { count }) => sum + count, 0),
        chosen.length,
      );
      const keyOf = ({ unit, by }: Sample) => [unit, ...by].join();
      const shown = new Set(chosen.map(keyOf));
      for (const [key, own] of Map.groupBy(samples, keyOf)) {
        if (!shown.has(key)) continue;
        // Of a line that is shown, no sample is missing, and no line of its panel that is left out is longer.
        assert.equal(chosen.filter((sample) => keyOf(sample) === key).length, own.length);
        const others = Map.groupBy(
          samples.filter(({ unit }) => unit === own[0]!.unit),
          keyOf,
        );
        for (const [other, { length }] of others) assert.ok(shown.has(other) || length <= own.length);
      }
    }),
  );
});

test("explorer, the lines of a record: every sample is a point within the drawing", () => {
  fc.assert(
    fc.property(someSamples, aWidth, (samples, width) => {
      const panels = panelsOf(largest(panelsOf(samples), 3, 3));
      if (panels.length === 0) return;
      const { height, nodes } = drawSeries({ ...drawing, panels }, width);
      const points = nodesOf(nodes).filter(({ tag }) => tag === "circle");
      assert.equal(
        points.length,
        panels.reduce((sum, { count }) => sum + count, 0),
      );
      assert.equal(height, heightOf(panels, width < 560));
      for (const { attributes } of points) {
        assert.ok(Number(attributes.cx) >= 0 && Number(attributes.cx) <= width);
        assert.ok(Number(attributes.cy) >= 0 && Number(attributes.cy) <= height);
      }
    }),
  );
});

test("explorer, the lines of a record: names and values do not lie on one another", () => {
  fc.assert(
    fc.property(someSamples, aWidth, (samples, width) => {
      const panels = panelsOf(largest(panelsOf(samples), 3, 3));
      if (panels.length === 0) return;
      const plot = plotOf(panels, true, width);
      for (const placed of plot.panels) {
        const names = namesIn(placed, plot);
        const [self] = placed.panel.lines[0]!.samples;
        const values = valuesIn(
          placed,
          plot,
          self,
          names.map(({ box }) => box),
        );
        const boxes = [...names, ...values].map(({ box }) => box);
        for (const [index, box] of boxes.entries())
          for (const other of boxes.slice(index + 1)) assert.ok(!touch(box, other));
        for (const { box } of names) assert.ok(box.right <= width + 1);
      }
    }),
  );
});

test("explorer, the line of a sample: the sample itself is the larger point, with its value and unit", () => {
  const samples = [1, 2, 3].map((value): Sample => {
    const [id, given] = [`s${value}`, `200${value}-01-01T00:00:00.000Z`];
    const x = Date.parse(given) / 1_000;
    return {
      id,
      path: `/api/s/${id}`,
      x,
      given,
      y: value,
      unit: "K",
      by: ["device", "warmth"],
      uncertainty: 0.5,
      mark: undefined,
      parent: undefined,
    };
  });
  const { nodes } = drawSeries({ ...drawing, panels: panelsOf(samples), self: "s2" }, 700);
  const all = nodesOf(nodes);
  const radii = all.filter(({ tag }) => tag === "circle").map(({ attributes }) => Number(attributes.r));
  assert.ok(radii[1]! > radii[0]! && radii[0] === radii[2]);
  const words = all.filter(({ attributes }) => attributes.class === "lbl is-name").map(({ children: [text] }) => text);
  assert.deepEqual(words, ["warmth", "2 ± 0.5 K", "3", "1"]);
  const titles = all.filter(({ tag }) => tag === "title").map(({ children: [text] }) => text);
  assert.equal(titles[0], "warmth, device: 1 ± 0.5 K, 1 January 2001");
});
