/**
 * Proves that what the kit reads off the OpenAPI document refuses exactly the values that the service refuses by
 * themselves: on random records of both domains, changed at random, and on texts that almost have a format.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { buildCatalog } from "../engine/app/bootstrap.ts";
import { readConfig } from "../engine/app/config.ts";
import type { Declaration } from "../engine/declare/declaration.ts";
import { isDate, isId, isUrl, normalizeInstant } from "../engine/declare/values.ts";
import { openApiDocument } from "../engine/http/openapi/document.ts";
import { secondsOf } from "../engine/kinds/duration.ts";
import { type Fault, MAX_FAULTS } from "../engine/problem.ts";
import type { Resource } from "../engine/resource/resource.ts";
import { bodySchema } from "../engine/resource/schemas.ts";
import { faultsInBody } from "../engine/resource/validation.ts";
import { describe } from "../kit/description/describe.ts";
import type { View, WritableField } from "../kit/description/model.ts";
import type { OpenApiDocument } from "../kit/description/openapi.ts";
import { type Extent, faultsOfRecord } from "../kit/values/constraints.ts";
import { FORMATS, isId as isIdOfKit } from "../kit/values/formats.ts";
import { instantOf } from "../kit/values/time.ts";
import { campaignSize } from "./support/campaign.ts";
import type { Part } from "./support/documents/openapi-conformance.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";
import { spaceMissions } from "./support/domain/space/registry.ts";
import { specimens } from "./support/domain/specimens.ts";
import { toRawJson } from "./support/fuzz/hostile-text.ts";
import { member } from "./support/fuzz/mutations.ts";
import { valuesOf } from "./support/fuzz/schema-values.ts";

/** Texts and numbers at the edges of formats and limits. */
const EDGES = [
  ...["0000-01-01", "1900-02-29", "2000-02-29", "1980-02-30", "2024-13-01", "24-01-01", "2024-1-1", "２０24-01-01"],
  ...["0000-01-01T00:00:00+00:01", "0000-01-01T00:00:00-00:01", "9999-12-31T23:59:59-00:01", "2024-01-01t00:00:00z"],
  ...[
    "2024-01-01T23:59:60Z",
    "2024-01-01T24:00:00Z",
    "2024-01-01T00:00:00.123456789Z",
    "2024-01-01T00:00:00.1234567890Z",
  ],
  ...[
    "2024-01-01T00:00:00",
    "2024-01-01 00:00:00Z",
    "2024-01-01T00:00:00+24:00",
    "2023-02-29T00:00:00Z",
    "2024-01-01T00:00Z",
  ],
  ...[
    "P1D",
    "p1d",
    "P1W1D",
    "P1D1W",
    "PT1H1S",
    "P",
    "PT",
    "P1DT",
    "P1Y",
    "P1M",
    "PT1.5S",
    "P104249991374D",
    "P999999999999W",
  ],
  ...["https://example.com/", "https://é.example/", "example.com", "mailto:a", "http://", "https://a b", "x:"],
  ...["a-1", "A-1", "-a", "a".repeat(64), "a".repeat(65), "a_b.c~d", "a b", "ſ"],
  ...["", "x".repeat(201), "😀".repeat(200), "😀".repeat(201), "😀".repeat(5), "\0", "\ud800", "x\udfff"],
  ...[0, -0, -1, 1.005, 1.0050000001, 2 ** 53, -(2 ** 53), 1e300, 5e-324, -90.5, 360, 101, null, true],
  ...[
    [],
    {},
    ["x", "x"],
    [""],
    [null],
    { text: "x".repeat(1_100) },
    { "\0": 1 },
    { a: ["\ud800", Number.POSITIVE_INFINITY] },
  ],
];

/** One value of a record or in it is replaced, one is added, or one is left out; or the last element of a list is repeated. */
const change = fc.oneof(
  member.map((mutate) => (record: unknown) => mutate({ ...REQUEST, json: record }).json),
  fc.tuple(fc.nat(99), fc.constantFrom<unknown>(...EDGES)).map(([index, value]) => (record: unknown) => {
    if (typeof record !== "object" || record === null) return record;
    const names = Object.keys(record);
    return { ...record, [names[index % Math.max(1, names.length)] ?? "id"]: value };
  }),
  fc.constantFrom(1, 3, 1_000).map((times) => (record: unknown) => {
    const [name, list] =
      Object.entries(record ?? {}).find(([, value]) => Array.isArray(value) && value.length > 0) ?? [];
    return name === undefined
      ? record
      : { ...(record as object), [name]: [...list, ...Array(times).fill(list.at(-1))] };
  }),
);
const REQUEST = { method: "POST", segments: [], query: [], headers: {} };

/** The fields of bodies, and what the service and the document say of them. */
interface Written {
  readonly resource: Resource;
  readonly fields: readonly WritableField[];
  readonly extent: Extent;
  /** Random records that the document allows. */
  readonly records: fc.Arbitrary<unknown>;
}

