/** Proves every combination of preconditions on every method and kind of resource, there or not, in both domains (§4). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { domain } from "../src/domain/index.ts";
import { writableResources } from "./support/domain/declared-behaviour.ts";
import { type CreatedRecord, RecordFactory } from "./support/domain/record-factory.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { type Served, serveForFile } from "./support/http/serve.ts";

/** What a client knows of a record: its tags, and dates around its last change. */
interface Known {
  readonly tag: string;
  readonly chosen: string;
  readonly dates: Readonly<Record<"earlier" | "modified" | "later", string>>;
}

type Conditions = Readonly<Record<string, string>>;

/** Conditions, then: GET and HEAD of what is there; PUT, PATCH, DELETE of it; PUT of what is not. */
type Row = [name: string, conditions: (known: Known) => Conditions, read: number, write: boolean, create: boolean];

const OTHER = '"another"';
const match = (tags: string): Conditions => ({ "if-match": tags });
const noneMatch = (tags: string): Conditions => ({ "if-none-match": tags });
const since = (date: string): Conditions => ({ "if-modified-since": date });
const unmodified = (date: string): Conditions => ({ "if-unmodified-since": date });

const ROWS: Row[] = [
  ["no condition", () => ({}), 200, true, true],
  ["If-Match the tag", ({ tag }) => match(tag), 200, true, false],
  ["If-Match another", () => match(OTHER), 412, false, false],
  ["If-Match the tag, but weak", ({ tag }) => match(`W/${tag}`), 412, false, false],
  ["If-Match a list with the tag", ({ tag }) => match(`${OTHER}, W/"x" ,,${tag}`), 200, true, false],
  ["If-Match a list without it", ({ tag }) => match(`${OTHER}, W/${tag}, ""`), 412, false, false],
  ["If-Match *", () => match("*"), 200, true, false],
  ["If-Match the tag of another choice of fields", ({ chosen }) => match(chosen), 200, true, false],
  ["If-Match the tag in a coding", ({ tag }) => match(tag.replace(/"$/, '.gzip"')), 200, true, false],
  ["If-None-Match the tag", ({ tag }) => noneMatch(tag), 304, false, true],
  ["If-None-Match the tag, weak", ({ tag }) => noneMatch(`W/${tag}`), 304, false, true],
  ["If-None-Match another", () => noneMatch(OTHER), 200, true, true],
  ["If-None-Match a list with the tag", ({ tag }) => noneMatch(`${OTHER},W/${tag}`), 304, false, true],
  ["If-None-Match a list without it", () => noneMatch(`${OTHER}, W/"x"`), 200, true, true],
  ["If-None-Match *", () => noneMatch("*"), 304, false, true],
  ["If-Modified-Since the change", ({ dates }) => since(dates.modified), 304, true, true],
  ["If-Modified-Since later", ({ dates }) => since(dates.later), 304, true, true],
  ["If-Modified-Since earlier", ({ dates }) => since(dates.earlier), 200, true, true],
  ["If-Modified-Since no date", () => since("2999-01-01"), 200, true, true],
  ["If-Unmodified-Since the change", ({ dates }) => unmodified(dates.modified), 200, true, true],
  ["If-Unmodified-Since later", ({ dates }) => unmodified(dates.later), 200, true, true],
  ["If-Unmodified-Since earlier", ({ dates }) => unmodified(dates.earlier), 412, false, true],
  ["If-Unmodified-Since no date", () => unmodified("yesterday"), 200, true, true],
  // If-Match goes before If-Unmodified-Since, which it makes void; If-None-Match likewise with If-Modified-Since.
  ["tag, earlier", ({ tag, dates }) => ({ ...match(tag), ...unmodified(dates.earlier) }), 200, true, false],
  ["another, later", ({ dates }) => ({ ...match(OTHER), ...unmodified(dates.later) }), 412, false, false],
  ["none of another, later", ({ dates }) => ({ ...noneMatch(OTHER), ...since(dates.later) }), 200, true, true],
  ["none of the tag, earlier", ({ tag, dates }) => ({ ...noneMatch(tag), ...since(dates.earlier) }), 304, false, true],
  // The first pair is looked at before the second.
  ["tag, none of the tag", ({ tag }) => ({ ...match(tag), ...noneMatch(tag) }), 304, false, false],
  ["another, none of the tag", ({ tag }) => ({ ...match(OTHER), ...noneMatch(tag) }), 412, false, false],
  ["tag, none of another", ({ tag }) => ({ ...match(tag), ...noneMatch(OTHER) }), 200, true, false],
  ["*, none of *", () => ({ ...match("*"), ...noneMatch("*") }), 304, false, false],
  ["tag, since the change", ({ tag, dates }) => ({ ...match(tag), ...since(dates.modified) }), 304, true, false],
  ["un- earlier, none", ({ tag, dates }) => ({ ...unmodified(dates.earlier), ...noneMatch(tag) }), 412, false, true],
  ["un- later, none", ({ tag, dates }) => ({ ...unmodified(dates.later), ...noneMatch(tag) }), 304, false, true],
  ["un- later, since later", ({ dates }) => ({ ...unmodified(dates.later), ...since(dates.later) }), 304, true, true],
  ["un- earlier, since", ({ dates }) => ({ ...unmodified(dates.earlier), ...since(dates.earlier) }), 412, false, true],
];

async function knownOf(served: Served, path: string): Promise<Known> {
  const [whole, chosen] = [await served.get(path), await served.get(`${path}?fields=id`)];
  const modified = whole.headers.get("last-modified")!;
  const moved = (seconds: number) => new Date(Date.parse(modified) + seconds * 1000).toUTCString();
  const dates = { earlier: moved(-1), modified, later: moved(1) };
  return { tag: whole.headers.get("etag")!, chosen: chosen.headers.get("etag")!, dates };
}

/** The body with which a record is put back after it was deleted: what was posted, without the member that the path names. */
function draftOf({ draft, resource }: CreatedRecord): object {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !resource.member || name !== resource.key));
}

for (const [domainName, declarations] of [
  ["space", domain],
  ["second domain", secondDomain],
] as const) {
  const served = await serveForFile(declarations);
  // Within a second, as any change is: dates in headers know only whole ones.
  served.clock.advance(567);
  const records = new RecordFactory(served);

  for (const resource of writableResources(served.catalog)) {
    const made = await records.create(resource, "required");
    const { path } = made;

    for (const method of ["GET", "HEAD"]) {
      test(`§4.10 ${domainName}, ${resource.name}: ${method} under every precondition`, async () => {
        const known = await knownOf(served, path);
        for (const [name, conditions, read] of ROWS) {
          const { status, text } = await served.request(method, path, { headers: conditions(known) });
          assert.equal(status, read, `${name}: ${text}`);
          if (status === 304) assert.equal(text, "");
        }
      });
    }

    for (const method of ["PUT", "PATCH", "DELETE"]) {
      test(`§4.10 ${domainName}, ${resource.name}: ${method} under every precondition`, async () => {
        let known = await knownOf(served, path);
        let { body: before } = await served.get(path);
        for (const [name, conditions, , goesOn] of ROWS) {
          const sent = { PUT: { body: before }, PATCH: { body: {} } }[method] ?? {};
          const { status, text } = await served.request(method, path, { ...sent, headers: conditions(known) });
          assert.equal(status, !goesOn ? 412 : method === "DELETE" ? 204 : 200, `${name}: ${text}`);
          if (goesOn && method === "DELETE") {
            assert.equal((await served.put(path, draftOf(made))).status, 201);
            // What is read, for a secret is told once.
            before = (await served.get(path)).body;
            known = await knownOf(served, path);
          }
          const { body, headers } = await served.get(path);
          assert.deepEqual([body, headers.get("etag")], [before, known.tag], `${name} left something behind`);
        }
      });
    }

    test(`§4.10 ${domainName}, ${resource.name}: what is not there, under every precondition`, async () => {
      const known = await knownOf(served, path);
      assert.equal((await served.delete(path)).status, 204);
      for (const [name, conditions, , , creates] of ROWS) {
        const headers = conditions(known);
        for (const method of ["GET", "PATCH", "DELETE"]) {
          const answer = await served.request(method, path, { headers, ...(method === "PATCH" ? { body: {} } : {}) });
          assert.equal(answer.status, 404, `${method}, ${name}`);
        }
        const { status, text } = await served.put(path, draftOf(made), { headers });
        assert.equal(status, creates ? 201 : 412, `PUT, ${name}: ${text}`);
        const after = creates ? await served.delete(path) : await served.get(path);
        assert.equal(after.status, creates ? 204 : 404);
      }
    });
  }
}
