/** Proves that the crews of the built-in data are complete, alive, and on one flight at a time. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { byId, DATA, recordsOf } from "../support/domain/built-in.ts";
import type { Body } from "../support/http/serve.ts";

const missions = recordsOf("missions");
const crew = recordsOf("crew");
const astronauts = byId(recordsOf("astronauts"));
const spacecraft = byId(recordsOf("spacecraft"));
const mission = byId(missions);

/** Every crewed flight of the first programmes, with the family names of the crew at launch. */
const CREWS: Record<string, string> = {
  "vostok-1": "Gagarin",
  "vostok-2": "Titov",
  "vostok-3": "Nikolayev",
  "vostok-4": "Popovich",
  "vostok-5": "Bykovsky",
  "vostok-6": "Tereshkova",
  "voskhod-1": "Komarov Feoktistov Yegorov",
  "voskhod-2": "Belyayev Leonov",
  "mercury-redstone-3": "Shepard",
  "mercury-redstone-4": "Grissom",
  "mercury-atlas-6": "Glenn",
  "mercury-atlas-7": "Carpenter",
  "mercury-atlas-8": "Schirra",
  "mercury-atlas-9": "Cooper",
  "gemini-3": "Grissom Young",
  "gemini-4": "McDivitt White",
  "gemini-5": "Cooper Conrad",
  "gemini-6a": "Schirra Stafford",
  "gemini-7": "Borman Lovell",
  "gemini-8": "Armstrong Scott",
  "gemini-9a": "Stafford Cernan",
  "gemini-10": "Young Collins",
  "gemini-11": "Conrad Gordon",
  "gemini-12": "Lovell Aldrin",
  "apollo-7": "Schirra Eisele Cunningham",
  "apollo-8": "Borman Lovell Anders",
  "apollo-9": "McDivitt Scott Schweickart",
  "apollo-10": "Stafford Young Cernan",
  "apollo-11": "Armstrong Collins Aldrin",
  "apollo-12": "Conrad Gordon Bean",
  "apollo-13": "Lovell Swigert Haise",
  "apollo-14": "Shepard Roosa Mitchell",
  "apollo-15": "Scott Worden Irwin",
  "apollo-16": "Young Mattingly Duke",
  "apollo-17": "Cernan Evans Schmitt",
  "skylab-2": "Conrad Kerwin Weitz",
  "skylab-3": "Bean Garriott Lousma",
  "skylab-4": "Carr Gibson Pogue",
  "apollo-soyuz": "Stafford Brand Slayton",
  // One flight of each later kind.
  "soyuz-11": "Dobrovolsky Volkov Patsayev",
  "sts-1": "Young Crippen",
  "sts-51-l": "Scobee Smith Resnik Onizuka McNair Jarvis McAuliffe",
  "iss-expedition-1": "Shepherd Gidzenko Krikalev",
  "crew-dragon-demo-2": "Hurley Behnken",
  "boeing-crew-flight-test": "Wilmore Williams",
};
const FIRST = /^(?:vostok|voskhod|mercury|gemini|apollo|skylab)-/;
/** A fire on the ground before its flight. */
const NEVER_FLOWN = "apollo-1";

for (const [id, names] of Object.entries(CREWS)) {
  test(`data: the crew of ${id}`, () => {
    const aboard = crew.filter(({ mission_id }) => mission_id === id);
    const families = aboard.map(({ astronaut_id }) => astronauts.get(astronaut_id)!.name.split(" ").at(-1));
    assert.deepEqual(families.sort(), names.split(" ").sort());
    assert.equal(mission.get(id)!.mission_type, "crewed");
    if (aboard.length > 1) assert.equal(aboard.filter(({ role }) => role === "commander").length, 1);
  });
}

test("data: every crewed flight of those programmes is in the table above", () => {
  const held = missions
    .filter(({ id, mission_type }) => FIRST.test(id) && mission_type === "crewed")
    .map(({ id }) => id);
  for (const id of held) assert.ok(id in CREWS || id === NEVER_FLOWN, id);
});

test("data: a crewed mission that flew has a crew, and at most one commander", () => {
  for (const { id, status, mission_type } of missions) {
    const roles = crew.filter(({ mission_id }) => mission_id === id).map(({ role }) => role);
    if (mission_type === "crewed" && status === "completed") assert.ok(roles.length > 0, id);
    assert.ok(roles.filter((role) => role === "commander").length <= 1, `${id}: ${roles}`);
  }
});

test("data: who died before a flight that was never launched has no experience of later years", () => {
  for (const { mission_id, astronaut_id, experience_years } of crew) {
    const { death_date: died, selected_on: selected } = astronauts.get(astronaut_id)!;
    if (mission.get(mission_id)!.launch_date || !died) continue;
    const years = Number(died.slice(0, 4)) - Number(selected.slice(0, 4));
    assert.ok(experience_years === years || experience_years === years - 1, `${astronaut_id}: ${experience_years}`);
  }
});

