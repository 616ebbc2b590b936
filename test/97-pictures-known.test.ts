/** Proves that what is open-ended is drawn, counted and told only as far as it is known, and that pages say so. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { knownUntilIn } from "../explorer/src/fields/known-until.ts";
import {
  columnsOf,
  headsOf,
  hereOn,
  lastDay,
  sayCount,
  unknownFrom,
  unknownOn,
} from "../explorer/src/pictures/presence/heads.ts";
import { layoutOf as layoutOfPresence, marksOf } from "../explorer/src/pictures/presence/layout.ts";
import { daysOf, presenceOf, sayEnd } from "../explorer/src/pictures/presence/stays.ts";
import { dayOf, isoOf } from "../explorer/src/pictures/time/days.ts";
import { timeScale } from "../explorer/src/pictures/time/ticks.ts";
import { stripsOf } from "../explorer/src/pictures/timeline/density.ts";
import { itemsOf, knownDay } from "../explorer/src/pictures/timeline/items.ts";
import { layoutOf } from "../explorer/src/pictures/timeline/layout.ts";
import { sayItem } from "../explorer/src/pictures/timeline/say.ts";
import { plainField } from "../kit/description/list-fields.ts";
import type { Field, View } from "../kit/description/model.ts";
import { skipWithoutChromium } from "./support/browser/chromium.ts";
import { eventually } from "./support/browser/sees.ts";
import { visit } from "./support/browser/visitor.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";

const skip = skipWithoutChromium;
const space = skip ? undefined : await serveBuiltIn();

const NOW = dayOf("2026-11-22")!;
const AS_OF = "2025-06-30";
const STORED = "2026-01-15T12:00:00.000Z";
const EDITED = "2026-03-02T08:00:00.000Z";
const TIME = { now: NOW, knownUntil: knownUntilIn({ asOf: AS_OF, storedAt: STORED }) };
const hueOf = () => 1;
const aField = (name: string, more: Partial<Field> = {}): Field => ({ ...plainField(name, "text"), ...more });
const state = aField("state", { kind: "lifecycle", tones: { ahead: "plan", going: "go", over: "done" } });

test("known until: the day of the built-in data, or of an edit since they were stored, or of the last edit without them", () => {
  const { knownUntil } = TIME;
  assert.equal(knownUntil({ updated_at: STORED }), AS_OF);
  assert.equal(knownUntil({ updated_at: EDITED }), "2026-03-02");
  assert.equal(knownUntil({}), AS_OF);
  assert.equal(knownUntilIn({ asOf: AS_OF, storedAt: undefined })({ updated_at: EDITED }), AS_OF);
  assert.equal(knownUntilIn({ asOf: "2027-01-01", storedAt: STORED })({ updated_at: EDITED }), "2027-01-01");
  assert.equal(knownUntilIn({ asOf: undefined, storedAt: undefined })({ updated_at: EDITED }), "2026-03-02");
  assert.equal(knownUntilIn({ asOf: undefined, storedAt: undefined })({}), undefined);
});

const PARTS = {
  ...{ title: "name", from: aField("from"), to: aField("to"), precision: undefined, color: undefined, lanes: [] },
  ...{ state, parent: undefined, changed: "updated_at" },
};
const itemWith = (more: object) =>
  itemsOf(
    [{ id: "a", name: "A", from: "2024-01-01", to: null, state: "going", _links: { self: "/api/a" }, ...more }],
    PARTS,
    hueOf,
    TIME,
  ).items[0]!;

test("timeline: what goes on is drawn until today, and known until the day that the data or an edit say", () => {
  const known = (more: object) => knownDay(itemWith(more));
  assert.equal(itemWith({}).to, NOW);
  assert.equal(known({ updated_at: STORED }), AS_OF);
  assert.equal(known({ updated_at: EDITED }), "2026-03-02");
  assert.equal(known({ updated_at: "2026-11-22T01:00:00.000Z" }), undefined);
  assert.equal(known({ updated_at: STORED, from: "2026-02-01" }), "2026-02-01");
  assert.equal(known({ updated_at: STORED, to: "2026-02-01" }), undefined);
  assert.equal(known({ updated_at: STORED, state: "over" }), undefined);
  assert.match(sayItem(itemWith({ updated_at: STORED }), PARTS), /ongoing on 30 June 2025, later not known/);
  assert.match(sayItem(itemWith({ updated_at: "2026-11-22T01:00:00.000Z" }), PARTS), /ongoing, going$/);
});

test("timeline: bars and strips are filled up to what is known, and say where that ends", () => {
  const item = itemWith({ updated_at: STORED });
  const x = timeScale({ from: dayOf("2024-01-01")!, to: NOW }, 0, 1_000);
  const lanes = [{ name: "all", note: undefined, items: [item] }];
  const layout = layoutOf(lanes, x, (text) => text.length * 6);
  const [mark] = layout.marks;
  assert.deepEqual([mark!.known, mark!.x1], [x(dayOf(AS_OF)! + 1), x(NOW)]);
  assert.equal(layout.hasUnknown, true);
  assert.equal(layout.lanes[0]!.count, 1);
  const before = timeScale({ from: dayOf("2024-01-01")!, to: dayOf("2025-01-01")! }, 0, 1_000);
  assert.equal(layoutOf(lanes, before, () => 0).hasUnknown, false);
  const [strip] = stripsOf([item], x);
  const end = Math.ceil(mark!.known);
  assert.deepEqual(strip!.runs, [{ x: 0, width: end, count: 1 }]);
  assert.deepEqual(
    strip!.unknown.map(({ x: from, width }) => from + width),
    [1_000],
  );
  const later = timeScale({ from: NOW + 1, to: NOW + 100 }, 0, 100);
  assert.equal(layoutOf(lanes, later, () => 0).lanes[0]!.count, 0);
});

const CREW = {
  ...{ records: { title: "name" } as View, include: "members", from: aField("from"), to: aField("to") },
  ...{ precision: undefined, state, color: undefined, joined: "joined", left: "left", role: undefined },
};
const aRecord = (id: string, more: object, members = ["p"]) => ({
  ...{
    id,
    name: id,
    from: "2024-01-01",
    to: null,
    state: "going",
    updated_at: STORED,
    _links: { self: `/api/r/${id}` },
    ...more,
  },
  _embedded: { members: members.map((each) => ({ id: each })) },
});
const membersOf = (records: readonly object[], people = ["p", "q"]) =>
  presenceOf(
    people.map((id) => ({ id, name: id, _links: { self: `/api/p/${id}` } })),
    records,
    {
      ...{ parts: CREW, title: "name", hueOf, ...TIME },
    },
  ).members;

test("presence: who has no recorded end counts until it is known, and is not known from then to today", () => {
  const members = membersOf([
    aRecord("station", {}),
    aRecord("other", { from: "2026-01-01", updated_at: EDITED }, ["q"]),
  ]);
  const [first] = members[0]!.stays;
  assert.deepEqual([isoOf(first!.known), first!.to, daysOf(first!)], [AS_OF, NOW, 547]);
  assert.equal(sayEnd(first!), "not known after 30 June 2025");
  const count = (date: string) => sayCount(hereOn(members, dayOf(date)!).length, unknownOn(members, dayOf(date)!));
  assert.equal(count(AS_OF), "1");
  assert.equal(count("2025-07-01"), "not known for 1");
  assert.equal(count("2026-02-01"), "1, not known for 1");
  assert.equal(count("2026-11-22"), "not known for 2");
  assert.equal(isoOf(unknownFrom(members)!), "2025-07-01");
  assert.equal(isoOf(lastDay(members)!), "2026-03-02");
});

test("presence: a column of the area shows those who are not known on top, and a bar where what is known ends", () => {
  const members = membersOf([aRecord("station", {}, ["p", "q"])]);
  const span = { from: dayOf("2025-01-01")!, to: NOW + 1 };
  const heads = headsOf(members, span);
  const x = timeScale(span, 0, span.to - span.from);
  const at = (date: string) => columnsOf(heads, x)[dayOf(date)! - span.from]!;
  assert.deepEqual([at(AS_OF).sum, at(AS_OF).unknown], [2, 0]);
  assert.deepEqual([at("2025-07-01").sum, at("2025-07-01").unknown], [0, 2]);
  const layout = layoutOfPresence(members, heads, { span, width: 900, kind: "compact", isNarrow: true });
  for (const mark of marksOf(layout)) assert.equal(mark.known, layout.x(dayOf(AS_OF)! + 1));
});

test("presence: who begins anew after what is known has ended before, and only what touches the known part is one stay", () => {
  const stays = (records: readonly object[]) =>
    membersOf(records)[0]!.stays.map(({ from, known, to }) => [from, known, to].map(isoOf));
  assert.deepEqual(stays([aRecord("a", {}), aRecord("b", { from: "2026-02-01", to: "2026-02-10", state: "over" })]), [
    ["2024-01-01", AS_OF, "2026-01-31"],
    ["2026-02-01", "2026-02-10", "2026-02-10"],
  ]);
  assert.deepEqual(stays([aRecord("a", {}), aRecord("b", { from: "2025-07-01", to: "2025-07-09", state: "over" })]), [
    ["2024-01-01", "2025-07-09", isoOf(NOW)],
  ]);
});

/** A record whose entries have days of their own. */
const aCrew = (id: string, more: object, days: Readonly<Record<string, { joined?: string; left?: string }>>) => ({
  ...aRecord(id, more),
  _embedded: { members: Object.entries(days).map(([member, own]) => ({ id: member, ...own })) },
});

