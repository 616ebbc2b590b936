/** Proves exports of lists as CSV and NDJSON (§4.9): formats, columns, cells, headers, conditions, privacy. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { secondDomain } from "./support/domain/second-domain.ts";
import { keysByScopes } from "./support/http/api-keys.ts";
import { assertRefused } from "./support/http/assertions.ts";
import { fixturesFor } from "./support/http/fixtures.ts";
import { createAll, messagesOf } from "./support/http/lists.ts";
import { type Body, type HttpResponse, serveForFile } from "./support/http/serve.ts";

const served = await serveForFile();
const fixtures = fixturesFor(served);
const keyWith = keysByScopes(served);
const CSV = "text/csv; charset=utf-8; header=present";
const NDJSON = "application/x-ndjson; charset=utf-8";
const anonymous = { credential: false } as const;

await fixtures.mission("m", { name: "M" });
const sample = { instrument: "REMS", parameter: "air_temperature", collected_at: "2020-01-01T00:00:00Z" };
const SAMPLES: readonly Body[] = [
  {
    ...sample,
    id: "a",
    value: -62.5,
    unit: "K",
    location: { body: "Mars", latitude_deg: 0, longitude_deg: -4.6 },
    payload: { raw: [1, "two"], deep: { null: null } },
    notes: 'Said "hi", then\r\nleft',
  },
  { ...sample, id: "b", value: 1.898e27, instrument: "=1+1", notes: " padded ", location: { body: "Mars" } },
  { ...sample, id: "c", notes: "line\nfeed", uncertainty: 0 },
  { ...sample, id: "d", quality: "bad" },
  { ...sample, id: "e", instrument: "Ångström；秤", notes: "carriage\rreturn" },
];
await createAll(served, "/api/missions/m/data", SAMPLES);

/** The records of NDJSON. */
function linesOf({ text }: HttpResponse): Body[] {
  if (text === "") return [];
  assert.ok(text.endsWith("\n"));
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The lines of CSV, as another implementation reads them. */
function cellsOf({ text }: HttpResponse): string[][] {
  return parse(text, { record_delimiter: "\r\n" });
}

const COLUMNS = [
  ...["id", "mission_id", "instrument", "parameter", "value", "unit", "collected_at", "uncertainty"],
  ...["processing_level", "quality", "location.body", "location.latitude_deg", "location.longitude_deg"],
  ...["payload", "notes", "created_at", "updated_at"],
];

test("§4.9: CSV has every field in the order of the reference, objects flattened, and cells that round-trip", async () => {
  const { status, text } = await served.get("/api/data?format=csv");
  assert.equal(status, 200, text);
  const at = "2026-01-15T12:00:00.000Z";
  const rest = [sample.parameter, "2020-01-01T00:00:00.000Z"];
  const line = (...cells: string[]) => `${cells.join(",")},${at},${at}\r\n`;
  assert.equal(
    text,
    [
      `${COLUMNS.join(",")}\r\n`,
      line(
        ...["a", "m", "REMS", rest[0]!, "-62.5", "K", rest[1]!, "", "raw", "good", "Mars", "0", "-4.6"],
        ...['"{""raw"":[1,""two""],""deep"":{""null"":null}}"', '"Said ""hi"", then\r\nleft"'],
      ),
      line("b", "m", "=1+1", rest[0]!, "1.898e+27", "", rest[1]!, "", "raw", "good", "Mars", "", "", "", " padded "),
      line("c", "m", "REMS", rest[0]!, "", "", rest[1]!, "0", "raw", "good", "", "", "", "", '"line\nfeed"'),
      line("d", "m", "REMS", rest[0]!, "", "", rest[1]!, "", "raw", "bad", "", "", "", "", ""),
      line(
        "e",
        "m",
        "Ångström；秤",
        rest[0]!,
        "",
        "",
        rest[1]!,
        "",
        "raw",
        "good",
        "",
        "",
        "",
        "",
        '"carriage\rreturn"',
      ),
    ].join(""),
  );
  assert.deepEqual(
    cellsOf(await served.get("/api/data?format=csv&fields=notes")).map(([, notes]) => notes),
    ["notes", ...SAMPLES.map((each) => each.notes ?? "")],
  );
});

test("§4.9: NDJSON has one whole representation per line, as its own path shows it", async () => {
  const lines = linesOf(await served.get("/api/missions/m/data?format=ndjson"));
  const items = await Promise.all(SAMPLES.map(({ id }) => fixtures.read(`/api/missions/m/data/${id}`)));
  assert.deepEqual(lines, items);
});

test("§4.9: booleans and lists are JSON in CSV", async () => {
  const other = await serveForFile(secondDomain);
  await createAll(other, "/api/products", [{ id: "p", name: "P", in_stock: true }]);
  assert.equal((await other.get("/api/products?format=csv&fields=in_stock")).text, "id,in_stock\r\np,true\r\n");
  const { text } = await served.get("/api/missions?format=csv&fields=allowed_transitions");
  assert.equal(text, 'id,allowed_transitions\r\nm,"[""on_hold"",""active"",""failed"",""cancelled""]"\r\n');
});

test("§4.9: fields select columns, id first, in the order of the reference", async () => {
  const { text } = await served.get("/api/data?format=csv&fields=unit,location,value&id=a");
  assert.equal(
    text,
    "id,value,unit,location.body,location.latitude_deg,location.longitude_deg\r\na,-62.5,K,Mars,0,-4.6\r\n",
  );
  const [line] = linesOf(await served.get("/api/data?format=ndjson&fields=unit,value&id=a"));
  const { body } = await served.get("/api/data?fields=unit,value&id=a");
  assert.deepEqual(line, body.data[0]);
  const [whole] = linesOf(await served.get("/api/data?format=ndjson&fields=*&id=a"));
  assert.deepEqual(whole, await fixtures.read("/api/missions/m/data/a"));
});

test("§4.9: the whole filtered and sorted list, or one page if page or limit is given", async () => {
  const other = await serveForFile();
  const ids = Array.from({ length: 130 }, (_, at) => `s${String(at).padStart(3, "0")}`);
  await createAll(
    other,
    "/api/space-stations",
    ids.map((id, at) => ({ id, name: at % 2 === 0 ? "Even" : "Odd" })),
  );
  const idsOf = async (query: string) =>
    linesOf(await other.get(`/api/space-stations?format=ndjson${query}`)).map(({ id }) => id);
  assert.deepEqual(await idsOf(""), ids);
  assert.deepEqual(await idsOf("&sort=id:desc"), ids.toReversed());
  const odd = ids.filter((_, at) => at % 2 === 1);
  assert.deepEqual(await idsOf("&name=odd"), odd);
  assert.deepEqual(await idsOf("&sort=name:desc&created_at_after=2020-01-01"), [
    ...odd,
    ...ids.filter((id) => !odd.includes(id)),
  ]);
  assert.deepEqual(await idsOf("&limit=3"), ids.slice(0, 3));
  assert.deepEqual(await idsOf("&page=2"), ids.slice(20, 40));
  assert.deepEqual(await idsOf("&page=2&limit=3&name=odd"), odd.slice(3, 6));
  assert.deepEqual(await idsOf("&page=99"), []);
  assert.deepEqual(await idsOf("&name=none"), []);
  assert.equal((await other.get("/api/space-stations?format=csv&fields=id&name=none")).text, "id\r\n");
});

test("§4.9: NDJSON embeds what include names; a table cannot", async () => {
  await fixtures.crew("crewed", ["c1", "c2"], () => ({ role: "pilot" }));
  const path = "/api/missions?include=astronauts";
  const [line] = linesOf(await served.get(`${path}&format=ndjson&id=crewed`));
  const { body } = await served.get(`${path}&id=crewed&fields=*`);
  assert.deepEqual(line, body.missions[0]);
  assert.deepEqual(
    line._embedded.astronauts.map(({ id }: Body) => id),
    ["c1", "c2"],
  );
  const { headers } = await served.get(`${path}&format=ndjson`);
  await served.patch("/api/missions/crewed/astronauts/c1", { role: "commander" });
  const again = await served.get(`${path}&format=ndjson`, { headers: { "if-none-match": headers.get("etag")! } });
  assert.equal(again.status, 200, "the entity tag covers what is embedded");
  assertRefused(await served.get(`${path}&format=csv`), 400, ["include", "invalid_value"]);
  await served.delete("/api/missions/crewed?cascade=true");
});

test("§4.9: summaries are exported whole, or one page", async () => {
  const path = "/api/data?group_by=quality,collected_at:year&measure=max:value,avg:uncertainty&sort=count:desc,quality";
  const { body } = await served.get(path);
  assert.deepEqual(linesOf(await served.get(`${path}&format=ndjson`)), body.groups);
  const { headers, text } = await served.get(`${path}&format=csv`);
  assert.equal(text.split("\r\n")[0], "quality,collected_at,count,value_max,uncertainty_avg");
  assert.equal(text.split("\r\n")[1], "good,2020-01-01T00:00:00.000Z,4,1.898e+27,0");
  assert.equal(headers.get("content-type"), CSV);
  assert.deepEqual(linesOf(await served.get(`${path}&format=ndjson&page=2&limit=1`)), body.groups.slice(1));
  assert.equal((await served.get("/api/data?measure=count&id=none&format=csv")).text, "count\r\n0\r\n");
  const etag = headers.get("etag")!;
  assert.equal((await served.get(`${path}&format=csv`, { headers: { "if-none-match": etag } })).status, 304);
});

test("§4.9: Accept chooses the format; format takes precedence", async () => {
  const JSON_TYPE = "application/json; charset=utf-8";
  for (const [query, accept, expected] of [
    ["", undefined, JSON_TYPE],
    ["", "*/*", JSON_TYPE],
    ["", "text/html, */*;q=0.8", JSON_TYPE],
    ["", "text/csv", CSV],
    ["", "text/csv; header=present", CSV],
    ["", "Text/CSV, text/*;q=0.5", CSV],
    ["", "text/csv;q=0.5, */*", JSON_TYPE],
    ["", "text/*", CSV],
    ["", "TEXT/*, application/json;q=0.5", CSV],
    ["", "text/*;q=0.5, */*", JSON_TYPE],
    ["", "application/*", JSON_TYPE],
    ["", "application/x-ndjson;q=0, application/*", JSON_TYPE],
    ["", "application/x-ndjson", NDJSON],
    ["", "application/json;q=0.5, application/x-ndjson", NDJSON],
    ["?format=csv", undefined, CSV],
    ["?format=csv", "application/json", CSV],
    ["?format=csv", "text/html", CSV],
    ["?f%6Frmat=ndjson", "text/csv", NDJSON],
    ["?format=json", "text/csv", JSON_TYPE],
  ] as const) {
    const { status, headers } = await served.get(`/api/missions${query}`, accept ? { headers: { accept } } : {});
    assert.deepEqual([status, headers.get("content-type")], [200, expected], `${query} ${accept}`);
  }
  for (const accept of ["text/html", "text/csv;q=0", "text/csv; header=absent", "text/*, text/csv;q=0"])
    assert.equal((await served.get("/api/missions", { headers: { accept } })).status, 406, accept);
});

test("§4.9: on other paths and methods, the media types are 406", async () => {
  for (const accept of ["text/csv", "text/*", "application/x-ndjson"]) {
    const headers = { accept };
    for (const path of [
      "/api",
      "/api/me",
      "/api/missions/m",
      "/api/planets/p/atmosphere",
      "/api/events/0000000000000001",
    ])
      assert.equal((await served.get(path, { headers })).status, 406, path);
    assert.equal((await served.post("/api/missions", { name: "X" }, { headers })).status, 406);
  }
  assertRefused(await served.get("/api/missions/m?format=csv"), 400, ["format", "unknown_parameter"]);
  assertRefused(await served.post("/api/missions?format=csv", { name: "X" }), 400, ["format", "unknown_parameter"]);
});

test("§4.9: an unknown or repeated format, and a cursor, are 400 with every other fault", async () => {
  const answer = await served.get("/api/missions?format=cvs&limit=0&nmae=x");
  assertRefused(answer, 400, ["nmae", "unknown_parameter"], ["format", "invalid_value"], ["limit", "out_of_range"]);
  assert.equal(messagesOf(answer).format, 'Unknown format "cvs". Did you mean csv? Allowed: json, csv, ndjson.');
  assertRefused(await served.get("/api/missions?format=csv&format=json"), 400, ["format", "duplicate_parameter"]);
  assertRefused(
    await served.get("/api/missions?format=csv&cursor=&limit=0"),
    400,
    ["cursor", "invalid_value"],
    ["limit", "out_of_range"],
  );
  assertRefused(await served.get("/api/missions?cursor=", { headers: { accept: "text/csv" } }), 400, [
    "cursor",
    "invalid_value",
  ]);
  assert.equal((await served.get("/api/missions?cursor=&format=json")).status, 200);
});

test("§4.9: the file is named for the path and the day", async () => {
  served.clock.set("2026-11-22T23:59:59Z");
  for (const [path, name] of [
    ["/api/missions?format=csv", "missions-2026-11-22.csv"],
    ["/api/missions/m/data?format=ndjson&limit=1", "missions-m-data-2026-11-22.ndjson"],
    ["/api/space-stations?format=csv", "space-stations-2026-11-22.csv"],
  ] as const)
    assert.equal((await served.get(path)).headers.get("content-disposition"), `attachment; filename="${name}"`);
  const { headers } = await served.get("/api/missions/m/crew?format=csv");
  assert.equal(headers.get("content-location"), "/api/missions/m/astronauts?format=csv");
});

test("§4.9: a list whose parent does not exist is 404", async () => {
  for (const method of ["GET", "HEAD"]) {
    for (const path of ["/api/missions/none/data", "/api/missions/none/crew", "/api/astronauts/none/missions"])
      assert.equal((await served.request(method, `${path}?format=csv`)).status, 404, path);
  }
});

test("§4.10: an unchanged export is 304 in its format and coding, without the query; HEAD runs none", async () => {
  const path = "/api/missions/m/data";
  const tags = new Map<string, string>();
  for (const accept of ["application/json", "text/csv", "application/x-ndjson"]) {
    for (const coding of ["identity", "gzip"]) {
      const { status, headers } = await served.get(path, { headers: { accept, "accept-encoding": coding } });
      assert.equal(status, 200);
      tags.set(`${accept} ${coding}`, headers.get("etag")!);
    }
  }
  assert.equal(new Set(tags.values()).size, tags.size, "different bytes have different strong tags");
  const { listBatch } = served.store;
  Object.assign(served.store, { listBatch: () => assert.fail("the query ran") });
  try {
    for (const [key, etag] of tags) {
      const [accept, coding] = key.split(" ") as [string, string];
      const headers = { accept, "accept-encoding": coding, "if-none-match": etag };
      const { status, headers: sent, text } = await served.get(path, { headers });
      assert.deepEqual([status, sent.get("etag"), sent.get("cache-control"), text], [304, etag, "no-cache", ""], key);
      assert.equal(sent.get("vary"), "Accept, Accept-Encoding, Authorization");
      if (accept === "application/json") continue;
      const head = await served.request("HEAD", path, { headers: { accept, "accept-encoding": coding } });
      assert.deepEqual([head.status, head.headers.get("etag"), head.text], [200, etag, ""]);
      assert.equal(head.headers.get("content-encoding"), coding === "gzip" ? "gzip" : null);
      assert.match(head.headers.get("content-disposition")!, /^attachment; filename="missions-m-data-/);
      assert.equal(head.headers.get("content-type")?.split(";")[0], accept);
    }
    const any = { accept: "text/csv", "if-none-match": "*" };
    assert.equal((await served.get(path, { headers: any })).status, 304);
    assert.equal((await served.get(path, { headers: { accept: "text/csv", "if-match": '"0"' } })).status, 412);
  } finally {
    Object.assign(served.store, { listBatch });
  }
  await served.patch("/api/missions/m/data/a", { notes: "Changed" });
  const headers = { accept: "text/csv", "if-none-match": tags.get("text/csv identity")! };
  assert.equal((await served.get(path, { headers })).status, 200);
});

test("§4.11: an export is compressed as a stream, in every content coding", async () => {
  const plain = (await served.get("/api/missions/m/data?format=csv")).text;
  for (const [coding, decode] of [
    ["gzip", gunzipSync],
    ["deflate", inflateSync],
    ["br", brotliDecompressSync],
  ] as const) {
    const url = `${served.url}/api/missions/m/data?format=csv`;
    const { headers, text } = await served.get("/api/missions/m/data?format=csv", {
      headers: { "accept-encoding": coding },
    });
    assert.equal(headers.get("content-encoding"), coding, url);
    assert.equal(text, plain, decode.name);
  }
});

test("§5.3: a private list is exported to callers with its scope only, and not stored by caches", async () => {
  await fixtures.astronaut("ann");
  await fixtures.put("/api/astronauts/ann/medical/x", { examined_on: "2020-01-01", kind: "annual", fitness: "fit" });
  const path = "/api/astronauts/ann/medical?format=csv";
  assert.equal((await served.get(path, anonymous)).status, 401);
  assert.equal((await served.get(path, { credential: await keyWith(["astronauts:read"]) })).status, 403);
  const { headers, text } = await served.get(path, { credential: await keyWith(["medical:read"]) });
  assert.equal(headers.get("cache-control"), "private, no-store");
  assert.match(
    text,
    /^id,astronaut_id,examined_on,kind,fitness,examiner,notes,created_at,updated_at\r\nx,ann,2020-01-01,annual,fit,/,
  );
});

test("§5.3: an export of events has those that the caller sees, also in its entity tag", async () => {
  const [reader, doctor] = [await keyWith(["events:read"]), await keyWith(["events:read", "medical:read"])];
  const kindsFor = async (credential: string) => {
    const answer = await served.get("/api/events?format=ndjson&fields=type,data", { credential });
    return [answer.headers.get("etag"), new Set(linesOf(answer).map(({ type }) => type)).has("medical_record.created")];
  };
  const [forReader, forDoctor] = [await kindsFor(reader), await kindsFor(doctor)];
  assert.deepEqual([forReader[1], forDoctor[1]], [false, true]);
  assert.notEqual(forReader[0], forDoctor[0]);
  const { headers } = await served.get("/api/events?format=csv", { headers: { accept: "text/event-stream" } });
  assert.equal(headers.get("content-type"), CSV, "format takes precedence over the stream");
});

test("§4.9: an export of operations has those of the caller", async () => {
  const path = "/api/missions/m/data";
  const accepted = await served.post(path, [{ ...sample, id: "async" }], { headers: { prefer: "respond-async" } });
  assert.equal(accepted.status, 202);
  const [operation] = linesOf(await served.get("/api/operations?format=ndjson"));
  assert.equal(operation._links.self, accepted.headers.get("location"));
  const { text } = await served.get("/api/operations?format=csv&fields=kind", {
    credential: await keyWith(["missions:write"]),
  });
  assert.equal(text, "id,kind\r\n");
});
