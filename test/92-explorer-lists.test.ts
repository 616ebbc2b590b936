/** Proves what pages of lists ask the service: filters of groups, quick filters, suggestions and orders, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../client/index.ts";
import { filtersOfGroup, groupingsIn } from "../explorer/src/address/groups.ts";
import { nextSort, type SortKey, sortKeysIn, withParameters, withSort } from "../explorer/src/address/query.ts";
import { suggestionOf } from "../explorer/src/address/suggestions.ts";
import { chipsIn, sentenceOf } from "../explorer/src/components/chips/chips-in.ts";
import { parameterFor, valuesIn } from "../explorer/src/components/filter/operators.ts";
import { quickFilters } from "../explorer/src/fields/quick-filters.ts";
import { describe } from "../kit/description/describe.ts";
import { fieldNamed, filterNamed } from "../kit/description/list-fields.ts";
import type { Description, View } from "../kit/description/model.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createAll } from "./support/http/lists.ts";
import { type Body, type Served, serveForFile } from "./support/http/serve.ts";

const space = await serveBuiltIn();
const second = await serveForFile(secondDomain);
await createAll(second, "/api/products", [
  { name: "Ähre, gold", price: 1.5, in_stock: true, sold_from: "2024-02-29", seen_at: "2024-12-31T23:59:59.999Z" },
  { name: "ähre, GOLD", price: 1e21, in_stock: false, sold_from: "2024-12-31", seen_at: "2025-01-01T00:00:00.000Z" },
  { name: 'a "b"', price: 0, grade: "silver", sold_from: "1899-12-31", seen_at: "1969-12-31T23:00:00.001Z" },
  { name: "true", rating: -3, grade: "gold", sold_from: "2025-01-01", seen_at: "1970-01-01T00:00:00.000Z" },
  { name: "first", sold_from: "0000-01-01", seen_at: "0000-01-01T00:00:00.000Z" },
  { name: "last", sold_from: "9999-12-31", seen_at: "9999-12-31T23:59:59.999Z" },
  { name: "x", rating: -3, grade: "gold" },
  {
    name: "y",
    size: { label: "Größe", depth_cm: 2.5, box: { grade: "gold", sealed_at: "2025-01-01T01:00:00+02:00" } },
  },
]);
const domains: [name: string, served: Served, description: Description][] = [
  ["space", space, describe((await space.get("/openapi.json")).body)],
  ["second domain", second, describe((await second.get("/openapi.json")).body)],
];

/** The lists of a domain that have records. */
function listsOf(description: Description): View[] {
  return description.collections.filter(({ isSystem, isPrivate }) => !isSystem && !isPrivate);
}

async function totalOf(served: Served, path: string, search: string): Promise<number> {
  const { status, body, text } = await served.get(`${path}${withParameters(search, { limit: "1" })}`);
  assert.equal(status, 200, `${search} ${text}`);
  return body.total_count;
}

