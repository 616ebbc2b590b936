/** Proves what the palette reads in a query besides names: days, lists of a record, values; and what it tries when nothing is found. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { datedLists, dayLeads, periodIn } from "../explorer/src/components/palette/leads/days.ts";
import { fewerWords } from "../explorer/src/components/palette/leads/fewer-words.ts";
import { entriesOf, type Lead, requestOf } from "../explorer/src/components/palette/leads/lead.ts";
import { relatedIn, relatedLeads, searchesOf } from "../explorer/src/components/palette/leads/relations.ts";
import { textLeads } from "../explorer/src/components/palette/leads/texts.ts";
import { valueLeads } from "../explorer/src/components/palette/leads/values.ts";
import { describe } from "../kit/description/describe.ts";
import type { Description, View } from "../kit/description/model.ts";
import { serveSecond } from "./support/browser/registries.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import type { Body, Served } from "./support/http/serve.ts";

/** A service, and what it says of itself. */
interface Registry {
  readonly served: Served;
  readonly description: Description;
  readonly lists: readonly View[];
}

async function registryOf(served: Served): Promise<Registry> {
  const description = describe((await served.get("/openapi.json")).body);
  return { served, description, lists: description.collections.filter(({ isSystem }) => !isSystem) };
}

const space = await registryOf(await serveBuiltIn());
const second = await registryOf(await serveSecond());
const UNTIL = "2025-06-30";

/** What leads say once they are counted, and where they lead. */
async function shown({ served }: Registry, leads: readonly Lead[]): Promise<Record<string, string>> {
  const answers = new Map<string, Body>();
  for (const request of leads.map(requestOf)) {
    const { status, body, text } = await served.get(request);
    // A one-to-one may be missing.
    assert.ok(status === 200 || status === 404, `${request}: ${text}`);
    if (status === 200) answers.set(request, body);
  }
  const { entries } = entriesOf(leads, (request) => answers.get(request));
  return Object.fromEntries(entries.map(({ label, to }) => [label, decodeURIComponent(to)]));
}

/** The lists that a query names with a record, or with values. */
async function listsFor(registry: Registry, query: string): Promise<Record<string, string>> {
  const { served, description, lists } = registry;
  const { body } = await served.get(`/api/search?q=${encodeURIComponent(query)}`);
  const related = relatedIn(query, description, Object.keys(body.kinds));
  const answers = searchesOf(related).map(async ({ name, path }) =>
    relatedLeads(related, name, (await served.get(path)).body, description),
  );
  return shown(registry, [...(await Promise.all(answers)).flat(), ...valueLeads(query, lists)]);
}

const allOf = async (path: string, plural: string, fields = "name,status,mission_type"): Promise<Body[]> => {
  const all: Body[] = [];
  for (let next: string | undefined = `${path}?limit=100&fields=${fields}`; next; ) {
    const { body }: Body = await space.served.get(next);
    all.push(...body[plural]);
    next = body._links.next;
  }
  return all;
};

test("explorer, finding: the words of a list and of a record lead to that list of the record", async () => {
  for (const [query, label, to] of [
    ["jupiter moons", "Moons of Jupiter (57)", "/planets/jupiter/moons"],
    ["apollo 11 crew", "Crew of Apollo 11 (3)", "/missions/apollo-11/crew"],
    ["crew members on Apollo 11", "Astronauts of Apollo 11 (3)", "/missions/apollo-11/astronauts"],
    ["Neil Armstrong’s training records", undefined, undefined],
    ["iss modules", "Modules of International Space Station (10)", "/space-stations/iss/modules"],
    ["atmosphere of jupiter", "Atmosphere of Jupiter", "/planets/jupiter/atmosphere"],
    // They also refer to it: once is enough.
    ["iss missions", "Missions of International Space Station (378)", "/space-stations/iss/missions"],
    ["missions to Ceres", "Missions: destination is Ceres (1)", "/missions?destination=ceres"],
    ["jupter moon", "Moons of Jupiter (57)", "/planets/jupiter/moons"],
    ["moons", undefined, undefined],
    ["jupiter", undefined, undefined],
  ] as const) {
    const found = await listsFor(space, query);
    assert.deepEqual(found, label === undefined ? {} : { [label]: to }, query);
  }
  assert.deepEqual(await listsFor(second, "ann's courses"), { "Courses of Ann (1)": "/students/ann/courses" });
  assert.deepEqual(await listsFor(second, "cameras by zeta"), { "Cameras of Zeta (1)": "/manufacturers/zeta/cameras" });
  assert.deepEqual(await listsFor(second, "departments of alma"), {
    "Departments of Alma Mater (2)": "/universities/alma/departments",
  });
});

