/**
 * Proves preconditions as one matrix: every combination of their header fields, with every method, on every resource of
 * both domains, existing or not, by every path that leads to it (contract §4.10; RFC 9110 §13.1 and §13.2).
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isLong, sampleOf } from "./support/campaign.ts";
import { serveBothDomains } from "./support/domain/both-domains.ts";
import { idInPath, writableResources } from "./support/domain/declared-behaviour.ts";
import type { CreatedRecord } from "./support/domain/record-factory.ts";
import {
  type Conditions,
  EVALUATION,
  type Known,
  match,
  OTHER,
  type Row,
  SYNTAX,
} from "./support/http/preconditions.ts";
import { faultsOf, type HttpResponse, type Served } from "./support/http/serve.ts";

const NAMES: Record<string, string> = { "if-match": "If-Match", "if-none-match": "If-None-Match" };

/** Asserts a status, and what every response with it must have. */
function assertAnswer(
  answer: HttpResponse,
  status: number,
  what: string,
  method: string,
  conditions: Conditions,
): void {
  assert.equal(answer.status, status, `${what}: ${answer.text}`);
  if (status === 304 || method === "HEAD") assert.equal(answer.text, "", what);
  if (status >= 400) assert.equal(answer.headers.get("etag"), null, what);
  if (method === "HEAD") return;
  if (status === 412) assert.equal(answer.body.type, "/problems/precondition-failed", what);
  const faults = Object.keys(conditions).map((name) => [NAMES[name], "invalid_header"]);
  if (status === 400) assert.deepEqual(faultsOf(answer), faults, what);
}

/** Asserts what GET and HEAD answer under each row; a 304 has the fields that the 200 would have had. */
async function assertReads(served: Served, path: string, rows: readonly Row[], known: Known, kind: "read" | "list") {
  const { headers: full } = await served.get(path);
  for (const method of ["GET", "HEAD"]) {
    for (const { name, conditions, expected } of rows) {
      const headers = conditions(known);
      const answer = await served.request(method, path, { headers });
      assertAnswer(answer, expected[kind], `${method} ${path}, ${name}`, method, headers);
      if (answer.status !== 304) continue;
      for (const field of ["etag", "last-modified", "content-location", "cache-control", "vary"])
        assert.equal(answer.headers.get(field), full.get(field), `${path}, ${name}: ${field}`);
    }
  }
}

/** The body that puts a deleted record back: what was posted, without the member that the path names. */
function draftOf({ draft, resource }: CreatedRecord): object {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !resource.member || name !== resource.key));
}

/** A record with all paths that lead to it, and the tags that they had before it was deleted and put back. */
interface Subject extends CreatedRecord {
  readonly writable: readonly string[];
  readonly readable: readonly string[];
  readonly lists: readonly string[];
  /** The lists to which it can be posted. */
  readonly postable: readonly string[];
  readonly superseded: ReadonlyMap<string, string>;
}

async function createSubject(served: Served, record: CreatedRecord): Promise<Subject> {
  const { resource, parentId, body, path, listPath } = record;
  const [own, ...views] = resource.views;
  const aliases = own!.aliases.map((alias) => alias.replace(/\{\w+\}/, parentId));
  const postable = resource.kind === "single" ? [] : [listPath, ...aliases];
  const flat = views.filter(({ role }) => role === "flat");
  const subject = {
    writable: [path, ...aliases.map((alias) => `${alias}/${body.id}`)],
    readable: flat.map((view) => `${view.path}/${body.id}`),
    lists:
      postable.length === 0
        ? []
        : [...postable, ...views.map((view) => view.path.replace(/\{\w+\}/, idInPath(view, record)))],
  };
  const superseded = new Map<string, string>();
  for (const each of Object.values(subject).flat()) superseded.set(each, await tagOf(served, each));
  assert.equal((await served.delete(path)).status, 204);
  assert.equal((await served.put(path, draftOf(record))).status, 201);
  return { ...record, ...subject, postable, superseded };
}

async function tagOf(served: Served, path: string): Promise<string> {
  const { status, headers, text } = await served.get(path);
  assert.equal(status, 200, `${path}: ${text}`);
  return headers.get("etag")!;
}

async function knownOf(served: Served, { superseded }: Subject, path: string): Promise<Known> {
  const { headers } = await served.get(path);
  const modified = Date.parse(headers.get("last-modified") ?? new Date(served.clock.now()).toUTCString());
  return {
    tag: headers.get("etag")!,
    superseded: superseded.get(path)!,
    selection: await tagOf(served, `${path}?fields=id`),
    ...{ earlier: new Date(modified - 1000), modified: new Date(modified), later: new Date(modified + 1000) },
  };
}

