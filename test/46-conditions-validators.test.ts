/** Proves the validators of single resources (§4.10): which responses have them, what they distinguish, and that none is reused. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { serveBothDomains } from "./support/domain/both-domains.ts";
import { writableResources } from "./support/domain/declared-behaviour.ts";
import { sendRawRequest } from "./support/http/raw-http.ts";
import { ADMIN_KEY, type HttpResponse, serveForFile } from "./support/http/serve.ts";

const STRONG = /^"[\x21\x23-\x7e]+"$/;

/** Asserts that a response has a representation with its validators; returns the ETag. */
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

for await (const { domainName, served, records } of serveBothDomains()) {
  served.clock.advance(567);

  for (const resource of writableResources(served.catalog)) {
    const each = (promise: string, prove: () => Promise<void>) =>
      test(promise.replace(": ", `: ${domainName}, ${resource.name}: `), prove);

    each("§4.10: every representation has ETag, Last-Modified and Content-Location, and they agree", async () => {
      const { path, response, body } = await records.create(resource, "every");
      // A response with a secret has no validators.
      const tag = validated(response.body.secret === undefined ? response : await served.get(path));
      for (const same of [await served.put(path, body), await served.patch(path, {}), await served.get(path)])
        assert.equal(validated(same), tag);
      for (const chosen of ["*", "id", "updated_at"]) validated(await served.get(`${path}?fields=${chosen}`));
      for (const view of resource.views.filter(({ role }) => role === "flat"))
        assert.equal(validated(await served.get(`${view.path}/${body.id}`)), tag);
    });

    each("§4.2: a write that changes nothing keeps the ETag; a change gets a new one", async () => {
      const { path, body } = await records.create(resource, "every");
      const tag = (await served.get(path)).headers.get("etag");
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

    each(
      "§4.10: each representation has its own ETag, valid in If-None-Match for itself and in If-Match for all",
      async () => {
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
      },
    );

    each(
      "§4.10: a record that is deleted and created again never gets an old ETag, even at the same time",
      async () => {
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
      },
    );
  }
}

const served = await serveForFile();
const LONG = "/api/missions/long";
const SHORT = "/api/space-stations/mir";
await served.put(LONG, { name: "Long", description: "Ж".repeat(5_000) });
await served.put(SHORT, { name: "Mir" });

const CODINGS = ["identity", "gzip", "br", "deflate"];

/** Sends a request with a client that does not decode the body. */
const exchange = (method: string, path: string, headers: Record<string, string> = {}) =>
  sendRawRequest(served.url, method, path, { host: "test", ...headers });

test("§4.10: every content coding has a tag of its own, which is valid in If-Match", async () => {
  const tags: string[] = [];
  for (const coding of CODINGS) {
    const { headers } = await exchange("GET", LONG, { "accept-encoding": coding });
    assert.equal(headers["content-encoding"] ?? "identity", coding);
    tags.push(headers.etag!);
  }
  assert.equal(new Set(tags).size, CODINGS.length, tags.join());
  for (const tag of tags)
    assert.equal((await served.patch(LONG, {}, { headers: { "if-match": tag } })).status, 200, tag);
});

for (const path of [
  LONG,
  `${LONG}?fields=description`,
  "/api/missions",
  "/api/missions?fields=*",
  `${LONG}/crew`,
  `${LONG}/crew?limit=5`,
]) {
  test(`§4.10: ${path} in every coding: HEAD is like GET, and 304 has the header fields of the 200`, async () => {
    const tags: string[] = [];
    for (const coding of CODINGS) tags.push((await exchange("GET", path, { "accept-encoding": coding })).headers.etag!);
    for (const coding of CODINGS) {
      const accept = { "accept-encoding": coding };
      const [get, head] = [await exchange("GET", path, accept), await exchange("HEAD", path, accept)];
      for (const { headers } of [get, head]) for (const name of ["date", "x-request-id"]) delete headers[name];
      assert.deepEqual([head.headers, head.text], [get.headers, ""], coding);
      const { etag, "last-modified": modified } = get.headers;
      const conditions: [status: number, conditions: Record<string, string>][] = [
        // The ETag of one coding does not match another (RFC 9110 §8.8.3.3).
        ...tags.map((tag): [number, Record<string, string>] => [tag === etag ? 304 : 200, { "if-none-match": tag }]),
        [304, { "if-none-match": tags.join(", ") }],
        [304, { "if-none-match": "*" }],
        ...(modified ? [[304, { "if-modified-since": modified }] as [number, Record<string, string>]] : []),
      ];
      for (const [status, condition] of conditions) {
        for (const method of ["GET", "HEAD"]) {
          const response = await exchange(method, path, { ...accept, ...condition });
          assert.equal(response.status, status, `${method}, accepts ${coding}, ${JSON.stringify(condition)}`);
          if (status !== 304) continue;
          assert.equal(response.text, "");
          for (const name of ["etag", "last-modified", "content-location", "cache-control", "vary"])
            assert.equal(response.headers[name], get.headers[name], `${coding}, ${name}`);
          for (const name of ["content-encoding", "content-type", "content-length"])
            assert.equal(response.headers[name], undefined);
        }
      }
    }
  });
}

for (const path of [SHORT, "/api/space-stations?fields=name"]) {
  test(`§4.10: ${path} is too short to be compressed: one tag for every coding`, async () => {
    const { headers } = await exchange("GET", path, { "accept-encoding": "gzip" });
    assert.equal(headers["content-encoding"], undefined);
    for (const coding of CODINGS) {
      const again = await exchange("GET", path, { "accept-encoding": coding, "if-none-match": headers.etag! });
      assert.deepEqual([again.status, again.headers.etag], [304, headers.etag]);
    }
  });
}

test("§4.10: a tag does not depend on the caller or on how the credential is written", async () => {
  const tagFor = async (headers: Record<string, string>) => (await exchange("GET", LONG, headers)).headers.etag;
  const anonymous = await tagFor({});
  for (const authorization of [`Bearer ${ADMIN_KEY}`, `bearer  ${ADMIN_KEY}`])
    assert.equal(await tagFor({ authorization }), anonymous);
});

test("§4.10: the tag in the answer to a write is valid for the next write, and only for that", async () => {
  const path = "/api/planets/pluto";
  let tag = (await served.put(path, { name: "Pluto", planet_type: "dwarf" })).headers.get("etag")!;
  for (const name of ["Ploutōn", "Плутон", "冥王星"]) {
    const response = await served.patch(path, { name }, { headers: { "if-match": tag } });
    assert.equal(response.status, 200);
    assert.equal((await served.patch(path, { name }, { headers: { "if-match": tag } })).status, 412);
    tag = response.headers.get("etag")!;
  }
  assert.equal((await served.delete(path, { headers: { "if-match": tag } })).status, 204);
});
