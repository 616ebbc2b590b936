/** Proves the numbers and the places of the strip above a list: bars, handles and words, from what summaries count (§4.8). */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { lastDay } from "../explorer/src/fields/dates/period.ts";
import { boundsOfSpan, instantOf, spanOfBounds } from "../explorer/src/fields/ranges/time-bounds.ts";
import { barsBetween, countsIn, type PeriodGroup, totalOf } from "../explorer/src/pictures/date-range/bars.ts";
import { exampleOf, periodAround, periodText } from "../explorer/src/pictures/date-range/caption.ts";
import { stripDrawing, stripScale, timeAt } from "../explorer/src/pictures/date-range/drawing.ts";
import { type DateField, dateFieldOf, periodIn, withPeriod } from "../explorer/src/pictures/date-range/field.ts";
import {
  handlesAround,
  handlesOf,
  movedByBars,
  movedTo,
  periodOf,
} from "../explorer/src/pictures/date-range/handles.ts";
import { textWidth } from "../explorer/src/pictures/layout/text-width.ts";
import { describe } from "../kit/description/describe.ts";
import type { Description } from "../kit/description/model.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createAll } from "./support/http/lists.ts";
import { type Served, serveForFile } from "./support/http/serve.ts";

const DAY_MS = 86_400_000;
const DATE_PERIODS = ["decade", "year", "quarter", "month", "day"];

const space = await serveBuiltIn();
const second = await serveForFile(secondDomain);
await createAll(second, "/api/universities", [{ id: "north", name: "Northern University" }]);
await createAll(
  second,
  "/api/courses",
  Array.from({ length: 30 }, (_, index) => ({
    title: `Course ${index}`,
    university_id: "north",
    starts_at: index === 7 ? undefined : new Date(Date.UTC(2026, 0, 1, 0, 0, 0) + index * 40 * 3_600_000).toISOString(),
  })),
);
const described = async (served: Served): Promise<Description> => describe((await served.get("/openapi.json")).body);
const domains: [name: string, served: Served, path: string, date: DateField][] = [];
for (const [name, served, path] of [
  ["space", space, "/api/missions"],
  ["second domain", second, "/api/courses"],
] as const)
  domains.push([name, served, path, dateFieldOf((await described(served)).list(path)!)!]);

/** Days of the calendar, up to the year 9999. */
const dayOf = (day: number) => instantOf(Math.min(day, 2_932_000) * DAY_MS)!.slice(0, 10);
const lengths = fc.oneof(fc.nat(3_650_000), fc.nat(20_000), fc.nat(800));
const bars = fc.tuple(fc.integer({ min: -719_000, max: 2_900_000 }), lengths).map(([begin, length]) => {
  const [first, last] = [dayOf(begin), dayOf(begin + length)];
  return { first, last, bars: barsBetween(first, last, DATE_PERIODS)! };
});

test("explorer, strip: bars are equal periods from the first record to the last one, and as many as have room", () => {
  fc.assert(
    fc.property(bars, ({ first, last, bars: { edges } }) => {
      assert.ok(edges.length >= 2 && edges.length <= 100, `${edges.length}`);
      assert.ok(edges.every((edge, index) => index === 0 || edge > edges[index - 1]!));
      assert.ok(edges[0]! <= Date.parse(first) && edges.at(-1)! > Date.parse(last));
      assert.ok(edges[1]! > Date.parse(first) && edges.at(-2)! <= Date.parse(last), "no empty bar at an end");
    }),
  );
  for (const [first, last, period, count] of [
    ["1957-10-04", "2031-01-01", "year", 75],
    ["2000-01-01", "2024-12-31", "year", 25],
    ["2015-05-01", "2024-12-31", "quarter", 39],
    ["2024-01-31", "2024-02-28", "day", 29],
    ["2026-01-01", "2026-01-01", "day", 1],
    ["0001-01-01", "2026-01-01", "decade", 68],
  ] as const) {
    const chosen = barsBetween(first, last, DATE_PERIODS)!;
    assert.deepEqual([chosen.period, chosen.edges.length - 1], [period, count], first);
  }
  const hours = barsBetween("2026-01-31T08:15:00.000Z", "2026-02-01T20:00:00.000Z", [
    ...DATE_PERIODS,
    "hour",
    "minute",
  ])!;
  assert.deepEqual([hours.period, hours.edges.length - 1], ["hour", 37]);
});