const METHODS = ["PUT", "PATCH", "DELETE"];

/** The kinds of resources that had every row. */
const kinds = new Set<string>();

for await (const { domainName, served, records } of serveBothDomains()) {
  // Not at a whole second: dates in header fields have no fractions.
  served.clock.advance(567);

  for (const [at, resource] of writableResources(served.catalog).entries()) {
    // One function parses the header fields: one resource of each kind is enough. The others share the rest.
    const kind = isLong ? `${resource.kind} in ${domainName}` : resource.kind;
    const rows = kinds.has(kind) ? sampleOf(EVALUATION, 3, at) : [...EVALUATION, ...SYNTAX];
    kinds.add(kind);
    const subject = await createSubject(served, await records.create(resource, "required"));
    const title = (promise: string) => `§4.10: ${domainName}, ${promise.replace(/[0-9a-f-]{36}/g, "…")}`;

    for (const path of [...subject.writable, ...subject.readable]) {
      test(title(`GET and HEAD ${path} under every precondition`), async () => {
        const known = await knownOf(served, subject, path);
        assert.equal(known.tag, await tagOf(served, subject.path), "one tag for one state, by every path");
        await assertReads(served, path, rows, known, "read");
      });
    }
    for (const path of subject.lists) {
      test(title(`the list ${path} under every precondition`), async () => {
        const known = await knownOf(served, subject, path);
        assert.equal((await served.get(path)).headers.get("last-modified"), null);
        await assertReads(served, path, rows, known, "list");
      });
    }

    for (const path of subject.writable) {
      for (const method of METHODS) {
        test(title(`${method} ${path} under every precondition`), async () => {
          let known = await knownOf(served, subject, path);
          let { body: before } = await served.get(path);
          for (const { name, conditions, expected } of rows) {
            const sent = { PUT: { body: before }, PATCH: { body: {} } }[method] ?? {};
            const headers = conditions(known);
            const answer = await served.request(method, path, { ...sent, headers });
            const done = expected.write === 200;
            assertAnswer(answer, done && method === "DELETE" ? 204 : expected.write, name, method, headers);
            if (expected.read === 412 && headers["if-match"]) assert.ok(answer.body.detail.includes(known.tag), name);
            if (done && method === "DELETE") {
              assert.equal((await served.put(path, draftOf(subject))).status, 201);
              before = (await served.get(path)).body;
              known = { ...(await knownOf(served, subject, path)), superseded: known.tag };
            }
            const { body, headers: after } = await served.get(path);
            assert.deepEqual([body, after.get("etag")], [before, known.tag], `${name}: nothing else changed`);
          }
        });
      }
    }

    for (const path of subject.postable) {
      test(title(`POST ${path} under every precondition`), async () => {
        const draft = resource.member ? subject.draft : { ...subject.draft, id: subject.id };
        for (const { name, conditions, expected } of rows) {
          assert.equal((await served.delete(subject.path)).status, 204);
          const known = await knownOf(served, subject, path);
          // Rows add a content coding: without the one that a long list has.
          const headers = conditions({ ...known, tag: known.tag.replace(".identity", "") });
          const answer = await served.post(path, draft, { headers });
          assertAnswer(answer, expected.post, `POST ${path}, ${name}`, "POST", headers);
          if (expected.post === 201) continue;
          assert.equal((await served.get(path)).headers.get("etag"), known.tag, `${name}: nothing was created`);
          assert.equal((await served.put(subject.path, draftOf(subject))).status, 201);
        }
      });
    }

    test(title(`${resource.name}: OPTIONS ignores preconditions`), async () => {
      for (const path of [...subject.writable, ...subject.lists])
        assert.equal((await served.request("OPTIONS", path, { headers: match(OTHER) })).status, 204, path);
    });

    test(title(`${resource.name}: what does not exist, under every precondition`), async () => {
      const known = await knownOf(served, subject, subject.path);
      assert.equal((await served.delete(subject.path)).status, 204);
      for (const path of subject.writable) {
        for (const { name, conditions, expected } of rows) {
          const headers = conditions(known);
          for (const method of ["GET", "PATCH", "DELETE"]) {
            const answer = await served.request(method, path, { headers, ...(method === "PATCH" ? { body: {} } : {}) });
            assertAnswer(answer, expected.read === 400 ? 400 : 404, `${method} ${path}, ${name}`, method, headers);
          }
          const answer = await served.put(path, draftOf(subject), { headers });
          assertAnswer(answer, expected.create, `PUT ${path}, ${name}`, "PUT", answer.status === 201 ? {} : headers);
          const after = expected.create === 201 ? await served.delete(path) : await served.get(path);
          assert.equal(after.status, expected.create === 201 ? 204 : 404);
        }
      }
    });
  }
}
