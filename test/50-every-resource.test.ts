/** Proves the contract's promises on records for every resource of both domains. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Values } from "../engine/declare/values.ts";
import { serveBothDomains } from "./support/domain/both-domains.ts";
import {
  invalidValue,
  serverSetFields,
  shownNames,
  writableResources,
  wrongTypeValue,
} from "./support/domain/declared-behaviour.ts";
import { isWritable } from "./support/domain/record-factory.ts";
import { faultsOf, type HttpResponse } from "./support/http/serve.ts";

/** Asserts that each of these fields has a fault, and no other. */
function assertFaults(response: HttpResponse, status: number, code: string, fields: readonly string[]): void {
  assert.equal(response.status, status, response.text);
  const expected = fields.map((field) => [`/${field}`, code]);
  assert.deepEqual(faultsOf(response).sort(), expected.sort());
}

for await (const { domainName, served, records } of serveBothDomains()) {
  for (const resource of writableResources(served.catalog)) {
    const { kind, fields, parentKey, member } = resource;
    const each = (promise: string, prove: () => Promise<void>) =>
      test(promise.replace(": ", `: ${domainName}, ${resource.name}: `), prove);
    const plain = [...fields].filter(([, spec]) => isWritable(spec) && !spec.transitions && !spec.overflowCode);
    const required = plain.filter(([, spec]) => spec.presence === "required").map(([name]) => name);

    each("§2.1: a new record reads as written, with every field and no other", async () => {
      const { draft, body, response, path, id, parentId } = await records.create(resource, "every");
      assert.deepEqual(Object.keys(body).sort(), shownNames(resource));
      for (const [name, value] of Object.entries(draft)) {
        assert.deepEqual(body[member && name === resource.key ? "id" : name], value, name);
      }
      for (const time of ["created_at", "updated_at"])
        assert.equal(body[time], new Date(served.clock.now()).toISOString());
      if (parentKey && !member) assert.equal(body[parentKey], parentId);
      assert.ok(path.endsWith(kind === "single" ? `/${resource.name}` : `/${id}`), path);
      assert.equal(body._links.self, path);
      assert.equal(response.headers.get("content-location"), path);
    });

    each("§4.1: Location and all other paths of a record lead to the same representation", async () => {
      const { path, body, id } = await records.create(resource, "every");
      const [own, ...others] = resource.views;
      const flat = others.filter((view) => view.role === "flat").map((view) => `${view.path}/${id}`);
      const aliases = own!.aliases.map((alias) => path.replace(/[^/]+(?=\/[^/]+$)/, alias.split("/").at(-1)!));
      for (const other of [path, ...flat, ...aliases, `${path}?fields=*`]) {
        const got = await served.get(other);
        assert.equal(got.status, 200, got.text);
        assert.deepEqual(got.body, body);
        assert.equal(got.headers.get("content-location"), path);
      }
    });

    each("§4.1: PUT creates at a path of the client's choice: 201 with Location", async () => {
      const parentId = await records.parent(resource);
      const { [resource.key]: memberId, ...draft } = await records.draft(resource, parentId, "every");
      const list = records.listPath(resource, parentId);
      const path = kind === "single" ? list : `${list}/${memberId ?? records.newId()}`;
      const created = await served.put(path, draft);
      assert.equal(created.status, 201, created.text);
      assert.equal(created.headers.get("location"), path);
      const shown = Object.entries(created.body).filter(([name]) => !resource.fields.get(name)?.secret);
      assert.deepEqual((await served.get(path)).body, Object.fromEntries(shown));
      assert.deepEqual(shown.map(([name]) => name).sort(), shownNames(resource));
    });

    each("§2.1: a record sent back as read by PUT, and PATCH {}, are 200 and change nothing", async () => {
      const { path, body } = await records.create(resource, "every");
      served.clock.advance(60_000);
      for (const response of [
        await served.put(path, body),
        await served.patch(path, body),
        await served.patch(path, {}),
      ]) {
        assert.equal(response.status, 200, response.text);
        assert.deepEqual(response.body, body);
        assert.equal(response.headers.get("location"), null);
      }
      assert.deepEqual((await served.get(path)).body, body);
    });

    each("§4.1: PUT replaces: other values, a later updated_at, the same created_at", async () => {
      const { path, parentId, body, id } = await records.create(resource, "every");
      const { [resource.key]: _, ...draft } = await records.draft(resource, parentId, "every");
      served.clock.advance(60_000);
      const { status, body: after } = await served.put(path, draft);
      assert.equal(status, 200);
      for (const [name, value] of Object.entries(draft)) assert.deepEqual(after[name], value, name);
      assert.deepEqual([after.id, after.created_at], [id, body.created_at]);
      assert.equal(Date.parse(after.updated_at) - Date.parse(body.updated_at), 60_000);
    });

    each("§4.1: PUT returns absent optional fields to their defaults, as does PATCH with null", async () => {
      const { path, draft } = await records.create(resource, "every");
      const least = Object.fromEntries(required.map((name) => [name, draft[name]!]));
      const worked = [...resource.computeDefault.keys()];
      const optional = plain.filter(([name]) => !required.includes(name) && !worked.includes(name));
      const defaults = Object.fromEntries(optional.map(([name, spec]) => [name, spec.fallback]));
      const assertReturned = (response: HttpResponse) => {
        assert.equal(response.status, 200, response.text);
        const returned = optional.map(([name]) => [name, response.body[name]]);
        assert.deepEqual(Object.fromEntries(returned), defaults);
      };
      assertReturned(await served.put(path, least));
      assert.equal((await served.put(path, draft)).status, 200);
      assertReturned(await served.patch(path, Object.fromEntries(optional.map(([name]) => [name, null]))));
    });

    each("§4.1: PATCH changes the given field only; null on a required one is 422", async () => {
      const { path, parentId, body } = await records.create(resource, "every");
      const other = await records.draft(resource, parentId, "required");
      for (const name of required) {
        const patched = await served.patch(path, { [name]: other[name] });
        assert.equal(patched.status, 200, patched.text);
        assert.deepEqual(patched.body[name], other[name]);
      }
      const { updated_at: _, _links: __, ...rest } = (await served.get(path)).body;
      for (const name of Object.keys(rest))
        if (!required.includes(name)) assert.deepEqual(rest[name], body[name], name);
      const nothing = Object.fromEntries(required.map((name) => [name, null]));
      if (required.length > 0) assertFaults(await served.patch(path, nothing), 422, "required", required);
    });

    each("§7.2: a body without its required fields, or with an unknown one, is 400 and names them all", async () => {
      const { path, listPath, draft } = await records.create(resource, "every");
      const posted = [...required, ...(member ? [resource.key] : [])];
      if (kind !== "single") assertFaults(await served.post(listPath, {}), 400, "required", posted);
      if (required.length > 0) assertFaults(await served.put(path, {}), 400, "required", required);
      const more: Values = { ...draft, "no/such~field": 1 };
      const answers = [await served.put(path, more), await served.patch(path, { "no/such~field": null })];
      if (kind !== "single") answers.push(await served.post(listPath, more));
      for (const response of answers) assertFaults(response, 400, "unknown_field", ["no~1such~0field"]);
      for (const response of [await served.patch(path, []), await served.put(path, "null")]) {
        assert.deepEqual([response.status, faultsOf(response)], [400, [["", "wrong_type"]]]);
      }
    });

    each("§7.2: a value of another type is 400, an invalid one 422, all listed at once", async () => {
      const { path, draft } = await records.create(resource, "every");
      const writable = [...fields].filter(([, spec]) => spec.presence !== "derived");
      const wrong = Object.fromEntries(writable.map(([name, spec]) => [name, wrongTypeValue(spec)]));
      for (const send of [served.put, served.patch]) {
        assertFaults(await send(path, { ...draft, ...wrong }), 400, "wrong_type", Object.keys(wrong));
      }
      const refused = writable.flatMap(([name, spec]) => {
        const value = spec.derivedWith ? undefined : invalidValue(spec);
        return value === undefined ? [] : [[name, value] as const];
      });
      const response = await served.patch(path, Object.fromEntries(refused));
      if (refused.length > 0) assert.equal(response.status, 422, response.text);
      const places = faultsOf(response).map(([place]) => place);
      assert.deepEqual(places.sort(), refused.map(([name]) => `/${name}`).sort());
    });

    each("§2.1: a changed server-set field is 422 read_only, never ignored", async () => {
      const { path, listPath, draft, body } = await records.create(resource, "every");
      for (const [name, changed] of serverSetFields(resource, body)) {
        assertFaults(await served.put(path, { ...body, [name]: changed }), 422, "read_only", [name]);
        assertFaults(await served.patch(path, { [name]: changed }), 422, "read_only", [name]);
      }
      const stamped = { ...draft, id: kind === "membership" ? body.id : records.newId(), created_at: body.created_at };
      if (kind !== "single") assertFaults(await served.post(listPath, stamped), 422, "read_only", ["created_at"]);
      assert.deepEqual((await served.get(path)).body, body);
    });

    if (kind !== "single") {
      each("§4.1: an id that is taken is 409 already_exists, under another parent too", async () => {
        const { listPath, draft, id, parentId } = await records.create(resource, "required");
        const elsewhere =
          parentKey && kind === "collection" ? records.listPath(resource, await records.parent(resource)) : listPath;
        const again = member ? draft : { ...draft, id };
        const answers = [await served.post(listPath, again), await served.post(elsewhere, again)];
        if (elsewhere !== listPath) answers.push(await served.put(`${elsewhere}/${id}`, draft));
        for (const response of answers) {
          assert.deepEqual([response.status, response.body.type], [409, "/problems/already-exists"], response.text);
        }
        if (elsewhere !== listPath) assert.equal((await served.get(`${elsewhere}/${id}`)).status, 404, parentId);
      });
    }

    each("§4.1: DELETE is 204 without a body; the record then cannot be read, changed or deleted", async () => {
      const { path, draft } = await records.create(resource, "every");
      const gone = await served.delete(path);
      assert.deepEqual([gone.status, gone.text, gone.headers.get("etag")], [204, "", null]);
      for (const response of [await served.get(path), await served.patch(path, {}), await served.delete(path)]) {
        assert.deepEqual([response.status, response.body.type], [404, "/problems/not-found"]);
      }
      const { [member ? resource.key : ""]: _, ...rest } = draft;
      assert.equal((await served.put(path, rest)).status, 201, "the path is free again");
    });
  }
}