test("explorer, finding: several records with a name lead to several lists; one that is called exactly so, to its own", async () => {
  assert.deepEqual(Object.keys(await listsFor(space, "mir modules")), ["Modules of Mir (6)"]);
  const names = Object.keys(await listsFor(space, "apollo 1 missions"));
  assert.ok(
    names.every((name) => /Apollo 1\b/.test(name)),
    names.join(),
  );
  const crews = await listsFor(space, "voskhod crew");
  assert.deepEqual(Object.values(crews), ["/missions/voskhod-1/crew", "/missions/voskhod-2/crew"]);
});

test("explorer, finding: however it is said, the same list of the same record is found", async () => {
  const planets = (await allOf("/api/planets", "planets", "name,moon_count")).filter((planet) => planet.moon_count > 0);
  for (const { name, id, moon_count: count } of planets)
    for (const query of [
      `${name} moons`,
      `moons of ${name}`,
      `the moons of ${name}`,
      `${name}’s moons`,
      `moon at ${name.toUpperCase()}`,
    ])
      assert.deepEqual(
        await listsFor(space, query),
        { [`Moons of ${name} (${count})`]: `/planets/${id}/moons` },
        query,
      );
});

test("explorer, finding: values of enums and states, and what is so, lead to the records with them", async () => {
  const failed = (await allOf("/api/missions", "missions")).filter(({ status }) => status === "failed");
  const crewed = failed.filter(({ mission_type: type }) => type === "crewed");
  for (const [registry, query, label, to] of [
    [space, "failed missions", `Missions: status is failed (${failed.length})`, "/missions?status=failed"],
    [space, "missions that failed", `Missions: status is failed (${failed.length})`, "/missions?status=failed"],
    [
      space,
      "failed crewed missions",
      `Missions: status is failed, mission type is crewed (${crewed.length})`,
      "/missions?status=failed&mission_type=crewed",
    ],
    [space, "gas giants", undefined, undefined],
    // A word for how precisely a date is known says nothing of a mission.
    [space, "month missions", undefined, undefined],
    [space, "gas giant planets", "Planets: planet type is gas giant (2)", "/planets?planet_type=gas_giant"],
    [space, "planets with rings", "Planets: has rings is yes (6)", "/planets?has_rings=true"],
    [second, "gold products", "Products: grade is gold (1)", "/products?grade=gold"],
    [second, "silver products", undefined, undefined],
    [second, "products in stock", "Products: in stock is yes (1)", "/products?in_stock=true"],
    [second, "in stock products", "Products: in stock is yes (1)", "/products?in_stock=true"],
  ] as const)
    assert.deepEqual(await listsFor(registry, query), label === undefined ? {} : { [label]: to }, query);
});

test("explorer, finding: a day leads to the records of this day, to what was under way, and to pictures at it", async () => {
  const days = (query: string, registry = space) =>
    shown(registry, dayLeads(query, registry.lists, registry.description, UNTIL));
  const landing = await days("20 July 1969");
  assert.equal(landing["Astronauts: presence on 20 July 1969"], "/astronauts/-/presence#day=1969-07-20");
  assert.equal(landing["Missions: timeline on 20 July 1969"], "/missions/-/timeline#from=1969-06-05&to=1969-09-03");
  assert.match(landing["3 missions under way on 20 July 1969"]!, /^\/missions\?launch_date_before=1969-07-21&/);
  assert.deepEqual(await days("1969-07-20"), landing);
  assert.deepEqual(Object.keys(await days("missions on 16 July 1969")), [
    ...[
      "1 mission: launch date 16 July 1969",
      "3 missions under way on 16 July 1969",
      "Missions: timeline on 16 July 1969",
    ],
  ]);
  assert.deepEqual(await days("1386", second), {
    "1 university: founded in 1386": "/universities?founded_on_after=1385-12-31&founded_on_before=1387-01-01",
  });
  assert.match((await days("10 January 2026", second))["1 course: starts on 10 January 2026"]!, /^\/courses\?/);
  for (const query of ["apollo 11", "31 February 1969", "1969 1970", "jupiter 1969", ""])
    assert.deepEqual(await days(query), {}, query);
});

