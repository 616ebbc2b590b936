/** The client's types: what a service does not have, or was not asked for, does not compile. `tsc` checks this file; it never runs. */
import {
  type ApiOf,
  type Astronaut,
  type AstronautMissionsItem,
  type Atmosphere,
  type BuiltIn,
  type CrewMember,
  connect,
  type Delivery,
  type EventRecord,
  type Mission,
  type MissionDraft,
  type MissionPatch,
  type MissionSummary,
  type Moon,
  type Operation,
  Stale,
  type Webhook,
} from "../client/index.ts";
import type { secondDomain } from "./support/domain/second-domain.ts";

/** Compiles only if both are the same type, including optional and nullable. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = T extends object ? { [K in keyof T]: T[K] } : T;
function same<A, B>(_same: Same<Flat<A>, Flat<B>>): void {}

const api = connect("http://127.0.0.1:3000");
const other = connect<ApiOf<typeof secondDomain>>("http://127.0.0.1:3000");
type Status = "planned" | "on_hold" | "active" | "completed" | "failed" | "cancelled";

// The collections are those that are declared, at the top or flat, with underscores.
export const collections = [api.missions, api.space_stations, api.data, api.moons, other.courses, other.lab_readings];
// @ts-expect-error no such collection
api.rockets;
// @ts-expect-error objectives are below a mission
api.objectives;
// @ts-expect-error a collection of the other domain
other.missions;

/** What is below a record: sub-collections, one-to-ones, memberships from both sides, aliases. */
export function below(): void {
  const mission = api.missions("apollo-11");
  same<keyof typeof mission, "objectives" | "data" | "spacecraft" | "astronauts" | "crew" | "organizations">(true);
  same<keyof ReturnType<typeof api.planets>, "moons" | "atmosphere" | "surface">(true);
  same<keyof ReturnType<typeof api.astronauts>, "training" | "medical" | "missions">(true);
  same<keyof ReturnType<typeof api.space_stations>, "missions" | "modules" | "organizations">(true);
  same<keyof ReturnType<typeof api.organizations>, "missions" | "spacecraft" | "space_stations">(true);
  same<keyof ReturnType<typeof other.universities>, "departments" | "founding_charter">(true);
  // @ts-expect-error moons are read below their planet's path only to be written: here they have no sub-resources
  api.moons("titan");
  // @ts-expect-error the list of a planet's moons is not that of another collection
  api.planets("saturn").objectives;
}

export async function reads(): Promise<void> {
  const mission = await api.missions.get("apollo-11");
  same<typeof mission.status, Status>(true);
  same<typeof mission.allowed_transitions, Status[]>(true);
  same<typeof mission.launch_date, string | null>(true);
  same<typeof mission.duration_days, number | null>(true);
  same<typeof mission.launch_date_precision, "day" | "month" | "quarter" | "half" | "year">(true);
  same<typeof mission._links.self, string>(true);
  // @ts-expect-error no such field
  mission.budget;

  const moon = await api.planets("saturn").moons.get("titan", { fields: ["name", "mass_kg"] });
  same<typeof moon, { id: string; name: string; mass_kg: number | null; _links: typeof mission._links }>(true);
  // @ts-expect-error a field that was not asked for
  moon.designation;
  // @ts-expect-error no such field to ask for
  await api.missions.get("apollo-11", { fields: ["budget"] });
  same<Awaited<ReturnType<typeof whole>>["planet_id"], string>(true);

  const atmosphere = await api.planets("saturn").atmosphere.get();
  same<(typeof atmosphere.composition)[number]["gas"], string>(true);
  // @ts-expect-error a one-to-one has no id
  await api.planets("saturn").atmosphere.get("titan");
  // @ts-expect-error a reference list has no records of its own
  await api.astronauts("armstrong").missions.get("apollo-11");
}
const whole = () => api.moons.get("titan");

