/** Proves that no change of the OpenAPI document takes away or narrows what the last release has, and that the comparison finds each kind of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { breakingChanges } from "./support/documents/openapi-compatibility.ts";
import { type Part, resolveRef } from "./support/documents/openapi-conformance.ts";
import { releasedDocument, releasedText } from "./support/documents/released-openapi.ts";
import { serveForFile } from "./support/http/serve.ts";

const current: Part = (await (await serveForFile()).get("/openapi.json")).body;

/** What a response lacks only if its request has a parameter that the last release did not know: `as_of`. */
const WITH_NEW_PARAMETERS =
  /^GET \/api\/space-stations\/\{space_station_id\}: \d+: the header Last-Modified may be absent$/;

test("§9: the document takes nothing away from that of the last release, and narrows nothing", () => {
  const changes = breakingChanges(releasedDocument(), current);
  assert.deepEqual(
    changes.filter((change) => !WITH_NEW_PARAMETERS.test(change)),
    [],
  );
});

test("§9: the kept document is complete: without one of its paths, operations or fields, it is another", () => {
  const kept: Part = JSON.parse(releasedText(current));
  assert.deepEqual(breakingChanges(kept, current), []);
  assert.deepEqual(breakingChanges(current, kept), []);
  assert.equal(releasedText({ ...current, ...kept, info: current.info }), releasedText(current));
});

const TEXT = { type: "string", minLength: 1, maxLength: 10 };

