/** Proves that public data sets of people, flights and crews are stored through the API, and read as written. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { groupBy, hasRealData, inBatches, rowsOf } from "../support/domain/real-data.ts";
import { compareCodePoints, readAllPages } from "../support/http/lists.ts";
import { type Body, serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const rows = rowsOf("astronaut_missions.csv");
const people = groupBy(rows, ({ number }) => `person-${number}`);
/** Titles vary in case and recur: a flight is a title in a year. */
const titles = groupBy(rows, (row) => `${row.mission_title!.trim()} ${row.year_of_mission}`.toLowerCase());
const flights = new Map([...titles.values()].map((aboard, at) => [`flight-${at + 1}`, aboard]));

const made = async (path: string, body: unknown) => {
  const answer = await served.post(path, body);
  assert.equal(answer.status, 201, answer.text);
  return answer;
};
const fold = (text: string) => text.toUpperCase().toLowerCase();
const total = async (path: string) => (await served.get(path)).body.total_count as number;
const query = (parameter: string, value: string) => `${parameter}=${encodeURIComponent(value)}`;

if (hasRealData) {
  before(async () => {
    await inBatches([...people], 40, async ([id, [first]]) => {
      const { name, nationality, total_hrs_sum } = first!;
      await made("/api/astronauts", { id, name, nationality, total_space_hours: Math.round(Number(total_hrs_sum)) });
    });
    await inBatches([...flights], 40, async ([id, [first]]) => {
      const launch = { launch_date: `${first!.year_of_mission}-01-01`, launch_date_precision: "year" };
      await made("/api/missions", {
        id,
        name: first!.mission_title,
        status: "completed",
        mission_type: "crewed",
        ...launch,
      });
    });
    await inBatches([...flights], 40, async ([id, aboard]) => {
      for (const { number, occupation } of aboard) {
        await made(`/api/missions/${id}/crew`, { astronaut_id: `person-${number}`, role: occupation });
      }
    });
  });

  test("§2.3: people, flights and crew members are those of the file", async () => {
    assert.equal(await total("/api/astronauts"), people.size);
    assert.equal(await total("/api/missions"), flights.size);
    const missions = await readAllPages(served, "/api/missions?fields=crew_size&limit=100", "missions", flights.size);
    assert.equal(
      missions.reduce((sum, { crew_size }) => sum + crew_size, 0),
      rows.length,
    );
    for (const { id, crew_size } of missions) assert.equal(crew_size, flights.get(id)!.length, id);
  });

  test("§2.3: every crew has its members and roles, spelled as in the file", async () => {
    await inBatches([...flights], 20, async ([id, aboard]) => {
      const { body } = await served.get(`/api/missions/${id}/astronauts`);
      const shown = body.astronauts.map((entry: Body) => [entry.id, entry.name, entry.role]);
      const expected = aboard.map(({ number, occupation }) => [
        `person-${number}`,
        people.get(`person-${number}`)![0]!.name,
        occupation,
      ]);
      assert.deepEqual(
        shown,
        expected.toSorted(([a], [b]) => compareCodePoints(a!, b!)),
        id,
      );
      const engineers = aboard.filter(({ occupation }) => fold(occupation!) === "flight engineer");
      assert.equal(await total(`/api/missions/${id}/crew?role=FLIGHT%20engineer&limit=1`), engineers.length);
    });
  });

  test("§2.7: total_missions and mission_count are the flights of each person", async () => {
    const all = await readAllPages(
      served,
      "/api/astronauts?fields=total_missions,total_space_hours&limit=100",
      "astronauts",
      people.size,
    );
    for (const { id, total_missions, total_space_hours } of all) {
      assert.equal(total_missions, people.get(id)!.length, id);
      assert.equal(total_space_hours, Math.round(Number(people.get(id)![0]!.total_hrs_sum)), id);
    }
    for (const least of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const expected = [...people.values()].filter((flown) => flown.length >= least).length;
      assert.equal(await total(`/api/astronauts?mission_count_min=${least}&limit=1`), expected, `${least} flights`);
      assert.equal(await total(`/api/astronauts?total_missions_min=${least}&limit=1`), expected, `${least} flights`);
    }
    const { body } = await served.get("/api/astronauts?sort=mission_count:desc&limit=1");
    const most = Math.max(...[...people.values()].map((flown) => flown.length));
    assert.equal(people.get(body.astronauts[0].id)!.length, most);
  });

  test("§4.5: two people of one name are two records", async () => {
    const names = groupBy([...people], ([, [first]]) => first!.name!);
    const twice = [...names].filter(([, bearers]) => bearers.length > 1);
    assert.deepEqual(
      twice.map(([name]) => name),
      ["Aleksandrov, Aleksandr"],
    );
    for (const [name, bearers] of twice) {
      const { body } = await served.get(`/api/astronauts?${query("name", name.toUpperCase())}`);
      assert.deepEqual(
        body.astronauts.map(({ id }: Body) => id),
        bearers.map(([id]) => id).toSorted(),
      );
    }
  });

  test("§4.5: the pages of a list sorted by nationality and name are complete, forwards and backwards", async () => {
    const path = "/api/astronauts?sort=nationality:desc,name&limit=37";
    const expected = [...people].map(([id, [first]]) => ({ id, name: first!.name!, nationality: first!.nationality! }));
    expected.sort(
      (a, b) =>
        compareCodePoints(b.nationality, a.nationality) ||
        compareCodePoints(a.name, b.name) ||
        compareCodePoints(a.id, b.id),
    );
    const walked = await readAllPages(served, path, "astronauts", people.size);
    assert.deepEqual(
      walked.map(({ id }) => id),
      expected.map(({ id }) => id),
    );
    const pages: string[] = [];
    let { body } = await served.get(`${path}&page=9999`);
    while (body._links.prev) {
      ({ body } = await served.get(body._links.prev));
      pages.unshift(...body.astronauts.map(({ id }: Body) => id));
    }
    assert.deepEqual(
      pages,
      expected.map(({ id }) => id),
    );
  });

  test("§4.6: renamed to their native names, people are found in any script and case", async () => {
    const named = [...people]
      .map(([id, [first]]) => ({ id, name: first!.original_name! }))
      .filter(({ name }) => name !== "NA");
    await inBatches(named, 40, async ({ id, name }) => {
      assert.equal((await served.patch(`/api/astronauts/${id}`, { name })).status, 200);
    });
    const names = new Map([...people].map(([id, [first]]) => [id, first!.name!]));
    for (const { id, name } of named) names.set(id, name);
    const found = (matches: (name: string) => boolean) =>
      [...names.values()].filter((name) => matches(fold(name))).length;
    const foreign = named.filter(({ name }) => /[^ -~]/.test(name));
    assert.ok(foreign.length > 100);
    await inBatches(foreign, 20, async ({ id, name }) => {
      for (const written of [name.toUpperCase(), name.toLowerCase()]) {
        const { body } = await served.get(`/api/astronauts?${query("name", written)}`);
        assert.deepEqual(
          body.astronauts.map((each: Body) => [each.id, each.name]),
          [[id, name]],
        );
      }
      const [word = ""] = name.split(/[ ,]/);
      assert.equal(
        await total(`/api/astronauts?${query("name_starts_with", word)}`),
        found((each) => each.startsWith(fold(word))),
        word,
      );
      assert.equal(
        await total(`/api/astronauts?${query("name_contains", word)}`),
        found((each) => each.includes(fold(word))),
        word,
      );
    });
    const { body } = await served.get(`/api/missions/${[...flights.keys()][0]}/crew`);
    assert.deepEqual(
      body.astronauts.map(({ name }: Body) => name),
      ["ГАГАРИН Юрий Алексеевич"],
      "crews follow",
    );
  });
} else {
  test("data from outside: the folder ../shared/data/real is not there", (t) => {
    t.diagnostic("The tests that load public data were left out: ../shared/data/real does not exist.");
  });
}
