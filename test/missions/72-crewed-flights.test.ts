/**
 * Compares the crewed flights of the built-in data with a table that others made: the astronaut database of Stavnichuk &
 * Corlett (2020), which has every seat from 1961 to 2019. Only its yearly totals are here; they are held against the table
 * itself if it is there.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byId, recordsOf } from "../support/domain/built-in.ts";
import { hasRealData, rowsOf } from "../support/domain/real-data.ts";
import type { Body } from "../support/http/serve.ts";

/** The table's seats in each year, from 1961. */
const SEATS = [
  2, 5, 3, 3, 12, 10, 1, 7, 23, 5, 12, 6, 12, 7, 9, 6, 6, 12, 4, 13, 10, 16, 26, 37, 62, 15, 7, 19, 26, 40, 41, 58, 49,
  50, 48, 47, 58, 39, 22, 37, 43, 42, 12, 6, 15, 25, 27, 39, 46, 30, 28, 15, 14, 13, 12, 14, 11, 10, 10,
];

/** The table's flights in each year, from 1961: the different names of the craft that people were launched in. */
const FLIGHTS = [
  2, 5, 3, 1, 6, 5, 1, 3, 9, 2, 4, 2, 7, 4, 4, 3, 3, 6, 2, 7, 5, 6, 7, 8, 15, 3, 4, 6, 7, 10, 9, 11, 12, 10, 10, 9, 10,
  7, 4, 7, 8, 10, 3, 2, 5, 6, 6, 10, 10, 8, 9, 6, 6, 5, 4, 6, 4, 4, 4,
];

/** By how much the data has more seats, or flights, in a year. */
type Years = Record<number, number>;

/**
 * Where the data has other seats or flights than the table, and why. A seat in the wrong year gives that year a flight too
 * many in the table, unless others of the flight are there as well.
 */
const DIFFERENCES: readonly [why: string, seats: Years, flights: Years][] = [
  ["the suborbital flights of Shepard and Grissom are missing", { 1961: 2 }, { 1961: 2 }],
  [
    "the flights of the X-15 above 50 miles are missing",
    { 1962: 1, 1963: 4, 1965: 4, 1966: 1, 1967: 2, 1968: 1 },
    { 1962: 1, 1963: 4, 1965: 4, 1966: 1, 1967: 2, 1968: 1 },
  ],
  [
    "Skylab 2 and Skylab 3 have two names each in the table (Apollo Sk.2, Apollo Sk.3, Apollo CSM-117)",
    {},
    { 1973: -2 },
  ],
  ["Carr is in the year in which Skylab 4 landed", { 1973: 1, 1974: -1 }, { 1974: -1 }],
  ["Soyuz 18a, aborted above 100 km, is missing", { 1975: 2 }, { 1975: 1 }],
  [
    "Acton and Bartoe flew on STS-51-F in 1985; the table has the year of their selection",
    { 1978: -2, 1985: 2 },
    { 1978: -1 },
  ],
  ["Farkas has no craft in the table; he flew on Soyuz 36", {}, { 1980: -1 }],
  ["Soyuz T-10a, aborted on the pad, has a crew here; the table has no such seats", { 1983: 2 }, { 1983: 1 }],
  ["Thomas flew on STS-77 in 1996", { 1983: -1, 1996: 1 }, { 1983: -1 }],
  ["Resnik was lost with STS-51-L in 1986", { 1985: -1, 1986: 1 }, { 1985: -1 }],
  [
    "Mattingly flew on STS-51-C, Ross and Cleave on STS-61-B; the table has STS-151-C, STS-61 and STS-30",
    {},
    { 1985: -3 },
  ],
  ["Romanenko was launched by Soyuz TM-2; the table has Soyuz TM-2/3", {}, { 1987: -1 }],
  ["Titov was launched by Soyuz TM-4 in 1987; the table has the year after", { 1987: 1, 1988: -1 }, { 1988: -1 }],
  ["Volkov was launched by Soyuz TM-7 in 1988; the table has the year after", { 1988: 1, 1989: -1 }, { 1989: -1 }],
  ["Cleave flew on STS-30 in 1989; the table has STS-61-B", {}, { 1989: -1 }],
  [
    "Viktorenko and Serebrov were launched by Soyuz TM-8 in 1989; the table has the year after",
    { 1989: 2, 1990: -2 },
    { 1989: 1, 1990: -1 },
  ],
  ["Afanasyev was launched by Soyuz TM-11 in 1990; the table has the year after", { 1990: 1, 1991: -1 }, { 1991: -1 }],
  ["Volkov was launched by Soyuz TM-13 in 1991; the table has the year after", { 1991: 1, 1992: -1 }, { 1992: -1 }],
  [
    "Solovyev and Avdeyev were launched by Soyuz TM-15 in 1992; the table has the year after",
    { 1992: 2, 1993: -2 },
    { 1993: -1 },
  ],
  ["Nicollier flew on STS-61 and Oswald on STS-56 in 1993; the table has STS-61-A and STS-67", {}, { 1993: -2 }],
  ["Oswald flew on STS-67 in 1995; the table has STS-42", {}, { 1995: -1 }],
  ["Lindsey flew on STS-104 in 2001", { 2001: 1, 2002: -1 }, { 2002: -1 }],
  ["Stefanyshyn-Piper flew on STS-115 in 2006", { 2002: -1, 2006: 1 }, { 2002: -1 }],
  ["Vittori was launched by Soyuz TM-34 in 2002; the table has Soyuz TMA-34", {}, { 2002: -1 }],
  ["Shenzhou 5 flew in 2003", { 2003: 1, 2005: -1 }, { 2003: 1, 2005: -1 }],
  ["the suborbital flights of SpaceShipOne are missing", { 2004: 3 }, { 2004: 3 }],
  ["McArthur was launched by Soyuz TMA-7 in 2005; the table has the year after", { 2005: 1, 2006: -1 }, { 2006: -1 }],
  [
    "López-Alegría was launched by Soyuz TMA-9 in 2006; the table has the year after",
    { 2006: 1, 2007: -1 },
    { 2007: -1 },
  ],
  ["Whitson was launched by Soyuz TMA-11 in 2007; the table has the year after", { 2007: 1, 2008: -1 }, { 2008: -1 }],
  ["Nie Haisheng flew on Shenzhou 10 in 2013", { 2008: -1, 2013: 1 }, { 2008: -1 }],
  ["Garan was launched by Soyuz TMA-21 in 2011", { 2008: -1, 2011: 1 }, { 2008: -1 }],
  ["Fincke was launched by Soyuz TMA-13 in 2008; the table has the year after", { 2008: 1, 2009: -1 }, { 2009: -1 }],
  ["Williams was launched by Soyuz TMA-16 in 2009; the table has the year after", { 2009: 1, 2010: -1 }, { 2010: -1 }],
  [
    "Kelly and Coleman were launched by Soyuz in 2010; the table has the year after",
    { 2010: 2, 2011: -2 },
    { 2011: -2 },
  ],
  ["Kuipers was launched by Soyuz TMA-03M in 2011; the table has the year after", { 2011: 1, 2012: -1 }, { 2012: -1 }],
  [
    "Marshburn was launched by Soyuz TMA-07M in 2012; the table has the year after",
    { 2012: 1, 2013: -1 },
    { 2013: -1 },
  ],
  [
    "Mastracchio was launched by Soyuz TMA-11M in 2013; the table has the year after",
    { 2013: 1, 2014: -1 },
    { 2014: -1 },
  ],
  ["the table calls Soyuz MS-01 Soyuz MS for two of its crew", {}, { 2016: -1 }],
  ["Ovchinin was on board Soyuz MS-10, aborted in 2018; the table has 2019", { 2018: 1, 2019: -1 }, { 2019: -1 }],
  ["the flights of SpaceShipTwo are missing", { 2018: 2, 2019: 3 }, { 2018: 1, 2019: 1 }],
];

