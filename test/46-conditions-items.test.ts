/** Proves the validators of single resources (§4): what carries them, what they tell apart, and that none comes back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../src/domain/index.ts";
import { writableResources } from "./support/domain/declared-behaviour.ts";
import { RecordFactory } from "./support/domain/record-factory.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { sendRequest } from "./support/http/raw-http.ts";
import { ADMIN_KEY, type HttpResponse, serveForFile } from "./support/http/serve.ts";

const STRONG = /^"[\x21\x23-\x7e]+"$/;

/** Asserts that an answer carries a representation with all that identifies it; answers the tag. */
function validated({ headers, body, text }: HttpResponse): string {
  assert.match(headers.get("etag") ?? text, STRONG);
  assert.equal(headers.get("content-location"), body._links.self);
  if (body.updated_at) {
    const changed = new Date(Date.parse(body.updated_at));
    assert.equal(headers.get("last-modified"), changed.toUTCString());
  }
  return headers.get("etag")!;
}

function unvalidated({ headers }: HttpResponse): void {
  for (const name of ["etag", "last-modified", "content-location"]) assert.equal(headers.get(name), null, name);
}

for (const [domainName, declarations] of [
  ["space", domain],
  ["second domain", secondDomain],
] as const) {
  const served = await serveForFile(declarations);
  served.clock.advance(567);
  const records = new RecordFactory(served);

  for (const resource of writableResources(served.catalog)) {
    const each = (promise: string, prove: () => Promise<void>) =>
      test(
        `${promise.split(" ")[0]} ${domainName}, ${resource.name}: ${promise.slice(promise.indexOf(" ") + 1)}`,
        prove,
      );

    each("§4.10 ETag, Last-Modified and Content-Location come with every representation, and agree", async () => {
      const { path, answer, body } = await records.create(resource, "every");
      const tag = validated(answer);
      for (const same of [await served.put(path, body), await served.patch(path, {}), await served.get(path)])
        assert.equal(validated(same), tag);
      for (const chosen of ["*", "id", "updated_at"]) validated(await served.get(`${path}?fields=${chosen}`));
      for (const view of resource.views.filter(({ role }) => role === "flat"))
        assert.equal(validated(await served.get(`${view.path}/${body.id}`)), tag);
    });

    each("§4.2 a write that changes nothing keeps tag and time, one that changes something does not", async () => {
      const { path, answer, body } = await records.create(resource, "every");
      const tag = answer.headers.get("etag");
      served.clock.advance(60_000);
      const texts = [...resource.fields].filter(([, { kind, schema }]) => kind === "text" && !schema.enum);
      const [[field, spec] = []] = texts;
      const writable = field !== undefined && !field.startsWith("current_");
      assert.equal((await served.put(path, body)).headers.get("etag"), tag);
      if (!writable) return;
      const other = spec?.schema.format === undefined ? "Other" : "https://other.example/";
      const changed = await served.patch(path, { [field]: other });
      assert.notEqual(validated(changed), tag, field);
      assert.equal(validated(await served.get(path)), changed.headers.get("etag"));
    });

    each("§4.10 representations never share a tag; each is unmodified to who has it, and guards a write", async () => {
      const { path } = await records.create(resource, "every");
      const variants = [path, `${path}?fields=*`, `${path}?fields=id`, `${path}?fields=id,created_at`];
      const tags = await Promise.all(variants.map(async (variant) => validated(await served.get(variant))));
      assert.equal(new Set(tags).size, variants.length, tags.join());
      for (const [at, variant] of variants.entries()) {
        for (const [of, tag] of tags.entries()) {
          const { status } = await served.get(variant, { headers: { "if-none-match": tag } });
          assert.equal(status, at === of ? 304 : 200, `${variant} with ${tag}`);
        }
        assert.equal((await served.patch(path, {}, { headers: { "if-match": tags[at]! } })).status, 200);
      }
    });

    each("§4.10 deleted and made again while the clock stands still, it never gets an old tag back", async () => {
      const { path, draft } = await records.create(resource, "required");
      const body = Object.fromEntries(Object.entries(draft).filter(([name]) => name !== resource.key));
      const seen = new Set<string>();
      for (let time = 0; time < 4; time += 1) {
        const { status, headers } = await served.get(path);
        assert.equal(status, 200);
        assert.ok(!seen.has(headers.get("etag")!), headers.get("etag")!);
        seen.add(headers.get("etag")!);
        unvalidated(await served.delete(path));
        for (const headers of [...seen].map((tag) => ({ "if-none-match": tag })))
          unvalidated(await served.get(path, { headers }));
        assert.equal((await served.put(path, body)).status, 201);
      }
    });
  }
}

const served = await serveForFile();
const at = "/api/missions/long";
await served.put(at, { name: "Long", description: "Ж".repeat(5_000) });
const raw = (headers: Record<string, string>, method = "GET", path = at) =>
  sendRequest(served.url, method, path, { host: "test", ...headers });