for (const [domainName, served, description] of domains) {
  test(`§4.8: ${domainName}: the link of a group leads to as many records as it counts`, async () => {
    let checked = 0;
    for (const { path, groupable, filters } of listsOf(description))
      for (const name of groupable) {
        const search = `?group_by=${name}&limit=100`;
        const groups: Body[] = (await served.get(`${path}${search}`)).body.groups;
        for (const group of [...new Set([groups[0], groups[1], groups.at(-1)])].filter(Boolean)) {
          const selected = filtersOfGroup(groupingsIn(search), group, "", (parameter) =>
            filters.some((filter) => filter.parameter === parameter),
          );
          // Numbers of children have no filter for a missing value, and are never missing.
          assert.ok(selected, `${path} ${name} ${JSON.stringify(group)}`);
          assert.equal(await totalOf(served, path, withParameters("", selected)), group.count, `${path} ${name}`);
          checked += 1;
        }
      }
    assert.ok(checked > 50, String(checked));
  });

  test(`§4.3: ${domainName}: a quick filter keeps the record that it comes from, or those beside it`, async () => {
    for (const view of listsOf(description)) {
      const [record]: Body[] = (await served.get(`${view.path}?limit=1&fields=${fieldsOf(view)}`)).body[view.plural];
      if (!record) continue;
      for (const name of fieldsOf(view))
        for (const { id, changes } of quickFilters(view, fieldNamed(view, name), record[name])) {
          const all = await totalOf(served, view.path, "");
          const left = await totalOf(served, view.path, withParameters("", changes));
          const isIn = (await totalOf(served, view.path, withParameters("", { ...changes, id: record.id }))) === 1;
          const keeps = id !== "after" && id !== "before" && !(id === "not-empty" && record[name] === null);
          assert.equal(isIn, keeps, `${view.path} ${JSON.stringify(changes)}`);
          assert.ok(left <= all);
        }
    }
  });

  test(`§4.3: ${domainName}: a mistyped name is mended by the service's suggestion, wherever it stands`, async () => {
    for (const view of listsOf(description)) {
      const long = (names: readonly string[]) => names.find((name) => name.length > 4) ?? names[0]!;
      const parameter = long(
        view.filters.filter(({ operator }) => operator === "exists").map((each) => each.parameter),
      );
      const field = long(fieldsOf(view));
      const sorted = long(view.sortable);
      const searches = [
        `?${mistyped(parameter)}=true&limit=2`,
        `?limit=2&fields=id,${mistyped(field)}`,
        `?sort=id:desc,${mistyped(sorted)}:desc`,
        `?group_by=id,${mistyped(long(view.groupable))}`,
      ];
      for (const search of searches) {
        const refused = await served.get(`${view.path}${search}`);
        assert.equal(refused.status, 400);
        const [fault]: Fault[] = refused.body.errors;
        const suggestion = suggestionOf(search, fault!);
        assert.ok(suggestion, `${view.path}${search} ${fault!.message}`);
        const mended = await served.get(`${view.path}${suggestion.search}`);
        assert.equal(mended.status, 200, `${suggestion.search} ${mended.text}`);
      }
    }
  });
}

/** The fields of complete records. */
function fieldsOf(view: View): string[] {
  return view.fields.map(({ name }) => name);
}

/** Without its middle letter. */
function mistyped(name: string): string {
  const middle = Math.floor(name.length / 2);
  return name.slice(0, middle) + name.slice(middle + 1);
}

test("a summary of part of the records: its groups lead to what they count, not to the whole period", async () => {
  const missions = domains[0]![2].list("/api/missions")!;
  const within = "?launch_date_after=1969-05-01&launch_date_before=1969-11-01";
  const search = `${within}&group_by=launch_date:year`;
  const [group]: Body[] = (await space.get(`/api/missions${search}`)).body.groups;
  const selected = filtersOfGroup(
    groupingsIn(search),
    group,
    search,
    (name) => filterNamed(missions, name) !== undefined,
  );
  assert.deepEqual(selected, { launch_date_after: "1969-05-01", launch_date_before: "1969-11-01" });
  assert.equal(await totalOf(space, "/api/missions", withParameters(within, selected)), group.count);
});

test("a group without a filter leads nowhere", () => {
  const [grouping] = groupingsIn("?group_by=seats");
  assert.equal(
    filtersOfGroup([grouping!], { seats: 3, count: 1 }, "", () => false),
    undefined,
  );
});

test("sorting once more: ascending, descending, not at all; with others, they stay in their order", () => {
  const [a, b]: SortKey[] = [
    { field: "a", descending: false },
    { field: "b", descending: true },
  ];
  assert.deepEqual(nextSort([], "a", false), [a]);
  assert.deepEqual(nextSort([a!], "a", false), [{ field: "a", descending: true }]);
  assert.deepEqual(nextSort([{ field: "a", descending: true }], "a", false), []);
  assert.deepEqual(nextSort([a!, b!], "b", false), []);
  assert.deepEqual(nextSort([a!], "b", true), [a, { field: "b", descending: false }]);
  assert.deepEqual(nextSort([a!, b!], "a", true), [{ field: "a", descending: true }, b]);
  assert.deepEqual(nextSort([a!, b!], "b", true), [a]);
});