function writtenIn(declarations: readonly Declaration[]): Written[] {
  const catalog = buildCatalog(declarations);
  const { title, pageSizes, bodyLimit } = readConfig({}, spaceMissions);
  const made = openApiDocument({ catalog, title, pageSizes, bodyLimit, version: "1.0.0" });
  const document: Part = JSON.parse(JSON.stringify(made));
  return describe(document as OpenApiDocument).views.flatMap((view) =>
    writtenTo(view, document, catalog.resource(view.resource)),
  );
}

function writtenTo({ path, writable }: View, document: Part, resource: Resource): Written[] {
  const list = document.paths[path];
  const item = Object.keys(document.paths).find(
    (each) => each.startsWith(`${path}/{`) && !each.slice(path.length + 1).includes("/"),
  );
  const of = (fields: readonly WritableField[], extent: Extent, { requestBody }: Part = {}): Written[] => {
    if (fields.length === 0) return [];
    const { schema } = requestBody.content["application/json"] ?? requestBody.content["application/merge-patch+json"];
    return [{ resource, fields, extent, records: valuesOf(document, schema.oneOf?.[0] ?? schema) }];
  };
  return [
    ...of(writable.create, "whole", list.post ?? list.put),
    ...of(writable.update, "changes", (item === undefined ? list : document.paths[item]).patch),
  ];
}

/**
 * A record as both sides can judge it. Left out is what the schemas do not say: members that only the service sets, which are
 * compared with what is stored; the id where the path has it; and an id that is null, which is not sent.
 */
function judgeable(record: unknown, { resource, fields }: Written): unknown {
  if (typeof record !== "object" || record === null || Array.isArray(record)) return record;
  const known = bodySchema(resource, "create").properties as Part;
  const isJudged = (name: string, value: unknown) =>
    fields.some((field) => field.name === name) ? !(name === "id" && value === null) : !Object.hasOwn(known, name);
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => isJudged(name, value)));
}

/** The faults that the service finds in a record by itself. That a patch clears a required field, it finds later (§12.1). */
function faultsOfService({ resource, fields, extent }: Written, record: unknown): Fault[] {
  if (extent === "whole") return faultsInBody(resource, "create", record);
  const cleared = fields.filter(({ name, required }) => required && (record as Part | null)?.[name] === null);
  return [
    ...faultsInBody(resource, "patch", record),
    ...cleared.map(({ name }): Fault => ({ in: "value", pointer: `/${name}`, code: "required", message: "" })),
  ];
}

/** Codes of the service, each with that of the kit, where they differ. */
const CODES: Readonly<Record<string, string>> = { invalid_value: "too_large", wrong_type: "required" };

/**
 * The places of faults. One rule of a list has another place: the service says of the list that its elements must differ, the kit
 * says which one is repeated. What is said of a list because of its elements counts only if they have no faults.
 */
function placesOf(faults: readonly Pick<Fault, "pointer" | "code">[]): string[] {
  const places = faults.map(({ pointer = "", code }) => ({
    code,
    pointer: code === "not_unique" ? pointer.replace(/\/\d+\/\w+$/, "") : pointer,
  }));
  const isOfElements = (at: string) => places.some(({ pointer }) => pointer.startsWith(`${at}/`));
  return [...new Set(places.filter(({ pointer }) => !isOfElements(pointer)).map(({ pointer }) => pointer))].sort();
}

/** Asserts that both sides find faults at the same places, of the same kinds. @returns the codes of the kit's faults */
function assertSame(record: unknown, written: Written): string[] {
  const expected = faultsOfService(written, record);
  if (expected.length === MAX_FAULTS) return [];
  const found = faultsOfRecord(written.fields, record, written.extent);
  const about = `${written.resource.name}, ${written.extent}: ${JSON.stringify(record)}`;
  assert.deepEqual(placesOf(found), placesOf(expected), about);
  assert.equal(new Set(found.map(({ pointer }) => pointer)).size, found.length, `one fault for each value of ${about}`);
  return found.map(({ code, pointer }) => {
    const codes = expected.filter((fault) => fault.pointer === pointer).map((fault) => fault.code);
    const isSame = code === "not_unique" || codes.some((each) => each === code || CODES[each] === code);
    assert.ok(isSame, `${code}, not ${codes}, at ${pointer} of ${about}`);
    return code;
  });
}

/** What a record of either domain can have. */
const OCCURRING = [
  ...["invalid_format", "invalid_id", "invalid_text", "not_allowed", "not_unique", "out_of_range", "required"],
  ...["too_large", "too_long", "too_many_items", "too_short", "unknown_field", "wrong_type"],
];
const RECORDS = campaignSize("CONSTRAINT_RECORDS");
const SEED = Number(process.env.FUZZ_SEED ?? 1961);

