/** Proves what a new database gets: the built-in data, those of the registry, or none (§11.3). */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { test } from "node:test";
import type { DataByResource, Registry } from "../engine/declare/registry/registry.ts";
import { builtIn, collection, fields, registry, serve, single } from "../index.ts";
import { temporaryFolder } from "./support/commands/run-command.ts";
import { recordsOf } from "./support/domain/built-in.ts";
import { NEVER_OVERLOADED } from "./support/http/process.ts";
import type { Body } from "./support/http/serve.ts";
import { createDatabase } from "./support/store/databases.ts";

const { reference, text } = fields;
const folder = temporaryFolder();

const rockets = collection("rockets", {
  one: "rocket",
  about: "Rockets.",
  fields: { name: text().required().listed(), first_mission: reference("missions") },
});
const parts = { resources: [rockets], extend: { missions: { fields: { rocket: reference("rockets") } } } } as const;

/** Serves a registry on a new database, and reads these paths. */
async function read(own: Registry, ...paths: string[]): Promise<Body[]> {
  await using database = await createDatabase();
  const settings = { DATABASE_URL: database.url, PORT: "0", LOG_LEVEL: "silent", AUTH: "off", ...NEVER_OVERLOADED };
  const serving = await serve(own, settings);
  try {
    return await Promise.all(paths.map(async (path) => (await fetch(`${serving.url}${path}`)).json()));
  } finally {
    await serving.stop();
  }
}

/** What a start says of data that cannot be loaded. */
async function refusal(data: DataByResource | string): Promise<string> {
  return read(registry({ ...parts, builtinData: false, data })).then(
    () => "",
    ({ message }: Error) => message,
  );
}

test("§11.3: its own data join the built-in ones, in the order of references, and change those with the same ids", async () => {
  const data = {
    missions: [
      { id: "apollo-11", rocket: "saturn-v", end_date: null },
      { id: "ours", name: "Ours" },
    ],
    rockets: [{ id: "saturn-v", name: "Saturn V" }],
    atmosphere: [{ planet_id: "mars", notes: "Thin." }],
    crew: [{ mission_id: "apollo-11", astronaut_id: "neil-armstrong", role: "captain" }],
  };
  const [apollo, ours, atmosphere, member, list] = await read(
    registry({ ...parts, data }),
    "/api/missions/apollo-11",
    "/api/missions/ours",
    "/api/planets/mars/atmosphere",
    "/api/missions/apollo-11/crew/neil-armstrong",
    "/api/missions?limit=1",
  );
  assert.deepEqual([apollo.name, apollo.rocket, apollo.end_date], ["Apollo 11", "saturn-v", null]);
  assert.equal(ours.name, "Ours");
  assert.equal(atmosphere.notes, "Thin.");
  assert.ok(atmosphere.mean_temperature_k > 0);
  assert.equal(member.role, "captain");
  assert.equal(list.total_count, recordsOf("missions").length + 1);
});

test("§11.3: without the built-in data, a new database has its own only", async () => {
  const own = registry({ ...parts, builtinData: false, data: { missions: [{ id: "ours", name: "Ours" }] } });
  const [missions, planets] = await read(own, "/api/missions", "/api/planets");
  assert.deepEqual([missions.total_count, planets.total_count], [1, 0]);
});

test("§11.3: a folder of data is relative to the module that names it", async () => {
  mkdirSync(folder.path("data"));
  folder.write("data/rockets.json", JSON.stringify([{ id: "vega", name: "Vega" }]));
  const module = folder.write(
    "registry.mjs",
    `import { collection, fields, registry } from ${JSON.stringify(new URL("../index.ts", import.meta.url).href)};
    const rockets = collection("rockets", { one: "rocket", about: "", fields: { name: fields.text() } });
    export default registry({ builtin: false, name: "r", title: "R", resources: [rockets], data: "data" });`,
  );
  const { default: own } = await import(module);
  assert.equal((await read(own, "/api/rockets/vega"))[0].name, "Vega");
});

test("§11.3: data that cannot be loaded end the start with the file and the record", async () => {
  assert.match(
    await refusal({ rockets: [{ id: "a", name: "A" }, { id: "b" }] }),
    /^DATASET: rockets\.json\[1\] "b": \/name .+/,
  );
  assert.match(
    await refusal({
      rockets: [
        { id: "a", name: "A" },
        { id: "a", name: "B" },
      ],
    }),
    /^DATASET: rockets\.json\[1\] "a": /,
  );
  const throwing = { ...rockets, rules: { name: { "It flies.": ({ name }: Body) => name.parts.length > 0 } } };
  await assert.rejects(
    read(registry({ resources: [throwing], builtinData: false, data: { rockets: [{ name: "A" }] } }), "/"),
    /DATASET: rockets\.json\[0\] or one that follows: \S*66-registry-data\.test\.ts:\d+: TypeError: /,
  );
  mkdirSync(folder.path("stray"));
  folder.write("stray/comets.json", "[]");
  assert.match(await refusal(folder.path("stray")), /^DATASET: \S+comets\.json has the name of no resource\.$/);
  mkdirSync(folder.path("broken"));
  folder.write("broken/rockets.json", "[{]");
  assert.match(await refusal(folder.path("broken")), /^DATASET: \S+rockets\.json: .*JSON/);
  folder.write("broken/rockets.json", "{}");
  assert.match(await refusal(folder.path("broken")), /^DATASET: \S+rockets\.json is no array of records\.$/);
});

test("§11.3: a registry of one resource below a built-in one loads its records into their parents", async () => {
  const patch = single("patch", {
    one: "patch",
    of: builtIn.missions,
    about: "The patch of a mission.",
    fields: { motto: text() },
  });
  const data = { patch: [{ mission_id: "apollo-11", motto: "In peace" }] };
  const [read11] = await read(registry({ resources: [patch], data }), "/api/missions/apollo-11/patch");
  assert.equal(read11.motto, "In peace");
});
