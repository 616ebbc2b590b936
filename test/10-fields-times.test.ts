/** Proves which dates and date-times are valid, and that a date-time is stored in UTC with its fraction. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { serveSpecimens } from "./support/domain/specimens.ts";
import { idsOf } from "./support/http/lists.ts";

const { served, assertAccepted, assertRefused } = await serveSpecimens();

test("§7.2: a date is a day that exists, in leap years too", async () => {
  for (const day of [
    "1957-10-04",
    "2024-02-29",
    "2000-02-29",
    "1600-02-29",
    "2026-04-30",
    "2026-12-31",
    "0000-02-29",
    "0001-01-01",
    "9999-12-31",
  ]) {
    assert.equal(await assertAccepted("day", day), day);
  }
});

test("§7.2: an impossible or malformed date is 422", async () => {
  const impossible = [
    "2023-02-29",
    "2023-02-30",
    "1800-02-29",
    "1900-02-29",
    "2100-02-29",
    "2023-04-31",
    "2023-01-32",
    "2023-00-10",
  ];
  const illWritten = ["2023-13-01", "2023-01-00", "2023-1-1", "20230101", "2023-01", "2023-01-01T00:00:00Z", "today"];
  const nearly = [
    " 2023-01-01",
    "2023-01-01 ",
    "2023-01-01\n",
    "+002023-01-01",
    "-0001-01-01",
    "10000-01-01",
    "２０２３-01-01",
    "",
  ];
  for (const day of [...impossible, ...illWritten, ...nearly]) {
    await assertRefused("day", JSON.stringify(day), 422, ["", "invalid_format"]);
  }
});

test("§2.1: a date-time is shown in UTC, with milliseconds at least and all given digits", async () => {
  const moments: Record<string, string> = {
    "2026-01-31T12:00:00Z": "2026-01-31T12:00:00.000Z",
    "2026-01-31t12:00:00z": "2026-01-31T12:00:00.000Z",
    "2026-01-31T12:00:00+05:30": "2026-01-31T06:30:00.000Z",
    "2026-01-31T12:00:00-03:30": "2026-01-31T15:30:00.000Z",
    "2026-01-31T12:00:00-00:00": "2026-01-31T12:00:00.000Z",
    "2026-01-01T00:30:00+01:00": "2025-12-31T23:30:00.000Z",
    "2024-02-28T23:30:00-01:00": "2024-02-29T00:30:00.000Z",
    "2026-12-31T23:59:59.9-01:00": "2027-01-01T00:59:59.900Z",
    "2026-01-31T12:00:00.5Z": "2026-01-31T12:00:00.500Z",
    "2026-01-31T12:00:00.123Z": "2026-01-31T12:00:00.123Z",
    "2026-01-31T12:00:00.1230Z": "2026-01-31T12:00:00.123Z",
    "2026-01-31T12:00:00.123456Z": "2026-01-31T12:00:00.123456Z",
    "2026-01-31T12:00:00.123456789Z": "2026-01-31T12:00:00.123456789Z",
    "2026-01-31T12:00:00.000000001+01:00": "2026-01-31T11:00:00.000000001Z",
    "1969-07-20T20:17:40Z": "1969-07-20T20:17:40.000Z",
    "0000-01-01T00:00:00Z": "0000-01-01T00:00:00.000Z",
    "9999-12-31T23:59:59.999999999Z": "9999-12-31T23:59:59.999999999Z",
  };
  for (const [given, expected] of Object.entries(moments))
    assert.equal(await assertAccepted("moment", given), expected, given);
});

test("§7.2: an impossible or malformed date-time is 422", async () => {
  const impossible = [
    "2023-02-29T12:00:00Z",
    "2023-02-28T24:00:00Z",
    "2023-02-28T12:60:00Z",
    "2023-02-28T12:00:61Z",
    "2023-02-28T12:00:00+24:00",
    "2023-02-28T12:00:00+01:60",
    "0000-01-01T00:00:00+01:00",
    "9999-12-31T23:59:59-01:00",
  ];
  const illWritten = [
    "2023-02-28",
    "2023-02-28T12:00:00",
    "2023-02-28 12:00:00Z",
    "2023-02-28T12:00Z",
    "2023-02-28T12:00:00.Z",
    "2023-02-28T12:00:00,5Z",
    "2023-02-28T12:00:00+0100",
    "2023-02-28T12:00:00 +01:00",
    "2023-02-28T12:00:00ZZ",
    "1677585600",
    "",
  ];
  for (const moment of [...impossible, ...illWritten]) {
    await assertRefused("moment", JSON.stringify(moment), 422, ["", "invalid_format"]);
  }
});

test("§4.2: the same moment in another time zone is no change", async () => {
  const first = await served.put("/api/specimens/noon", { moment: "2026-01-31T12:00:00Z" });
  served.clock.advance(1_000);
  const second = await served.put("/api/specimens/noon", { moment: "2026-01-31T13:00:00.000+01:00" });
  assert.deepEqual([second.status, second.body], [200, first.body]);
});

test("§4.6: date-times sort by time, however many digits they have", async () => {
  const fractions = ["", ".000000001", ".0001", ".001", ".0010001", ".01", ".5", ".999999999"];
  const line = "in order of time";
  for (const [at, fraction] of fractions.entries()) {
    const moment = `2026-03-01T00:00:00${fraction}Z`;
    await served.put(`/api/specimens/at-${(at * 5) % 8}`, { line, moment });
  }
  const expected = fractions.map((_, at) => `at-${(at * 5) % 8}`);
  const query = `line=${encodeURIComponent(line)}&sort_by=moment`;
  assert.deepEqual(idsOf(await served.get(`/api/specimens?${query}`)), expected);
  assert.deepEqual(idsOf(await served.get(`/api/specimens?${query}&order=desc`)), expected.toReversed());
  const after = `moment_after=2026-03-01T00:00:00.001Z&moment_before=2026-03-01T00:00:00.5Z`;
  assert.deepEqual(idsOf(await served.get(`/api/specimens?${query}&${after}`)), expected.slice(4, 6));
});

test("§4.5: a time of the service is compared with date-times of any precision and year", async () => {
  served.clock.set("2026-05-01T12:00:00.005Z");
  await served.put("/api/specimens/timed", { line: "timed" });
  const filters: [filter: string, finds: boolean][] = [
    ["created_at=2026-05-01", true],
    ["created_at=2026-05-01T14:00:00.005%2B02:00", true],
    ["created_at=2026-05-01T12:00:00.005000001Z", false],
    ["created_at_in=2026-05-01T12:00:00.004Z,2026-05-01T12:00:00.005Z", true],
    ["created_at_after=2026-05-01T12:00:00.004999999Z", true],
    ["created_at_after=2026-05-01T12:00:00.005Z", false],
    ["created_at_after=2026-05-01T12:00:00.005000001Z", false],
    ["created_at_before=2026-05-01T12:00:00.005000001Z", true],
    ["created_at_before=2026-05-01T12:00:00.005Z", false],
    ["created_at_before=2026-05-01T12:00:00.004999999Z", false],
    ["created_at_after=0000-01-01&created_at_before=9999-12-31T23:59:59.999999999Z", true],
  ];
  for (const [filter, finds] of filters) {
    const found = idsOf(await served.get(`/api/specimens?line=timed&${filter}`));
    assert.deepEqual(found, finds ? ["timed"] : [], filter);
  }
});
