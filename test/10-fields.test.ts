/** Proves what every kind of field accepts and refuses: JSON types, enums, texts, null and defaults. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { serveSpecimens } from "./support/domain/specimens.ts";
import { faultsOf } from "./support/http/serve.ts";

const { served, assertAccepted, assertRefused } = await serveSpecimens();

/** Each field with one value of the right JSON type. */
const RIGHT: Record<string, unknown> = {
  line: "text",
  colour: "red",
  whole: 3,
  number: 0.5,
  sure: false,
  day: "2026-01-31",
  moment: "2026-01-31T12:00:00.000Z",
  words: ["a"],
  place: { name: "attic", floor: 3 },
  anything: { a: 1 },
};
const TYPES: Record<string, string> = {
  string: '"3"',
  "empty string": '""',
  number: "3",
  fraction: "0.5",
  boolean: "true",
  array: "[]",
  object: "{}",
};
/** Values of the right JSON type for a field, allowed or not. */
const TAKES: Record<string, string[]> = {
  line: ["string", "empty string"],
  colour: ["string", "empty string"],
  whole: ["number"],
  number: ["number", "fraction"],
  sure: ["boolean"],
  day: ["string", "empty string"],
  moment: ["string", "empty string"],
  words: ["array"],
  place: ["object"],
  anything: ["object"],
};

test("§7.2: every kind of field round-trips its JSON type", async () => {
  for (const [field, value] of Object.entries(RIGHT)) assert.deepEqual(await assertAccepted(field, value), value);
});

test("§7.2: a value of another JSON type is 400: there is no coercion", async () => {
  for (const field of Object.keys(RIGHT)) {
    for (const [type, json] of Object.entries(TYPES)) {
      if (!TAKES[field]!.includes(type)) await assertRefused(field, json, 400, ["", "wrong_type"]);
    }
  }
});

test("§2.1: an optional field without a value is null, a list is []", async () => {
  const { body } = await served.post("/api/specimens", {});
  const empty = { line: null, colour: null, whole: null, number: null, sure: null, day: null, moment: null };
  for (const [field, value] of Object.entries({ ...empty, words: [], few: [], place: null, anything: null })) {
    assert.deepEqual(body[field], value, field);
    assert.ok(field in body, field);
  }
});

test("§12.1: null clears an optional field, and makes a list empty", async () => {
  for (const field of Object.keys(RIGHT))
    assert.deepEqual(await assertAccepted(field, null), field === "words" ? [] : null);
});

test("§12.1: null on a required field is 400 in POST and PUT, 422 in PATCH", async () => {
  await served.put("/api/products/lamp", { name: "Lamp" });
  const expected = { POST: 400, PUT: 400, PATCH: 422 };
  for (const [method, status] of Object.entries(expected)) {
    const path = method === "POST" ? "/api/products" : "/api/products/lamp";
    const answer = await served.request(method, path, { body: { name: null } });
    assert.equal(answer.status, status, method);
    assert.deepEqual(
      faultsOf(answer).map(([place]) => place),
      ["/name"],
      method,
    );
  }
});

test("§4.1: a required field is required in POST and PUT, not in PATCH", async () => {
  await served.put("/api/cameras/none", {});
  for (const [method, path] of [
    ["POST", "/api/cameras"],
    ["PUT", "/api/cameras/none"],
  ] as const) {
    const answer = await served.request(method, path, { body: { megapixels: 12 } });
    assert.equal(answer.status, 400);
    assert.deepEqual(faultsOf(answer).sort(), [
      ["/manufacturer_id", "required"],
      ["/model", "required"],
    ]);
  }
  await served.put("/api/products/chair", { name: "Chair" });
  assert.equal((await served.patch("/api/products/chair", { price: 20 })).status, 200);
});

test("§12.1: null or absence returns a field to its default", async () => {
  await served.put("/api/manufacturers/acme", { name: "Acme" });
  const camera = { model: "A1", manufacturer_id: "acme" };
  const mount = async (body: object) => (await served.put("/api/cameras/a1", { ...camera, ...body })).body.mount;
  assert.equal(await mount({}), "none");
  assert.equal(await mount({ mount: "E" }), "E");
  assert.equal(await mount({ mount: null }), "none");
  assert.equal(await mount({ mount: "Z" }), "Z");
  assert.equal(await mount({}), "none");
  await mount({ mount: "Z" });
  const { body } = await served.patch("/api/cameras/a1", { mount: null });
  assert.equal(body.mount, "none");
});

