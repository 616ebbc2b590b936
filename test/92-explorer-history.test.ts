/** Proves what the explorer makes of the events of a record, without a browser: what restoring sends, and what reverting stages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { changesOf } from "../explorer/src/components/diff/changes.ts";
import { canonicalPath } from "../explorer/src/description/member-path.ts";
import { restorationOf } from "../explorer/src/forms/state/body.ts";
import { countedAt } from "../explorer/src/forms/values/counted.ts";
import { reversionsOf, staged, valuesBefore } from "../explorer/src/pages/history/reversion.ts";
import { latestVersionPair, readVersionPair } from "../explorer/src/pages/history/versions.ts";
import { describe } from "../kit/description/describe.ts";
import type { Description, View } from "../kit/description/model.ts";
import { cascadeOf, type Deletion, findDeletion } from "../kit/events/deletion.ts";
import { serveBothDomains } from "./support/domain/both-domains.ts";
import type { RecordFactory } from "./support/domain/record-factory.ts";
import type { Body, HttpResponse, Served } from "./support/http/serve.ts";

interface Setting {
  readonly domainName: string;
  readonly served: Served;
  readonly records: RecordFactory;
  readonly description: Description;
}

const SETTINGS: Setting[] = [];
for await (const each of serveBothDomains()) {
  const { body } = await each.served.get("/openapi.json");
  SETTINGS.push({ ...each, description: describe(body) });
}
const [space, second] = SETTINGS as [Setting, Setting];

/** The events that pass a filter, newest first. */
async function eventsOf(served: Served, filter: string): Promise<Body[]> {
  const { status, body, text } = await served.get(`/api/events?${filter}&sort=id:desc&limit=100`);
  assert.equal(status, 200, text);
  return body.events;
}

/** What the log says of the deletion of a record. */
async function deletionAt(served: Served, path: string): Promise<Deletion> {
  const deletion = await findDeletion(path, await eventsOf(served, `subject=${path}`));
  assert.ok(deletion, path);
  return deletion;
}

/** What the log says of the records that were deleted with one: their numbers by list, and the paths of those that it shows. */
async function cascadeAt(served: Served, deletion: Deletion) {
  const { counts, records } = cascadeOf(deletion, await eventsOf(served, `subject_starts_with=${deletion.path}/`));
  const paths: string[] = [];
  for await (const { path, content } of records) if (content) paths.push(path);
  return { counts, paths };
}

/** Restores a deleted record as the page does. */
async function restore({ served, description }: Setting, path: string): Promise<HttpResponse> {
  const deletion = await deletionAt(served, path);
  const { counts } = await cascadeAt(served, deletion);
  const fields = description.at(path)!.view.writable.update;
  const draft = { base: deletion.content!, tag: undefined, edits: {} };
  const request = restorationOf(path, fields, draft, countedAt(path, draft.base, counts));
  assert.deepEqual([request.method, request.ifNoneMatch, request.ifMatch], ["PUT", "*", undefined]);
  return served.put(request.path, request.body, { headers: { "if-none-match": "*" } });
}

/** The values of a record that callers may send. */
function writableOf(view: View, record: Body): Record<string, unknown> {
  return Object.fromEntries(view.writable.update.map(({ name }) => [name, record[name]]));
}

for (const setting of SETTINGS) {
  const { domainName, served, records, description } = setting;
  const writable = served.catalog.resources.filter(
    ({ private: scope, name }) => scope === undefined && description.home(name)?.isSystem === false,
  );

  for (const resource of writable)
    test(`explorer 30, ${domainName}: restoring any of ${resource.name} from its last event gives what people wrote`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom("every", "required"),
          fc.infiniteStream(fc.boolean()),
          async (extent, coins) => {
            const { path } = await records.create(resource, extent as "every");
            const { view } = description.at(path)!;
            const cleared = view.writable.update.filter(({ nullable, required }) => {
              return nullable && !required && coins.next().value === true;
            });
            await served.patch(path, Object.fromEntries(cleared.map(({ name }) => [name, null])));
            const { body: before } = await served.get(path);
            assert.equal((await served.delete(path)).status, 204);
            const restored = await restore(setting, path);
            assert.equal(restored.status, 201, restored.text);
            assert.deepEqual(writableOf(view, restored.body), writableOf(view, before));
            assert.equal((await restore(setting, path)).status, 412, "a record that exists is not replaced");
          },
        ),
        { numRuns: 6 },
      );
    });

  test(`explorer 30, ${domainName}: what the service sets, and other records hold, is never sent`, () => {
    for (const {
      writable: { update: fields },
    } of description.views) {
      const record = Object.fromEntries(fields.map(({ name }) => [name, 1]));
      const { body } = restorationOf("/api/x", fields, { base: record, tag: undefined, edits: {} }, () => true);
      const kept = ["x-counts", "x-set-while", "x-written-through"];
      for (const { name, schema } of fields)
        assert.equal(name in (body as object), !kept.some((keyword) => schema[keyword] !== undefined), name);
    }
  });
}

