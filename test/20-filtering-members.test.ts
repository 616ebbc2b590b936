/** Proves that lists are filtered, sorted, grouped and measured by members of objects as by fields, on both stores. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Declaration } from "../engine/declare/declaration.ts";
import { collection } from "../engine/declare/declare.ts";
import { anyObject, decimal, duration, instant, object, oneOf, text } from "../engine/declare/fields.ts";
import { products, secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";
import { idsOf, itemsOf, messagesOf, readIds } from "./support/http/lists.ts";
import { type Body, faultsOf, type Served, serve, serveForFile } from "./support/http/serve.ts";
import { STORE_KINDS } from "./support/store/both-stores.ts";

const LONG = "the_temperature_of_the_housing_in_degrees";

/** A collection of one of each: objects within objects, long names, and names that no parameter may have. */
const probes = collection("probes", {
  one: "probe",
  about: "For this test.",
  fields: {
    [LONG]: object({ [LONG]: object({ measured: decimal(), named: text() }) }),
    burn: object({ lasted: duration(), began_at: instant(), phase: oneOf("first", "second") }),
    odd: object({ "a:b,c": text(), camelCase: text(), 'quoted"': text() }),
    free: anyObject(100),
    secret: object({ code: text() }).hidden(),
  },
}) as Declaration;

const sample = (id: string, location?: object): Body => ({
  ...{ id, instrument: "Dial", parameter: "heat", collected_at: "2026-01-01T00:00:00Z" },
  ...(location ? { location } : {}),
});

const SAMPLES = [
  sample("a", { body: "Mars", latitude_deg: -4.5, longitude_deg: 137 }),
  sample("b", { body: "MARS", latitude_deg: 18.5 }),
  sample("c", { body: "Straße", latitude_deg: 0, longitude_deg: null }),
  sample("d", {}),
  sample("e"),
];

