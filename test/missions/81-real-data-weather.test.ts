/** Proves that public weather data from Mars is stored as arrays of samples, and reads as written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../../missions/resources/index.ts";
import { hasRealData, rowsOf } from "../support/domain/real-data.ts";
import { compareCodePoints, readAllPages } from "../support/http/lists.ts";
import { type Body, serveForFile } from "../support/http/serve.ts";

const served = await serveForFile(domain);
const weather = rowsOf("mars_rems_weather.csv");

const MEASURED = [
  ["sol", "d"],
  ["ls", "deg"],
  ["min_temp", "Cel"],
  ["max_temp", "Cel"],
  ["pressure", "Pa"],
  ["wind_speed", "m/s"],
] as const;
const samples = weather.flatMap((row) =>
  MEASURED.map(([parameter, unit]) => ({
    id: `${parameter}-${row.id}`,
    instrument: "REMS",
    parameter,
    unit,
    value: row[parameter] === "" ? null : Number(row[parameter]),
    collected_at: `${row.terrestrial_date}T00:00:00.000Z`,
    quality: row[parameter] === "" ? ("bad" as const) : ("good" as const),
    payload: { opacity: row.atmo_opacity!, month: row.month! },
  })),
);

const made = async (path: string, body: unknown) => {
  const answer = await served.post(path, body);
  assert.equal(answer.status, 201, answer.text);
  return answer;
};
const total = async (path: string) => (await served.get(path)).body.total_count as number;

if (hasRealData) {
  test("§4.2: the weather of 1,894 sols is stored as arrays of up to 10,000 samples", async () => {
    await made("/api/missions", { id: "msl", name: "Curiosity", status: "active", launch_date: "2011-11-26" });
    for (let at = 0; at < samples.length; at += 10_000) {
      const array = samples.slice(at, at + 10_000);
      const { body, headers } = await made("/api/missions/msl/data", array);
      assert.equal(body.created_count, array.length);
      assert.equal(headers.get("location"), "/api/missions/msl/data");
      assert.deepEqual(
        body.data.map(({ id }: Body) => id),
        array.map(({ id }) => id),
      );
    }
    assert.equal((await served.get(`/api/missions?sample_count=${samples.length}`)).body.missions[0].id, "msl");
  });

  test("§4.5: every sample is found by its parameter, with exact totals", async () => {
    const asks: [query: string, holds: (sample: (typeof samples)[number]) => boolean][] = [
      ["parameter=PRESSURE", ({ parameter }) => parameter === "pressure"],
      [
        "parameter_in=min_temp,max_temp&value_min=-10",
        ({ parameter, value }) => parameter.endsWith("temp") && value !== null && value >= -10,
      ],
      [
        "parameter=min_temp&value_max=-80.5",
        ({ parameter, value }) => parameter === "min_temp" && value !== null && value <= -80.5,
      ],
      ["value_exists=false", ({ value }) => value === null],
      [
        "quality=bad&parameter_ends_with=_temp",
        ({ quality, parameter }) => quality === "bad" && parameter.endsWith("_temp"),
      ],
      ["collected_at=2016-02-29", ({ collected_at }) => collected_at.startsWith("2016-02-29")],
      [
        "collected_at_after=2013-12-31&collected_at_before=2015-01-01",
        ({ collected_at }) => collected_at.startsWith("2014"),
      ],
    ];
    for (const [queryString, holds] of asks) {
      const expected = samples.filter(holds).map(({ id }) => id);
      assert.ok(expected.length > 0, queryString);
      const found = await readAllPages(served, `/api/data?${queryString}&limit=100`, "data", expected.length);
      assert.deepEqual(
        found.map(({ id }) => id),
        expected.toSorted(compareCodePoints),
        queryString,
      );
      assert.equal(await total(`/api/missions/msl/data?${queryString}&limit=1`), expected.length, queryString);
    }
  });

  test("§4.5: pages show all samples in order, each as sent", async () => {
    const expected = samples.toSorted(
      (a, b) => compareCodePoints(b.collected_at, a.collected_at) || compareCodePoints(a.parameter, b.parameter),
    );
    const walked = await readAllPages(
      served,
      "/api/data?sort=collected_at:desc,parameter&limit=100&fields=*",
      "data",
      samples.length,
    );
    for (const [at, sample] of expected.entries()) {
      const {
        created_at: _,
        updated_at: __,
        _links,
        mission_id,
        uncertainty,
        processing_level,
        location,
        notes,
        ...same
      } = walked[at];
      assert.deepEqual(same, sample);
      assert.deepEqual([mission_id, uncertainty, processing_level, location, notes], ["msl", null, "raw", null, null]);
      assert.equal(_links.self, `/api/missions/msl/data/${sample.id}`);
    }
  });
} else {
  test("data from outside: the folder ../shared/data/real is not there", (t) => {
    t.diagnostic("The tests that load public data were left out: ../shared/data/real does not exist.");
  });
}
