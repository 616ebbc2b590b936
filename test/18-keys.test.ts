/** Proves that lists are filtered by the keys of arrays, which may be ids of other records, and may be unique, on both stores. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { secondDomain } from "./support/domain/second-domain.ts";
import { keysByScopes } from "./support/http/api-keys.ts";
import { assertRefused, assertStatus } from "./support/http/assertions.ts";
import { messagesOf, readIds } from "./support/http/lists.ts";
import { type Body, faultsOf, type Served, serve } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const code = (system: string, value: string): Body => ({ system, code: value });
const rival = (manufacturer_id: string, ...aspects: string[]): Body => ({ manufacturer_id, aspects });

const CAMERAS: Record<string, Body> = {
  m3: { codes: [code("DIN", "4518"), code("din", "4519")], rivals: [rival("nikon", "megapixels"), rival("canon")] },
  q3: { codes: [code("ISO", "Straße:1")], rivals: [rival("nikon"), rival("nikon", "model", "mount")] },
  z9: { codes: [code("din", "45"), code("x", "a\ny:b"), code("x", "\\n")], rivals: [rival("leica")] },
  z8: {},
  z7: { codes: [], rivals: null },
};

const FOUND: [query: string, ids: string[]][] = [
  ["code=din:4518", ["m3"]],
  ["code=DIN:4519", ["m3"]],
  ["code=din:45", ["z9"]],
  ["code=din:451", []],
  ["code=iso:STRASSE:1", ["q3"]],
  ["code=4518:din", []],
  ["code=y:b", []],
  ["code=x:a%0AY:b", ["z9"]],
  ["code=x:a%5Cny:b", []],
  ["code=din:45%0Ax:a", []],
  ["code=x:%5Cn", ["z9"]],
  ["code=x:%0A", []],
  ["code_in=din:45,iso:strasse:1,x:y", ["q3", "z9"]],
  ["code_not=din:4518", ["q3", "z7", "z8", "z9"]],
  ["code_not_in=din:4518,din:45", ["q3", "z7", "z8"]],
  ["codes_exists=true", ["m3", "q3", "z9"]],
  ["codes_exists=false", ["z7", "z8"]],
  ["rival=nikon", ["m3", "q3"]],
  ["rival=NIKON", ["m3", "q3"]],
  ["rival=niko", []],
  ["rival=nikon&rival_not=canon", ["q3"]],
  ["rivals_exists=false&codes_exists=false", ["z7", "z8"]],
  ["filter=rival:leica", ["z9"]],
  ["any.1.rival=leica&any.1.code=din:4518", ["m3", "z9"]],
  ["manufacturer.country=JP&rival=nikon", ["m3"]],
];

const REFUSED: [query: string, fault: [string, string], allowed: RegExp][] = [
  ["code=4518", ["code", "invalid_value"], /must be system:code/],
  ["code=:", ["code", "invalid_value"], /must be system:code/],
  ["code_in=din:1,2", ["code_in", "invalid_value"], /Each element of code_in must be system:code/],
  ["code_exists=true", ["code_exists", "unknown_parameter"], /Allowed for code: code, code_in, code_not, code_not_in/],
  ["codes=din:1", ["codes", "unknown_parameter"], /Did you mean code\?/],
  ["codes_exists=1", ["codes_exists", "invalid_value"], /true or false/],
  ["sort=code", ["sort", "invalid_value"], /Unknown field/],
  ["sort=rivals", ["sort", "invalid_value"], /Unknown field/],
  ["group_by=rival", ["group_by", "invalid_value"], /Unknown field/],
  ["measure=max:codes", ["measure", "invalid_value"], /Allowed/],
  ["fields=code", ["fields", "unknown_field"], /Did you mean codes/],
];

for (const { name: store, create, skip } of STORE_KINDS) {
  describe(`§2.16: keys of arrays on ${store}`, { skip }, () => {
    let served: Served;
    const setUp = (async () => {
      const database = await create();
      served = await serve(secondDomain, { DATABASE_URL: database.url });
      after(async () => {
        await served.stop();
        await database.remove();
      });
      for (const [id, country] of Object.entries({ leica: "DE", nikon: "JP", canon: "JP" }))
        assertStatus(await served.put(`/api/manufacturers/${id}`, { name: id, country }), 201);
      for (const [id, values] of Object.entries(CAMERAS)) {
        const manufacturer_id = id === "m3" ? "canon" : "leica";
        assertStatus(await served.put(`/api/cameras/${id}`, { model: id, manufacturer_id, ...values }), 201);
      }
    })();
    const ids = async (query: string, list = "/api/cameras") => {
      await setUp;
      return readIds(served, `${list}?${query}`);
    };
    const patch = (id: string, values: Body) => served.patch(`/api/cameras/${id}`, values);

    for (const [query, expected] of FOUND) {
      test(`§2.16, ${store}: ${query} finds ${expected.join(", ") || "nothing"}`, async () => {
        assert.deepEqual(await ids(query), expected);
      });
    }

    for (const [query, fault, allowed] of REFUSED) {
      test(`§4.6, ${store}: ${query} is refused, and the message says what is allowed`, async () => {
        await setUp;
        const response = await served.get(`/api/cameras?${query}`);
        assert.deepEqual([response.status, faultsOf(response)], [400, [fault]]);
        assert.match(messagesOf(response)[fault[0]]!, allowed);
      });
    }

    test(`§4.12, ${store}: keys filter behind relations, and lists below a record`, async () => {
      assert.deepEqual(await ids("cameras.code=din:4518", "/api/manufacturers"), ["canon"]);
      assert.deepEqual(await ids("cameras_none.rival=nikon", "/api/manufacturers"), ["nikon"]);
      assert.deepEqual(await ids("rival=nikon", "/api/manufacturers/leica/cameras"), ["q3"]);
    });

    test(`§4.9, ${store}: exports filter by keys, and have the arrays`, async () => {
      await setUp;
      const { text } = await served.get("/api/cameras?rival=leica&format=ndjson");
      assert.deepEqual(JSON.parse(text).rivals, [{ manufacturer_id: "leica", aspects: [] }]);
    });

    test(`§6.5, ${store}: as of a moment, keys are those of then; lists follow changes`, async () => {
      await setUp;
      const list = "/api/cameras?code=ean:1&sort=model";
      assert.deepEqual(await ids("code=ean:1&sort=model"), []);
      const before = new Date(served.clock.now()).toISOString();
      served.clock.advance(1_000);
      assertStatus(await patch("z8", { codes: [code("EAN", "1")] }), 200);
      assert.deepEqual(await ids("code=ean:1&sort=model"), ["z8"]);
      served.clock.advance(1_000);
      const between = new Date(served.clock.now()).toISOString();
      served.clock.advance(1_000);
      assertStatus(await patch("z8", { codes: null }), 200);
      assert.deepEqual(await ids("code=ean:1&sort=model"), []);
      assert.deepEqual(await readIds(served, `${list}&as_of=${between}`), ["z8"]);
      assert.deepEqual(await readIds(served, `${list}&as_of=${before}`), []);
      assert.deepEqual(await ids(`codes_exists=false&as_of=${between}`), ["z7"]);
    });

    test(`§2.16, ${store}: an element that refers to no record, or names no field, is refused`, async () => {
      await setUp;
      const refused = await patch("z7", { rivals: [rival("nikon"), rival("canon", "megapixel", "model", "rivals")] });
      assertRefused(refused, 422, ["/rivals/1/aspects/0", "not_allowed"], ["/rivals/1/aspects/2", "not_allowed"]);
      assert.match(refused.body.errors[0].message, /Did you mean megapixels\? Allowed: model, .*mount\./);
      const [unknown, colon] = [{ rivals: [rival("nikon"), rival("nikkon")] }, { codes: [code("a:b", "c")] }];
      assertRefused(await patch("z7", unknown), 422, ["/rivals/1/manufacturer_id", "unknown_reference"]);
      assertRefused(await patch("z7", colon), 422, ["/codes/0/system", "invalid_value"]);
      assertRefused(await patch("z7", { codes: [{ system: "din" }] }), 400, ["/codes/0/code", "required"]);
      assert.deepEqual((await served.get("/api/cameras/z7")).body.rivals, []);
    });

    test(`§2.16, ${store}: a record to which elements refer cannot be deleted; the link finds the records`, async () => {
      await setUp;
      const response = await served.delete("/api/manufacturers/nikon");
      assert.equal(response.status, 409);
      const dependents = [{ name: "cameras", count: 2, link: "/api/cameras?rival=nikon" }];
      assert.deepEqual(response.body.dependents, dependents);
      assert.deepEqual(await readIds(served, dependents[0]!.link), ["m3", "q3"]);
      assertStatus(await served.put("/api/manufacturers/sony", { name: "Sony" }), 201);
      assertStatus(await patch("z7", { rivals: [rival("sony")] }), 200);
      assertStatus(await served.delete("/api/manufacturers/sony"), 409);
      assertStatus(await patch("z7", { rivals: [] }), 200);
      assertStatus(await served.delete("/api/manufacturers/sony"), 204);
    });

    test(`§2.16, ${store}: a key is that of one record, whoever writes it, in any case`, async () => {
      await setUp;
      const taken = await patch("z7", { codes: [code("ean", "7"), code("Din", "4518")] });
      assertRefused(taken, 409, ["/codes/1", "already_exists"]);
      assert.match(taken.body.detail, /Din:4518 is that of the camera m3/);
      assertRefused(await patch("z7", { codes: [code("ean", "7"), code("EAN", "7")] }), 422, [
        "/codes/1",
        "not_unique",
      ]);
      const camera = { model: "x", manufacturer_id: "leica", codes: [code("iso", "strasse:1")] };
      assertRefused(await served.post("/api/cameras", camera), 409, ["/codes/0", "already_exists"]);
      assertRefused(await served.put("/api/cameras/x", camera), 409, ["/codes/0", "already_exists"]);
      // Its own keys are not taken, in whatever order and case.
      assertStatus(await patch("m3", { codes: [code("din", "4519"), code("Din", "4518"), code("a", "b")] }), 200);
      assertStatus(await patch("m3", { codes: CAMERAS.m3!.codes }), 200);
      assertStatus(await patch("z7", { codes: [code("a", "b")] }), 200);
      const both = await Promise.all(["z8", "m3"].map((id) => patch(id, { codes: [code("ean", "race")] })));
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
      assertStatus(await patch("z8", { codes: [] }), 200);
      assertStatus(await patch("m3", { codes: CAMERAS.m3!.codes }), 200);
      assertStatus(await patch("z7", { codes: [] }), 200);
    });
  });
}

test("§2.16: the key of a deleted record is free, and that of a restored id is its own", async () => {
  await using served = await serve(secondDomain);
  assertStatus(await served.put("/api/manufacturers/leica", { name: "Leica" }), 201);
  const camera = { model: "M3", manufacturer_id: "leica", codes: [code("din", "1")] };
  assertStatus(await served.put("/api/cameras/m3", camera), 201);
  assertStatus(await served.delete("/api/cameras/m3"), 204);
  assertStatus(await served.put("/api/cameras/m4", camera), 201);
  assertRefused(await served.put("/api/cameras/m3", camera), 409, ["/codes/0", "already_exists"]);
});

test("§4.12: filters by keys behind a relation need the scope of the related records", async () => {
  await using served = await serve(secondDomain, { PUBLIC_READ: "false" });
  const keyOf = keysByScopes(served);
  assertStatus(await served.put("/api/manufacturers/leica", { name: "Leica" }), 201);
  const options = { credential: await keyOf(["manufacturers:read", "manufacturers:write"]) };
  assertStatus(await served.get("/api/manufacturers?cameras.rival=leica", options), 403);
});
