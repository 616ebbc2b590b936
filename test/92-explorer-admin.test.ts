/** Proves how pages arrange scopes and event types, and what they make of webhooks, on both domains, without a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { matchesEventType } from "../engine/webhooks/event-types.ts";
import { choiceText, groupsOf, includedIn, matrixOf } from "../explorer/src/description/choices.ts";
import { changeOf, withConfirmed } from "../explorer/src/forms/state/body.ts";
import { stateText } from "../explorer/src/pages/webhooks/state-text.ts";
import { isReceived, testEvent } from "../explorer/src/pages/webhooks/test-event.ts";
import { describe } from "../kit/description/describe.ts";
import type { Description, Field } from "../kit/description/model.ts";
import { serveBothDomains } from "./support/domain/both-domains.ts";

/** The field of a list. */
function fieldIn(description: Description, path: string, name: string): Field {
  return description.list(path)!.fields.find((field) => field.name === name)!;
}

for await (const { domainName, served } of serveBothDomains()) {
  const description = describe((await served.get("/openapi.json")).body);
  const scopes = fieldIn(description, "/api/api-keys", "scopes").choices;
  const types = fieldIn(description, "/api/webhooks", "event_types").choices;

  test(`§5.2, ${domainName}: every scope is once in the matrix of read and write, or below it`, () => {
    const { rows, columns, at, others } = matrixOf(scopes)!;
    assert.deepEqual(columns, ["read", "write"]);
    assert.deepEqual(others, ["admin"]);
    const placed = rows.flatMap((row) => columns.flatMap((column) => at(row, column) ?? []));
    assert.deepEqual([...placed, ...others].sort(), scopes.toSorted());
    assert.equal(at("events", "write"), undefined);
  });

  test(`§6.3, ${domainName}: every type of event is once in a group, or above them`, () => {
    assert.equal(matrixOf(types), undefined);
    const { groups, others } = groupsOf(types)!;
    assert.deepEqual([...groups.flatMap((group) => group.words), ...others].sort(), types.toSorted());
    assert.deepEqual(others, ["*"]);
    for (const { name, words } of groups)
      for (const word of words)
        assert.equal(includedIn(word, [`${name}.*`]), word === `${name}.*` ? undefined : `${name}.*`);
  });

  test(`§6.3, ${domainName}: pages choose the events that the service would send`, () => {
    for (const type of types.filter((each) => !each.endsWith("*")))
      for (const pattern of types) assert.equal(isReceived(type, [pattern]), matchesEventType(type, [pattern]), type);
  });

  test(`§5.5, §6.3, ${domainName}: pages know which creations issue a secret: those of keys, webhooks and secrets`, () => {
    const issuing = description.views.filter(({ issued }) => issued !== undefined);
    assert.deepEqual(
      issuing.map(({ resource, issued }) => [resource, issued]),
      ["api-keys", "webhooks", "secrets"].map((resource) => [resource, "secret"]),
    );
  });

  test(`§6.3, ${domainName}: every reason for which the service pauses a webhook is explained`, () => {
    const { values } = fieldIn(description, "/api/webhooks", "disabled_because");
    assert.equal(values.length, 3);
    for (const disabled_because of values) {
      const { word, about } = stateText({ active: false, disabled_because });
      assert.equal(word, "paused");
      assert.doesNotMatch(about, new RegExp(`: ${disabled_because}\\.`));
    }
  });

  test(`§6.3, ${domainName}: a box replaces three choices where no value can be stored`, () => {
    const active = description.list("/api/webhooks")!.writable.update.find(({ name }) => name === "active")!;
    assert.equal(active.nullable, false);
  });
}

test("explorer, keys: a verb of one name alone makes no column, and words without verbs no matrix", () => {
  const { rows, columns, others } = matrixOf(["a:read", "b:read", "b:write", "reports:export", "admin"])!;
  assert.deepEqual([rows, columns, others], [["a", "b"], ["read"], ["b:write", "reports:export", "admin"]]);
  assert.equal(matrixOf(["red", "green", "a:b"]), undefined);
  assert.equal(groupsOf(["red", "a.b", "a.c"]), undefined);
});

test("§5.2: write includes read, of the same name only; the other way round it does not", () => {
  assert.equal(includedIn("a:read", ["a:write"]), "a:write");
  for (const chosen of [["b:write"], ["a:read"], []]) assert.equal(includedIn("a:read", chosen), undefined);
  assert.equal(includedIn("a:write", ["a:read", "a:write"]), undefined);
  assert.equal(includedIn("a.created", ["*"]), "*");
  assert.equal(includedIn("admin", ["a:write", "*"]), undefined);
});

test("explorer, webhooks: words are shown as people read them", () => {
  assert.deepEqual(["*", "a_b.*", "a.batch_created", "a-b:read", "admin"].map(choiceText), [
    "all",
    "a b: all",
    "a: batch created",
    "a b: read",
    "admin",
  ]);
});

test("explorer, webhooks: a test sends the latest event that is received, otherwise that of the latest delivery", () => {
  const events = ["b.created", "a.updated", "a.created"].map((type, index) => ({ id: String(index), type }));
  const delivery = { event_id: "9", event_type: "c.created" };
  assert.equal(testEvent(events, delivery, ["a.*"])?.id, "1");
  assert.equal(testEvent(events, delivery, ["a.created", "c.*"])?.id, "2");
  assert.deepEqual(testEvent(events, delivery, ["c.*"]), { id: "9", type: "c.created" });
  assert.equal(testEvent([], undefined, ["*"]), undefined);
});

test("§6.3: what the service asks to confirm is sent although it was not changed", () => {
  const draft = { base: { url: "https://a.example", active: false }, tag: '"1"', edits: { active: true } };
  const fields = ["url", "active"].map((name) => ({ name, kind: "text" })) as never;
  assert.deepEqual(changeOf("/x", fields, draft).body, { active: true });
  const { body, ifMatch } = changeOf("/x", fields, withConfirmed(draft, "url"));
  assert.deepEqual([body, ifMatch], [{ active: true, url: "https://a.example" }, '"1"']);
});
