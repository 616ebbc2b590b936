/** Proves that the catalog resolves declarations into paths, counts and relations, and reports all contradictions at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Declaration } from "../engine/declare/declaration.ts";
import { collection, membership, single } from "../engine/declare/declare.ts";
import type { ElementKey } from "../engine/declare/field-spec.ts";
import { count, date, integer, lifecycle, list, object, oneOf, reference, text } from "../engine/declare/fields.ts";
import { presence, timeline } from "../engine/declare/pages/pictures.ts";
import type { Fields } from "../engine/declare/record-types.ts";
import type { Contradictions } from "../engine/declare/registry/contradictions.ts";
import { byAuthor, secret } from "../engine/declare/service-fields.ts";
import { systemCollection } from "../engine/declare/system-collection.ts";
import { type Catalog, catalog } from "../engine/resource/catalog.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";
import type { Body } from "./support/http/serve.ts";

const about = "For this test.";
const name = text();
const code = secret({ generate: () => "x", toStored: (secret) => secret });
const plain = (resource: string, fields: Fields = { name }, more: object = {}): Declaration =>
  collection(resource, { one: resource.replaceAll("-", "_").replace(/s$/, ""), about, fields, ...more });
const system = (resource: string, fields: Fields, more: object): Declaration =>
  systemCollection(resource, { one: resource.replace(/s$/, ""), about, fields, ...more });
const keyed = (key: Partial<ElementKey>) =>
  list(object({ id: text().required(), nick: text() })).keyed({ parameter: "fan", about, members: ["id"], ...key });
const teams = plain("teams");
const players = plain("players");
const coded = plain("players", { name, code });
const squad = (more: object): Declaration =>
  membership("squads", {
    one: "squad",
    about,
    of: teams,
    member: players,
    segment: "players",
    fields: { number: integer() },
    shows: ["name"],
    reverse: { segment: "teams", shows: ["name"], showsOwn: ["number"], links: {} },
    ...more,
  });

/** Contradictory declarations, and the message for each. */
const CONTRADICTIONS: [declarations: Declaration[], sentence: string][] = [
  [
    [plain("teams", { name }, { rule: {} })],
    "teams: a collection has no rule. Allowed: one, about, fields, of, flat, private, countedAs, bulk, rules, links, pictures, page, deprecated, deprecatedParameters, conflicts, computeDefault, derive, affects, derivesDaily, checkWriteThrough, writeThrough.",
  ],
  [[plain("teams", { name }, { about: undefined })], "teams: about is missing."],
  [[plain("teams", { name }, { of: undefined })], "teams: of is missing."],
  [[teams, players, squad({ member: undefined })], "squads: member is missing."],
  [
    [plain("teams", { size: integer() }, { rules: { size: { "It has players.": (team: Body) => team.sise > 0 } } })],
    'teams.size: the rule "It has players." reads sise, which is not a field.',
  ],
  [
    [plain("teams", { state: oneOf("up", "down").hues({ up: 1, dwon: 2 } as object) })],
    "teams.state has a hue for dwon, which is not one of its words.",
  ],
  [[teams, plain("teams")], "teams is declared twice."],
  [[plain("Teams")], "Teams: the name is not lowercase words joined by hyphens."],
  [
    [plain("t".repeat(51), { name }, { one: "team" })],
    `${"t".repeat(51)}: the name is longer than the 50 characters allowed.`,
  ],
  [
    [plain("teams", { ["a".repeat(56)]: text() })],
    `teams: the column ${"a".repeat(56)}__folded is longer than the 63 characters allowed.`,
  ],
  [[plain("ice_hockey_teams")], "ice_hockey_teams: the name is not lowercase words joined by hyphens."],
  [
    [plain("teams", {}, { one: "the-team" })],
    "teams: the singular the-team is not lowercase words joined by underscores.",
  ],
  [
    [plain("games", { name, on: date() }, { pictures: [timeline({ from: "of" })] })],
    "games: the part from of the timeline is of, which games does not have.",
  ],
  [
    [plain("games", { name, on: date() }, { pictures: [timeline({ from: "on", to: "name" })] })],
    "games: the part to of the timeline is name, which is not a date or date-time.",
  ],
  [
    [plain("games", { name, on: date() }, { pictures: [timeline({ from: "on", lanes: ["name", "on"] })] })],
    "games: the part lanes of the timeline is on, which is not a category.",
  ],
  [
    [plain("games", { name }, { pictures: [{ kind: "scale", parts: { radius: "name", height: "name" } }] })],
    "games: the part radius of the scale is name, which is not a number.",
  ],
  [
    [plain("games", { size: integer() }, { pictures: [{ kind: "scale", parts: { radius: "size", height: "size" } }] })],
    "games: a scale has no height. Allowed: radius, distance, around, colour, rings, inner, outer, tilt, inclination, eccentricity, period.",
  ],
  [
    [plain("games", { name }, { page: { lead: ["name", "score"] } })],
    "games: the page leads with score, which its records do not have.",
  ],
  [
    [plain("games", { name, on: date() }, { page: { lead: [{ field: "on", until: "end" }] } })],
    "games: the page leads with end, which its records do not have.",
  ],
  [
    [plain("games", { name }, { page: { columns: ["name", "host.name"] } })],
    "games: the page has the column host.name, which its records do not have.",
  ],
  [
    [plain("games", { name }, { page: { sections: ["goals"] } })],
    "games: the page has the section goals, which its records do not have.",
  ],
  [
    [plain("games", { name }, { page: { order: "score:desc" } })],
    "games: the page orders by score, which its records do not have.",
  ],
  [
    // biome-ignore lint/suspicious/noExplicitAny: a program without a type check may misspell it
    [plain("games", { name }, { page: { colums: [] } as any })],
    "games: a page has no colums. Allowed: lead, columns, sections, order, questions, example.",
  ],
  [
    [plain("games", { name }, { page: { questions: [{ title: "Which were lost?", at: "/games?lost=true" }] } })],
    "games: the question at /games?lost=true has no title, or does not begin with /-/ or a query.",
  ],
  [
    [plain("games", { on: date() }, { pictures: [presence({ from: "on" })] })],
    "games: a presence is a picture of a membership.",
  ],
  [
    [teams, players, squad({ pictures: [presence({ from: "since" })] })],
    "squads: the part from of the presence is since, which teams does not have.",
  ],
  [
    // biome-ignore lint/suspicious/noExplicitAny: a program without a type check may leave one out
    [teams, players, squad({ pictures: [presence({ from: "id", run: ["day with a player"] as any })] })],
    "squads: the run of the presence is not two texts, of one day and of more.",
  ],
  [
    [plain("games", { on: date().precisionIn("part") })],
    "games.on has its precision in part, which is not a field with one of some words.",
  ],
  [[plain("coaches", {}, { of: teams })], "coaches: the parent teams is not declared before it."],
  [[plain("coaches", {}, { of: teams }), teams], "coaches: the parent teams is not declared before it."],
  [
    [single("arena", { one: "arena", about, of: teams, fields: {} })],
    "arena: the parent teams is not declared before it.",
  ],
  [
    [teams, plain("coaches", {}, { of: teams }), plain("badges", {}, { of: plain("coaches", {}, { of: teams }) })],
    "badges: the parent coaches has a parent itself; paths are at most two levels deep.",
  ],
  [
    [system("teams", { name }, { bulk: 10, asyncCheck: async () => [] })],
    "teams: an asynchronous check (asyncCheck) does not run on the records of an array (bulk).",
  ],
  [
    [system("teams", { name }, { bulk: 10, permit: async () => {} })],
    "teams: a permit depends on the author, but the records of an array (bulk) have none.",
  ],
  [
    [plain("teams", { name, coach: byAuthor(text(), (_, author) => author.name) }, { bulk: 10 })],
    "teams.coach depends on the author, but the records of an array (bulk) have none.",
  ],
  [
    [plain("teams", { name, code }, { bulk: 10 })],
    "teams.code is a secret, but the response to an array (bulk) does not show it.",
  ],
  [[teams, squad({})], "squads: the member players is not declared before it."],
  [
    [teams, plain("awards", {}, { of: teams, flat: true, one: "award" }), plain("awards", {}, { one: "prize" })],
    "awards and awards both own the path awards.",
  ],
  [[teams, players, squad({ aliases: ["players"] })], "squads and squads both own the path teams/players."],
  [
    [teams, players, plain("fans", {}, { of: teams }), squad({ segment: "fans" })],
    "squads and fans both own the path teams/fans.",
  ],
  [
    [
      teams,
      players,
      plain("clubs", {}, { of: players }),
      squad({ reverse: { segment: "clubs", shows: [], showsOwn: [], links: {} } }),
    ],
    "squads and clubs both own the path players/clubs.",
  ],
  ...["api", "me", "search", "docs", "problems", "metrics", "livez", "readyz"].map((name): [Declaration[], string] => [
    [plain(name, { title: text() })],
    `${name}: the name is reserved for a path of the service.`,
  ]),
  ...["openapi.json", "-teams"].map((name): [Declaration[], string] => [
    [plain(name, { title: text() }, { one: "team" })],
    `${name}: the name is not lowercase words joined by hyphens.`,
  ]),
  [[plain("teams", { shirtColour: text() })], "teams.shirtColour is not lowercase words joined by underscores."],
  ...[
    "page",
    "limit",
    "sort",
    "sort_by",
    "order",
    "filter",
    "fields",
    "include",
    "search",
    "cursor",
    "cascade",
    "as_of",
  ].map((reserved): [Declaration[], string] => [
    [plain("teams", { [reserved]: text() })],
    `teams.${reserved} has the name of a query parameter.`,
  ]),
  ...["id", "created_at", "updated_at"].map((common): [Declaration[], string] => [
    [plain("teams", { [common]: text() })],
    `teams.${common} is set by the service on every record.`,
  ]),
  [
    [plain("teams", { founded: date(), founded_after: date() })],
    "teams.founded_after could also be the filter after on founded.",
  ],
  [
    [plain("teams", { points: integer(), points_in: text() })],
    "teams.points_in could also be the filter in on points.",
  ],
  [
    [plain("teams", { age: integer().derivedWith("founded_on") })],
    "teams.age is derived with founded_on, which is not a field.",
  ],
  [
    [plain("teams", { fan_count: count("fans") })],
    "teams.fan_count counts fans, which is not a public child of teams.",
  ],
  [
    [plain("teams", { secret_count: count("secrets") }), plain("secrets", {}, { of: teams, private: "secrets" })],
    "teams.secret_count counts secrets, which is not a public child of teams.",
  ],
  [
    [plain("teams", { fan_count: count("fans") }), plain("fans", { team_id: reference("teams") })],
    "teams.fan_count counts fans, which is not a public child of teams.",
  ],
  [
    [plain("teams", { size: integer().orCount("fans", "team_full") })],
    "teams.size counts fans, which is not a public child of teams.",
  ],
  [[plain("teams", { city: reference("cities") })], "teams.city refers to cities, which is not declared."],
  [[plain("teams", { state: lifecycle("new", { new: ["old"] }) })], "teams.state leads to old, which is not a state."],
  [[plain("teams", { state: oneOf("new", "old").tones({ new: "go" } as never) })], "teams.state has no tone for old."],
  [
    [plain("teams", { state: oneOf("new").tones({ new: "go", odd: "off" } as never) })],
    "teams.state has a tone for odd, which is not one of its words.",
  ],
  [
    [plain("teams", { state: oneOf("new").tones({ new: "red" } as never) })],
    "teams.state has the tone red for new. Allowed: plan, hold, go, done, fault, off.",
  ],
  [
    [plain("teams", { name }, { rules: { motto: { "A motto is short.": () => true } } })],
    "teams.motto has a rule, but is not a field.",
  ],
  [
    [plain("teams", { name }, { computeDefault: { motto: async () => "" } })],
    "teams.motto has a computed default, but is not a field.",
  ],
  [
    [system("teams", { captain: text() }, { ownedBy: "captain" })],
    "teams.captain names the owner of a record (ownedBy), but clients may write it.",
  ],
  [[teams, players, squad({ shows: ["rank"] })], "squads.rank is shown, but players has no such field."],
  [[teams, players, squad({ copies: { owner: ["rank"] } })], "squads.rank is copied, but teams has no such field."],
  [[teams, players, squad({ copies: { member: ["rank"] } })], "squads.rank is copied, but players has no such field."],
  [
    [teams, coded, squad({ member: coded, copies: { member: ["code"] } })],
    "squads.code is copied, but it is a secret.",
  ],
  [
    [teams, players, squad({ fields: { name, number: integer() } })],
    "squads.name is shown from players, but declared as well.",
  ],
  [
    [teams, players, squad({ reverse: { segment: "teams", shows: ["rank"], showsOwn: [], links: {} } })],
    "squads.rank is shown, but teams has no such field.",
  ],
  [[teams, players, squad({ unpaged: { team_size: "size" } })], "squads.size is shown, but teams has no such field."],
  [
    [teams, players, squad({ reverse: { segment: "teams", shows: [], showsOwn: ["rank"], links: {} } })],
    "squads.rank is shown below players, but is not a field.",
  ],
  [[plain("service-facts")], "service-facts has the name of one of the store's own tables."],
  [[teams, plain("fans", { team_id: text() }, { of: teams })], "fans: two values share the column team_id."],
  [
    [teams, players, squad({ fields: { number: integer(), player_name: text() } })],
    "squads: two values share the column player_name.",
  ],
  [
    [teams, plain("fans", {}, { of: teams, one: "fan" }), plain("guests", {}, { of: teams, one: "fan" })],
    "guests and fans both have the singular fan.",
  ],
  [
    [plain("teams", { fan_count: integer() }), plain("fans", {}, { of: plain("teams"), one: "fan" })],
    "teams.fan_count has the name of the count of fans.",
  ],
  [
    [plain("teams", { fan_count_min: integer() }), plain("fans", {}, { of: plain("teams"), one: "fan" })],
    "teams: the query parameter fan_count_min has two meanings.",
  ],
  [
    [plain("teams", { size: object({ mm: integer(), mm_min: integer() }) })],
    "teams: the query parameter size.mm_min has two meanings.",
  ],
  [
    [plain("teams", { state: lifecycle("a", { a: [] }), mood: lifecycle("b", { b: [] }) })],
    "teams.mood is a second lifecycle beside state.",
  ],
  [
    [plain("teams", { allowed_transitions: text() })],
    "teams.allowed_transitions has the name of a property that the service adds to a lifecycle.",
  ],
  [
    [plain("teams", { rival: reference("teams").amongSiblings() })],
    "teams.rival refers to a sibling, but there is no parent.",
  ],
  [
    [players, plain("teams", { captain: reference("players").acyclic() })],
    "teams.captain can be acyclic only if it refers to teams alone.",
  ],
  [
    [players, plain("teams", { name, fans: keyed({ members: ["title"] }) })],
    "teams.fans has keys of title, which is not a required member of its elements.",
  ],
  [
    [players, plain("teams", { name, fans: keyed({ members: ["nick"] }) })],
    "teams.fans has keys of nick, which is not a required member of its elements.",
  ],
  [
    [plain("teams", { name, fans: keyed({ fieldsIn: "facts" }) })],
    "teams.fans has names of fields in facts, which is not a member of its elements.",
  ],
  [[plain("teams", { name, fan: name, fans: keyed({}) })], "teams.fans is filtered by fan, which is a field."],
  [
    [plain("teams", { name, fans: keyed({ parameter: "sort" }) })],
    "teams.fans is filtered by sort, which has the name of a query parameter.",
  ],
  [
    [plain("teams", { name, fans: keyed({ parameter: "name_not" }) })],
    "teams.fans is filtered by name_not, which could also be the filter not on name.",
  ],
  [
    [plain("teams", { name, fans: keyed({ to: "players" }) })],
    "teams.fans refers to players, which is not a declared collection at the top.",
  ],
  [
    [plain("players", { name }, { private: "players" }), plain("teams", { name, fans: keyed({ to: "players" }) })],
    "teams.fans refers to players, which is private.",
  ],
  [
    [plain("teams", { name, fans: keyed({ unique: true }) }, { bulk: 10 })],
    "teams.fans has unique keys, which arrays of records (bulk) cannot have.",
  ],
  ...[
    [players, plain("coaches"), plain("teams", { captain: reference("players", "coaches").listedAs("teams") })],
    [players, plain("teams", { captain: reference("players").listedAs("teams") }, { private: "teams" })],
    [
      plain("players", { name }, { private: "players" }),
      plain("teams", { captain: reference("players").listedAs("teams") }, { private: "players" }),
    ],
  ].map((declarations): [Declaration[], string] => [
    declarations,
    "teams.captain is listed below its target, which only a reference of a public collection to one collection at the top can be.",
  ]),
  [
    [players, plain("teams", { captain: reference("players").listedAs("Teams") })],
    "teams.captain is listed as Teams, which is not lowercase words joined by hyphens.",
  ],
  [
    [
      players,
      plain("clubs", { captain: reference("players").listedAs("teams") }),
      plain("teams", { captain: reference("players").listedAs("teams") }),
    ],
    "teams and clubs both own the path players/teams.",
  ],
  [[plain("teams", { size: integer().atLeast(1).default(0) })], "teams.size has a default that it does not allow."],
  [
    [plain("teams", { home: object({ place: object({ city: text().formerly("town") }) }) })],
    "teams.home has the member place.city with a former name, which only fields may have.",
  ],
  [
    [plain("teams", { name }, { links: { home: "homes/{home_id}" } })],
    "teams: the link home needs home_id, which is not a property.",
  ],
  ...["self", "city", "fans"].map((link): [Declaration[], string] => [
    [
      plain("cities"),
      plain("teams", { city: reference("cities") }, { links: { [link]: "teams/{id}" } }),
      plain("fans", {}, { of: plain("teams") }),
    ],
    `teams: the link ${link} has the name of one that the service adds. Choose another name.`,
  ]),
];