/** What was read fits the type with the name of its resource, wherever it was read. */
export async function named(): Promise<void> {
  const mission: Mission = await api.missions.get("apollo-11");
  same<typeof mission.status, Status>(true);
  const draft: MissionDraft = { name: "Luna Garden", status: "planned" };
  const patch: MissionPatch = { operator: null };
  const missions: Mission[] = [
    mission,
    await api.missions.create(draft),
    await api.missions.put("luna-garden", draft),
    await api.missions.update(mission, patch),
    ...(await api.missions.list({ fields: ["*"] })).items,
  ];
  for await (const each of api.missions.all({ fields: ["*"] })) missions.push(each);
  const listed: MissionSummary[] = [...missions, ...(await api.missions.list()).items];
  same<keyof MissionSummary, "id" | "name" | "status" | "_links">(true);
  const moons: Moon[] = [await api.moons.get("titan"), await api.planets("saturn").moons.get("titan")];
  const atmosphere: Atmosphere = await api.planets("saturn").atmosphere.get();
  const { _embedded } = await api.missions.get("apollo-11", { include: ["crew"] });
  const crew: CrewMember[] = [..._embedded.crew, await api.missions("apollo-11").crew.get("armstrong")];
  const flown: AstronautMissionsItem[] = (await api.astronauts("armstrong").missions.list()).items;
  const webhook: Webhook = await api.webhooks.get("w");
  const deliveries: Delivery[] = (await api.webhooks("w").deliveries.list({ fields: ["*"] })).items;
  const event: EventRecord = await api.events.get("0000000000000001");
  // A record is plain data, and what was read stands for its state.
  const rows: Record<string, unknown>[] = [mission, atmosphere, ...moons, ...crew, ...flown, ...listed];
  await api.missions.remove(mission);
  console.log(rows, webhook, deliveries, event);
  // @ts-expect-error a record in a list is not whole
  missions.push(...(await api.missions.list()).items);
  // @ts-expect-error nor is one with some of its fields
  missions.push(await api.missions.get("apollo-11", { fields: ["name", "status"] }));
  // @ts-expect-error a record of another resource
  const astronaut: Astronaut = mission;
  // @ts-expect-error no field of missions
  mission.budget = astronaut;
  // @ts-expect-error lists do not show it
  listed[0]?.operator;
  // @ts-expect-error the required name is missing
  const nameless: MissionDraft = { status: "planned" };
  // @ts-expect-error a mission always has a name
  await api.missions.update("x", { ...nameless, name: null });
}
/** Each resource has its name; a resource that is declared without one has none. */
type Declared = BuiltIn["declarations"][number];
same<Exclude<keyof BuiltIn["records"], `${string}_item`>, Declared["one"]>(true);

export async function lists(): Promise<void> {
  const { items, total } = await api.missions.list({ status: "active", page: 2, limit: 50 });
  same<keyof (typeof items)[number], "id" | "name" | "status" | "_links">(true);
  same<typeof total, number | undefined>(true);
  for await (const item of api.missions.all({ fields: ["operator"] })) {
    same<keyof typeof item, "id" | "operator" | "_links">(true);
    // @ts-expect-error a summary's field is not shown beside others that were chosen
    item.name;
  }
  for await (const item of api.missions.all({ fields: ["*"] })) same<typeof item.crew_size, number | null>(true);
  for await (const item of api.missions("apollo-11").crew.all())
    same<
      keyof typeof item,
      "id" | "name" | "role" | "experience_years" | "spacecraft_id" | "joined_on" | "left_on" | "_links"
    >(true);
  for await (const item of api.astronauts("armstrong").missions.all())
    same<
      keyof typeof item,
      "id" | "name" | "status" | "launch_date" | "launch_date_precision" | "role" | "joined_on" | "left_on" | "_links"
    >(true);
  for await (const item of api.data.all({ unit: "K" })) same<typeof item.mission_id, string>(true);
  for await (const item of other.courses.all())
    same<keyof typeof item, "id" | "title" | "university_id" | "department_id" | "status" | "_links">(true);
}

