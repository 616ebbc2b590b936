/** Proves what the explorer makes of two bounds of a field: one chip, a form with two ends, and parameters of §4.5. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { filtersIn, replaced } from "../explorer/src/address/query.ts";
import { chipsIn, sentenceOf } from "../explorer/src/components/chips/chips-in.ts";
import { withChanged, withQuestion } from "../explorer/src/components/filter/changes.ts";
import {
  controlOf,
  firstFilter,
  offeredFilters,
  parametersFor,
  readValues,
  shownValues,
  valuesIn,
} from "../explorer/src/components/filter/operators.ts";
import { boundsOfSpan, spanOfBounds } from "../explorer/src/fields/ranges/time-bounds.ts";
import { describe } from "../kit/description/describe.ts";
import { filterPathOf } from "../kit/description/filter-paths.ts";
import { fieldNamed } from "../kit/description/list-fields.ts";
import type { View } from "../kit/description/model.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { createAll } from "./support/http/lists.ts";
import { serveForFile } from "./support/http/serve.ts";

const space = await serveBuiltIn();
const second = await serveForFile(secondDomain);
await createAll(second, "/api/products", [
  { name: "before", sold_from: "2024-02-29", seen_at: "2023-12-31T23:59:59.999999999Z", price: 1 },
  { name: "first", sold_from: "2024-03-01", seen_at: "2024-01-01T00:00:00Z", price: 2 },
  { name: "last", sold_from: "2024-03-31", seen_at: "2024-12-31T23:59:59.999999999Z", price: 5 },
  { name: "after", sold_from: "2024-04-01", seen_at: "2025-01-01T00:00:00Z", price: 5.5 },
]);
const MISSIONS = describe((await space.get("/openapi.json")).body).list("/api/missions")!;
const PRODUCTS = describe((await second.get("/openapi.json")).body).list("/api/products")!;

function chipsOf(view: View, search: string, faults: readonly string[] = []) {
  return chipsIn(
    view,
    search,
    () => undefined,
    (name) => faults.includes(name),
  );
}

/** The parameters that the form of a field makes of what is typed into its two boxes; or the sentence that refuses it. */
function typed(view: View, name: string, ends: readonly string[]) {
  const field = fieldNamed(view, name);
  const filter = firstFilter(offeredFilters(view, field, true), field)!;
  const read = readValues(controlOf(field, filter.operator), field, ends);
  return "reason" in read ? read.reason : parametersFor(view, field, filter, read.values);
}