test("explorer, strip: the handles stand where the chosen period is, and choose it again", () => {
  const place = fc.nat(98);
  fc.assert(
    fc.property(bars, place, place, ({ bars: all }, one, other) => {
      const { edges } = all;
      const at = [one, other].map((each) => each % edges.length).toSorted((a, b) => a - b);
      if (at[0] === at[1]) return;
      const handles = { from: edges[at[0]!]!, to: edges[at[1]!]! };
      const period = periodOf(all, handles);
      assert.deepEqual(handlesOf(all, period), handles);
      assert.deepEqual([period.from === undefined, period.to === undefined], [at[0] === 0, at[1] === edges.length - 1]);
      for (const kind of ["date", "instant"] as const) {
        const field = { ...domains[0]![3].field, kind };
        const bounds = boundsOfSpan(field, period);
        // A bound beyond the year 9999 is left open.
        if (period.to === undefined || period.to < Date.UTC(9999, 11, 31))
          assert.deepEqual(spanOfBounds(field, bounds), period);
      }
      const x = stripScale(all, 1_156);
      for (const end of ["from", "to"] as const) {
        assert.deepEqual(movedTo(all, handles, end, timeAt(x, x(handles[end] / DAY_MS))), handles, "where it stands");
        const further = movedByBars(all, handles, end, end === "from" ? -1 : 1);
        assert.ok(further.to > further.from && further.from <= handles.from && further.to >= handles.to);
        const narrow = movedByBars(all, handles, end, end === "from" ? 1_000 : -1_000);
        assert.ok(narrow.to > narrow.from, "a bar stays between them");
        assert.equal(edges.indexOf(narrow.to) - edges.indexOf(narrow.from), 1);
      }
      assert.deepEqual(handlesAround(all, handles.to - 1, handles.from), handles, "drawn from right to left");
    }),
  );
});

test("explorer, strip: the words of the axis never overlap, and no bar leaves the plot", () => {
  fc.assert(
    fc.property(bars, fc.integer({ min: 240, max: 1_600 }), ({ bars: all }, width) => {
      const counts = all.edges.slice(1).map((_, index) => (index * 7) % 40);
      const handles = handlesOf(all, { from: undefined, to: undefined });
      const { nodes } = stripDrawing({ bars: all, all: counts, rest: counts }, handles, {
        width,
        height: 74,
        label: "",
      });
      let end = -1;
      for (const { attributes, children } of nodes.filter(({ tag }) => tag === "text")) {
        const half = textWidth(String(children[0])) / 2;
        assert.ok(Number(attributes.x) - half >= end, `${children[0]} at ${attributes.x} in ${width}`);
        end = Number(attributes.x) + half;
      }
      assert.ok(end <= width);
      for (const { attributes } of nodes.filter(({ attributes: { class: name } }) => /^column/.test(String(name)))) {
        const [x, y, wide, tall] = ["x", "y", "width", "height"].map((name) => Number(attributes[name]));
        assert.ok(x! >= 0 && x! + wide! <= width && y! >= 0 && tall! > 0 && y! + tall! <= 56.1);
      }
    }),
  );
});

