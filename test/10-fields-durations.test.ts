/** Proves which durations are valid, how they are kept, and that lists compare, sort, group and add them by their length. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { durationOf, secondsOf } from "../engine/kinds/duration.ts";
import { serveSpecimens } from "./support/domain/specimens.ts";
import { faultsOf } from "./support/http/serve.ts";

const { served, assertAccepted, assertRefused } = await serveSpecimens();

test("§2.1: a duration is kept in days, hours, minutes and seconds", async () => {
  const kept: Record<string, string> = {
    P8DT3H18M35S: "P8DT3H18M35S",
    PT90M: "PT1H30M",
    P2W: "P14D",
    P1W2DT3H: "P9DT3H",
    PT86400S: "P1D",
    PT0S: "PT0S",
    P0D: "PT0S",
    PT36H: "P1DT12H",
    P0DT0H5M: "PT5M",
    PT9007199254740991S: "P104249991374DT7H36M31S",
  };
  for (const [written, shown] of Object.entries(kept)) assert.equal(await assertAccepted("span", written), shown);
});

test("§7.2: a text that is no duration, or whose length is not fixed, is 422", async () => {
  const malformed = ["", "P", "PT", "P1DT", "8D", "p8d", "P8D ", "P1.5D", "PT1.5S", "-P1D", "P-1D", "PT3M2H", "P1D2H"];
  const unfixed = ["P1Y", "P1M", "P1Y2M3D"];
  for (const text of [...malformed, ...unfixed, "PT9007199254740992S"])
    await assertRefused("span", JSON.stringify(text), 422, ["", "invalid_format"]);
  await assertRefused("span", "3600", 400, ["", "wrong_type"]);
});

test("§2.1: every number of seconds has one duration, which Temporal reads as the same", () => {
  fc.assert(
    fc.property(fc.nat(10_000_000_000), (seconds) => {
      const text = durationOf(seconds);
      assert.equal(secondsOf(text), seconds);
      assert.equal(Temporal.Duration.from(text).total("seconds"), seconds);
    }),
  );
});

const LENGTHS = ["PT50M", "PT45M", "P1DT2H", "PT26H", "PT45M"];
await served.put("/api/universities/u", { name: "Nova" });
await Promise.all(
  LENGTHS.map((session_length, at) =>
    served.put(`/api/courses/c${at}`, { title: `Course ${at}`, university_id: "u", session_length }),
  ),
);

/** The ids of a list of courses. */
async function coursesOf(query: string): Promise<string[]> {
  const { body } = await served.get(`/api/courses?${query}`);
  return body.courses.map(({ id }: { id: string }) => id);
}

test("§4.5, §4.6: lists compare durations by their length, however they are written", async () => {
  assert.deepEqual(await coursesOf("session_length=PT2700S&sort=id"), ["c1", "c4"]);
  assert.deepEqual(await coursesOf("session_length_in=PT50M,P1DT2H&sort=id"), ["c0", "c2", "c3"]);
  assert.deepEqual(await coursesOf("session_length_min=PT50M&sort=id"), ["c0", "c2", "c3"]);
  assert.deepEqual(await coursesOf("session_length_max=PT49M59S&sort=id"), ["c1", "c4"]);
  assert.deepEqual(await coursesOf("sort=session_length:desc,id"), ["c2", "c3", "c0", "c1", "c4"]);
  const refused = await served.get("/api/courses?session_length_min=P1M");
  assert.deepEqual([refused.status, faultsOf(refused)], [400, [["session_length_min", "invalid_value"]]]);
  assert.match(refused.text, /must be a duration in weeks, days, hours, minutes and whole seconds, such as P8DT3H18M/);
});

test("§4.7: cursors page through durations", async () => {
  const ids: string[] = [];
  for (let next: string | undefined = "/api/courses?sort=session_length&limit=2&cursor="; next; ) {
    const { body } = await served.get(next);
    ids.push(...body.courses.map(({ id }: { id: string }) => id));
    next = body._links.next;
  }
  assert.deepEqual(ids, ["c1", "c4", "c0", "c2", "c3"]);
});

test("§4.8: summaries group durations and add them; an average is in whole seconds", async () => {
  const measures = ["min", "max", "sum", "avg"].map((name) => `${name}:session_length`).join(",");
  const { groups } = (await served.get(`/api/courses?measure=${measures}`)).body;
  assert.deepEqual(groups, [
    {
      count: 5,
      session_length_min: "PT45M",
      session_length_max: "P1DT2H",
      session_length_sum: "P2DT6H20M",
      session_length_avg: "PT10H52M",
    },
  ]);
  const grouped = (await served.get("/api/courses?group_by=session_length")).body.groups;
  assert.deepEqual(grouped, [
    { session_length: "PT45M", count: 2 },
    { session_length: "PT50M", count: 1 },
    { session_length: "P1DT2H", count: 2 },
  ]);
});

test("§4.9: exports show durations as they are kept", async () => {
  const { text } = await served.get("/api/courses?format=csv&fields=session_length&sort=id");
  assert.equal(text, "id,session_length\r\nc0,PT50M\r\nc1,PT45M\r\nc2,P1DT2H\r\nc3,P1DT2H\r\nc4,PT45M\r\n");
});