/** The messages with which a catalog is refused; empty if it is accepted. */
function refusals(declarations: readonly Declaration[]): string[] {
  try {
    catalog(declarations);
    return [];
  } catch (reason) {
    return (reason as Contradictions).faults.map((fault) => fault.replace(/^test\/11-catalog\.test\.ts:\d+: /, ""));
  }
}

for (const [declarations, sentence] of CONTRADICTIONS) {
  test(`architecture, one idea: refused at start-up: ${sentence}`, () => {
    assert.ok(refusals(declarations).includes(sentence), refusals(declarations).join("\n"));
  });
}

test("architecture, one idea: the same declarations without the contradiction are accepted", () => {
  assert.deepEqual(refusals([teams, players, squad({})]), []);
});

test("architecture, one idea: names may be as long as PostgreSQL allows", () => {
  const longest = plain("t".repeat(50), { ["a".repeat(55)]: text(), ["b".repeat(63)]: integer() }, { one: "team" });
  assert.deepEqual(refusals([longest]), []);
});

test("architecture, one idea: all contradictions are reported at once", () => {
  const wrong = [
    plain("teams", { page: text(), Shirt: text(), city: reference("cities") }),
    plain("teams"),
    plain("fans", {}, { of: players }),
  ];
  assert.deepEqual(refusals(wrong), [
    "teams is declared twice.",
    "teams and teams both own the path teams.",
    "fans: the parent players is not declared before it.",
    "teams.page has the name of a query parameter.",
    "teams.Shirt is not lowercase words joined by underscores.",
    "teams.city refers to cities, which is not declared.",
  ]);
});

