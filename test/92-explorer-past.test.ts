/** Proves what the explorer makes of `as_of` (§6.5), without a browser: which addresses and requests have it, and what is different now. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { atMoment, dayOfMoment, momentIn, timeOfMoment, withoutMoment } from "../explorer/src/address/moment.ts";
import { momentOfPage, pageAt } from "../explorer/src/description/past/dated-pages.ts";
import { readOnly } from "../explorer/src/description/past/read-only.ts";
import { isAffected } from "../explorer/src/live/affected-queries.ts";
import { differencesOf } from "../explorer/src/pages/record/past/differences.ts";
import { undated } from "../explorer/src/requests/past/undated.ts";
import { describe } from "../kit/description/describe.ts";
import { serveBothDomains } from "./support/domain/both-domains.ts";

const DAY = "2026-01-15";

test("the past: the moment of an address is read, added and removed, and nothing else of it", () => {
  assert.equal(momentIn(`/api/a?x=1&as_of=${DAY}`), DAY);
  assert.equal(momentIn("/api/a?not_as_of=1#as_of=2"), undefined);
  for (const [plain, dated] of [
    ["/a", `/a?as_of=${DAY}`],
    ["/a?x=1,2&y=a:b", `/a?x=1,2&y=a:b&as_of=${DAY}`],
    ["/a/-/p?x=1#by=c", `/a/-/p?x=1&as_of=${DAY}#by=c`],
    ["/a#by=c", `/a?as_of=${DAY}#by=c`],
  ] as const) {
    assert.equal(atMoment(plain, DAY), dated);
    assert.equal(withoutMoment(dated), plain);
    assert.equal(withoutMoment(plain), plain);
    assert.equal(atMoment(dated, "2020-01-01"), dated, "it keeps the one that it has");
  }
  assert.equal(withoutMoment(`/a?as_of=${DAY}&x=1`), "/a?x=1");
  assert.equal(momentIn(atMoment("/a", "2026-01-15T12:00:00+02:00")), "2026-01-15T12:00:00+02:00");
});

test("the past: a date means its end in UTC, a date-time itself", () => {
  assert.equal(new Date(timeOfMoment(DAY)!).toISOString(), "2026-01-15T23:59:59.999Z");
  assert.equal(dayOfMoment(DAY), DAY);
  assert.equal(dayOfMoment("2026-01-15T23:30:00-02:00"), "2026-01-16");
  assert.equal(timeOfMoment("soon"), undefined);
});

test("the past: links of an answer lead to the present, also those of what it contains; values stay", () => {
  const link = (path: string) => `${path}?as_of=${DAY}`;
  const record = (at: (path: string) => string) => ({
    id: "a",
    notes: link("/api/a"),
    list: [{ _links: 1 }, { x: link("/api/a") }],
    _links: { self: at("/api/a"), events: "/api/events?subject=/api/a" },
    _embedded: { one: { _links: { self: at("/api/b") } }, none: null, many: [{ _links: { self: at("/api/c") } }] },
  });
  const page = (at: (path: string) => string) => ({
    page: 1,
    as: [record(at)],
    _links: { self: at("/api/a"), next: `${at("/api/a")}${at("/").includes("?") ? "&" : "?"}page=2` },
  });
  const present = (path: string) => path;
  assert.deepEqual(undated(record(link)), record(present));
  assert.deepEqual(undated(page(link)), page(present));
  assert.deepEqual(undated({ groups: [{ count: 1 }], _links: {} }), { groups: [{ count: 1 }], _links: {} });
});

for await (const { domainName, served } of serveBothDomains()) {
  const description = describe((await served.get("/openapi.json")).body);
  const list = description.collections.find(({ isSystem, pictures }) => !isSystem && pictures.length > 0)!;
  const page = list.path.replace("/api", "");

  test(`${domainName}: lists, records and pictures have a past; what is written, and the service's own lists, have none`, () => {
    for (const address of [page, `${page}/x`, `${page}/-/timeline`]) {
      assert.equal(momentOfPage(description, `${address}?as_of=${DAY}`), DAY, address);
      assert.equal(pageAt(description, address, DAY), `${address}?as_of=${DAY}`);
    }
    for (const address of ["/", `${page}/x/-/history`, `${page}/x/-/edit`, `${page}/-/new`, "/events", "/-/changes"]) {
      assert.equal(momentOfPage(description, `${address}?as_of=${DAY}`), undefined, address);
      assert.equal(pageAt(description, address, DAY), address);
    }
    for (const view of description.views) assert.equal(view.hasPast, !view.isSystem, view.path);
  });

  test(`${domainName}: nothing of the past is writable, and it reads as before`, () => {
    const past = readOnly(description);
    assert.equal(past.views.length, description.views.length);
    for (const view of past.views) {
      assert.deepEqual(view.writable, { create: [], update: [] });
      assert.deepEqual(new Set([...view.methods, ...view.itemMethods]).difference(new Set(["GET"])), new Set());
      assert.equal(past.list(view.path), view);
      assert.deepEqual(view.fields, description.list(view.path)!.fields);
    }
    assert.equal(past.at(`${list.path}/x`)!.view, past.list(list.path));
    assert.equal(past.home(list.resource)!.path, description.home(list.resource)!.path);
  });

  test(`${domainName}: events read nothing of the past again`, () => {
    assert.equal(isAffected(`${list.path}/x`, `${list.path}/x`), true);
    assert.equal(isAffected(`${list.path}/x?as_of=${DAY}`, `${list.path}/x`), false);
  });

  test(`${domainName}: what is different now is said of values, not of what follows from any change`, () => {
    const text = list.fields.find(({ kind, derived }) => kind === "text" && !derived)!;
    const then = { [text.name]: "a", updated_at: "2026-01-01T00:00:00.000Z" };
    const names = (now: object) => differencesOf(list, then, { ...then, ...now }).map(({ name }) => name);
    assert.deepEqual(names({ [text.name]: "b", updated_at: "2026-02-01T00:00:00.000Z" }), [text.name]);
    assert.deepEqual(names({ updated_at: "2026-02-01T00:00:00.000Z" }), []);
    const dated = list.fields.find(({ precision }) => precision !== undefined);
    if (dated)
      assert.deepEqual(
        differencesOf(
          list,
          { [dated.name]: DAY, [dated.precision!]: "day" },
          { [dated.name]: DAY, [dated.precision!]: "month" },
        ),
        [dated],
      );
  });
}