/** A small document with every part that is compared. */
function thing(): Part {
  const properties = {
    name: TEXT,
    size: { type: ["number", "null"], minimum: 0 },
    colour: { type: "string", enum: ["red", "blue"], default: "red", "x-transitions": { red: ["blue"], blue: [] } },
    _links: { type: "object", properties: { self: { type: "string" } }, required: ["self"] },
    made_by: { type: "string", readOnly: true },
  };
  const sent = { type: "object", properties, required: ["name"], additionalProperties: true };
  const shown = { type: "object", properties, required: ["name", "size"], additionalProperties: false };
  const json = (schema: Part) => ({ content: { "application/json": { schema } } });
  return {
    security: [{ bearer: [] }],
    paths: {
      "/things": {
        "x-view": { kind: "collection", summary: ["name"] },
        parameters: [{ in: "header", name: "X-Request-Id", schema: { type: "string" } }],
        get: {
          operationId: "listThings",
          security: [{}, { bearer: [] }],
          "x-scopes": ["things:read"],
          parameters: [
            { in: "query", name: "sort", schema: { type: "string", pattern: "^(?:name|size)(?::(?:asc|desc))?$" } },
            { in: "query", name: "limit", schema: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
            {
              in: "query",
              name: "colour_in",
              schema: { type: "array", items: { enum: ["red", "blue"] } },
              "x-filter": { field: "colour", operator: "in" },
            },
          ],
          responses: {
            200: {
              headers: { ETag: { required: true, schema: { type: "string" } } },
              ...json({
                oneOf: [{ type: "array", items: { $ref: "#/components/schemas/Thing" } }, { type: "object" }],
              }),
            },
            400: json({ type: "object" }),
          },
        },
        post: {
          operationId: "createThing",
          "x-scopes": ["things:write"],
          parameters: [],
          requestBody: { ...json({ $ref: "#/components/schemas/ThingDraft" }) },
          responses: { 201: json({ $ref: "#/components/schemas/Thing" }) },
        },
      },
    },
    components: { schemas: { Thing: shown, ThingDraft: sent } },
  };
}

const list = (document: Part) => document.paths["/things"].get;
const create = (document: Part) => document.paths["/things"].post;
const draft = (document: Part) => document.components.schemas.ThingDraft;
const shown = (document: Part) => document.components.schemas.Thing;
/** Changes a property of the draft or the record alone: both are made of the same object. */
const change = (schema: Part, name: string, keywords: object) => {
  schema.properties = { ...schema.properties, [name]: { ...schema.properties[name], ...keywords } };
};
const remove = (schema: Part, name: string) => {
  const { [name]: _, ...rest } = schema.properties;
  schema.properties = rest;
};

/** What breaks clients: the change of the document, and what the comparison says. */
const BREAKING: [what: string, change: (document: Part) => unknown, found: RegExp][] = [
  ["a path is gone", (d) => delete d.paths["/things"], /^\/things is gone/],
  ["a method is gone", (d) => delete d.paths["/things"].post, /^POST \/things is gone/],
  ["an operation has another id", (d) => Object.assign(list(d), { operationId: "getThings" }), /listThings is gone/],
  ["a parameter is gone", (d) => list(d).parameters.pop(), /query parameter colour_in is gone/],
  ["a parameter of the path is gone", (d) => d.paths["/things"].parameters.pop(), /X-Request-Id is gone/],
  ["a parameter becomes required", (d) => Object.assign(list(d).parameters[0], { required: true }), /sort is required/],
  [
    "a new parameter is required",
    (d) => list(d).parameters.push({ in: "query", name: "q", required: true, schema: {} }),
    /q is required/,
  ],
  ["a value of a filter is gone", (d) => list(d).parameters[2].schema.items.enum.pop(), /value blue is gone/],
  [
    "a name in a pattern is gone",
    (d) => Object.assign(list(d).parameters[0].schema, { pattern: "^(?:name)(?::(?:asc|desc))?$" }),
    /value size is gone/,
  ],
  [
    "a name in a later part of a pattern is gone",
    (d) => Object.assign(list(d).parameters[0].schema, { pattern: "^(?:name|size)(?::(?:asc))?$" }),
    /the value desc is gone/,
  ],
  ["a pattern is another", (d) => Object.assign(list(d).parameters[0].schema, { pattern: "^x" }), /pattern is \^x/],
  ["a maximum is lower", (d) => Object.assign(list(d).parameters[1].schema, { maximum: 50 }), /maximum is 50, was 100/],
  ["a minimum is higher", (d) => Object.assign(list(d).parameters[1].schema, { minimum: 2 }), /minimum is 2, was 1/],
  [
    "a default is another",
    (d) => Object.assign(list(d).parameters[1].schema, { default: 10 }),
    /default is 10, was 20/,
  ],
  ["public reads need a credential", (d) => list(d).security.shift(), /a credential is required/],
  ["another scope is needed", (d) => create(d)["x-scopes"].push("admin"), /scopes things:write are not enough/],
  ["a keyword of a path is gone", (d) => delete d.paths["/things"]["x-view"], /\/things: x-view is undefined/],
  [
    "a keyword of a parameter is another",
    (d) => Object.assign(list(d).parameters[2]["x-filter"], { field: "size" }),
    /x-filter is/,
  ],
  [
    "a keyword of a field has fewer values",
    (d) => shown(d).properties.colour["x-transitions"].red.pop(),
    /x-transitions is/,
  ],
  ["a body becomes required", (d) => Object.assign(create(d).requestBody, { required: true }), /body is required/],
  [
    "a media type is gone",
    (d) => {
      create(d).requestBody.content = { "text/plain": { schema: {} } };
    },
    /media type application\/json is gone/,
  ],
  ["a field of a body becomes required", (d) => draft(d).required.push("size"), /body\.size is required/],
  ["a field of a body is gone", (d) => remove(draft(d), "size"), /body\.size is gone/],
  [
    "a body accepts no other fields",
    (d) => Object.assign(draft(d), { additionalProperties: false }),
    /no other fields/,
  ],
  [
    "a field of a body does not accept null",
    (d) => change(draft(d), "size", { type: "number" }),
    /size may not be null/,
  ],
  [
    "a number becomes an integer",
    (d) => change(draft(d), "size", { type: ["integer", "null"] }),
    /size may not be number/,
  ],
  ["a text becomes shorter", (d) => change(draft(d), "name", { maxLength: 5 }), /maxLength is 5, was 10/],
  ["a text gets a limit", (d) => change(draft(d), "name", { pattern: "^x" }), /pattern is \^x/],
  ["a text gets a format", (d) => change(draft(d), "name", { format: "date" }), /format is date/],
  ["a field of a body gets an enum", (d) => change(draft(d), "name", { enum: ["a"] }), /name must be one of a/],
  ["a value of a body is gone", (d) => change(draft(d), "colour", { enum: ["red"] }), /colour: the value blue is gone/],
  ["a response is gone", (d) => delete create(d).responses[201], /response 201 is gone/],
  ["a header is gone", (d) => delete list(d).responses[200].headers.ETag, /header ETag is gone/],
  [
    "a header may be absent",
    (d) => Object.assign(list(d).responses[200].headers.ETag, { required: false }),
    /ETag may be absent/,
  ],
  ["a field of a response is gone", (d) => remove(shown(d), "size"), /201\.size is gone/],
  ["a link is gone", (d) => change(shown(d), "_links", { properties: {}, required: [] }), /_links\.self is gone/],
  ["a field of a response may be absent", (d) => shown(d).required.pop(), /201\.size may be absent/],
  [
    "a field of a response may be null",
    (d) => change(shown(d), "name", { type: ["string", "null"] }),
    /name may be null/,
  ],
  [
    "a field of a response has another type",
    (d) => change(shown(d), "name", { type: "integer" }),
    /name may be integer/,
  ],
  ["a value of a response is gone", (d) => change(shown(d), "colour", { enum: ["red"] }), /value blue is gone/],
  [
    "a form of a response is gone",
    (d) => list(d).responses[200].content["application/json"].schema.oneOf.shift(),
    /^GET \/things: 200/,
  ],
  ["a field of a part of a response is gone", (d) => remove(splitRecord(d), "size"), /201\.size is gone/],
  [
    "a field of a part of a response has another type",
    (d) => change(splitRecord(d), "name", { type: "integer" }),
    /name may be integer/,
  ],
  [
    "a field may be absent, now that a part requires less",
    (d) => {
      splitRecord(d);
      shown(d).required.pop();
    },
    /201\.size may be absent/,
  ],
  [
    "the elements of a list change",
    (d) => {
      list(d).responses[200].content["application/json"].schema.oneOf[0].items = { type: "string" };
    },
    /^GET \/things: 200/,
  ],
];
/** Describes the record as a part with all fields, of which this one requires some. */
function splitRecord(document: Part): Part {
  const { required, ...part } = shown(document);
  document.components.schemas.ThingPart = part;
  document.components.schemas.Thing = { allOf: [{ $ref: "#/components/schemas/ThingPart" }], required };
  return document.components.schemas.ThingPart;
}

for (const [what, edit, found] of BREAKING) {
  test(`§9: found: ${what}`, () => {
    const after = thing();
    edit(after);
    assert.match(breakingChanges(thing(), after).join("\n"), found);
  });
}

/** What clients do not notice. */
const COMPATIBLE: [what: string, change: (document: Part) => unknown][] = [
  ["nothing", () => undefined],
  ["a new path", (d) => Object.assign(d.paths, { "/others": d.paths["/things"] })],
  ["a new method", (d) => Object.assign(d.paths["/things"], { put: create(d) })],
  ["a new optional parameter", (d) => list(d).parameters.push({ in: "query", name: "q", schema: {} })],
  [
    "a new name in a pattern",
    (d) => Object.assign(list(d).parameters[0].schema, { pattern: "^(?:id|name|size)(?::(?:asc|desc))?$" }),
  ],
  [
    "new names in several parts of a pattern",
    (d) => Object.assign(list(d).parameters[0].schema, { pattern: "^(?:id|name|size)(?::(?:asc|desc|none))?$" }),
  ],
  [
    "another form in a pattern",
    (d) => Object.assign(list(d).parameters[0].schema, { pattern: "^(?:name|size|by\\.name)(?::(?:asc|desc))?$" }),
  ],
  ["a higher maximum", (d) => Object.assign(list(d).parameters[1].schema, { maximum: 200 })],
  ["a new value of a filter", (d) => list(d).parameters[2].schema.items.enum.push("green")],
  ["fewer scopes", (d) => create(d)["x-scopes"].pop()],
  ["a keyword with more values", (d) => d.paths["/things"]["x-view"].summary.push("size")],
  ["a word that looks different", (d) => Object.assign(shown(d).properties.colour, { "x-hues": { red: 2 } })],
  ["a field of a body that becomes optional", (d) => draft(d).required.pop()],
  ["a new optional field of a body", (d) => change(draft(d), "more", TEXT)],
  ["a field of a body that accepts null", (d) => change(draft(d), "name", { type: ["string", "null"] })],
  ["a field of a body that accepts more", (d) => change(draft(d), "name", { maxLength: 20 })],
  ["a new field of a response", (d) => change(shown(d), "more", TEXT)],
  ["a field of a response that is always there", (d) => shown(d).required.push("colour")],
  ["a field of a response that is never null", (d) => change(shown(d), "size", { type: "number" })],
  ["a new value of a response", (d) => change(shown(d), "colour", { enum: ["red", "blue", "green"] })],
  [
    "a new form of a response",
    (d) => list(d).responses[200].content["application/json"].schema.oneOf.push({ type: "string" }),
  ],
  [
    "a form beside what was the only one",
    (d) => {
      const { schema } = create(d).responses[201].content["application/json"];
      create(d).responses[201].content["application/json"].schema = { anyOf: [{ type: "string" }, schema] };
    },
  ],
  ["a field of a body that can only be repeated", (d) => change(draft(d), "made_by", { enum: ["us"] })],
  ["a new media type", (d) => Object.assign(list(d).responses[200].content, { "text/csv": { schema: {} } })],
  [
    "a new response and a new header",
    (d) => {
      list(d).responses[202] = {};
      list(d).responses[200].headers.Link = { schema: {} };
    },
  ],
  ["another problem", (d) => delete list(d).responses[400]],
  ["a record whose fields move to a part of it", splitRecord],
  [
    "a body whose fields move to a part of it",
    (d) => {
      const { required, ...part } = draft(d);
      d.components.schemas.ThingDraft = { allOf: [part], properties: { colour: part.properties.colour }, required };
    },
  ],
  ["a parameter that moves to its path", (d) => d.paths["/things"].parameters.push(list(d).parameters.pop())],
];
for (const [what, edit] of COMPATIBLE) {
  test(`§9: not breaking: ${what}`, () => {
    const after = thing();
    edit(after);
    assert.deepEqual(breakingChanges(thing(), after), []);
  });
}

/** A document whose requests and responses have two forms, and one with a single form of each. */
function formsAndOne(names: readonly string[], required: readonly string[]): [before: Part, after: Part] {
  const [before, after] = [thing(), thing()];
  const beside = { type: "array", minItems: 1, items: { type: "string" } };
  const forms = [{ items: { enum: ["name", "size"] } }, { items: { const: "*" }, maxItems: 1 }];
  create(before).parameters = [{ in: "query", name: "fields", schema: { ...beside, anyOf: forms } }];
  create(after).parameters = [
    { in: "query", name: "fields", schema: { ...beside, items: { type: "string", enum: names } } },
  ];
  before.components.schemas.ThingPart = { ...shown(before), required: [] };
  const content = create(before).responses[201].content["application/json"];
  content.schema = { anyOf: [content.schema, { $ref: "#/components/schemas/ThingPart" }] };
  after.components.schemas.Thing = { ...shown(after), required };
  return [before, after];
}

test("§9: not breaking: one form that fits both, and one response that is always whole", () => {
  assert.deepEqual(breakingChanges(...formsAndOne(["name", "size", "*"], ["name", "size"])), []);
});

test("§9: found: one form that leaves out a value of the others, and one response that is not whole", () => {
  const found = breakingChanges(...formsAndOne(["name", "*"], ["name"])).join("\n");
  assert.match(found, /the query parameter fields\[\]: the value size is gone/);
  assert.match(found, /201\.size may be absent/);
});

test("§9: found in the real document: a field, a filter, a state and a link that are taken away", () => {
  const after = structuredClone(current);
  delete after.components.schemas.MissionSelection.properties.operator;
  const { get } = after.paths["/api/missions"];
  get.parameters = get.parameters.filter((each: Part) => resolveRef(after, each).part.name !== "mission_type_in");
  const { status } = after.components.schemas.MissionDraft.properties;
  status.enum = status.enum.filter((word: unknown) => word !== "failed");
  delete after.components.schemas.Planet.properties._links.properties.moons;
  const found = breakingChanges(current, after).join("\n");
  for (const each of [
    /\.operator is gone/,
    /GET \/api\/missions: the query parameter mission_type_in is gone/,
    /status: the value failed/,
    /moons is gone/,
  ])
    assert.match(found, each);
});