test("explorer 30: a number that was counted is counted again, and a planned one is planned again", async () => {
  for (const [setting, list, field, members, member] of [
    [space, "/api/missions", "crew_size", "astronauts", { role: "pilot" }],
    [second, "/api/courses", "seats", "students", { seat: "A1" }],
  ] as const) {
    const { served, records, description } = setting;
    const memberOf = served.catalog.resources.find(({ views }) => views[0]!.path.endsWith(`}/${members}`))!;
    for (const planned of [undefined, 5]) {
      const { path } = await records.create(
        served.catalog.resources.find(({ views }) => views[0]!.path === list)!,
        "required",
      );
      const { id } = await records.create(memberOf.member!, "required");
      assert.equal((await served.put(`${path}/${members}/${id}`, member)).status, 201);
      if (planned !== undefined) await served.patch(path, { [field]: planned });
      assert.equal((await served.delete(`${path}?cascade=true`)).status, 204);
      const deletion = await deletionAt(served, path);
      const together = await cascadeAt(served, deletion);
      assert.deepEqual([...together.counts], [[`${path}/${members}`, 1]]);
      assert.deepEqual(together.paths, [`${path}/${members}/${id}`]);
      assert.equal((await restore(setting, path)).body[field], planned ?? 0);
      // The member has no event of its deletion: its last one says what it was.
      const last = await deletionAt(served, `${path}/${members}/${id}`);
      assert.equal(last.event, undefined);
      assert.ok(description.at(last.path)!.view.kind === "membership" && last.content);
      assert.equal((await restore(setting, last.path)).status, 201);
      assert.equal((await served.get(path)).body[field], planned ?? 1);
    }
  }
});

test("explorer 30: only what its last deletion took with it is counted, and earlier lives are another record's", async () => {
  const { served } = second;
  const path = "/api/universities/twice";
  const department = `${path}/departments`;
  for (const ids of [["old"], ["left", "gone"]]) {
    await served.put(path, { name: "Twice" });
    for (const id of ids) await served.put(`${department}/${id}`, { name: id });
    if (ids.includes("gone")) {
      // Before the others, and at another moment.
      await served.delete(`${department}/gone`);
      served.clock.advance(1_000);
    }
    await served.put(`${path}/founding-charter`, { signed_on: "1386-10-01" });
    await served.delete(`${path}?cascade=true`);
    served.clock.advance(1_000);
  }
  const { counts, paths } = await cascadeAt(served, await deletionAt(served, path));
  assert.deepEqual([...counts].sort(), [
    [department, 1],
    [`${path}/founding-charter`, 1],
  ]);
  assert.deepEqual([...paths].sort(), [`${department}/left`, `${path}/founding-charter`]);
});

test("explorer 30: the log does not show private records, and knows nothing of what never was", async () => {
  const { served } = second;
  await served.put("/api/students/private", { name: "Private" });
  const { body } = await served.post("/api/students/private/grades", { subject: "Logic", points: 91 });
  await served.delete(body._links.self);
  const deletion = await deletionAt(served, body._links.self);
  assert.equal(deletion.content, undefined);
  assert.ok(deletion.event);
  assert.equal(await findDeletion("/api/students/nobody", []), undefined);
});

test("explorer 30: a deleted member is found in the log by any of its paths (§2.3)", () => {
  for (const [{ description }, alias, canonical] of [
    [space, "/api/missions/m/crew/a", "/api/missions/m/astronauts/a"],
    [space, "/api/missions/m/spacecraft/a", "/api/missions/m/spacecraft/a"],
    [space, "/api/planets/mars/moons/a", "/api/planets/mars/moons/a"],
    [second, "/api/courses/c/enrolled/s", "/api/courses/c/students/s"],
  ] as const)
    assert.equal(canonicalPath(description.at(alias)!, alias), canonical);
});

