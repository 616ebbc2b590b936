/** Proves the contract's promises on paths (methods, parents, parameters, credentials) for every path of both domains. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { serveBothDomains } from "./support/domain/both-domains.ts";
import { idInPath, isReferenceList, methodsAt } from "./support/domain/declared-behaviour.ts";
import { faultsOf, type HttpResponse } from "./support/http/serve.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function assertProblem(answer: HttpResponse, status: number, slug: string): void {
  const { type, status: bodyStatus, title, detail, instance, request_id } = answer.body;
  assert.deepEqual([answer.status, type, bodyStatus], [status, `/problems/${slug}`, status], answer.text);
  assert.equal(answer.headers.get("content-type"), "application/problem+json; charset=utf-8");
  assert.equal(request_id, answer.headers.get("x-request-id"));
  assert.ok(title && detail && instance);
}

for await (const { domainName, served, records } of serveBothDomains()) {
  for (const view of served.catalog.views) {
    const { resource, role, parent } = view;
    const single = resource.kind === "single";
    const items = !isReferenceList(view);

    /** Creates a record, and returns its paths in this view with the methods of each. */
    const places = async () => {
      const made = await records.create(resource, "every");
      const { id, draft } = made;
      const lists = [view.path, ...view.aliases].map((path) => path.replace(/\{\w+\}/, idInPath(view, made)));
      const { list, item } = methodsAt(view);
      return {
        id,
        draft,
        paths: lists.flatMap((path) => {
          if (single) return [{ path, methods: item }];
          return [{ path, methods: list }, ...(items ? [{ path: `${path}/${id}`, methods: item }] : [])];
        }),
      };
    };
    const each = (section: string, promise: string, prove: () => Promise<void>) =>
      test(`${section}: ${domainName}, ${view.path}: ${promise}`, prove);

    each(
      "§7.2",
      "an unsupported method is 405 with Allow; OPTIONS has the same Allow, whether the item exists or not",
      async () => {
        const { paths, id } = await places();
        for (const { path, methods } of paths) {
          const allow = [...methods, "HEAD", "OPTIONS"].sort();
          const listed = (answer: HttpResponse) => answer.headers.get("allow")!.split(", ").sort();
          for (const method of METHODS.filter((each) => !methods.includes(each))) {
            const answer = await served.request(method, path, method === "DELETE" ? {} : { body: {} });
            assertProblem(answer, 405, "method-not-allowed");
            assert.deepEqual(listed(answer), allow, `${method} ${path}`);
          }
          for (const place of [path, path.replace(id, "nobody")]) {
            const options = await served.request("OPTIONS", place, { credential: false });
            assert.deepEqual([options.status, options.text, listed(options)], [204, "", allow]);
            assert.equal(options.headers.get("accept-post"), methods.includes("POST") ? "application/json" : null);
            assert.equal(options.headers.get("accept-patch") !== null, methods.includes("PATCH"));
            assert.equal(options.headers.get("accept-query") !== null, methods.includes("QUERY"));
          }
        }
      },
    );

    each("§4.1", "HEAD equals GET without the body; a trailing slash is 404", async () => {
      for (const { path } of (await places()).paths.filter(({ methods }) => methods.includes("GET"))) {
        const [get, head] = [await served.get(path), await served.request("HEAD", path)];
        assert.deepEqual([get.status, head.status, head.text], [200, 200, ""], get.text);
        const fieldsOf = ({ headers }: HttpResponse) =>
          ["content-type", "content-length", "content-location", "link"].map((name) => headers.get(name));
        assert.deepEqual(fieldsOf(head), fieldsOf(get));
        assertProblem(await served.get(`${path}/`), 404, "not-found");
      }
    });

    each("§4.6", "an unknown parameter is 400 and named, for every method", async () => {
      const { paths, draft, id } = await places();
      for (const { path, methods } of paths) {
        const isList = !items || (!single && !path.endsWith(`/${id}`));
        for (const method of methods) {
          const body = ["PATCH", "QUERY"].includes(method)
            ? { body: {} }
            : method.startsWith("P")
              ? { body: draft }
              : {};
          // Those that only other paths or methods take.
          const known = method !== "GET" ? [] : isList ? ["include", "search", "format"] : ["include"];
          for (const parameter of ["no_such", "include", "search", "format"].filter((each) => !known.includes(each))) {
            const answer = await served.request(method, `${path}?${parameter}=x`, body);
            assertProblem(answer, 400, "invalid-request");
            assert.deepEqual(faultsOf(answer), [[parameter, "unknown_parameter"]]);
          }
        }
      }
    });

    each("§2.13", "fields selects what is shown, always with id and _links; an unknown field is 400", async () => {
      const { paths, id } = await places();
      for (const { path } of paths.filter((each) => each.methods.includes("GET"))) {
        const list = !items || (!single && !path.endsWith(`/${id}`));
        const shown = [...view.properties.values()].filter((property) => property.shown).map(({ name }) => name);
        for (const name of role === "reverse" ? [] : shown) {
          const { status, body, text } = await served.get(`${path}?fields=${name}`);
          assert.equal(status, 200, text);
          const record = list ? body[view.plural][0] : body;
          assert.deepEqual(Object.keys(record).sort(), [...new Set(["_links", "id", name])].sort());
        }
        const answer = await served.get(`${path}?fields=id,nome`);
        assertProblem(answer, 400, "invalid-request");
        assert.deepEqual(faultsOf(answer), [["fields", "unknown_field"]]);
      }
    });

    if (parent) {
      each("§7.2", "everything below a missing parent is 404", async () => {
        const { paths, draft, id } = await places();
        for (const { path, methods } of paths) {
          const orphan = path.replace(/^(\/api\/[^/]+\/)[^/]+/, "$1nobody");
          for (const method of methods) {
            // A valid body, so that nothing else is wrong; an item's key is in its path.
            const { [resource.member ? resource.key : ""]: _, ...rest } = draft;
            const body = ["PATCH", "QUERY"].includes(method) ? {} : method === "PUT" ? rest : draft;
            const answer = await served.request(method, orphan, /^[PQ]/.test(method) ? { body } : {});
            assertProblem(answer, 404, "not-found");
          }
        }
        if (items && !single) {
          const other = (await records.create(parent.resource, "required")).id;
          const stray = `${view.path.replace(/\{\w+\}/, other)}/${id}`;
          for (const method of view.methods.filter((each) => ["GET", "PATCH", "DELETE"].includes(each))) {
            const answer = await served.request(method, stray, method === "PATCH" ? { body: {} } : {});
            assertProblem(answer, 404, "not-found");
          }
        }
      });
    }

    each(
      "§5.3",
      "writing needs a credential, reading only what is private; a bad one is refused everywhere",
      async () => {
        const { paths, draft, id } = await places();
        for (const { path, methods } of paths) {
          for (const method of methods) {
            const body = method === "QUERY" ? { body: {} } : method.startsWith("P") ? { body: draft } : {};
            const open = ["GET", "QUERY"].includes(method) && !resource.private;
            for (const place of [path, path.replace(id, "nobody")]) {
              const answer = await served.request(method, place, { credential: false, ...body });
              if (open) assert.equal(answer.status, place === path ? 200 : 404, answer.text);
              else assertProblem(answer, 401, "unauthorized");
              if (!open) assert.match(answer.headers.get("www-authenticate")!, /^Bearer /);
              const forged = await served.request(method, place, { credential: "smk_forged", ...body });
              assertProblem(forged, 401, "unauthorized");
              assert.match(forged.headers.get("www-authenticate")!, /error="invalid_token"/);
            }
          }
          if (methods.includes("GET")) assert.equal((await served.get(path)).status, 200, "nothing was written");
        }
      },
    );
  }
}