export async function filters(): Promise<void> {
  await api.missions.list({
    name_contains: "luna",
    status_in: ["active", "planned"],
    launch_date_after: "1969-01-01",
    crew_size_min: 2,
    destination_exists: true,
    destination_starts_with: "m",
    updated_at_before: "2026-01-01T00:00:00Z",
    astronaut_count_max: 3,
    objective_count: 0,
    search: "moon landing",
    sort: ["launch_date:desc", "name", "sample_count:asc"],
  });
  await api.planets.list({ has_rings: true, moon_count_min: 3, sort: "moon_count:desc" });
  await other.universities.list({ course_count_min: 1, department_count: 2 });
  await other.manufacturers.list({ camera_count_min: 2, reading_count: 1 });
  await api.moons.list({ planet_id_in: ["saturn", "jupiter"] });
  await api.missions("apollo-11").crew.list({ name_contains: "arm", role: "pilot" });
  // @ts-expect-error no such filter
  await api.missions.list({ budget: 3 });
  // @ts-expect-error not one of the states
  await api.missions.list({ status: "flying" });
  // @ts-expect-error an element is not one of the states
  await api.missions.list({ status_in: ["flying"] });
  // @ts-expect-error a number
  await api.missions.list({ crew_size_min: "2" });
  // @ts-expect-error a text has no range
  await api.missions.list({ name_min: 2 });
  // @ts-expect-error a number has no parts
  await api.missions.list({ crew_size_contains: "2" });
  // @ts-expect-error a date has after and before
  await api.missions.list({ launch_date_min: "1969-01-01" });
  // @ts-expect-error true and false have no list
  await api.planets.list({ has_rings_in: [true] });
  // @ts-expect-error a count is a number
  await api.missions.list({ astronaut_count_contains: "1" });
  // @ts-expect-error objects are no filters, but their members are
  await api.data.list({ location: "mars" });
  await api.data.list({ "location.body": "mars", "location.latitude_deg_min": -5, sort: "location.latitude_deg:desc" });
  await api.missions("apollo-11").data.list({ "location.body_in": ["mars"], "location.longitude_deg_exists": true });
  await other.products.list({
    "size.box.grade": "gold",
    "size.box.is_full": true,
    "size.box.packed_on_after": "2026-01-01",
  });
  await api.missions.list({ source: "gcat", identifier_in: ["wikidata:Q43653"], citations_exists: false });
  await api.planets.list({ "moons.source_not": "gcat", "atmosphere.citations_exists": true });
  await other.cameras.list({ code: "din:1", rival_not_in: ["leica"], sort: "model" });
  for (const { source_id, fields, locator } of (await api.missions.get("apollo-11")).citations) {
    same<typeof source_id, string>(true);
    same<typeof fields, string[] | null | undefined>(true);
    same<typeof locator, string | null | undefined>(true);
  }
  // @ts-expect-error the array has elements or not, a key is in it or not
  await api.missions.list({ source_exists: true });
  // @ts-expect-error an array is no value
  await api.missions.list({ citations: "gcat" });
  // @ts-expect-error lists are not sorted by keys
  await api.missions.list({ sort: "identifier" });
  // @ts-expect-error nor grouped by them
  await api.missions.summarize({ group_by: ["source"] });
  // @ts-expect-error no such member
  await api.data.list({ "location.bdy": "mars" });
  // @ts-expect-error a number
  await api.data.list({ "location.latitude_deg_min": "-5" });
  // @ts-expect-error an operator of texts
  await api.data.list({ "location.latitude_deg_contains": "5" });
  // @ts-expect-error not one of the words
  await other.products.list({ "size.box.grade": "lead" });
  // @ts-expect-error within an object, an object is no filter either
  await other.products.list({ "size.box": "x" });
  // @ts-expect-error any object has no members
  await api.data.list({ "payload.a": 1 });
  // @ts-expect-error records of private resources are not counted
  await api.astronauts.list({ medical_record_count: 1 });
  // @ts-expect-error no such order
  await api.missions.list({ sort: "budget" });
  // @ts-expect-error no such direction
  await api.missions.list({ sort: "name:up" });
  // @ts-expect-error the whole list has no page
  api.missions.all({ page: 2 });
}