test("presence: a member counts on the days of the entry, or of the record where the entry has none", () => {
  const [first, second] = membersOf([
    aCrew("a", { to: "2024-12-31", state: "over" }, { p: { joined: "2024-02-01" }, q: { left: "2025-03-01" } }),
  ]).map(({ stays: [stay] }) => [stay!.from, stay!.to, stay!.known].map(isoOf));
  assert.deepEqual(first, ["2024-01-01", "2025-03-01", "2025-03-01"], "q, later than the record's end");
  assert.deepEqual(second, ["2024-02-01", "2024-12-31", "2024-12-31"]);
});

test("presence: a member who has left an ongoing record is known to be gone; the others stay", () => {
  const members = membersOf([aCrew("a", {}, { p: { left: "2025-01-31" }, q: {} })]);
  const [p, q] = ["p", "q"].map((id) => members.find((each) => each.id === id)!.stays[0]!);
  assert.deepEqual([sayEnd(p!), p!.isGoing], ["31 January 2025", false]);
  assert.deepEqual([sayEnd(q!), q!.isGoing], ["not known after 30 June 2025", true]);
  const on = (date: string) => [hereOn(members, dayOf(date)!).length, unknownOn(members, dayOf(date)!)];
  assert.deepEqual(["2025-01-31", "2025-02-01", "2025-07-01"].map(on), [
    [2, 0],
    [1, 0],
    [0, 1],
  ]);
});