test("§4.4: the order of an address is read in both of its forms, and written in one, on the first page", () => {
  assert.deepEqual(sortKeysIn("?sort_by=a,b&order=asc,desc"), sortKeysIn("?sort=a,b:desc"));
  assert.equal(withSort("?page=3&x=1&sort_by=a&order=desc", sortKeysIn("?sort=b,a:desc")), "?x=1&sort=b,a:desc");
  assert.equal(withSort("?sort=a&cursor=abc", []), "?cursor=");
});

test("§4.3: the values of an `_in` filter survive the form, with commas and quotes", async () => {
  const view = domains[1]![2].list("/api/products")!;
  const filter = filterNamed(view, "name_in")!;
  const values = ["Ähre, gold", 'a "b"'];
  const parameter = parameterFor(view, filter, ["", ...values])!;
  assert.deepEqual(valuesIn("lines", parameter[1]), values);
  assert.equal(await totalOf(second, view.path, withParameters("", { [parameter[0]]: parameter[1] })), 3);
  assert.deepEqual(parameterFor(view, filter, [" x "]), ["name", "x"]);
  assert.equal(parameterFor(view, filter, ["", " "]), undefined);
});

test("§4.3: chips put filters into words", () => {
  const view = domains[0]![2].list("/api/missions")!;
  const names: Record<string, string> = { mars: "Mars", moon: "Moon" };
  const chips: [parameter: string, value: string, sentence: string][] = [
    ["search", "sample", "Any text has sample"],
    ["destination_in", "mars,moon,x", "Destination is Mars, Moon or x"],
    ["launch_date_after", "1990-12-31", "Launch date after 31 December 1990"],
    ["launch_date_after", "soon", "Launch date after soon"],
    ["end_date_exists", "false", "End date has no value"],
    ["status_in", "on_hold,active", "Status is on hold or active"],
    ["status_not_in", "on_hold,active", "Status is not on hold or active"],
    ["operator_not", "NASA", "Operator is not NASA"],
    ["sample_count_min", "1000", "Sample count at least 1,000"],
    ["duration_days", "1", "Duration is 1 day"],
    ["duration_days_min", "8", "Duration at least 8 days"],
    ["created_at_before", "2026-01-15", "Created at before 15 January 2026"],
    ["filter", "status:on_hold", "Status is on hold"],
    ["no_such", "1", "no_such is 1"],
    ["group_by", "launch_date:year", "Grouped by Launch date by year"],
  ];
  for (const [parameter, value, expected] of chips) {
    const search = withParameters("", { [parameter]: value });
    assert.deepEqual(chipsIn(view, search, (_, id) => names[id]).map(sentenceOf), [expected]);
  }
});

test("§4.3: chips name the members of objects after both", () => {
  const view = domains[0]![2].list("/api/data")!;
  const sentences = (search: string) => chipsIn(view, search, () => undefined).map(sentenceOf);
  assert.deepEqual(sentences("?location.body=mars&location.latitude_deg_min=-5&measure=avg:location.latitude_deg"), [
    "Location: body is mars",
    "Location: latitude at least −5 °",
    "Measured by Average location: latitude",
  ]);
});

test("explorer, labels: a unit is said once, in the label or beside the value", () => {
  const saidBy = (list: string, name: string) => {
    const { label, unit } = fieldNamed(domains[0]![2].list(list)!, name)!;
    return [label, unit];
  };
  assert.deepEqual(saidBy("/api/planets", "rotation_period_hours"), ["Rotation period", "h"]);
  assert.deepEqual(saidBy("/api/planets", "orbital_period_days"), ["Orbital period", "d"]);
  assert.deepEqual(saidBy("/api/astronauts", "total_space_hours"), ["Total space hours", undefined]);
  assert.deepEqual(saidBy("/api/astronauts/{astronaut_id}/training", "hours"), ["Hours", undefined]);
  for (const [domainName, , { views }] of domains)
    for (const { path, fields } of views)
      for (const { name, label, unit } of fields)
        assert.ok(unit === undefined || !/hours|days|years|minutes/i.test(label), `${domainName} ${path} ${name}`);
});
