/** Proves that links are paths, are absent where they would lead nowhere, and otherwise lead to what they name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Values } from "../engine/declare/values.ts";
import { RecordFactory } from "./support/domain/record-factory.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";
import { assertStatus } from "./support/http/assertions.ts";
import { eventsLink } from "./support/http/fixtures.ts";
import { type Body, type Served, serveForFile } from "./support/http/serve.ts";

const ours = await serveForFile(domain);
const theirs = await serveForFile(secondDomain);

/** Every `_links` in a body, those of list items too. */
function linksIn(body: Body): Record<string, unknown>[] {
  const lists = Object.values(body).filter((value): value is Body[] => Array.isArray(value));
  return [body, ...lists.flat()].flatMap((each) => (each?._links ? [each._links] : []));
}

/** Creates two records of every resource but one-to-ones: one with all fields, one with the required ones. */
async function populate(served: Served): Promise<void> {
  const records = new RecordFactory(served);
  for (const resource of served.catalog.resources.filter(({ kind }) => kind !== "single")) {
    await records.create(resource, "every");
    await records.create(resource, "required");
  }
}

/** Whether a path belongs to a resource of a kind, such as `/api/planets/x/surface`. */
function isOf(
  served: Served,
  path: string,
  which: (resource: Served["catalog"]["resources"][number]) => boolean,
): boolean {
  return served.catalog.views.some(
    (view) =>
      which(view.resource) &&
      new RegExp(`^${view.path.replace(/\{\w+\}/g, "[^/]+")}(/[^/]+)?$`).test(path.split("?")[0]!),
  );
}

for (const [name, served] of [
  ["the domain", ours],
  ["the second domain", theirs],
] as const) {
  test(`§2: from /api, every link of ${name} works: only one-to-ones that are not set are 404, only private resources are 401`, async () => {
    await populate(served);
    const seen = new Set(["/api"]);
    const statuses = { "200": 0, "401": 0, "404": 0 };
    for (const path of seen) {
      const { status, body } = await served.get(path, { credential: false });
      const single = isOf(served, path, (resource) => resource.kind === "single");
      const hidden = isOf(served, path, (resource) => resource.private !== undefined);
      assert.equal(status, single ? 404 : hidden ? 401 : 200, path);
      statuses[`${status}` as keyof typeof statuses] += 1;
      if (hidden) assert.equal((await served.get(path)).status, 200, `${path} with a credential`);
      for (const links of status === 200 && body ? linksIn(body) : []) {
        for (const link of Object.values(links)) {
          assert.match(link as string, /^\/(?!\/)[\x21-\x7e]*$/, `${path} leads to ${JSON.stringify(link)}`);
          seen.add(link as string);
        }
      }
    }
    for (const [status, number] of Object.entries(statuses)) assert.ok(number > 0, status);
    const reached = (path: string) => seen.has(path) || seen.has(`${path}?page=1`);
    const lists = served.catalog.views.filter((view) => !view.parent && view.resource.kind !== "single");
    for (const { path } of lists) assert.ok(reached(path), path);
  });

  test(`§2: in ${name}, the link to a one-to-one is there before it is set, and 200 after`, async () => {
    const records = new RecordFactory(served);
    for (const single of served.catalog.resources.filter(({ kind }) => kind === "single")) {
      const parent = await records.create(single.parent!, "required");
      const link = parent.body._links[single.plural];
      assertStatus(await served.get(link), 404);
      const { body } = await records.create(single, "required", { [single.parentKey!]: parent.id });
      assert.equal(body._links.self, link);
      assert.equal(body._links[single.parent!.one], parent.path);
      assertStatus(await served.get(link), 200);
    }
  });

  test(`§2: in ${name}, a reference with a value has a link to its target`, async () => {
    const records = new RecordFactory(served);
    const referring = served.catalog.resources.filter(({ kind }) => kind !== "membership");
    for (const resource of referring) {
      for (const [field, { reference, presence }] of resource.fields) {
        if (!reference) continue;
        const link = field.replace(/_id$/, "");
        for (const kind of reference.to) {
          const target = await records.create(served.catalog.resource(kind), "required");
          const { body, path } = await records.create(resource, "required", { [field]: target.id } as Values);
          const set = presence === "required" ? body : (await served.patch(path, { [field]: target.id })).body;
          assert.equal(set._links[link], target.path, `${resource.name}.${field}`);
          if (presence === "required") continue;
          const cleared = (await served.patch(path, { [field]: null })).body;
          assert.ok(!(link in cleared._links), `${resource.name}.${field}`);
        }
      }
    }
  });
}