for (const { name: store, create, skip } of STORE_KINDS) {
  describe(`§4.5: members of objects on ${store}`, { skip }, () => {
    let served: Served;
    const path = "/api/missions/m/data";
    const setUp = (async () => {
      const database = await create();
      served = await serve([...domain, probes], { DATABASE_URL: database.url });
      after(async () => {
        await served.stop();
        await database.remove();
      });
      await served.put("/api/missions/m", { name: "M" });
      assert.equal((await served.post(path, SAMPLES)).status, 201);
    })();
    const ids = async (query: string, list = path) => {
      await setUp;
      return readIds(served, `${list}?${query}`);
    };

    const FOUND: [query: string, ids: string[]][] = [
      ["location.latitude_deg_min=-5&location.latitude_deg_max=5", ["a", "c"]],
      ["location.body=mars", ["a", "b"]],
      ["location.body=mArS&location.longitude_deg_exists=true", ["a"]],
      ["location.body=STRASSE", ["c"]],
      ["location.body_contains=RAẞ", ["c"]],
      ["location.body_starts_with=m", ["a", "b"]],
      ["location.body_in=strasse,venus", ["c"]],
      ["location.body_exists=false", ["d", "e"]],
      ["location.longitude_deg_exists=false", ["b", "c", "d", "e"]],
      ["location.latitude_deg=18.5", ["b"]],
      ["location.latitude_deg_in=0,18.5", ["b", "c"]],
      ["filter=location.body:mars", ["a", "b"]],
      ["sort=location.latitude_deg:desc", ["b", "c", "a", "d", "e"]],
      ["sort_by=location.body,location.latitude_deg&order=desc", ["c", "a", "b", "d", "e"]],
      ["search=mars", []],
    ];
    for (const [query, expected] of FOUND) {
      test(`?${query}: ${expected.join(", ") || "none"}`, async () => {
        assert.deepEqual(await ids(query), expected);
        assert.deepEqual(await ids(query, "/api/data"), expected, "of all missions");
      });
    }

    test("cursor pages follow their order and filters", async () => {
      await setUp;
      const seen: string[] = [];
      for (let next = `${path}?sort=location.body,location.latitude_deg:desc&cursor=&limit=2`; next; ) {
        const answer = await served.get(next);
        seen.push(...idsOf(answer));
        next = answer.body._links.next;
      }
      assert.deepEqual(seen, ["d", "e", "b", "a", "c"]);
    });

    test("§4.8: groups and measures have the whole path as their names", async () => {
      await setUp;
      const query = "group_by=location.body&measure=avg:location.latitude_deg&sort=location.latitude_deg_avg:desc";
      assert.deepEqual((await served.get(`/api/data?${query}`)).body.groups, [
        { "location.body": "MARS", count: 2, "location.latitude_deg_avg": 7 },
        { "location.body": "Straße", count: 1, "location.latitude_deg_avg": 0 },
        { "location.body": null, count: 2, "location.latitude_deg_avg": null },
      ]);
      const csv = await served.get(`/api/data?${query}&format=csv`);
      assert.equal(csv.text.split("\r\n")[1], "MARS,2,7");
    });

    test("§4.9: exports are filtered and sorted by them", async () => {
      await setUp;
      const { text } = await served.get("/api/data?location.body=mars&sort=location.latitude_deg:desc&format=ndjson");
      const exported = text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        exported.map(({ id, location }) => [id, location]),
        [
          ["b", { body: "MARS", latitude_deg: 18.5 }],
          ["a", { body: "Mars", latitude_deg: -4.5, longitude_deg: 137 }],
        ],
      );
    });

    test("§4.10: lists, totals and entity tags follow every write of the object", async () => {
      await setUp;
      const list = `${path}?location.body=ceres&sort=location.latitude_deg:desc`;
      const read = async () => {
        const answer = await served.get(list);
        return { ids: idsOf(answer), total: answer.body.total_count, etag: answer.headers.get("etag") };
      };
      const tags = [(await read()).etag];
      const changes: [change: () => Promise<{ status: number }>, ids: string[]][] = [
        [() => served.put(`${path}/x`, sample("x", { body: "Ceres", latitude_deg: 1 })), ["x"]],
        [() => served.put(`${path}/y`, sample("y", { body: "CERES", latitude_deg: 2 })), ["y", "x"]],
        [() => served.patch(`${path}/x`, { location: { latitude_deg: 3 } }), ["x", "y"]],
        [() => served.patch(`${path}/y`, { location: { body: null } }), ["x"]],
        [() => served.patch(`${path}/y`, { location: { body: "ceres" } }), ["x", "y"]],
        [() => served.put(`${path}/x`, sample("x")), ["y"]],
        [() => served.patch(`${path}/y`, { location: null }), []],
        [() => served.delete(`${path}/x`), []],
        [() => served.delete(`${path}/y`), []],
      ];
      for (const [change, expected] of changes) {
        assert.ok((await change()).status < 300);
        const now = await read();
        assert.deepEqual([now.ids, now.total], [expected, expected.length]);
        if (now.etag !== tags.at(-1)) tags.push(now.etag);
      }
      assert.ok(tags.length > 6);
      assert.equal(new Set(tags).size, tags.length, "no tag twice");
    });

    test("§6.1: events show the object, and no member beside it", async () => {
      await setUp;
      await served.put(`${path}/z`, sample("z", { body: "Io" }));
      await served.patch(`${path}/z`, { location: { body: "Europa" } });
      const { body } = await served.get(`/api/events?subject=${path}/z&sort=id:desc&fields=*`);
      const [{ data }] = body.events;
      assert.deepEqual([data.before.location, data.after.location], [{ body: "Io" }, { body: "Europa" }]);
      assert.deepEqual(Object.keys(data.after).sort(), Object.keys((await served.get(`${path}/z`)).body).sort());
      await served.delete(`${path}/z`);
    });

    test("of objects within objects, with long names, in other zones and units", async () => {
      await setUp;
      const deep = `${LONG}.${LONG}`;
      await served.put("/api/probes/p", {
        [LONG]: { [LONG]: { measured: 2, named: "Ä" } },
        burn: { lasted: "PT90M", began_at: "2026-01-02T01:30:00+02:00", phase: "second" },
        odd: { "a:b,c": "x", camelCase: "y", 'quoted"': "z" },
      });
      const second = await served.put("/api/probes/q", { [LONG]: { [LONG]: null }, burn: { lasted: "PT1H" } });
      assert.equal(second.status, 201, second.text);
      for (const query of [
        ...[`${deep}.measured_min=2`, `${deep}.named=ä`, "burn.lasted=PT1H30M", "burn.lasted_min=PT61M"],
        ...["burn.began_at=2026-01-01", "burn.began_at_before=2026-01-01T23:30:01Z", "burn.phase=SECOND"],
        "burn.began_at_exists=true",
      ])
        assert.deepEqual(await readIds(served, `/api/probes?${query}`), ["p"], query);
      const measures = `group_by=burn.began_at:month&measure=sum:burn.lasted,max:${deep}.measured`;
      const { body } = await served.get(`/api/probes?${measures}`);
      assert.deepEqual(body.groups, [
        { "burn.began_at": null, count: 1, "burn.lasted_sum": "PT1H", [`${deep}.measured_max`]: null },
        {
          "burn.began_at": "2026-01-01T00:00:00.000Z",
          count: 1,
          "burn.lasted_sum": "PT1H30M",
          [`${deep}.measured_max`]: 2,
        },
      ]);
    });
  });
}

const space = await serveForFile([...domain, probes]);

