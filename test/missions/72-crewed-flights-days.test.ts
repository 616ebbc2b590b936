/** Proves the days on which people joined and left the missions of the built-in data: who was in space on which day. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, recordsOf, serveBuiltIn } from "../support/domain/built-in.ts";
import type { Body } from "../support/http/serve.ts";

/** The day of the data: anyone in space on that day has not left. */
const TODAY = "2026-06-30";

const space = await serveBuiltIn();

const missions = byId(recordsOf("missions"));
const isExpedition = (id: string) => /^(?:iss-expedition|mir-eo)-/.test(id);

/** A person's days: of a crew entry, or of a whole stay in space. */
interface Days {
  readonly person: string;
  readonly mission: Body;
  readonly entry: Body;
  readonly first: string;
  last: string;
  /** Whether they were not over on the day of the data. */
  open: boolean;
}

/** The entries of missions that were launched; Apollo 1 burned on the ground. */
const entries: Days[] = recordsOf("crew").flatMap((entry) => {
  const mission = missions.get(entry.mission_id)!;
  if (mission.mission_type !== "crewed" || mission.status === "planned" || !mission.launch_date) return [];
  const last = entry.left_on ?? mission.end_date;
  const first = entry.joined_on ?? mission.launch_date;
  return [{ person: entry.astronaut_id, mission, entry, first, last: last ?? TODAY, open: !last }];
});
const seats = entries.filter(({ mission }) => !isExpedition(mission.id));
const memberships = entries.filter(({ mission }) => isExpedition(mission.id));

const daysBetween = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / 86_400_000;
const inOrder = (days: readonly Days[]) =>
  days.toSorted((one, other) => one.first.localeCompare(other.first) || one.last.localeCompare(other.last));

/** The stays of each person: the days of all entries, merged where they overlap or follow each other within a day. */
const stays = new Map<string, Days[]>();
for (const days of inOrder(entries)) {
  const own = stays.getOrInsert(days.person, []);
  const before = own.at(-1);
  if (!before || daysBetween(before.last, days.first) > 1) own.push({ ...days });
  else {
    if (days.last > before.last) before.last = days.last;
    before.open ||= days.open;
  }
}

/** How many people were in space on a day, for all or part of it, and why. */
const IN_SPACE: readonly [day: string, people: number, why: string][] = [
  ["1969-07-20", 3, "Apollo 11 at the Moon"],
  ["1979-06-14", 2, "Lyakhov and Ryumin on Salyut 6, after their ship had landed without them"],
  ["1995-03-15", 13, "Mir with two resident crews (6), STS-67 (7)"],
  ["2023-05-30", 17, "International Space Station (7), Axiom-2 (4), Tiangong with two crews (6)"],
  ["2024-09-11", 19, "International Space Station (9), Soyuz MS-26 (3), Polaris Dawn (4), Tiangong (3)"],
];

test("data: on days for which the number is known, that many people were in space", () => {
  for (const [day, people, why] of IN_SPACE) {
    const there = entries.filter(({ first, last }) => first <= day && day <= last);
    assert.equal(new Set(there.map(({ person }) => person)).size, people, `${day}: ${why}`);
  }
});

test("data: the longest stay is Polyakov's, 437.7 days", () => {
  const [longest, next] = [...stays.values()]
    .flat()
    .toSorted((one, other) => daysBetween(other.first, other.last) - daysBetween(one.first, one.last));
  assert.equal(longest?.person, "valeri-polyakov");
  assert.deepEqual([longest.first, longest.last], ["1994-01-08", "1995-03-22"]);
  assert.equal(next?.person, "sergei-avdeyev");
  assert.deepEqual([next.first, next.last], ["1998-08-13", "1999-08-28"]);
});