test("§4.5: a lower and an upper bound of a field are one chip, whole periods are written short", () => {
  const sentences: Readonly<Record<string, readonly string[]>> = {
    "launch_date_after=1979-12-31&launch_date_before=2000-01-01": ["Launch date between 1980 and 1999"],
    "launch_date_before=1981-01-01&launch_date_after=1979-12-31": ["Launch date in 1980"],
    "launch_date_after=1979-12-31&launch_date_before=1990-01-01": ["Launch date in the 1980s"],
    "launch_date_after=1969-06-30&launch_date_before=1969-08-01": ["Launch date in July 1969"],
    "launch_date_after=1969-06-30&launch_date_before=1969-10-01": ["Launch date in Q3 1969"],
    "launch_date_after=1969-06-30&launch_date_before=1970-06-01": ["Launch date between July 1969 and May 1970"],
    "launch_date_after=1969-07-15&launch_date_before=1969-07-17": ["Launch date on 16 July 1969"],
    "launch_date_after=1969-07-15&launch_date_before=1970-01-01": [
      "Launch date between 16 July 1969 and 31 December 1969",
    ],
    "created_at_after=2025-12-31T23:59:59.999Z&created_at_before=2027-01-01": ["Created at in 2026"],
    "crew_size_min=2&status=active&crew_size_max=5": ["Crew size between 2 and 5", "Status is active"],
    "crew_size_min=3&crew_size_max=3": ["Crew size is 3"],
    "duration_days_min=1&duration_days_max=8": ["Duration between 1 and 8 days"],
    "astronauts.birth_date_after=1929-12-31&crew.birth_date_before=1940-01-01": [
      "A crew member’s birth date in the 1930s",
    ],
    "destination.mass_kg_min=1e3&destination.mass_kg_max=1e4&destination.name=x": [
      "Destination: mass between 1,000 and 10,000 kg and name is x",
    ],
    // Each of these is a comparison of its own.
    "any.1.crew_size_min=2&any.1.crew_size_max=5": ["Crew size at least 2 or crew size at most 5"],
    "crew_size_min=2&any.1.crew_size_max=5": ["Crew size at least 2", "Crew size at most 5"],
    "astronauts.birth_date_after=1929-12-31&astronauts_none.birth_date_before=1940-01-01": [
      "A crew member’s birth date after 31 December 1929",
      "No crew member’s birth date before 1 January 1940",
    ],
    // Nothing is between them, or they cannot be read.
    "crew_size_min=5&crew_size_max=2": ["Crew size at least 5", "Crew size at most 2"],
    "launch_date_after=1969-07-15&launch_date_before=1969-07-16": [
      "Launch date after 15 July 1969",
      "Launch date before 16 July 1969",
    ],
    "launch_date_after=soon&launch_date_before=1970-01-01": [
      "Launch date after soon",
      "Launch date before 1 January 1970",
    ],
    // The instant of the bound is not in it.
    "created_at_after=2026-01-01T08:00:00Z&created_at_before=2027-01-01": [
      "Created at after 1 January 2026, 08:00",
      "Created at before 1 January 2027",
    ],
  };
  for (const [search, expected] of Object.entries(sentences))
    assert.deepEqual(chipsOf(MISSIONS, `?${search}`).map(sentenceOf), expected, search);
});

test("§4.5: such a chip is removed as a whole, is no alternative, and stays apart where a bound has a fault", () => {
  const search = "?status=active&crew_size_min=2&crew_size_max=5";
  const [, chip] = chipsOf(MISSIONS, search);
  assert.equal(
    replaced(
      search,
      chip!.parts.flatMap(({ pairs }) => pairs),
    ),
    "?status=active",
  );
  assert.equal(chip!.isExtensible, false);
  assert.equal(chipsOf(MISSIONS, search, ["crew_size_max"]).length, 3);
});

test("§4.5: the form of a field with two bounds begins with both; either end may stay empty", () => {
  const cases: readonly [view: View, field: string, ends: readonly string[], expected: unknown][] = [
    [MISSIONS, "launch_date", ["1980", "1999"], "launch_date_after=1979-12-31&launch_date_before=2000-01-01"],
    [MISSIONS, "launch_date", ["July 1969", ""], "launch_date_after=1969-06-30"],
    [MISSIONS, "launch_date", ["", "1980s"], "launch_date_before=1990-01-01"],
    [
      MISSIONS,
      "launch_date",
      ["20 July 1969", "1969-07-24"],
      "launch_date_after=1969-07-19&launch_date_before=1969-07-25",
    ],
    [MISSIONS, "launch_date", ["", " "], ""],
    [MISSIONS, "launch_date", ["", "9999"], ""],
    [MISSIONS, "crew_size", ["2", "5"], "crew_size_min=2&crew_size_max=5"],
    [MISSIONS, "crew_size", ["", "5"], "crew_size_max=5"],
    [PRODUCTS, "seen_at", ["2024", "2024"], "seen_at_after=2023-12-31T23:59:59.999999999Z&seen_at_before=2025-01-01"],
    [
      PRODUCTS,
      "seen_at",
      ["2024-01-01T08:00Z", "2024-01-02T09:30Z"],
      "seen_at_after=2024-01-01T07:59:59.999999999Z&seen_at_before=2024-01-02T09:30:00.000000001Z",
    ],
    [MISSIONS, "launch_date", ["1999", "1980"], "The first value must not be greater than the last one."],
    [MISSIONS, "crew_size", ["5", "2"], "The first value must not be greater than the last one."],
    [MISSIONS, "crew_size", ["many", "2"], "A number is required, such as 1500 or 1.5e3."],
  ];
  for (const [view, field, ends, expected] of cases) {
    const made = typed(view, field, ends);
    assert.equal(typeof made === "string" ? made : made.map((pair) => pair.join("=")).join("&"), expected, `${ends}`);
  }
});