test("explorer, finding: nothing is said to be under way after the last day of the data", () => {
  const { lists, description } = space;
  const lasting = (query: string) =>
    dayLeads(query, lists, description, UNTIL).filter((lead) => /under way|timeline|presence/.test(lead.label(1)));
  assert.equal(lasting("30 June 2025").length, 3);
  assert.equal(lasting("1 July 2025").length, 0);
});

test("explorer, finding: periods have the records that a plain loop finds, and none whose date is known less precisely", async () => {
  const mission = { name: "Rough", status: "completed", mission_type: "orbiter", operator: "Nobody" };
  const dates = { launch_date: "1975-01-01", launch_date_precision: "year", end_date: "1980-01-01" };
  const created = await space.served.put("/api/missions/rough", { ...mission, ...dates });
  assert.equal(created.status, 201, created.text);
  const fields = "launch_date,launch_date_precision,end_date,status";
  const missions = await allOf("/api/missions", "missions", fields);
  const dated = missions.filter(({ launch_date: date }) => date !== null);
  const rank = ["day", "month", "quarter", "half", "year"];
  const rough = dated.filter(({ launch_date_precision: known, status }) => known !== "day" && status !== "planned");
  const period = fc.tuple(
    fc.constantFrom(rough, dated).chain((some) => fc.constantFrom(...some)),
    fc.constantFrom(10, 7, 4),
    fc.integer({ min: -2, max: 2 }),
  );
  await fc.assert(
    fc.asyncProperty(period, async ([{ launch_date: date }, length, days]) => {
      const text = new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, length);
      const { precision, first, last } = periodIn(text)!;
      const leads = dayLeads(`missions ${text}`, space.lists, space.description, "9999-12-31");
      const total = async (pattern: RegExp) => {
        const lead = leads.find(({ label }) => pattern.test(label(2)))!;
        return (await space.served.get(requestOf(lead))).body.total_count;
      };
      const isKnown = (each: Body, to: string) => rank.indexOf(each.launch_date_precision ?? "day") <= rank.indexOf(to);
      const launched = dated.filter(
        (each) => each.launch_date >= first && each.launch_date <= last && isKnown(each, precision),
      );
      const lasting = dated.filter(
        (each) =>
          isKnown(each, "day") &&
          each.launch_date <= last &&
          (each.end_date === null ? each.status === "active" : each.end_date >= first),
      );
      assert.deepEqual([await total(/launch date/), await total(/under way/)], [launched.length, lasting.length], text);
    }),
    { numRuns: 40 },
  );
});

test("explorer, finding: texts are counted where they say more than names, in few and small requests", async () => {
  const { body } = await space.served.get("/api/search?q=europa");
  const leads = textLeads(" europa ", space.lists, body.kinds);
  assert.equal(leads.length, space.lists.length);
  for (const lead of leads) assert.match(requestOf(lead), /limit=2&fields=\w+$/);
  assert.deepEqual(await shown(space, leads), { "2 missions mention “europa”": "/missions?search=europa" });
  assert.deepEqual(textLeads("io", space.lists, {}), [], "too short");
});

test("explorer, finding: with fewer words, those with the most come first; a single word has no fewer", () => {
  assert.deepEqual(fewerWords("jupiter volcano"), ["jupiter", "volcano"]);
  assert.deepEqual(
    fewerWords("moons of the old jupiter"),
    [
      "moons of the old",
      "moons of the jupiter",
      "moons of old jupiter",
      "moons the old jupiter",
      "of the old jupiter",
      "moons",
    ].map((each) => each.replace(/^of the /, "")),
  );
  assert.deepEqual(fewerWords("the sun"), ["sun"]);
  assert.deepEqual(fewerWords("sun"), []);
  assert.deepEqual(fewerWords("!?"), []);
  assert.equal(datedLists("planets", space.lists), undefined);
});
