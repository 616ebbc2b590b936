/**
 * Compares the crewed flights of the built-in data with a table that others made: the astronaut database of Stavnichuk &
 * Corlett (2020), which counts every seat from 1961 to 2019. Only its yearly totals are here.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, recordsOf } from "./support/domain/built-in-data.ts";
import type { Body } from "./support/http/serve.ts";

/** The table's seats in each year, from 1961. */
const SEATS = [
  2, 5, 3, 3, 12, 10, 1, 7, 23, 5, 12, 6, 12, 7, 9, 6, 6, 12, 4, 13, 10, 16, 26, 37, 62, 15, 7, 19, 26, 40, 41, 58, 49,
  50, 48, 47, 58, 39, 22, 37, 43, 42, 12, 6, 15, 25, 27, 39, 46, 30, 28, 15, 14, 13, 12, 14, 11, 10, 10,
];

/** Where the data has other seats than the table, and why: the years that gain or lose seats, with how many. */
const DIFFERENCES: readonly [why: string, years: Record<number, number>][] = [
  ["the suborbital flights of Shepard and Grissom are missing", { 1961: 2 }],
  ["X-15 flights 90 and 91 are missing", { 1963: 2 }],
  ["Carr is in the year in which Skylab 4 landed", { 1973: 1, 1974: -1 }],
  ["Soyuz 18a, aborted above 100 km, is missing", { 1975: 2 }],
  ["Acton and Bartoe flew on STS-51-F in 1985; the table has the year of their selection", { 1978: -2, 1985: 2 }],
  ["Soyuz T-10a, aborted on the pad, has a crew here; the table has no such seats", { 1983: 2 }],
  ["Thomas flew on STS-77 in 1996", { 1983: -1, 1996: 1 }],
  ["Resnik was lost with STS-51-L in 1986", { 1985: -1, 1986: 1 }],
  ["Titov was launched by Soyuz TM-4 in 1987; the table has the year after", { 1987: 1, 1988: -1 }],
  ["Volkov was launched by Soyuz TM-7 in 1988; the table has the year after", { 1988: 1, 1989: -1 }],
  ["Viktorenko and Serebrov were launched by Soyuz TM-8 in 1989; the table has the year after", { 1989: 2, 1990: -2 }],
  ["Afanasyev was launched by Soyuz TM-11 in 1990; the table has the year after", { 1990: 1, 1991: -1 }],
  ["Volkov was launched by Soyuz TM-13 in 1991; the table has the year after", { 1991: 1, 1992: -1 }],
  ["Solovyev and Avdeyev were launched by Soyuz TM-15 in 1992; the table has the year after", { 1992: 2, 1993: -2 }],
  ["Lindsey flew on STS-104 in 2001", { 2001: 1, 2002: -1 }],
  ["Stefanyshyn-Piper flew on STS-115 in 2006", { 2002: -1, 2006: 1 }],
  ["Shenzhou 5 flew in 2003", { 2003: 1, 2005: -1 }],
  ["the suborbital flights of SpaceShipOne are missing", { 2004: 3 }],
  ["McArthur was launched by Soyuz TMA-7 in 2005; the table has the year after", { 2005: 1, 2006: -1 }],
  ["López-Alegría was launched by Soyuz TMA-9 in 2006; the table has the year after", { 2006: 1, 2007: -1 }],
  ["Whitson was launched by Soyuz TMA-11 in 2007; the table has the year after", { 2007: 1, 2008: -1 }],
  ["Nie Haisheng flew on Shenzhou 10 in 2013", { 2008: -1, 2013: 1 }],
  ["Garan was launched by Soyuz TMA-21 in 2011", { 2008: -1, 2011: 1 }],
  ["Fincke was launched by Soyuz TMA-13 in 2008; the table has the year after", { 2008: 1, 2009: -1 }],
  ["Williams was launched by Soyuz TMA-16 in 2009; the table has the year after", { 2009: 1, 2010: -1 }],
  ["Kelly and Coleman were launched by Soyuz in 2010; the table has the year after", { 2010: 2, 2011: -2 }],
  ["Kuipers was launched by Soyuz TMA-03M in 2011; the table has the year after", { 2011: 1, 2012: -1 }],
  ["Marshburn was launched by Soyuz TMA-07M in 2012; the table has the year after", { 2012: 1, 2013: -1 }],
  ["Mastracchio was launched by Soyuz TMA-11M in 2013; the table has the year after", { 2013: 1, 2014: -1 }],
  ["Ovchinin was on board Soyuz MS-10, aborted in 2018; the table has 2019", { 2018: 1, 2019: -1 }],
];

/** The craft that people were launched with in each year, from 1961, each counted once; aborted launches too. */
const LAUNCHES = [
  4, 5, 5, 1, 6, 5, 1, 3, 9, 2, 4, 2, 5, 3, 5, 3, 3, 5, 2, 6, 5, 6, 7, 8, 11, 3, 3, 5, 6, 9, 8, 10, 9, 10, 9, 9, 10, 7,
  4, 7, 8, 7, 4, 5, 4, 5, 5, 7, 9, 7, 7, 5, 5, 4, 4, 5, 4, 4, 3,
];