/** A record that was changed, with its events since it was created, oldest first. */
async function changed(
  { served }: Setting,
  path: string,
  first: object,
  ...patches: readonly object[]
): Promise<Body[]> {
  assert.equal((await served.put(path, first)).status, 201);
  for (const patch of patches) assert.equal((await served.patch(path, patch)).status, 200);
  return (await eventsOf(served, `subject=${path}`)).reverse();
}

test("explorer 29: a change is reverted field by field, without what follows from others", async () => {
  const { served, description } = space;
  const path = "/api/missions/reverted";
  const [, event, later] = await changed(
    space,
    path,
    { name: "Reverted", operator: "N.A.S.A.", launch_date: "2027-01-01" },
    { operator: "NASA", status: "active", launch_date_precision: "year", end_date: "2028-01-01", crew_size: 4 },
    { end_date: "2028-02-02" },
  );
  const { view } = description.at(path)!;
  const { body: now } = await served.get(path);
  assert.ok(
    changesOf(view, event.data.before, event.data.after).some(({ field }) => field.name === "allowed_transitions"),
  );
  const rows = reversionsOf(view, event, [later], now);
  const row = (name: string) => rows.find(({ field }) => field.name === name)!;
  assert.deepEqual(
    rows.map(({ field }) => field.name),
    ["status", "launch_date", "end_date", "crew_size", "operator"],
  );
  assert.equal(row("operator").isChosen, true);
  assert.match(row("status").reason!, /From active, it can only become completed or failed/);
  assert.deepEqual(row("end_date").later, [later]);
  assert.equal(row("end_date").isChosen, false, "it was changed since");
  assert.equal(row("crew_size").isChosen, false, "it may have been counted");
  assert.deepEqual(valuesBefore([row("launch_date")], event), {
    launch_date: "2027-01-01",
    launch_date_precision: "day",
  });
  const draft = staged(
    view.writable.update,
    valuesBefore([row("operator")], event),
    { record: now, tag: '"1"' },
    undefined,
  );
  assert.deepEqual(draft, { base: now, tag: '"1"', edits: { operator: "N.A.S.A." } });
  const again = reversionsOf(view, event, [], { ...now, operator: "N.A.S.A." });
  assert.match(again.find(({ field }) => field.name === "operator")!.reason!, /again/);
});

test("explorer 29: a value that the service set while there was another one is not put back", async () => {
  const { served, description } = space;
  const path = "/api/astronauts/aged";
  const [, born, corrected] = await changed(
    space,
    path,
    { name: "Aged", age: 50 },
    { birth_date: "1990-01-01" },
    { birth_date: "1980-01-01" },
  );
  const { view } = description.at(path)!;
  const { body: now } = await served.get(path);
  const named = (event: Body) => reversionsOf(view, event, [], now).map(({ field }) => field.name);
  assert.deepEqual(named(born), ["birth_date", "age"]);
  assert.deepEqual(named(corrected), ["birth_date"]);
});

test("explorer 29: what is staged joins the draft of the form, unless somebody else has overtaken that", () => {
  const { update: fields } = second.description.list("/api/universities")!.writable;
  const base = { name: "Alma", city: "Bologna", founded_on: null };
  const held = { base, tag: '"1"', edits: { name: "Mine" } };
  const values = { city: "Paris" };
  assert.deepEqual(staged(fields, values, { record: base, tag: '"1"' }, held)?.edits, { name: "Mine", city: "Paris" });
  const elsewhere = { ...base, founded_on: "1088-01-01" };
  assert.deepEqual(staged(fields, values, { record: elsewhere, tag: '"2"' }, held), {
    base: elsewhere,
    tag: '"2"',
    edits: { name: "Mine", city: "Paris" },
  });
  assert.equal(staged(fields, values, { record: { ...base, name: "Theirs" }, tag: '"2"' }, held), undefined);
});

test("explorer: two versions are named by the fragment; at first they are the latest two that the log shows", () => {
  const event = (id: string, data: object) => ({ id, data });
  const [third, purged, first] = [
    event("3", { before: {}, after: {} }),
    event("2", {}),
    event("1", { before: null, after: {} }),
  ];
  assert.deepEqual(latestVersionPair([third, purged, first], true), { from: "1", to: "3" });
  assert.deepEqual(latestVersionPair([third, purged], true), { from: "3", to: "now" });
  assert.equal(latestVersionPair([third], false), undefined);
  assert.equal(latestVersionPair([purged], true), undefined);
  assert.deepEqual(readVersionPair(new URLSearchParams("from=1&to=now")), { from: "1", to: "now" });
  assert.equal(readVersionPair(new URLSearchParams("from=1")), undefined);
});
