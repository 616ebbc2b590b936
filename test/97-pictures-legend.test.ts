/** Proves what the colors of categories depend on, and what a legend says of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { huesOf } from "../explorer/src/fields/hues.ts";
import { categoriesOf, countsOf } from "../explorer/src/pictures/parts/categories.ts";
import { plainField } from "../kit/description/list-fields.ts";
import type { Field } from "../kit/description/model.ts";
import { astronauts } from "../missions/resources/astronauts.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";

const skip = skipWithoutChromium;
const space = skip ? undefined : await serveBuiltIn();

const aField = (more: Partial<Field> = {}): Field => ({ ...plainField("country", "text"), ...more });
const aGroup = (country: string | null, count: number) => ({ country, count });

test("colors: a declared word has its own; other words of an enum have their place", () => {
  const schema = { "x-hues": { gas: 3 } };
  const hueOf = huesOf(aField({ kind: "enum", values: ["rock", "gas", "ice"], schema }));
  assert.deepEqual([..."rock gas ice".split(" "), "unknown", null].map(hueOf), [1, 3, 3, 0, 0]);
});

test("colors: where texts are declared, others have that of 'other'; nationalities are", () => {
  const declared = astronauts.fields.nationality.spec.hues!;
  const hueOf = huesOf(aField({ schema: { "x-hues": declared } }));
  assert.deepEqual(["United States", "Russia", "Malta", "constructor", null].map(hueOf), [1, 2, 0, 0, 0]);
  assert.equal(new Set(Object.values(declared)).size, Object.keys(declared).length);
});

test("colors: without a declaration, a text has one of ten by its letters alone", () => {
  const hueOf = huesOf(aField());
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      assert.ok(hueOf(text) >= 1 && hueOf(text) <= 10);
      assert.equal(huesOf(aField())(text), hueOf(text));
    }),
  );
  assert.deepEqual(["alpha", "beta", "gamma"].map(hueOf), [8, 2, 5]);
  assert.deepEqual([null, undefined].map(hueOf), [0, 0]);
  const all = new Set(Array.from({ length: 200 }, (_, index) => hueOf(`name ${index}`)));
  assert.equal(all.size, 10);
});

test("legend: values that share a color are one entry, which filters by all of them", () => {
  const hueOf = (value: unknown) => (value === null ? 0 : String(value).length % 3);
  const groups = [aGroup("aa", 9), aGroup("b", 7), aGroup("dddd", 5), aGroup("ggggggg", 3), aGroup("ccc", 2)];
  const drawn = new Map(groups.map(({ country, count }) => [country, count]));
  assert.deepEqual(categoriesOf(aField(), [...groups, aGroup(null, 1)], { hueOf, drawn: drawn.set(null, 1) }), [
    { label: "aa", hue: 2, count: 9, values: ["aa"] },
    { label: "b, dddd, 1 more", hue: 1, count: 15, values: ["b", "dddd", "ggggggg"] },
    { label: "other (1)", hue: 0, count: 2, values: ["ccc"] },
    { label: "no country", hue: 0, count: 1, values: [] },
  ]);
});

test("colors: a nationality keeps its color, however many others a list has of which kind", { skip }, async (t) => {
  const { page, open } = await visit(t, space!);
  const colorOf = () => page.locator(".legend .key", { hasText: "Russia" }).locator(".sw").getAttribute("class");
  for (const address of ["/astronauts/-/presence", "/astronauts/-/presence?name_contains=sergei"]) {
    await open(address);
    await eventually(page, colorOf, "sw c2");
  }
});

test("legend: its numbers count what is drawn, also of values that the list does not count", () => {
  const groups = [aGroup("a", 90), aGroup("b", 70), aGroup(null, 9)];
  const drawn = countsOf(["a", "a", "c", undefined]);
  const counts = (field: Field) =>
    categoriesOf(field, groups, { hueOf: (value) => " abc".indexOf(String(value)), drawn }).map(({ label, count }) => [
      label,
      count,
    ]);
  assert.deepEqual(counts(aField()), [
    ["a", 2],
    ["b", 0],
    ["c", 1],
    ["no country", 1],
  ]);
  assert.deepEqual(counts(aField({ kind: "enum", values: ["b", "a"] })).slice(-3), [
    ["b", 0],
    ["a", 2],
    ["no country", 1],
  ]);
});

test("legend: its numbers are those of the table of the same window; what is switched off has none", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space!);
  const key = (name: string) => page.locator(".legend .key", { hasText: name });
  const rows = (word: string) => page.locator(".is-twin tbody tr", { hasText: word }).count();
  for (const window of ["#as=table&from=1970-01-01&to=1975-12-31", "#as=table&from=1996-01-01&to=2004-12-31"]) {
    await open(`/missions/-/timeline${window}`);
    await page.locator(".is-twin tbody tr", { hasText: "orbiter" }).first().waitFor();
    const isSame = async () => (await key("orbiter").locator(".count").innerText()) === String(await rows("orbiter"));
    await eventually(page, isSame, true);
  }
  await open("/missions/-/timeline?mission_type_in=rover");
  await key("rover").locator(".count").waitFor();
  await eventually(page, () => key("orbiter").locator(".count").count(), 0);
});
