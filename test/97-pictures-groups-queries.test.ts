/** Proves what the groups of lists ask the service, how they are chosen, and what they are called, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { summarySearch } from "../explorer/src/address/groups.ts";
import { summaryTitle } from "../explorer/src/components/summary/summary-text.ts";
import { usualGroupings } from "../explorer/src/components/summary/usual-groupings.ts";
import {
  alongChoices,
  colorChoices,
  heightChoices,
  periodChoices,
  swapped,
  withAlong,
  withParts,
} from "../explorer/src/pictures/groups/choices.ts";
import { shapeOf, waysOf } from "../explorer/src/pictures/groups/numbers/shape.ts";
import { pageOfGroups, pagesNeeded } from "../explorer/src/pictures/groups/requests.ts";
import { describe } from "../kit/description/describe.ts";
import type { Description, View } from "../kit/description/model.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { type Served, serveForFile } from "./support/http/serve.ts";

const space = await serveForFile();
const second = await serveForFile(secondDomain);
const domains: [name: string, served: Served, description: Description][] = [
  ["space", space, describe((await space.get("/openapi.json")).body)],
  ["second domain", second, describe((await second.get("/openapi.json")).body)],
];
const listOf = (domain: number, path: string): View => domains[domain]![2].list(`/api/${path}`)!;

for (const [domainName, served, { collections }] of domains)
  test(`§4.8: ${domainName}: the service answers the tab of groups of every list, and each of its choices`, async () => {
    const lists = collections.filter(({ isSystem, isPrivate }) => !isSystem && !isPrivate);
    let asked = 0;
    for (const view of lists) {
      const search = summarySearch("?limit=5&fields=id&sort=id&page=2", usualGroupings(view), []);
      assert.equal(new URLSearchParams(search).has("fields"), false);
      const shape = shapeOf(view, search)!;
      const searches = [
        search,
        ...alongChoices(view, shape).map(({ id }) => withAlong(view, search, shape, id)),
        ...periodChoices(view, shape).map(({ id }) => withParts(search, shape, { along: id })),
        ...colorChoices(view, shape).map(({ id }) => withParts(search, shape, { color: id })),
        ...heightChoices(view).map(({ id }) => withParts(search, shape, { height: id })),
        ...[swapped(view, search, shape)].filter((each) => each !== undefined),
      ];
      for (const each of searches) {
        assert.ok(shapeOf(view, each), each);
        const { status, body, text } = await served.get(pageOfGroups(view, view.path, each, 1));
        assert.equal(status, 200, `${view.path}${each} ${text}`);
        assert.equal(body.limit, 100);
        asked += 1;
      }
    }
    assert.ok(lists.length > 3 && asked > 100, String(asked));
  });

test("explorer, groups: a list is first shown by the year of its timeline and the category that colors it", () => {
  const cases = [
    [0, "missions", ["launch_date:year", "mission_type"]],
    [1, "courses", ["starts_at:year", "status"]],
    [1, "products", ["sold_from:year", "grade"]],
  ] as const;
  for (const [domain, path, groupings] of cases) assert.deepEqual(usualGroupings(listOf(domain, path)), groupings);
  const view = listOf(0, "missions");
  const without = (pictures: View["pictures"], fields: View["fields"]) => usualGroupings({ ...view, pictures, fields });
  assert.deepEqual(without([], view.fields), ["status"]);
  // A precision says how much of a date is known; it is no category.
  const dates = view.fields.filter(({ kind, name }) => kind === "date" || name === "launch_date_precision");
  assert.deepEqual(without([], dates), ["launch_date:year"]);
  assert.deepEqual(without([], []), []);
});

test("explorer, groups: their title says by what they are grouped and measured", () => {
  const missions = listOf(0, "missions");
  const derived = missions.pictures.map((picture) => ({ ...picture, origin: "fields" as const }));
  const cases: [View, string, string][] = [
    [missions, "?group_by=launch_date:year,mission_type", "Missions a year, by type"],
    [missions, "?group_by=launch_date:decade", "Missions a decade"],
    [missions, "?group_by=launch_date:year,mission_type,status", "Missions a year, by type and status"],
    // No timeline is declared that says when they are.
    [{ ...missions, pictures: derived }, "?group_by=launch_date:year", "Missions by year of launch date"],
    [missions, "?group_by=end_date:year", "Missions by year of end date"],
    [missions, "?group_by=mission_type,launch_date:decade", "Missions by type and decade of launch date"],
    [missions, "?group_by=operator&measure=avg:crew_size", "Missions by operator: average crew size"],
    [missions, "?measure=sum:crew_size,max:launch_date", "Missions: sum of crew size and last launch date"],
    [listOf(1, "courses"), "?group_by=starts_at:hour", "Courses an hour"],
  ];
  for (const [view, search, title] of cases) assert.equal(summaryTitle(view, search), title);
});

test("§4.8: a picture has one or two groupings and one number; what does not add up is drawn side by side", () => {
  const view = listOf(0, "missions");
  const waysIn = (search: string, hasNegative = false) => {
    const shape = shapeOf(view, search);
    return shape && waysOf(shape, hasNegative);
  };
  assert.deepEqual(waysIn("?group_by=launch_date:year,mission_type"), ["stacked", "shares", "beside"]);
  assert.deepEqual(waysIn("?group_by=status,mission_type&measure=sum:crew_size", true), ["stacked", "beside"]);
  assert.deepEqual(waysIn("?group_by=status,mission_type&measure=avg:crew_size"), ["beside"]);
  assert.deepEqual(waysIn("?group_by=status&measure=count"), ["stacked"]);
  for (const search of [
    ...["?group_by=status,mission_type,operator", "?group_by=status&measure=max:launch_date", "?measure=avg:crew_size"],
    "?group_by=status&measure=avg:crew_size,sum:crew_size",
  ])
    assert.equal(waysIn(search), undefined, search);
});

test("§4.8: all filters and the order are kept, pages are as large as they can be, and there are few", () => {
  const view = listOf(0, "missions");
  const search = "?status=active&search=x&group_by=operator&measure=sum:crew_size&sort=count:desc&limit=5&page=3";
  assert.equal(
    pageOfGroups(view, "/api/missions", search, 2),
    "/api/missions?status=active&search=x&group_by=operator&sort=count:desc&measure=sum:crew_size,max:updated_at&limit=100&page=2",
  );
  assert.deepEqual(
    [0, 100, 101, 1_000, 1_001].map((total) => pagesNeeded(view, total)),
    [0, 1, 2, 10, undefined],
  );
});

test("explorer, groups: exchanging the fields makes a date a color of few decades; without a color, nothing", () => {
  const view = listOf(0, "missions");
  const swap = (search: string) => swapped(view, search, shapeOf(view, search)!);
  assert.equal(
    swap("?crew_size_min=1&group_by=launch_date:month,status&sort=count"),
    "?crew_size_min=1&group_by=status,launch_date:decade",
  );
  assert.equal(swap("?group_by=status,operator"), "?group_by=operator,status");
  assert.equal(swap("?group_by=status"), undefined);
});