/** The links of a record, relative to its own path. */
async function linkNames(path: string): Promise<Record<string, string>> {
  const { _links } = assertStatus(await ours.get(path), 200).body;
  return Object.fromEntries(
    Object.entries<string>(_links)
      .map(([name, link]) => [name, link.startsWith(`${path}/`) ? link.slice(path.length) : link] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const put = async (path: string, body: object) => assert.ok((await ours.put(path, body)).status < 300, path);

test("§2: each resource has the links of the contract", async () => {
  await put("/api/planets/p", { name: "P", planet_type: "terrestrial" });
  await put("/api/planets/p/moons/m", { name: "M" });
  await put("/api/spacecraft/s", { name: "S", spacecraft_type: "probe" });
  await put("/api/space-stations/st", { name: "St" });
  await put("/api/missions/bare", { name: "Bare" });
  await put("/api/missions/full", { name: "Full", status: "active", destination: "m", part_of: "bare" });
  await put("/api/missions/full/spacecraft/s", { role: "carrier" });
  await put("/api/missions/full/objectives/o", { title: "O" });
  await put("/api/astronauts/idle", { name: "Idle" });
  await put("/api/astronauts/busy", { name: "Busy" });
  await put("/api/missions/full/astronauts/busy", { role: "pilot", spacecraft_id: "s" });
  const mission = {
    astronauts: "/astronauts",
    crew: "/astronauts",
    data: "/data",
    objectives: "/objectives",
    spacecraft: "/spacecraft",
  };
  const astronaut = { all_missions: "/missions", medical: "/medical", training: "/training" };
  const expected: Record<string, Record<string, string>> = {
    "/api/missions/bare": mission,
    "/api/missions/full": { ...mission, destination: "/api/planets/p/moons/m", part_of: "/api/missions/bare" },
    "/api/astronauts/idle": astronaut,
    "/api/astronauts/busy": {
      ...astronaut,
      current_mission: "/api/missions/full",
      mission_crew: "/api/missions/full/astronauts",
      current_spacecraft: "/api/spacecraft/s",
    },
    "/api/planets/p": { moons: "/moons", atmosphere: "/atmosphere", surface: "/surface" },
    "/api/planets/p/moons/m": { planet: "/api/planets/p" },
    "/api/spacecraft/s": { navigation_system: "/navigation-system", missions: "/missions" },
    "/api/space-stations/st": {},
    "/api/missions/full/astronauts/busy": {
      profile: "/api/astronauts/busy",
      training: "/api/astronauts/busy/training",
    },
    "/api/missions/full/spacecraft/s": { profile: "/api/spacecraft/s" },
    "/api/missions/full/objectives/o": { mission: "/api/missions/full" },
  };
  for (const [path, links] of Object.entries(expected)) {
    assert.deepEqual(
      await linkNames(path),
      Object.fromEntries(Object.entries({ ...links, ...eventsLink(path), self: path }).sort()),
      path,
    );
  }
});

test("§2.12: items of a flat view link to the canonical path, those of a reference list to the other resource", async () => {
  const [moon] = (await ours.get("/api/moons?name=M")).body.moons;
  assert.equal(moon._links.self, "/api/planets/p/moons/m");
  assert.equal((await ours.get("/api/moons/m")).body._links.self, "/api/planets/p/moons/m");
  for (const path of ["/api/astronauts/busy/missions", "/api/spacecraft/s/missions"]) {
    const [mission] = (await ours.get(path)).body.missions;
    assert.deepEqual(mission._links, { self: "/api/missions/full", crew: "/api/missions/full/astronauts" });
  }
});