test("data: the days of everyone's finished stays agree with their hours in space", () => {
  const people = byId(recordsOf("astronauts"));
  for (const [person, own] of stays) {
    const ended = own.filter(({ open }) => !open);
    const days = ended.reduce((sum, { first, last }) => sum + daysBetween(first, last), 0);
    // A stay may be up to a day longer or shorter than its dates say; over several stays, this evens out.
    const difference = Math.abs(days - (people.get(person)!.total_space_hours ?? 0) / 24);
    assert.ok(difference <= 0.6 + 0.75 * ended.length, `${person}: ${days} days, ${difference} too many or too few`);
  }
});

test("data: everyone has as many stays as launches, however many missions these span", () => {
  const launches = Map.groupBy(seats, ({ person }) => person);
  for (const [person, own] of stays) assert.equal(own.length, launches.get(person)?.length, person);
  assert.equal(stays.get("sergei-krikalev")?.length, 6);
  assert.equal(stays.get("oleg-kononenko")?.length, 5);
  // A year on the station, and Artemis II.
  assert.equal(stays.get("christina-koch")?.length, 2);
});

test("data: total_missions of everyone is the number of stays (§2.7), and stations lead to who is aboard (§2.11)", async () => {
  const { text } = await space.get("/api/astronauts?fields=total_missions&format=ndjson");
  const astronauts: Body[] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.ok(astronauts.length > 700);
  for (const { id, total_missions } of astronauts) assert.equal(total_missions, stays.get(id)?.length ?? 0, id);
  space.clock.set(`${TODAY}T12:00:00.000Z`);
  await space.store.startDay();
  for (const [station, people] of [
    ["iss", 7],
    ["tiangong", 3],
    ["mir", 0],
  ] as const) {
    const { body } = await space.get(`/api/space-stations/${station}`);
    assert.equal((await space.get(body._links.aboard)).body.total_count, people, station);
  }
});

test("data: every member of an expedition has days within it, and within one stay in space", () => {
  for (const { person, mission, entry, first, last, open } of memberships) {
    const about = `${person}, ${mission.id}`;
    assert.ok(entry.joined_on, about);
    assert.ok(entry.left_on || mission.status === "active", about);
    assert.ok(mission.launch_date <= first && first < last && last <= (mission.end_date ?? TODAY), about);
    const covers = (each: Days) => each.person === person && each.first <= first && last <= each.last;
    assert.equal(seats.filter((each) => covers(each) && each.open >= open).length, 1, about);
  }
});

test("data: of several expeditions during a stay, each begins on the day on which the one before ended", () => {
  for (const seat of seats) {
    const during = memberships.filter(
      ({ person, first, last }) => person === seat.person && seat.first <= first && last <= seat.last,
    );
    const [, ...later] = inOrder(during).map(({ first }) => first);
    const ends = inOrder(during).map(({ last }) => last);
    assert.deepEqual(later, ends.slice(0, -1), `${seat.person}, ${seat.mission.id}`);
  }
});

/** The ships that were launched without a crew and brought one home. */
const LAUNCHED_EMPTY = ["soyuz-34", "soyuz-ms-23", "shenzhou-22"].map((id) => missions.get(id)!);

test("data: people who left a flight on another day than its last landed in another craft, but began with it", () => {
  const landings = new Set([...LAUNCHED_EMPTY, ...seats.map(({ mission }) => mission)].map(({ end_date }) => end_date));
  for (const { person, mission, entry } of seats) {
    const about = `${person}, ${mission.id}`;
    assert.ok(!entry.joined_on, about);
    if (!entry.left_on) continue;
    assert.notEqual(entry.left_on, mission.end_date, about);
    assert.ok(landings.has(entry.left_on), about);
  }
  assert.equal(seats.filter(({ entry }) => entry.left_on).length, 152);
});

test("data: nobody has days on a mission that was not launched", () => {
  const launched = new Set(entries.map(({ entry }) => entry.mission_id));
  for (const { mission_id, joined_on, left_on } of recordsOf("crew"))
    assert.ok(launched.has(mission_id) || (!joined_on && !left_on), mission_id);
});