/** Crews of stations were launched with other missions; Apollo 1 burned on the ground. */
const flights = recordsOf("missions").filter(
  ({ id, mission_type, status, launch_date }: Body) =>
    mission_type === "crewed" && status !== "planned" && launch_date && !/^(?:iss-expedition|mir-eo)-/.test(id),
);
const flightsById = byId(flights);
const yearOf = ({ launch_date }: Body) => Number(launch_date.slice(0, 4));
const seats = recordsOf("crew").filter(({ mission_id }) => flightsById.has(mission_id));

/** What the data should have in each year: the totals of the table, and the differences. */
function expectedOf(totals: readonly number[], differences: readonly Years[]): Map<number, number> {
  const expected = new Map(totals.map((count, index) => [1961 + index, count]));
  for (const years of differences)
    for (const [year, count] of Object.entries(years)) expected.set(Number(year), expected.get(Number(year))! + count);
  return expected;
}

test("data: the seats of every year from 1961 to 2019 are those of the table, but for known differences", () => {
  const counted = Map.groupBy(seats, ({ mission_id }) => yearOf(flightsById.get(mission_id)!));
  const expected = expectedOf(
    SEATS,
    DIFFERENCES.map(([, each]) => each),
  );
  for (const [year, count] of expected) assert.equal(counted.get(year)?.length, count, `${year}`);
});

test("data: the flights of every year from 1961 to 2019 are those of the table, but for known differences", () => {
  const counted = Map.groupBy(flights, yearOf);
  const expected = expectedOf(
    FLIGHTS,
    DIFFERENCES.map(([, , each]) => each),
  );
  for (const [year, count] of expected) assert.equal(counted.get(year)?.length, count, `${year}`);
});

/** "STS-61B", "STS 61-B" and "STS-61B Atlantis" are one flight, as are "Soyuz T\u00ad6" and "soyuz T-6". */
const nameOf = (craft: string) =>
  craft
    .toLowerCase()
    .replace(/columbia|atlantis/, "")
    .replace(/[^a-z0-9]/g, "");