/** Every path of a catalog, lists before their items. */
function pathsOf({ views }: Catalog): string[] {
  return views.flatMap(({ path, aliases }) => [path, ...aliases]);
}

test("§2: declarations resolve into their paths", () => {
  assert.deepEqual(pathsOf(catalog(secondDomain)).sort(), [
    "/api/cameras",
    "/api/courses",
    "/api/courses/{course_id}/enrolled",
    "/api/courses/{course_id}/students",
    "/api/departments",
    "/api/lab-readings",
    "/api/manufacturers",
    "/api/manufacturers/{manufacturer_id}/cameras",
    "/api/manufacturers/{manufacturer_id}/lab-readings",
    "/api/products",
    "/api/students",
    "/api/students/{student_id}/courses",
    "/api/students/{student_id}/grades",
    "/api/universities",
    "/api/universities/{university_id}/departments",
    "/api/universities/{university_id}/founding-charter",
  ]);
});

test("§2.14: parents are filtered and sorted by counts of their children, never of private ones", () => {
  const counts = (declarations: readonly Declaration[]) =>
    Object.fromEntries(
      catalog(declarations)
        .resources.map(({ name, childCounts }) => [name, childCounts.map(({ column }) => column).sort()] as const)
        .filter(([, columns]) => columns.length > 0),
    );
  assert.deepEqual(counts(domain), {
    planets: ["moon_count"],
    astronauts: ["mission_count", "training_count"],
    spacecraft: ["mission_count"],
    missions: ["astronaut_count", "objective_count", "sample_count", "spacecraft_count"],
  });
  assert.deepEqual(counts(secondDomain), {
    universities: ["course_count", "department_count"],
    departments: ["course_count"],
    courses: ["student_count"],
    students: ["course_count"],
    manufacturers: ["camera_count", "reading_count"],
  });
});