const codings = ["identity", "gzip", "br", "deflate"];

test("§4.10 content codings never share a tag; each is unmodified to who has it, and guards a write", async () => {
  const tags: string[] = [];
  for (const coding of codings) {
    const { headers } = await raw({ "accept-encoding": coding });
    assert.equal(headers["content-encoding"] ?? "identity", coding);
    tags.push(headers.etag!);
  }
  assert.equal(new Set(tags).size, codings.length, tags.join());
  for (const [index, coding] of codings.entries()) {
    const unmodified = await raw({ "accept-encoding": coding, "if-none-match": tags[index]! });
    assert.deepEqual([unmodified.status, unmodified.text], [304, ""]);
    assert.equal((await served.patch(at, {}, { headers: { "if-match": tags[index]! } })).status, 200);
  }
});

test("§4.10 304 carries what the 200 would have had: ETag, Last-Modified, Content-Location, Cache-Control, Vary; no body", async () => {
  const told = ["etag", "last-modified", "content-location", "cache-control", "vary"];
  for (const path of [at, "/api/missions", `${at}/crew`, `${at}/crew?limit=5`]) {
    for (const coding of codings) {
      const full = await raw({ "accept-encoding": coding }, "GET", path);
      for (const method of ["GET", "HEAD"]) {
        const headers = { "accept-encoding": coding, "if-none-match": full.headers.etag! };
        const unmodified = await raw(headers, method, path);
        assert.deepEqual([unmodified.status, unmodified.text], [304, ""]);
        for (const name of told) assert.equal(unmodified.headers[name], full.headers[name], `${coding}, ${name}`);
        for (const name of ["content-encoding", "content-type", "content-length"])
          assert.equal(unmodified.headers[name], undefined);
      }
    }
  }
});

test("§4.10 among the tags of several codings, 304 names the one that the caller would get", async () => {
  const tags = [];
  for (const coding of codings) tags.push((await raw({ "accept-encoding": coding })).headers.etag!);
  for (const [index, coding] of codings.entries()) {
    const { headers } = await raw({ "accept-encoding": coding, "if-none-match": tags.join(", ") });
    assert.equal(headers.etag, tags[index]);
  }
});

test("§4.10 HEAD has the headers of GET, in every coding and choice of fields", async () => {
  const varying = ["date", "x-request-id"];
  for (const path of [at, `${at}?fields=description`, "/api/missions", "/api/missions?fields=*"]) {
    for (const coding of codings) {
      const [get, head] = [
        await raw({ "accept-encoding": coding }, "GET", path),
        await raw({ "accept-encoding": coding }, "HEAD", path),
      ];
      for (const name of varying) for (const { headers } of [get, head]) delete headers[name];
      assert.deepEqual([head.headers, head.text], [get.headers, ""], `${path} ${coding}`);
    }
  }
});

test("§4.10 a tag depends neither on the caller nor on how the credential is sent", async () => {
  const tagFor = async (headers: Record<string, string>) => (await raw(headers)).headers.etag;
  const anonymous = await tagFor({});
  for (const authorization of [`Bearer ${ADMIN_KEY}`, `bearer  ${ADMIN_KEY}`])
    assert.equal(await tagFor({ authorization }), anonymous);
});

test("§4.10 a tag of one coding does not stand for the representation in another (RFC 9110 §8.8.3.3)", async () => {
  const tags = new Map<string, string>();
  for (const coding of codings) tags.set(coding, (await raw({ "accept-encoding": coding })).headers.etag!);
  for (const had of codings) {
    for (const accepted of codings) {
      const headers = { "accept-encoding": accepted, "if-none-match": tags.get(had)! };
      const { status } = await raw(headers);
      assert.equal(status, had === accepted ? 304 : 200, `has ${had}, accepts ${accepted}`);
    }
  }
});

test("§4.10 what is too short to be compressed has one tag, whatever the caller accepts", async () => {
  await served.put("/api/space-stations/mir", { name: "Mir" });
  for (const path of ["/api/space-stations/mir", "/api/space-stations?fields=name"]) {
    const { headers } = await raw({ "accept-encoding": "gzip" }, "GET", path);
    assert.equal(headers["content-encoding"], undefined);
    for (const coding of codings) {
      const again = await raw({ "accept-encoding": coding, "if-none-match": headers.etag! }, "GET", path);
      assert.deepEqual([again.status, again.headers.etag], [304, headers.etag]);
    }
  }
});

test("§4.10 a 304 after * or a date carries the tag that the 200 would have had", async () => {
  for (const coding of codings) {
    const { headers: full } = await raw({ "accept-encoding": coding });
    for (const condition of [{ "if-none-match": "*" }, { "if-modified-since": full["last-modified"]! }]) {
      const { status, headers, text } = await raw({ "accept-encoding": coding, ...condition });
      assert.deepEqual([status, text, headers.etag], [304, "", full.etag], coding);
    }
  }
});