test("presence: an entry with days counts if its record has none; a record that did not begin never counts", () => {
  const days = { p: { joined: "2024-02-01", left: "2024-02-09" } };
  const stays = (record: object) => membersOf([record]).flatMap((member) => member.stays.map(daysOf));
  assert.deepEqual(stays(aCrew("a", { from: null, state: "over" }, days)), [9]);
  assert.deepEqual(stays(aCrew("a", { state: "ahead" }, days)), []);
});

test("pages: home, a record and pictures say until when what goes on is known, also in their tables and files", {
  skip,
}, async (t) => {
  const { page, open } = await visit(t, space!, { isolated: true });
  await page.route(/\/api$/, async (route) => {
    const response = await route.fetch();
    const stored = new Date(space!.clock.now()).toISOString();
    await route.fulfill({
      response,
      json: { ...(await response.json()), data_as_of: "2026-06-30", data_stored_at: stored },
    });
  });
  await open("/");
  await page.getByRole("heading", { name: "Present on 30 June 2026" }).waitFor();
  await page.getByRole("heading", { name: "Active as of 30 June 2026" }).waitFor();
  await page.getByRole("link", { name: "By day" }).click();
  await page.getByRole("heading", { name: /^Astronauts on 30 June 2026: \d+$/ }).waitFor();
  const day = page.getByRole("slider", { name: "Day" });
  await day.press("t");
  await eventually(page, () => day.getAttribute("aria-valuetext"), /: not known for \d+$/);
  await page.getByText("the days after that are hatched: not known.").waitFor();
  await open("/astronauts/-/presence#as=table&from=2024-06-01&to=2026-12-31");
  await page.getByText("not known after 30 June 2026").first().waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save CSV" }).click();
  const file = await saving;
  const lines = readFileSync((await file.path())!, "utf8").split("\r\n");
  assert.match(lines[0]!, /,to,known_until,days,/);
  assert.ok(lines.some((line) => /,,2026-06-30,\d+,/.test(line)));
  await open("/missions/-/timeline?status=active#as=table");
  await page.getByRole("columnheader", { name: "Known until" }).waitFor();
  await page.getByRole("cell", { name: "30 Jun 2026" }).first().waitFor();
  await open("/missions/voyager-1");
  await page.locator(".rec-head").getByText("as of 30 June 2026").waitFor();
});
