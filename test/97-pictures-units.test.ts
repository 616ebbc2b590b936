/** Proves the conversion of UCUM units, and which samples are drawn on one axis. Cites the contract. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { conversionText, valueText } from "../explorer/src/pictures/series/captions.ts";
import type { Sample } from "../explorer/src/pictures/series/samples.ts";
import { inUnitOfQuantity, inUnitsOfAxes } from "../explorer/src/pictures/series/shared-units.ts";
import { converted, convertedDifference, unitOf } from "../kit/values/ucum.ts";

const EQUAL: readonly (readonly [number, string, number, string])[] = [
  [77, "g", 0.077, "kg"],
  [2, "t", 2_000, "kg"],
  [3, "AU", 448_793_612.073, "km"],
  [90, "min", 1.5, "h"],
  [4.54, "Ga", 4_540_000_000, "a"],
  [92, "atm", 93.219, "bar"],
  [7.36, "hPa", 736, "Pa"],
  [1, "mbar", 1, "hPa"],
  [15, "Cel", 288.15, "K"],
  [-40, "[degF]", -40, "Cel"],
  [36, "km/h", 10, "m/s"],
  [3, "cm-3", 3_000_000, "m-3"],
  [1, "g/cm3", 1_000, "kg/m3"],
  [4.1, "G", 410_000, "nT"],
  [10, "uGy/h", 0.24, "mGy/d"],
  [1, "mGal", 0.00001, "m/s2"],
  [1, "W.h", 3_600, "J"],
  [180, "deg", Number(Math.PI.toPrecision(12)), "rad"],
];

test("§2.6 units of UCUM: values of one dimension are converted", () => {
  for (const [value, from, expected, to] of EQUAL) {
    const [a, b] = [unitOf(from), unitOf(to)];
    assert.ok(a && b, `${from} and ${to} are known`);
    assert.equal(a.dimension, b.dimension, `${from} and ${to}`);
    assert.equal(converted(value, a, b), expected, `${value} ${from} in ${to}`);
    assert.ok(Math.abs(converted(expected, b, a) - value) <= Math.abs(value) * 1e-10, `${expected} ${to} in ${from}`);
  }
  assert.equal(convertedDifference(2, unitOf("Cel")!, unitOf("K")!), 2, "a difference has no zero");
});

test("§2.6 units of UCUM: what could mean something else is not converted", () => {
  for (const [one, other] of [
    ["N.m", "J"],
    ["Gy", "Sv"],
    ["Hz", "Bq"],
    ["m", "m2"],
    ["m/s", "m.s"],
  ] as const)
    assert.notEqual(unitOf(one)!.dimension, unitOf(other)!.dimension, `${one} and ${other}`);
  const unknown = [
    "",
    "1",
    "%",
    "[ppm]",
    "[ppb]",
    "m/m",
    "{count}",
    "10*3",
    "Cel/m",
    "ft",
    "kg m",
    "/",
    "m/",
    "/m",
    "м",
  ];
  for (const code of unknown) assert.equal(unitOf(code), undefined, code);
});

let count = 0;
function sample(y: number, unit: string, quantity = "mass", more: Partial<Sample> = {}): Sample {
  count++;
  return {
    ...{ id: `s${count}`, path: `/api/s/${count}`, x: count, given: count, y, unit, by: ["device", quantity] },
    ...{ uncertainty: undefined, mark: undefined, parent: undefined, ...more },
  };
}

const unitsIn = (samples: readonly Sample[]) => samples.map(({ unit }) => unit);

test("a series: a quantity is drawn in the unit that most samples have, and written as it was recorded", () => {
  const given = [sample(20, "kg"), sample(500, "g", "mass", { uncertainty: 50 }), sample(30, "kg"), sample(5, "%")];
  const drawn = inUnitOfQuantity(given);
  assert.deepEqual(unitsIn(drawn), ["kg", "kg", "kg", "%"]);
  assert.deepEqual([drawn[1]!.y, drawn[1]!.uncertainty], [0.5, 0.05]);
  assert.equal(valueText(drawn[1]!), "500 ± 50 g");
  assert.equal(drawn[0], given[0], "what needs no conversion stays");
  assert.equal(conversionText(drawn), "1 value recorded in g is drawn in kg.");
  const more = [...given, sample(1, "g"), sample(1, "t")];
  assert.equal(
    conversionText(inUnitOfQuantity([...more, sample(40, "kg")])),
    "2 values recorded in g and 1 in t are drawn in kg.",
  );
});

test("a series: other quantities are drawn in other units, unless they share an axis over time", () => {
  const given = [sample(20, "kg"), sample(21, "kg"), sample(500, "g", "rest"), sample(3, "ug", "traces")];
  assert.deepEqual(unitsIn(inUnitOfQuantity(given)), ["kg", "kg", "g", "ug"]);
  assert.deepEqual(unitsIn(inUnitsOfAxes(given)), ["kg", "kg", "kg", "ug"], "the least would lie flat on the axis");
  const temperatures = [sample(280, "K", "air"), sample(281, "K", "air"), sample(5, "Cel", "change")];
  assert.deepEqual(unitsIn(inUnitsOfAxes(temperatures)), ["K", "K", "Cel"], "a difference has no zero");
  const air = [...temperatures, sample(9, "Cel", "air")];
  assert.deepEqual(unitsIn(inUnitsOfAxes(air)), ["K", "K", "Cel", "K"]);
});

test("a series: what is converted twice, and back, is as it was recorded", () => {
  const given = [sample(3, "kg"), sample(4, "kg"), sample(5, "g"), ...[6, 7, 8].map((y) => sample(y, "g", "rest"))];
  const drawn = inUnitsOfAxes(given);
  assert.deepEqual(unitsIn(drawn), ["g", "g", "g", "g", "g", "g"]);
  assert.equal(drawn[2], given[2]);
  assert.equal(conversionText(drawn), "2 values recorded in kg are drawn in g.");
});