/** Crews of stations were launched with other missions; Apollo 1 burned on the ground. */
const flights = recordsOf("missions").filter(
  ({ id, mission_type, status, launch_date }: Body) =>
    mission_type === "crewed" && status !== "planned" && launch_date && !/^(?:iss-expedition|mir-eo)-/.test(id),
);
const flightsById = byId(flights);
const yearOf = ({ launch_date }: Body) => Number(launch_date.slice(0, 4));
const seats = recordsOf("crew").filter(({ mission_id }) => flightsById.has(mission_id));

test("data: the seats of every year from 1961 to 2019 are those of the table, but for known differences", () => {
  const expected = new Map(SEATS.map((count, index) => [1961 + index, count]));
  for (const [, years] of DIFFERENCES)
    for (const [year, count] of Object.entries(years)) expected.set(Number(year), expected.get(Number(year))! + count);
  const counted = Map.groupBy(seats, ({ mission_id }) => yearOf(flightsById.get(mission_id)!));
  for (const [year, count] of expected) assert.equal(counted.get(year)?.length, count, `${year}`);
});

test("data: every launch of people from 1961 to 2019 is there", () => {
  const counted = Map.groupBy(flights, yearOf);
  for (const [index, count] of LAUNCHES.entries())
    assert.equal(counted.get(1961 + index)?.length, count, `${1961 + index}`);
});

test("data: all 135 flights of the Space Shuttle and all 73 expeditions to the International Space Station", () => {
  const ids = new Set(recordsOf("missions").map(({ id }) => id));
  assert.equal([...ids].filter((id) => id.startsWith("sts-")).length, 135);
  for (let number = 1; number <= 73; number++) assert.ok(ids.has(`iss-expedition-${number}`), `${number}`);
  for (let number = 1; number <= 28; number++) assert.ok(ids.has(`mir-eo-${number}`), `Mir ${number}`);
});

test("data: who was launched to an expedition is part of it, and every ferry flight since Mir names its expedition", () => {
  const missions = byId(recordsOf("missions"));
  const crew = Map.groupBy(recordsOf("crew"), ({ mission_id }) => mission_id);
  for (const { id, part_of } of flights.filter(({ part_of }) => /^(?:iss-expedition|mir-eo)-/.test(part_of ?? ""))) {
    const members = new Set(crew.get(part_of)!.map(({ astronaut_id }) => astronaut_id));
    assert.ok(
      crew.get(id)!.some(({ astronaut_id }) => members.has(astronaut_id)),
      `${id} and ${part_of}`,
    );
    assert.ok(missions.has(part_of), part_of);
  }
});

test("data: a flight whose crew stays is part of the first expedition of its crew, or, under way, of the current one", () => {
  const missions = recordsOf("missions");
  const crew = Map.groupBy(recordsOf("crew"), ({ mission_id }) => mission_id);
  const people = ({ id }: Body) => new Set((crew.get(id) ?? []).map(({ astronaut_id }) => astronaut_id));
  const expeditions = missions
    .filter(({ id }) => /^(?:iss-expedition|mir-eo)-/.test(id))
    .toSorted((one, other) => one.launch_date.localeCompare(other.launch_date));
  for (const flight of flights) {
    const { id, launch_date, end_date = "9999", status, part_of } = flight;
    const stays = expeditions.filter(
      (stay) =>
        !people(stay).isDisjointFrom(people(flight)) &&
        stay.launch_date <= end_date &&
        (stay.end_date ?? "9999") > launch_date &&
        (status !== "active" || stay.status === "active"),
    );
    if (stays.length > 0) assert.equal(part_of, stays[0]!.id, id);
  }
});

test("data: in mid-2025 people are on both stations, and missions are announced", () => {
  const missions = byId(recordsOf("missions"));
  const aboard = (station: string) =>
    recordsOf("vehicles")
      .filter(
        ({ spacecraft_id, mission_id }) => spacecraft_id === station && missions.get(mission_id)!.status === "active",
      )
      .flatMap(({ mission_id }) => recordsOf("crew").filter((each) => each.mission_id === mission_id));
  assert.equal(aboard("zvezda").length, 7);
  assert.equal(aboard("tianhe").length, 3);
  const planned = recordsOf("missions").filter(({ status }) => status === "planned");
  for (const id of ["artemis-2", "artemis-3", "dragonfly", "rosalind-franklin"])
    assert.ok(
      planned.some((each) => each.id === id),
      id,
    );
  for (const { id, launch_date, launch_date_precision } of planned)
    assert.ok(!launch_date || launch_date_precision, `${id}: how precise is ${launch_date}?`);
});