for (const [name, served, path, date] of domains)
  test(`§4.8: ${name}: the bars add up to the list, and each chooses as many records as it shows`, async () => {
    const groupsOf = async (query: string): Promise<PeriodGroup[]> => {
      const { body } = await served.get(`${path}?limit=100&${query}`);
      assert.equal(body._links.next, undefined, "one page");
      return body.groups;
    };
    const count = async (search: string): Promise<number> => {
      const { body } = await served.get(`${path}${search === "" ? "?" : `${search}&`}limit=1`);
      return body.total_count;
    };
    const field = date.field.name;
    const [extent] = await groupsOf(`measure=min:${field},max:${field}`);
    const chosen = barsBetween(String(extent![`${field}_min`]), String(extent![`${field}_max`]), date.periods)!;
    const groups = await groupsOf(`group_by=${field}:${chosen.period}`);
    const counts = countsIn(chosen, groups, field);
    const undated = groups.find((group) => group[field] === null)!.count;
    assert.ok(undated > 0);
    const total = await count("");
    assert.equal(totalOf(groups), total);
    assert.equal(counts.reduce((sum, each) => sum + each, 0) + undated, total);
    const [first, last] = [1, chosen.edges.length - 2];
    for (const index of [first, Math.floor(last / 3), Math.floor(last / 2), last - 1]) {
      const span = periodOf(chosen, { from: chosen.edges[index]!, to: chosen.edges[index + 1]! });
      const search = withPeriod("?page=2", date, span);
      assert.equal(await count(search), counts[index], search);
      assert.deepEqual(periodIn(search, date), span);
    }
    const half = periodOf(chosen, { from: chosen.edges[0]!, to: chosen.edges[last]! });
    const before = counts.slice(0, last).reduce((sum, each) => sum + each, 0);
    assert.equal(await count(withPeriod("", date, half)), before, "an open end");
    assert.equal(withPeriod(withPeriod("?sort=id", date, half), date, periodIn("", date)), "?sort=id");
  });

test("explorer, strip: its date is that of the timeline, or the first one that people enter; the service's lists have none", async () => {
  const [ours, others] = await Promise.all([described(space), described(second)]);
  const named = (description: Description, path: string) => dateFieldOf(description.list(path)!)?.field.name;
  assert.equal(named(ours, "/api/missions"), "launch_date");
  assert.equal(named(ours, "/api/astronauts"), "birth_date");
  assert.equal(named(ours, "/api/events"), undefined);
  assert.equal(named(others, "/api/courses"), "starts_at");
  assert.equal(named(others, "/api/universities"), "founded_on");
  assert.equal(named(others, "/api/students"), undefined);
});

test("explorer, strip: a period is said in full or short; a longer one around it is offered, and an example to type", () => {
  const time = (day: string) => Date.parse(day);
  const eighties = { from: time("1980-01-01"), to: time("1990-01-01") };
  assert.equal(periodText(eighties, false), "1 January 1980 to 31 December 1989");
  assert.equal(periodText(eighties, true), "1980 to 1989");
  assert.equal(periodText({ from: time("1969-07-01"), to: time("1970-06-01") }, true), "July 1969 to May 1970");
  assert.equal(periodText({ from: eighties.from, to: undefined }, false), "from 1 January 1980");
  assert.equal(periodText({ from: eighties.from, to: undefined }, true), "from 1980");
  assert.equal(periodText({ from: undefined, to: eighties.to }, true), "up to 1989");
  assert.equal(periodText({ from: undefined, to: undefined }, true), undefined);
  const years = barsBetween("1957-10-04", "2031-01-01", DATE_PERIODS)!;
  const counts = years.edges.slice(1).map((_, index) => (index === 30 ? 9 : 1));
  const data = { bars: years, all: counts, rest: counts };
  const open = { from: undefined, to: undefined };
  assert.deepEqual(periodAround(data, open), { text: "1980s", span: eighties }, "around the highest bar");
  assert.equal(periodAround(data, { from: time("1965-01-01"), to: time("1991-01-01") })?.text, "1960s");
  assert.equal(periodAround(data, eighties), undefined, "the chosen one itself is not offered");
  assert.match(exampleOf(data), /^19\d0\.\.(?:19|20)\d9$/);
  assert.equal(lastDay("1980-01-01", "decade"), "1989-12-31");
});