export async function embeds(): Promise<void> {
  const { _embedded } = await api.missions.get("apollo-11", { include: ["crew", "destination", "part_of"] });
  same<keyof typeof _embedded, "crew" | "destination" | "part_of">(true);
  same<(typeof _embedded.crew)[number]["role"], string>(true);
  same<NonNullable<typeof _embedded.part_of>["status"], Status>(true);
  same<NonNullable<typeof _embedded.destination>["name"], string>(true);
  const { items } = await api.planets.list({ include: ["atmosphere", "moons"] });
  same<NonNullable<(typeof items)[number]["_embedded"]["atmosphere"]>["mean_temperature_k"], number | null>(true);
  const course = await other.courses.get("c", { include: ["university", "students", "department"] });
  same<NonNullable<typeof course._embedded.university>["city"], string | null>(true);
  const student = await other.students.get("s", { include: ["courses"], fields: ["name"] });
  same<(typeof student._embedded.courses)[number]["seat"], string | null>(true);
  const armstrong = await api.astronauts.get("armstrong", {
    include: ["current_mission", "mission_crew", "current_spacecraft"],
  });
  same<NonNullable<typeof armstrong._embedded.current_mission>["status"], Status>(true);
  same<(typeof armstrong._embedded.mission_crew)[number]["experience_years"], number | null>(true);
  same<NonNullable<typeof armstrong._embedded.current_spacecraft>["reusable"], boolean>(true);
  const crew = await api.missions("apollo-11").crew.list({ include: ["profile", "training"] });
  const [entry] = crew.items;
  same<NonNullable<(typeof entry & {})["_embedded"]["profile"]>["nationality"], string | null>(true);
  same<(typeof entry & {})["_embedded"]["training"][number]["course"], string>(true);
  for await (const item of api.spacecraft("columbia").missions.all({ include: ["crew"] }))
    same<(typeof item)["_embedded"]["crew"][number]["role"], string>(true);
  const enrolment = await other.courses("c").students.get("s", { include: ["profile"] });
  same<NonNullable<typeof enrolment._embedded.profile>["email"], string | null>(true);
  // @ts-expect-error no such relation
  await api.missions.get("apollo-11", { include: ["rockets"] });
  // @ts-expect-error the name of the link is all_missions
  await api.astronauts.get("armstrong", { include: ["missions"] });
  // @ts-expect-error the link to itself
  await api.missions("apollo-11").crew.get("armstrong", { include: ["self"] });
  // @ts-expect-error no such relation of entries
  await api.missions("apollo-11").crew.list({ include: ["mission"] });
  // @ts-expect-error the list of the other side has no such relation
  api.astronauts("armstrong").missions.all({ include: ["profile"] });
  // @ts-expect-error private
  await api.astronauts.get("armstrong", { include: ["medical"] });
  // @ts-expect-error nothing was included
  (await api.missions.get("apollo-11"))._embedded;
}

export async function summaries(): Promise<void> {
  const groups = await api.missions.summarize({
    group_by: ["launch_date:decade", "status"],
    measure: ["avg:crew_size", "max:launch_date", "count"],
    status_in: ["completed", "failed"],
  });
  same<
    (typeof groups)[number],
    {
      launch_date: string | null;
      status: NonNullable<Status> | null;
      count: number;
      crew_size_avg: number | null;
      launch_date_max: string | null;
    }
  >(true);
  // @ts-expect-error a date has no hours
  await api.missions.summarize({ group_by: ["launch_date:hour"] });
  // @ts-expect-error only numbers have a sum
  await api.missions.summarize({ measure: ["sum:name"] });
  // @ts-expect-error no such field
  await api.missions.summarize({ group_by: ["budget"] });
}