for (const [name, declarations] of [
  ["space", [...domain, specimens]],
  ["second domain", [...secondDomain, specimens]],
] as const) {
  test(`§10.1, §12: ${name}: the kit finds by the document what the service finds in records, at the same places`, () => {
    const all = writtenIn(declarations);
    assert.ok(all.length > 20);
    const codes = new Set<string>();
    const random = { numRuns: Math.ceil(RECORDS / all.length), seed: SEED };
    for (const written of all) {
      const cases = fc.property(written.records, fc.array(change, { maxLength: 3 }), (valid, changes) => {
        const changed = changes.reduce((record: unknown, make) => make(record), valid);
        const record = judgeable(JSON.parse(toRawJson(changed)), written);
        for (const code of assertSame(record, written)) codes.add(code);
      });
      fc.assert(cases, random);
    }
    // Otherwise nothing would be proven of it.
    assert.deepEqual(
      OCCURRING.filter((code) => !codes.has(code)),
      [],
    );
  });
}

test("§7.2: the kit says what is wrong with a value, then what is allowed", () => {
  const { fields } = writtenIn([...secondDomain, specimens]).find(({ resource }) => resource.name === "specimens")!;
  const said = (record: unknown) =>
    faultsOfRecord(fields, record).map(({ pointer, message }) => `${pointer}: ${message}`);
  for (const [name, value, ...expected] of [
    ["line", 1, ": A text is required, not 1."],
    ["line", "", ": The text is empty. At least 1 character is required."],
    ["label", "längst", ": At most 5 characters are allowed; this has 6."],
    ["label", "\0", ": The text has U+0000 or a lone surrogate; neither is allowed."],
    ["colour", "Red", ': "Red" is not allowed. Allowed: red, green.'],
    ["whole", 1.5, ": A whole number is required, not 1.5."],
    ["whole", -(2 ** 53), ": At least −9,007,199,254,740,991 is required."],
    ["small", 3, ": At most 2 is allowed."],
    ["number", 1 / 0, ": This number is too large."],
    ["positive", 0, ": It must be more than 0."],
    ["share", 1, ": It must be less than 1."],
    ["sure", "yes", ': True or false is required, not "yes".'],
    ["day", "1980-02-30", ': "1980-02-30" is not a date, such as 1969-07-20.'],
    ["moment", "1980-02-30", ': "1980-02-30" is not a point in time, such as 1969-07-20T20:17:40Z.'],
    [
      "words",
      ["a", 1, ""],
      "/1: A text is required, not 1.",
      "/2: The text is empty. At least 1 character is required.",
    ],
    ["words", "a", ': A list of texts is required, not "a".'],
    ["few", [1, 2, 3], ": At most 2 elements are allowed; this has 3."],
    ["place", [], ": An object is required, not []."],
    ["place", { nmae: "x" }, "/name: A value is required.", '/nmae: Unknown field "nmae". Did you mean name?'],
    ["place", { name: "x", "~/": 1 }, '/~0~1: Unknown field "~/". Allowed: name, floor.'],
    ["anything", { text: "x".repeat(64) }, ": At most 64 bytes are allowed; this has 75."],
  ] as const)
    assert.deepEqual(
      said({ [name]: value }),
      expected.map((each) => `/${name}${each}`),
    );
  const mixture = [
    { gas: "CO2", fraction: 0.75 },
    { gas: "CO2", fraction: 0.5 },
  ];
  assert.deepEqual(said({ mixture }), [
    "/mixture/1/gas: Row 1 has the same.",
    "/mixture: The sum of fraction is 1.25; at most 1.005 is allowed.",
  ]);
  assert.deepEqual(said({ id: "Apollo-11" }), ["/id: Ids are lower case. Use apollo-11."]);
  assert.deepEqual(said([1]), [": An object is required, not [1]."]);
  assert.deepEqual(said({ id: null, line: null, label: undefined }), []);
});

test("§12: the kit knows the formats of the service, and no other text has them", () => {
  const texts = EDGES.filter((each): each is string => typeof each === "string" && each.length < 100);
  // One or two characters of a text are replaced.
  const almost = fc
    .tuple(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(fc.nat(40), fc.constantFrom(..."0123456789-+:.TtZzPpWDHMS aé/\n")), { maxLength: 2 }),
    )
    .map(([text, edits]) => edits.reduce((all, [at, letter]) => all.slice(0, at) + letter + all.slice(at + 1), text));
  fc.assert(
    fc.property(almost, (text) => {
      assert.equal(FORMATS.date!.accepts(text), isDate(text));
      assert.equal(instantOf(text), normalizeInstant(text));
      assert.equal(FORMATS["date-time"]!.accepts(text), normalizeInstant(text) !== undefined);
      assert.equal(FORMATS.duration!.accepts(text), secondsOf(text) !== undefined);
      assert.equal(FORMATS.uri!.accepts(text), isUrl(text));
      assert.equal(isIdOfKit(text), isId(text));
    }),
    { numRuns: RECORDS, seed: SEED },
  );
});