test("data: the yearly totals above are those of the table", { skip: !hasRealData }, () => {
  const table = Map.groupBy(rowsOf("astronaut_missions.csv"), ({ year_of_mission }) => Number(year_of_mission));
  const years = SEATS.map((_, index) => table.get(1961 + index)!);
  assert.equal(table.size, years.length);
  assert.deepEqual(
    years.map(({ length }) => length),
    SEATS,
  );
  const names = years.map((rows) => new Set(rows.map(({ ascend_shuttle }) => nameOf(ascend_shuttle!))));
  assert.deepEqual(
    names.map(({ size }) => size),
    FLIGHTS,
  );
});

test("data: all 135 flights of the Space Shuttle and all 74 expeditions to the International Space Station", () => {
  const ids = new Set(recordsOf("missions").map(({ id }) => id));
  assert.equal([...ids].filter((id) => id.startsWith("sts-")).length, 135);
  for (let number = 1; number <= 74; number++) assert.ok(ids.has(`iss-expedition-${number}`), `${number}`);
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

const vehicles = recordsOf("vehicles");
const stationsOf = Map.groupBy(
  vehicles.filter(({ role }) => role === "station"),
  ({ mission_id }) => mission_id,
);

/** How many ships brought crews to each station: those of the International Space Station before Zvezda docked with Zarya. */
const DOCKED: Record<string, number> = {
  "salyut-1": 1,
  skylab: 3,
  "salyut-3": 1,
  "salyut-4": 2,
  "salyut-5": 2,
  "salyut-6": 16,
  "salyut-7": 10,
  // Soyuz T-15, TM-2 to TM-30, nine Shuttles.
  "mir-core-module": 1 + 29 + 9,
  zarya: 3,
  // Shuttles, Soyuz TM, TMA, TMA-M and MS, Crew Dragon, Axiom, Starliner.
  zvezda: 34 + 4 + 22 + 20 + 25 + 13 + 4 + 1,
  "tiangong-1": 2,
  "tiangong-2": 1,
  tianhe: 11,
};

test("data: every flight that brought people aboard a station has the core module of the station as a vehicle", () => {
  const docked = flights.flatMap(({ id }) => (stationsOf.get(id) ?? []).map(({ spacecraft_id }) => spacecraft_id));
  const counts = [...Map.groupBy(docked, (station) => station)].map(([station, { length }]) => [station, length]);
  assert.deepEqual(Object.fromEntries(counts), DOCKED);
  const modules = new Set(
    recordsOf("spacecraft")
      .filter(({ spacecraft_type }) => spacecraft_type === "station_module")
      .map(({ id }) => id),
  );
  for (const station of Object.keys(DOCKED)) assert.ok(modules.has(station), station);
});

test("data: a ferry flight goes to the station of the expedition or station that it is part of", () => {
  for (const { id, part_of } of flights.filter((each) => stationsOf.has(each.part_of))) {
    const there = stationsOf.get(part_of)!.map(({ spacecraft_id }) => spacecraft_id);
    const own = (stationsOf.get(id) ?? []).map(({ spacecraft_id }) => spacecraft_id);
    assert.ok(
      there.some((station) => own.includes(station)),
      `${id} and ${part_of}`,
    );
  }
});

/** Flights that came near a station and did not dock. */
const NEAR = ["sts-63"];

test("data: flights whose text says that they came to a station have one, and failed ones have none but Soyuz 11", () => {
  const STATIONS =
    /\b(?:to|on|aboard|with) (?:the )?(?:dead and frozen )?(?:Salyut|Mir\b|Skylab|International Space Station|Tiangong)/i;
  for (const { id, description, status } of flights) {
    if (status === "failed") assert.equal(stationsOf.has(id), id === "soyuz-11", id);
    else if (STATIONS.test(description)) assert.ok(stationsOf.has(id) || NEAR.includes(id), id);
  }
});

test("data: in mid-2026 people are on both stations, and missions are announced", () => {
  const missions = byId(recordsOf("missions"));
  const aboard = (station: string) => {
    const there = vehicles.filter(
      ({ spacecraft_id, mission_id }) => spacecraft_id === station && missions.get(mission_id)!.status === "active",
    );
    const members = recordsOf("crew").filter(
      (each) => !each.left_on && there.some(({ mission_id }) => mission_id === each.mission_id),
    );
    return new Set(members.map(({ astronaut_id }) => astronaut_id));
  };
  // Expedition 74 without the four of Crew-11, who had left; Shenzhou 23.
  assert.equal(aboard("zvezda").size, 7);
  assert.equal(aboard("tianhe").size, 3);
  const planned = recordsOf("missions").filter(({ status }) => status === "planned");
  for (const id of ["artemis-3", "artemis-4", "dragonfly", "rosalind-franklin"])
    assert.ok(
      planned.some((each) => each.id === id),
      id,
    );
  for (const { id, launch_date, launch_date_precision } of planned)
    assert.ok(!launch_date || launch_date_precision, `${id}: how precise is ${launch_date}?`);
});
