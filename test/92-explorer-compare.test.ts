/** Proves the parts of comparisons that need no browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { comparedIn, moved, withCompared } from "../explorer/src/address/compared.ts";
import { namesText } from "../explorer/src/pages/compare/names.ts";
import { type ComparedList, comparedLists } from "../explorer/src/pages/compare/relations.ts";
import { type CompareRow, compared, largestIn } from "../explorer/src/pages/compare/rows.ts";
import { plainField } from "../kit/description/list-fields.ts";
import type { Field, Kind, View } from "../kit/description/model.ts";
import type { Schema } from "../kit/description/schema.ts";

const field = (name: string, kind: Kind = "text", more: Partial<Field> = {}): Field => ({
  ...plainField(name, kind),
  ...more,
});
const viewOf = (fields: readonly Field[], more: Partial<View> = {}) =>
  ({ title: "name", path: "/api/r", fields, pictures: [], page: {}, relations: [], ...more }) as unknown as View;
const rowsIn = (view: View, records: object[], lists: readonly ComparedList[] = []) =>
  compared(view, records, lists).groups.flatMap(({ rows }) => rows);
const marks = (rows: readonly CompareRow[]) => Object.fromEntries(rows.map(({ key, differs }) => [key, differs]));

test("architecture, the explorer: a comparison has the ids of its address in their order, each once whatever its case", () => {
  assert.deepEqual(comparedIn('?id_in=b,A,, a ,"x,y"&status=1'), ["b", "a", "x,y"]);
  assert.deepEqual(comparedIn("?status=1"), []);
  assert.equal(withCompared("?status=1&page=3&as_of=2020-01-01", ["b", "a"]), "?status=1&as_of=2020-01-01&id_in=b,a");
  assert.equal(withCompared("?id_in=a", []), "");
  assert.deepEqual(comparedIn(withCompared("", ["x,y", 'q"'])), ["x,y", 'q"']);
  assert.deepEqual(moved(["a", "b", "c"], "b", 1), ["a", "c", "b"]);
  assert.deepEqual(moved(["a", "b", "c"], "b", -1), ["b", "a", "c"]);
  assert.deepEqual(moved(["a", "b", "c"], "a", -1), ["a", "b", "c"]);
  assert.deepEqual([moved(["a", "b"], "b", 1), moved(["a"], "x", 1)], [["a", "b"], ["a"]]);
});

test("architecture, the explorer: the names of compared records share what numbered names begin with, and nothing else", () => {
  assert.equal(namesText(["Apollo 8", "Apollo 11", "Apollo 13"]), "Apollo 8, 11 and 13");
  assert.equal(namesText(["Soyuz TM-7", "Soyuz TM-14"]), "Soyuz TM-7 and TM-14");
  assert.equal(namesText(["Soyuz TM-7", "Soyuz 11"]), "Soyuz TM-7 and Soyuz 11");
  assert.equal(namesText(["John Young", "John Glenn"]), "John Young and John Glenn");
  assert.equal(namesText(["Luna 9", "Luna Orbiter 1"]), "Luna 9 and Luna Orbiter 1");
  assert.deepEqual(
    [namesText(["Apollo 8"]), namesText([]), namesText(["A", "B", "C"])],
    ["Apollo 8", "", "A, B and C"],
  );
});

test("architecture, the explorer: rows differ by what values mean, not by how they are written", () => {
  const keyed: Partial<Schema> = { "x-element-key": { parameter: "code", members: ["a"] } };
  const fields = [
    ...[field("name"), field("to", "reference"), field("tags", "texts"), field("lasts", "duration")],
    ...[field("at", "instant"), field("on", "date", { precision: "on_precision" }), field("on_precision")],
    ...[
      field("count", "integer"),
      field("note"),
      field("steps", "json"),
      field("codes", "objects", { schema: keyed as Schema }),
    ],
  ];
  const one = {
    ...{ id: "one", name: "One", to: "MARS", tags: ["b", "a"], lasts: "P1D", at: "2020-01-01T00:00:00Z", note: null },
    ...{ on: "2020-01-01", on_precision: "day", count: 0, steps: [{ x: 1, y: 2 }], codes: [{ a: 1 }, { a: 2 }] },
  };
  const two = {
    ...{ id: "two", name: "Two", to: "mars", tags: ["a", "b"], lasts: "PT24H", at: "2020-01-01T00:00:00.000Z" },
    ...{ on: "2020-01-01", on_precision: "year", count: null, steps: [{ y: 2, x: 1 }], codes: [{ a: 2 }, { a: 1 }] },
  };
  const same = { to: false, tags: false, lasts: false, at: false, steps: false, codes: false };
  assert.deepEqual(marks(rowsIn(viewOf(fields), [one, two])), { ...same, on: true, count: true });
  assert.deepEqual(compared(viewOf(fields), [one, two], []).empty, ["Note"]);
  // The order counts where it may mean something.
  assert.equal(marks(rowsIn(viewOf(fields), [one, { ...one, steps: [1, 2] }])).steps, true);
});

test("architecture, the explorer: a comparison begins with the declared facts, and measures numbers that can be", () => {
  const state = field("state", "lifecycle", { tones: { done: "done" }, values: ["done"] });
  const fields = [
    field("name"),
    field("begin", "date"),
    field("end", "date"),
    field("size", "decimal"),
    field("net", "decimal"),
    state,
  ];
  const page = { lead: [{ field: "begin", until: "end", label: "Run" }, { field: "size" }] };
  const view = viewOf(fields, { page });
  const record = (id: string, size: number | null, net: number, end: string | null = "2020-02-01") => ({
    ...{ id, name: id, state: "done", begin: "2020-01-01", end, size, net },
  });
  const whole = compared(view, [record("a", 2, -1), record("b", 8, 4), record("c", null, 4)], []);
  assert.deepEqual(
    whole.groups.map(({ heading, rows }) => [heading, ...rows.map(({ label }) => label)]),
    [
      ["Key facts", "State", "Run", "Size"],
      ["Own fields", "Net"],
    ],
  );
  const [, , size, net] = whole.groups.flatMap(({ rows }) => rows);
  assert.deepEqual([size!.sizes, largestIn(size!)], [[2, 8, undefined], [1]]);
  // Below zero, a bar would say nothing.
  assert.deepEqual([net!.differs, net!.sizes], [true, undefined]);
  // What is the same has no bars, nor has the only one.
  const [, , equal] = rowsIn(view, [record("a", 2, 1), record("b", 2, 1)]);
  const [, , only] = rowsIn(view, [record("a", 2, 1), record("b", null, 1)]);
  assert.deepEqual([equal!.sizes, only!.differs, only!.sizes], [undefined, true, undefined]);
  // A period is one row only if all that begin have ended.
  const labels = rowsIn(view, [record("a", 2, 1), record("b", 2, 1, null)]).map(({ label }) => label);
  assert.deepEqual(labels, ["State", "Begin", "Size", "End", "Net"]);
});

test("architecture, the explorer: what goes on lasts so far, and what each record has of its own is not compared", () => {
  const keyed: Partial<Schema> = { "x-element-key": { parameter: "code", members: ["a"], unique: true } };
  const fields = [
    field("name"),
    field("days", "integer", { derived: true, schema: { "x-unit": "d" } }),
    field("text", "multiline"),
    field("codes", "objects", { schema: keyed as Schema }),
    field("maker"),
  ];
  const record = (id: string, days: number | null) => ({
    id,
    name: id,
    days,
    text: id,
    codes: [{ a: id }],
    maker: "x",
  });
  const length = (name: string, isGoing: boolean) => ({
    ...{
      name,
      hue: 1,
      isFailed: false,
      isGoing,
      days: [9, 9] as const,
      words: isGoing ? "9 days until 1 May" : "9 days",
    },
  });
  const whole = compared(
    viewOf(fields),
    [record("a", 4), record("b", null)],
    [],
    [length("a", false), length("b", true)],
  );
  const rows = whole.groups.flatMap((group) => group.rows);
  const days = rows.find(({ key }) => key === "days")!;
  // No bar: what goes on has no size yet.
  assert.deepEqual(
    [days.differs, days.sizes, days.lasting?.map((each) => each?.words)],
    [true, undefined, [undefined, "9 days until 1 May"]],
  );
  assert.deepEqual(
    rows.filter(({ isApart }) => isApart).map(({ key, differs }) => [key, differs]),
    [
      ["text", false],
      ["codes", false],
    ],
  );
  assert.equal(whole.groups.at(-1)!.heading, "About each");
  // Of two that go on, the row still has values.
  const both = compared(
    viewOf(fields),
    [record("a", null), record("b", null)],
    [],
    [length("a", true), length("b", true)],
  );
  assert.deepEqual(both.empty, []);
});

test("architecture, the explorer: a comparison names the records of the first declared list, and counts those of the others", () => {
  const members = viewOf(
    [field("name", "text", { derived: true }), field("role", "text", { schema: { "x-usual": ["chief", "aide"] } })],
    {
      kind: "membership",
      path: "/api/r/{r_id}/members",
      page: { columns: ["name", "role"], order: "role" },
      sortable: ["role"],
    },
  );
  const parts = viewOf([field("name")], { kind: "collection", path: "/api/r/{r_id}/parts" });
  const secret = viewOf([field("name")], { path: "/api/r/{r_id}/secrets", isPrivate: true });
  const relation = (name: string, path: string, identity = path) => ({ name, identity, isMany: true, paths: [path] });
  const relations = [
    ...[relation("parts", parts.path), relation("members", members.path), relation("people", members.path)],
    relation("secrets", secret.path),
  ];
  const all = new Map([members, parts, secret].map((each) => [each.path, each]));
  const list = (path: string) => all.get(path);
  const view = viewOf([field("name")], {
    relations: relations as never,
    page: { sections: ["members", "people", "parts", "secrets"] },
  });
  const lists = comparedLists({ list }, view);
  assert.deepEqual(
    lists.map(({ name, isNamed }) => [name, isNamed]),
    [
      ["members", true],
      ["parts", false],
    ],
  );
  const record = (ids: readonly [string, string][], count: number, cut: string[] = []) => ({
    _embedded: { members: ids.map(([id, role]) => ({ id, role, name: id })), parts: Array(count).fill({ id: "p" }) },
    _embedded_truncated: cut,
  });
  const [named, counted] = rowsIn(
    view,
    [
      record(
        [
          ["x", "aide"],
          ["y", "chief"],
        ],
        1,
      ),
      record(
        [
          ["y", "chief"],
          ["x", "aide"],
        ],
        3,
      ),
    ],
    lists,
  );
  assert.deepEqual([named!.differs, counted!.differs, counted!.sizes], [false, true, [1, 3]]);
  const [roles, cut] = rowsIn(view, [record([["x", "aide"]], 3), record([["x", "chief"]], 3, ["parts"])], lists);
  assert.deepEqual([roles!.differs, cut!.differs, cut!.sizes], [true, true, undefined]);
  // Without a declaration, those below the record are counted.
  const plain = { ...view, page: {}, itemPath: "/api/r/{r_id}" } as View;
  assert.deepEqual(
    comparedLists({ list }, plain).map(({ name, isNamed }) => [name, isNamed]),
    [
      ["parts", false],
      ["members", false],
    ],
  );
});