export async function writes(): Promise<void> {
  const made = await api.missions.create({ name: "Luna Garden", status: "planned", operator: null });
  same<typeof made.status, Status>(true);
  await api.missions.put("luna-garden", { name: "Luna Garden" }, { ifNoneMatch: "*" });
  await api.missions.put(made.id, { ...made, operator: "ESA" }, { ifMatch: made });
  await api.missions.update(made, { operator: "ESA" });
  await api.missions.update("luna-garden", { operator: null }, { ifMatch: "*" });
  await api.missions("luna-garden").crew.create({ astronaut_id: "armstrong", role: "pilot" });
  await api.missions("luna-garden").crew.put("armstrong", { role: "pilot" });
  await api.planets("saturn").surface.update({ features: ["rings"] });
  const operation = await api
    .missions("luna-garden")
    .data.create([{ instrument: "x", parameter: "y", collected_at: "2026-01-01T00:00:00Z" }], { async: true });
  same<
    typeof operation extends Operation<infer R extends { created_count: number }> ? R["created_count"] : never,
    number
  >(true);
  // @ts-expect-error the required name is missing
  await api.missions.create({ status: "planned" });
  // @ts-expect-error not one of the states
  await api.missions.create({ name: "Luna Garden", status: "flying" });
  // @ts-expect-error no such field
  await api.missions.create({ name: "Luna Garden", budget: 3 });
  // @ts-expect-error set by the service
  await api.planets.create({ name: "Vulcan", planet_type: "terrestrial", moon_count: 1 });
  // @ts-expect-error missions are created one by one
  await api.missions.create([{ name: "Luna Garden" }]);
  // @ts-expect-error which astronaut
  await api.missions("luna-garden").crew.create({ role: "pilot" });
  // @ts-expect-error the wrong type
  await api.missions.update("luna-garden", { crew_size: "3" });
  // @ts-expect-error the flat list is read only
  await api.moons.update("titan", { name: "Titan" });
  // @ts-expect-error only a cascading deletion runs later
  await api.missions.remove("luna-garden", { async: true });
}

export async function service(): Promise<void> {
  for await (const event of api.events.follow({ type_starts_with: "mission.", actor: "admin" }, { after: "" }))
    same<typeof event.type, string>(true);
  same<Awaited<ReturnType<typeof api.me>>["kind"], "anonymous" | "api_key" | "token" | "admin">(true);
  const { items } = await api.search("luna", { limit: 3 });
  same<(typeof items)[number]["kind"], string>(true);
  const { secret } = await api.api_keys.create({ name: "script", scopes: ["missions:read"] });
  same<typeof secret, string>(true);
  // @ts-expect-error a stream takes filters only
  api.events.follow({ sort: "time" });
  // @ts-expect-error events are not written
  await api.events.create({});
}

// A resource whose path is known at run time only has no types; nor has a service that is not known.
export async function untyped(): Promise<void> {
  const record = await titan();
  // biome-ignore lint/suspicious/noExplicitAny: that is what it is
  same<typeof record.anything, any>(true);
  // biome-ignore lint/suspicious/noExplicitAny: as users write it
  const unknown = connect<any>("http://127.0.0.1:3000");
  const engine = await unknown.rockets("x").engines.get("y");
  // biome-ignore lint/suspicious/noExplicitAny: that is what it is
  same<typeof engine.thrust, any>(true);
  same<Awaited<ReturnType<typeof unknown.me>>["actor"], string>(true);
  try {
    await titan();
  } catch (error) {
    if (error instanceof Stale) same<typeof error.status, number>(true);
  }
}
const titan = () => api.at("/api/planets/saturn/moons/titan").get();