/** Refused queries of samples, with the parameter at fault and its message. */
const REFUSED: [query: string, parameter: string, code: string, message: RegExp][] = [
  [
    "location.latitude_dg_min=1",
    ...(["location.latitude_dg_min", "unknown_parameter"] as const),
    /^Unknown parameter location\.latitude_dg_min\. Did you mean location\.latitude_deg_min\?$/,
  ],
  ["locaton.body=x", "locaton.body", "unknown_parameter", /Did you mean location\.body\?/],
  [
    "location=mars",
    ...(["location", "unknown_parameter"] as const),
    / location is an object; its members are location\.body, location\.latitude_deg and location\.longitude_deg\./,
  ],
  ["location.body_min=1", "location.body_min", "unknown_parameter", /Allowed for location\.body: location\.body, /],
  ["location.latitude_deg=north", "location.latitude_deg", "invalid_value", /must be a number/],
  ["payload.a=1", "payload.a", "unknown_parameter", /^Unknown parameter payload\.a\./],
  ["filter=location.bdy:mars", "filter", "invalid_value", /Did you mean location\.body\?/],
  ["sort=location.latitude", "sort", "invalid_value", /Unknown field "location\.latitude".*location\.latitude_deg/],
  ["sort=location", "sort", "invalid_value", /Unknown field "location"/],
  ["group_by=location.bod", "group_by", "invalid_value", /Did you mean location\.body\?/],
  ["measure=avg:location.body", "measure", "invalid_value", /avg takes only numbers and durations/],
  ["fields=location.body", "fields", "unknown_field", /Unknown field "location\.body"/],
];
for (const [query, parameter, code, message] of REFUSED) {
  test(`§4.6: ?${query} is refused`, async () => {
    const answer = await space.get(`/api/data?${query}`);
    assert.equal(answer.status, 400);
    assert.deepEqual(faultsOf(answer), [[parameter, code]]);
    assert.match(messagesOf(answer)[parameter]!, message);
  });
}

test("§4.5: members with names that no parameter may have, of free and of hidden objects, are no parameters", async () => {
  for (const parameter of ["odd.camelCase", "odd.a:b,c", 'odd.quoted"', "free.a", "secret.code"])
    assert.deepEqual(await readIds(space, `/api/probes?${new URLSearchParams([[parameter, "x"]])}`), [
      400,
      [[parameter, "unknown_parameter"]],
    ]);
});

test("§9: the documents describe them like the other filters", async () => {
  const { parameters } = (await space.get("/openapi.json")).body.components;
  const { name, schema } = parameters["location.latitude_deg_min"];
  assert.deepEqual([name, schema], ["location.latitude_deg_min", { $ref: "#/components/schemas/NumberFilter" }]);
  assert.deepEqual(parameters["location.body"]["x-filter"], { field: "location.body", operator: "equals" });
  const reference = (await space.get("/docs/data", { headers: { accept: "text/html" } })).text;
  assert.match(reference, /<code>location\.latitude_deg<\/code>/);
});

test("§9: who filters by a member of a deprecated object is told so", async () => {
  const fields = { ...products.fields, size: products.fields.size.deprecated({ since: "2026-03-01" }) };
  const served = await serveForFile(
    secondDomain.map((each) => (each.name === "products" ? { ...each, fields } : each)),
  );
  const announced = async (query: string) => (await served.get(`/api/products?${query}`)).headers.get("deprecation");
  assert.equal(await announced("size.label=x"), "@1772323200");
  assert.equal(await announced("sort=size.box.layers"), "@1772323200");
  assert.equal(await announced("rating=1"), null);
});

test("§2.3: crews are listed by members of what they show of missions and people", async () => {
  const place = object({ city: text() });
  const people = domain.map((each) => {
    if (each.name === "astronauts") return { ...each, fields: { ...each.fields, home: place } };
    if (each.kind !== "membership" || each.name !== "crew") return each;
    return { ...each, of: each.of, shows: [...each.shows, "home"] };
  }) as Declaration[];
  const member = people.find(({ name }) => name === "astronauts")!;
  const declarations = people.map((each) => ({
    ...each,
    ...("of" in each && each.of?.name === "astronauts" ? { of: member } : {}),
    ...("member" in each && each.member?.name === "astronauts" ? { member } : {}),
  })) as Declaration[];
  const served = await serveForFile(declarations);
  await served.put("/api/missions/m", { name: "M" });
  for (const [id, city] of [
    ["ann", "Oslo"],
    ["bo", "Rome"],
  ]) {
    await served.put(`/api/astronauts/${id}`, { name: id, home: { city } });
    await served.put(`/api/missions/m/astronauts/${id}`, { role: "pilot" });
  }
  const crew = "/api/missions/m/astronauts";
  assert.deepEqual(await readIds(served, `${crew}?home.city=OSLO`), ["ann"]);
  await served.patch("/api/astronauts/bo", { home: { city: "oslo" } });
  assert.deepEqual(await readIds(served, `${crew}?home.city=OSLO&sort=home.city,id`), ["ann", "bo"]);
  assert.equal(itemsOf(await served.get(crew)).length, 2);
});