test("data: every mission that was launched has a vehicle and a launch date, and failures have a reason", () => {
  const flown = new Set(recordsOf("vehicles").map(({ mission_id }) => mission_id));
  for (const { id, status, launch_date, status_reason } of missions) {
    if (status === "failed" || status === "cancelled") assert.ok(status_reason, `${id}: why?`);
    if (status !== "planned" && status !== "cancelled") assert.ok(launch_date || status === "failed", id);
    if (launch_date && status !== "planned") assert.ok(flown.has(id), id);
  }
});

test("data: an objective says what this mission was for: a title is shared only by missions with one aim", () => {
  const titles = Map.groupBy(recordsOf("objectives"), ({ title }) => title);
  // A mission to Phobos goes to Mars.
  const planets = new Map(recordsOf("moons").map(({ id, planet_id }) => [id, planet_id]));
  for (const [title, shared] of titles) {
    const { length } = shared;
    if (length === 1) continue;
    const all = shared.map(({ mission_id }) => mission.get(mission_id)!);
    const crewed = all.some(({ mission_type }) => mission_type === "crewed");
    // Crewed flights: a second attempt, or a pair. Robotic ones: landings, orbits and flybys at the same body.
    assert.ok(length <= 2 || !crewed, `${title}: ${length} crewed flights`);
    const bodies = new Set(all.map(({ destination }) => planets.get(destination) ?? destination));
    assert.ok(length <= 3 || /orbit|landing/.test(title), `${title}: ${length} missions`);
    assert.ok(crewed || length <= 2 || /^Fly past/.test(title) || bodies.size === 1, `${title}: ${[...bodies]}`);
  }
});

test("data: every robotic mission that was launched has an objective", () => {
  const aims = new Set(recordsOf("objectives").map(({ mission_id }) => mission_id));
  for (const { id, status, mission_type } of missions)
    if (!["crewed", "cargo", "station"].includes(mission_type) && status !== "planned") assert.ok(aims.has(id), id);
});

test("data: texts tell no rules of the data, and repeat no sentence", () => {
  for (const { id, description } of missions) {
    assert.doesNotMatch(description, /launch_date|end_date/, id);
    const starts = description.split(". ").map((sentence: string) => sentence.split(" ").slice(0, 2).join(" "));
    assert.equal(new Set(starts).size, starts.length, `${id}: ${description}`);
  }
});

test("data: texts are in American spelling, Russian first names in one", () => {
  const BRITISH = /\b\w*(?:metres?|programmes?|travellers?|analyse[ds]?|ised)\b|\bcolour/i;
  for (const { id, title = "", description = "" } of [...missions, ...recordsOf("objectives")]) {
    const text = `${title} ${description}`.replace(/(?:prom|ra|rev|superv)ised/g, "");
    assert.doesNotMatch(text, BRITISH, id);
    assert.doesNotMatch(text, /\b(?:Sergey|Aleksey|Gennady|Anatoly|Valery|Yury|Andrey)\b/, id);
  }
});

test("data: everyone is born, selected and alive at launch", () => {
  for (const { mission_id, astronaut_id } of crew) {
    const { launch_date } = mission.get(mission_id)!;
    const { birth_date, selected_on, death_date } = astronauts.get(astronaut_id)!;
    // Engle flew the X-15 to space before NASA selected him.
    const selected = mission_id.startsWith("x-15-") ? undefined : selected_on;
    const days = [birth_date, selected, launch_date, death_date].filter(Boolean);
    assert.deepEqual(days, days.toSorted(), `${astronaut_id} on ${mission_id}`);
    if (birth_date && launch_date) assert.ok(Number(launch_date.slice(0, 4)) - Number(birth_date.slice(0, 4)) >= 18);
  }
});

test("data: everyone who died is deceased, and on no planned or active mission", () => {
  for (const { id, death_date, status } of astronauts.values()) if (death_date) assert.equal(status, "deceased", id);
  for (const { mission_id, astronaut_id } of crew) {
    const over = ["completed", "failed", "cancelled"].includes(mission.get(mission_id)!.status);
    assert.ok(over || astronauts.get(astronaut_id)!.status !== "deceased", `${astronaut_id} on ${mission_id}`);
  }
});