test("§3: a lifecycle field absent from a PUT keeps its state; null is 422", async () => {
  await served.put("/api/universities/u", { name: "U" });
  const course = { title: "Logic", university_id: "u" };
  assert.equal((await served.put("/api/courses/logic", course)).body.status, "draft");
  await served.patch("/api/courses/logic", { status: "open" });
  assert.equal((await served.put("/api/courses/logic", course)).body.status, "open");
  for (const method of ["PUT", "PATCH"]) {
    const answer = await served.request(method, "/api/courses/logic", { body: { ...course, status: null } });
    assert.equal(answer.status, 422, method);
    assert.deepEqual(
      faultsOf(answer).map(([place]) => place),
      ["/status"],
    );
  }
});

test("§7.2, §12.7: an enum value that does not exist is 422 and names the allowed ones; case counts", async () => {
  assert.equal(await assertAccepted("colour", "green"), "green");
  for (const word of ["blue", "Red", "RED", "red ", ""]) {
    await assertRefused("colour", JSON.stringify(word), 422, ["", "not_allowed"]);
  }
  const { body } = await served.post("/api/specimens", { colour: "blue" });
  assert.match(body.errors[0].message, /red, green/);
});

/** A text of N code points, each of two UTF-16 units and four bytes of UTF-8. */
const rockets = (points: number): string => "🚀".repeat(points);

test("§12.3: text length counts code points: 1 to 200, as declared, or 10,000 for long text", async () => {
  const most: [field: string, points: number][] = [
    ["line", 200],
    ["label", 5],
    ["story", 10_000],
  ];
  for (const [field, points] of most) {
    for (const fits of ["a", "a".repeat(points), rockets(points)])
      assert.equal(await assertAccepted(field, fits), fits);
    await assertRefused(field, '""', 422, ["", "too_short"]);
    for (const long of ["a".repeat(points + 1), rockets(points + 1)]) {
      await assertRefused(field, JSON.stringify(long), 422, ["", "too_long"]);
    }
  }
});

test("§2.1: any script round-trips exactly; nothing is trimmed, normalized or escaped", async () => {
  const texts = [
    "Валентина Терешкова",
    "杨利伟",
    "पहला कदम",
    "محطة الفضاء",
    "כוכב",
    "ʻOumuamua",
    "é is not e\u0301",
    "👩🏽‍🚀🇫🇷",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 \u{10FFFF}",
    "  spaces \t and\r\nlines\u2028\u2029 ",
    "\uFEFF\uFFFE\uFFFF\u0001\u001f\u007f\u0085",
    `'"; DROP TABLE specimens; -- \\ % _ * <b>&amp;</b> \${x} {id}`,
    "null",
    " ",
  ];
  for (const text of texts) assert.equal(await assertAccepted("line", text), text);
  assert.equal((await served.post("/api/specimens", { words: texts })).status, 201);
});

test("§2.1: U+0000 and lone surrogates are 422, in every text", async () => {
  for (const foul of ["\\u0000", "a\\u0000b", "\\ud83d", "\\ude80", "\\ude80\\ud83d", "a\\ud83d"]) {
    await assertRefused("line", `"${foul}"`, 422, ["", "invalid_text"]);
    await assertRefused("words", `["fine","${foul}"]`, 422, ["/1", "invalid_text"]);
    await assertRefused("place", `{"name":"${foul}"}`, 422, ["/name", "invalid_text"]);
    await assertRefused("anything", `{"deep":[{"er":"${foul}"}]}`, 422, ["", "invalid_value"]);
    await assertRefused("anything", `{"${foul}":1}`, 422, ["", "invalid_value"]);
  }
  assert.equal(await assertAccepted("line", "\ud83d\ude80"), "🚀");
});

test("§7.2: an unknown field is 400, with a suggestion for a near miss", async () => {
  for (const name of ["colur", "__proto__", "constructor", "toString", "a/b~c"]) {
    const answer = await served.post("/api/specimens", `{${JSON.stringify(name)}:{}}`);
    assert.equal(answer.status, 400, name);
    assert.deepEqual(faultsOf(answer), [[`/${name.replace("~", "~0").replace("/", "~1")}`, "unknown_field"]]);
    if (name === "colur") assert.match(answer.body.errors[0].message, /colour/);
  }
});

test("§7.1: all faults are listed at once: 400 if one is of shape, with the faults of value", async () => {
  const bad = { line: "", colour: "blue", day: "2023-02-30", number: "1", other: 1, place: { floor: "x", door: 1 } };
  const answer = await served.post("/api/specimens", bad);
  assert.equal(answer.status, 400);
  assert.deepEqual(faultsOf(answer).sort(), [
    ["/colour", "not_allowed"],
    ["/day", "invalid_format"],
    ["/line", "too_short"],
    ["/number", "wrong_type"],
    ["/other", "unknown_field"],
    ["/place/door", "unknown_field"],
    ["/place/floor", "wrong_type"],
    ["/place/name", "required"],
  ]);
});
