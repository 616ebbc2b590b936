/** Proves the timeline of a narrow page: nothing lost in its folds, and what is pressed there opens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dayOf } from "../explorer/src/pictures/time/days.ts";
import { timeScale } from "../explorer/src/pictures/time/ticks.ts";
import type { Item } from "../explorer/src/pictures/timeline/items.ts";
import type { Lane } from "../explorer/src/pictures/timeline/lanes.ts";
import { drawSquares } from "../explorer/src/pictures/timeline/narrow/counts.ts";
import { foldedLayoutOf, MOST_UNFOLDED } from "../explorer/src/pictures/timeline/narrow/layout.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { addressOf, eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import type { Served } from "./support/http/serve.ts";

const skip = skipWithoutChromium;
const served = skip ? undefined : await serveBuiltIn();
const service = served as Served;

const anItem = fc
  .record({ from: fc.integer({ min: -30_000, max: 30_000 }), days: fc.nat(9_000), hue: fc.nat(10) })
  .map(({ from, days, hue }) => ({ from, begun: from + 1, to: from + 1 + days, hue }));
const someLanes = fc.array(fc.array(anItem, { maxLength: 40 }), { maxLength: 4 }).map((lanes) =>
  lanes.map(
    (items, lane): Lane => ({
      ...{ name: `lane ${lane}`, note: undefined },
      items: items.map((item, index) => ({ ...item, id: `${lane}-${index}` }) as Item).sort((a, b) => a.from - b.from),
    }),
  ),
);

test("explorer, narrow timeline: each record in view is in one period of its lane, in order, and counted in one color", () => {
  fc.assert(
    fc.property(
      someLanes,
      fc.integer({ min: -30_000, max: 20_000 }),
      fc.integer({ min: 31, max: 60_000 }),
      (...given) => {
        const [lanes, from, days] = given;
        const layout = foldedLayoutOf(lanes, timeScale({ from, to: from + days }, 2, 344));
        const isSeen = (item: Item) => item.from < from + days && item.to! > from;
        const seen = lanes.map(({ items }) => items.filter(isSeen)).filter(({ length }) => length > 0);
        assert.deepEqual(
          layout.lanes.map(({ periods }) => periods.flatMap(({ items }) => items.map(({ id }) => id))),
          seen.map((items) => items.map(({ id }) => id)),
        );
        assert.equal(layout.isFolded, seen.flat().length > MOST_UNFOLDED);
        for (const { periods } of layout.lanes) {
          assert.equal(new Set(periods.map(({ key }) => key)).size, periods.length);
          for (const { bin, items, hues } of periods) {
            assert.ok(items.every((item) => (bin ? item.from >= bin.from && item.from < bin.to : item.from < from)));
            for (const { hue, count } of hues) assert.equal(count, items.filter((item) => item.hue === hue).length);
            assert.equal(new Set(hues.map(({ hue }) => hue)).size, hues.length);
            assert.ok(items.length <= layout.most);
          }
        }
      },
    ),
  );
});

test("explorer, narrow timeline: squares stand side by side within their room, however many there are", () => {
  const period = (count: number) => ({
    ...{ key: "a/1969", label: "1969", bin: undefined, items: [] },
    hues: [
      { hue: 3, count },
      { hue: 0, count: 2 },
    ],
  });
  const drawn = drawSquares(period(5), 7, 200);
  assert.deepEqual(
    drawn.map(({ attributes }) => attributes.class),
    ["f3", "f3", "f3", "f3", "f3", "f0", "f0"],
  );
  for (const [count, most] of [
    [5, 7],
    [5, 30],
    [900, 902],
    [2, 50_000],
  ] as const) {
    const nodes = drawSquares(period(count), most, 200);
    for (const [index, { attributes }] of nodes.entries()) {
      const end = Number(attributes.x) + Number(attributes.width);
      assert.ok(end <= Number(nodes[index + 1]?.attributes.x ?? 200) + 0.2, `${count} of ${most}`);
    }
    assert.ok(nodes.length <= 60);
  }
});

test("explorer, narrow timeline: what begins before the time that is shown comes first, under that name", () => {
  const from = dayOf("1969-01-01")!;
  const item = (id: string, start: string, end: string) =>
    ({ id, hue: 1, from: dayOf(start)!, begun: dayOf(start)! + 1, to: dayOf(end)! }) as Item;
  const items = [item("a", "1967-07-19", "1973-06-24"), item("b", "1969-07-16", "1969-07-24")];
  const lanes = [{ name: "all", note: undefined, items }];
  const [lane] = foldedLayoutOf(lanes, timeScale({ from, to: from + 365 }, 2, 344)).lanes;
  assert.deepEqual(
    lane!.periods.map(({ label, key }) => [label, key]),
    [
      ["before 1 January 1969", "all/before 1 January 1969"],
      ["July 1969", "all/July 1969"],
    ],
  );
  const decades = foldedLayoutOf(lanes, timeScale({ from: from - 70_000, to: from + 9_000 }, 2, 344)).lanes[0]!;
  assert.deepEqual(
    decades.periods.map(({ label }) => label),
    ["1960s"],
  );
});

test("pictures: a phone's timeline of all records unfolds lanes and years, keeps them, and leads to a record", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, service, { width: 390 });
  await open("/missions/-/timeline");
  const rows = page.locator(".fold-row");
  await page.getByRole("button", { name: /^NASA \d/ }).click();
  assert.equal(await rows.count(), 0);
  await page.getByRole("button", { name: /^1969 / }).click();
  await eventually(page, () => addressOf(page), "/missions/-/timeline#open=NASA,NASA/1969");
  const apollo = rows.filter({ hasText: "Apollo 11" });
  await apollo.getByText("crewed, 16 July 1969, to 24 July 1969, completed").waitFor();
  for (const target of [apollo, page.getByRole("button", { name: /^1970 / })]) {
    const { height } = (await target.boundingBox())!;
    assert.ok(height >= 44, `${height}`);
  }
  const least = await page.evaluate(
    `Math.min(...[...document.querySelectorAll(".timeline :is(b, .small, .fold-name)")].map((each) =>
      parseFloat(getComputedStyle(each).fontSize)))`,
  );
  assert.ok(Number(least) >= 12, `${least}`);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390);
  const height = Number(await page.evaluate("document.documentElement.scrollHeight"));
  assert.ok(height < 6_000, `${height}`);
  await apollo.click();
  await eventually(page, () => addressOf(page), "/missions/apollo-11");
  await page.goBack();
  await rows.filter({ hasText: "Apollo 11" }).waitFor();
  await page.getByRole("button", { name: /^1969 / }).click();
  await eventually(page, () => addressOf(page), "/missions/-/timeline#open=NASA");
});

test("pictures: a phone's timeline of a few records folds nothing, and has the settings of a wide one", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, service, { width: 390 });
  await open("/missions/-/timeline?name_contains=apollo+1#from=1969-07-01&to=1969-12-31&by=mission_type");
  const names = () => page.locator(".fold-row b").allInnerTexts();
  await eventually(page, async () => (await names()).join(), "Apollo 11,Apollo 12");
  await page.getByRole("heading", { name: "Crewed 2" }).waitFor();
  assert.equal(await page.locator(".fold-lane button").count(), 0);
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.locator(".plot").waitFor();
  assert.equal(await page.locator(".fold-row").count(), 0);
});