test("data: nothing is later than the day of which the data is, but for plans", () => {
  const { as_of: today } = JSON.parse(readFileSync(join(DATA, "dataset.json"), "utf8"));
  const days = [
    ...[...astronauts.values()].flatMap(({ birth_date, selected_on, death_date }) => [
      birth_date,
      selected_on,
      death_date,
    ]),
    ...missions.flatMap(({ status, launch_date, end_date }) => [
      end_date,
      status === "planned" ? undefined : launch_date,
    ]),
    ...recordsOf("objectives").map(({ achieved_on }) => achieved_on),
    ...recordsOf("data").map(({ collected_at }) => collected_at.slice(0, 10)),
  ];
  for (const day of days) if (day) assert.ok(day <= today, day);
});

test("data: Soviet and Russian cosmonauts are of the state of their last flight", () => {
  const late = ({ id, launch_date = "9999", end_date = "9999" }: Body) =>
    launch_date >= "1992" || (id.startsWith("mir-eo-") && end_date >= "1992");
  for (const { id, nationality } of astronauts.values()) {
    if (nationality !== "Soviet Union" && nationality !== "Russia") continue;
    const flights = crew.filter(({ astronaut_id }) => astronaut_id === id).map((each) => mission.get(each.mission_id)!);
    assert.equal(nationality, flights.some(late) ? "Russia" : "Soviet Union", id);
  }
});

/** Long-term crews live on a station while ferry flights come and go. */
const isStay = ({ id, mission_type }: Body) =>
  mission_type === "station" || /^(?:iss-expedition|mir-eo|salyut)-/.test(id);

test("data: nobody is on two flights at once, except for a ferry flight and a stay on a station", () => {
  for (const id of astronauts.keys()) {
    const flights = crew.filter((each) => each.astronaut_id === id).map((each) => mission.get(each.mission_id)!);
    for (const [at, one] of flights.entries()) {
      for (const other of flights.slice(at + 1)) {
        if (one.part_of === other.id || other.part_of === one.id || isStay(one) || isStay(other)) continue;
        if (!one.launch_date || !other.launch_date) continue;
        const [first, second] = one.launch_date < other.launch_date ? [one, other] : [other, one];
        assert.ok(first.end_date && first.end_date <= second.launch_date, `${id}: ${first.id} and ${second.id}`);
      }
    }
  }
});

test("data: missions end after they begin, and active ones have not ended", () => {
  for (const { id, status, launch_date, end_date, part_of } of missions) {
    if (launch_date && end_date) assert.ok(launch_date <= end_date, id);
    if (status === "active" || status === "planned") assert.ok(!end_date, id);
    const whole = mission.get(part_of);
    if (!whole?.launch_date || !launch_date) continue;
    const apart = launch_date > (whole.end_date ?? "9999") || whole.launch_date > (end_date ?? "9999");
    assert.ok(!apart, `${id} is no part of ${part_of}`);
  }
});

test("data: measurements and achievements fall within their mission, no vehicle flies before its first flight", () => {
  const within = (id: string, missionId: string, day: string | undefined) => {
    const { launch_date = "", end_date = "9999" } = mission.get(missionId)!;
    if (day) assert.ok(launch_date <= day && day <= end_date, `${id}: ${day}`);
  };
  for (const { id, mission_id, collected_at } of recordsOf("data")) within(id, mission_id, collected_at.slice(0, 10));
  for (const { id, mission_id, achieved_on, status } of recordsOf("objectives")) {
    within(id, mission_id, achieved_on);
    if (achieved_on) assert.match(status, /achieved$/, id);
  }
  for (const { mission_id, spacecraft_id } of recordsOf("vehicles")) {
    const { first_flight_date = "" } = spacecraft.get(spacecraft_id)!;
    assert.ok(
      first_flight_date <= (mission.get(mission_id)!.launch_date ?? "9999"),
      `${spacecraft_id} on ${mission_id}`,
    );
  }
});

test("data: joint operators are separated in one way, so that groups by operator are whole", () => {
  for (const { id, operator } of [...missions, ...spacecraft.values()])
    assert.doesNotMatch(operator ?? "", /\S\/|\/\S/, id);
});

test("data: observatories look away from the Earth: they have no destination", () => {
  const telescopes = missions.filter(({ mission_type }) => mission_type === "telescope");
  for (const { id, destination } of telescopes) assert.equal(destination, undefined, id);
});

test("data: the great robotic missions are there, and at least 200 people are on a crew", () => {
  const flown = new Set(crew.map(({ astronaut_id }) => astronaut_id));
  assert.ok(flown.size >= 200, `${flown.size} people`);
  for (const classic of [
    "sputnik-1",
    "pioneer-4",
    "ranger-4",
    "venera-3",
    "luna-9",
    "luna-15",
    "venera-7",
    "viking-1",
    "voyager-1",
    "voyager-2",
    "cassini",
    "new-horizons",
  ]) {
    assert.ok(
      [...mission.keys()].some((id) => id.startsWith(classic)),
      classic,
    );
  }
});
