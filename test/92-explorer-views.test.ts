/** Proves the parts of saved views that need no browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addressOfView,
  MOST_VIEWS,
  readViews,
  renamed,
  type SavedView,
  viewNamed,
  withoutView,
  withView,
} from "../explorer/src/components/views/saved-views.ts";

const saved = (name: string, address = `/${name}`): SavedView => ({ name, address });

test("architecture, the explorer: saved views survive damaged storage, and lead to this service alone", () => {
  for (const damaged of [
    null,
    "",
    "{",
    "null",
    "7",
    '{"name":"a"}',
    '["a",null,{"name":1,"address":"/a"},{"name":" ","address":"/a"}]',
  ])
    assert.deepEqual(readViews(damaged), [], String(damaged));
  const wrong = [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "",
    `/${"a".repeat(9_000)}`,
  ];
  const stored = [
    ...wrong.map((address) => ({ name: "x", address })),
    { name: "a", address: "/a?b=c#d", key: "secret" },
  ];
  assert.deepEqual(readViews(JSON.stringify(stored)), [saved("a", "/a?b=c#d")]);
  const many = Array.from({ length: MOST_VIEWS + 5 }, (_, index) => saved(`v${index}`));
  assert.equal(readViews(JSON.stringify(many)).length, MOST_VIEWS);
  assert.deepEqual(readViews(JSON.stringify([saved("a", "/1"), saved("A", "/2")])), [saved("A", "/2")]);
});

test("architecture, the explorer: a saved view is added, replaced by its name, renamed and deleted", () => {
  const views = [saved("One"), saved("Two"), saved("Three")];
  assert.deepEqual(withView(views, saved(" Four ", "/4")).at(-1), saved("Four", "/4"));
  assert.deepEqual(withView(views, saved("TWO", "/2")), [views[0], saved("TWO", "/2"), views[2]]);
  assert.equal(viewNamed(views, " two "), views[1]);
  assert.deepEqual(renamed(views, "One", "Three"), [saved("Three", "/One"), views[1]]);
  assert.deepEqual(renamed(views, "One", "ONE")[0], saved("ONE", "/One"));
  assert.deepEqual(withoutView(views, "two"), [views[0], views[2]]);
  assert.deepEqual(withoutView(views, "none"), views);
});

test("architecture, the explorer: a saved view begins with the first page of a list", () => {
  const of = (search: string, hash = "") => addressOfView({ pathname: "/r", search, hash });
  assert.equal(of("?a=1&page=3&limit=5", "#x"), "/r?a=1&limit=5#x");
  assert.equal(of("?cursor=abc&a=b:c"), "/r?cursor=&a=b:c");
  assert.equal(of(""), "/r");
});