test("§4.5: what the form makes selects both ends and all between them, and nothing else", async () => {
  for (const [field, ends] of [
    ["sold_from", ["March 2024", "March 2024"]],
    ["seen_at", ["2024", "31 December 2024"]],
    ["seen_at", ["2024-01-01T00:00Z", "2024-12-31"]],
    ["price", ["2", "5"]],
  ] as const) {
    const pairs = typed(PRODUCTS, field, ends);
    assert.ok(typeof pairs !== "string");
    const { body } = await second.get(`/api/products${replaced("?sort=name:desc", [], pairs)}`);
    assert.deepEqual(
      body.products.map(({ name }: { name: string }) => name),
      ["last", "first"],
      field,
    );
  }
});

test("§4.5: a chip that is changed has its ends in the boxes, and both of its bounds are replaced", () => {
  for (const [view, search, boxes] of [
    [MISSIONS, "?launch_date_after=1979-12-31&launch_date_before=2000-01-01", ["1 January 1980", "31 December 1999"]],
    [MISSIONS, "?crew_size_min=2&crew_size_max=5", ["2", "5"]],
    [
      PRODUCTS,
      "?seen_at_after=2024-01-01T07:59:59.999999999Z&seen_at_before=2024-01-02T09:30:00.000000001Z",
      ["1 January 2024, 08:00 UTC", "2 January 2024, 09:30 UTC"],
    ],
  ] as const) {
    const [part] = chipsOf(view, search)[0]!.parts;
    const { path, value } = part!.condition!;
    const field = fieldNamed(view, path.filter.field);
    const control = controlOf(field, path.filter.operator);
    const shown = shownValues(control, field, valuesIn(control, value));
    assert.deepEqual(shown, boxes);
    const read = readValues(control, field, shown);
    assert.ok("values" in read);
    const unchanged = parametersFor(view, field, path.filter, read.values);
    assert.deepEqual(unchanged, filtersIn(search), "applied as it is, nothing changes");
    assert.equal(withChanged(part!)(search, [], unchanged.slice(0, 1)), `?${unchanged[0]!.join("=")}`);
  }
});

test("§4.12: two bounds are about one related record; beside another filter of it they are refused", () => {
  const { steps } = filterPathOf(MISSIONS, "astronauts.birth_date_after")!;
  const bounds = [
    ["birth_date_after", "1929-12-31"],
    ["birth_date_before", "1940-01-01"],
  ] as [string, string][];
  const add = withQuestion(MISSIONS);
  assert.equal(
    add("?status=active", steps, bounds),
    "?status=active&astronauts.birth_date_after=1929-12-31&astronauts.birth_date_before=1940-01-01",
  );
  const refused = add("?crew.role=pilot", steps, bounds);
  assert.ok(typeof refused !== "string" && /\+/.test(refused.reason));
});

test("explorer, ranges: a span of time becomes bounds and back, for dates and instants", () => {
  const day = 86_400_000;
  const days = fc.integer({ min: -700_000, max: 1_900_000 }).map((count) => count * day);
  for (const [name, unit] of [
    ["sold_from", day],
    ["seen_at", 1],
  ] as const) {
    const field = fieldNamed(PRODUCTS, name);
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 1e6 }), (from, length) => {
        const span = { from, to: from + length * unit };
        assert.deepEqual(spanOfBounds(field, boundsOfSpan(field, span)), span);
      }),
    );
  }
});
