/** Proves who may do what (§5.3): every path × method × credential, on both domains. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CurrentEnum } from "../engine/declare/field-spec.ts";
import type { View } from "../engine/resource/resource.ts";
import { idInPath, isReferenceList, methodsAt, scopesNeeded } from "./support/domain/declared-behaviour.ts";
import { RecordFactory } from "./support/domain/record-factory.ts";
import { secondDomain } from "./support/domain/second-domain.ts";
import { domain } from "./support/domain/space/index.ts";
import { createExpiredKey, createRevokedKey, keysByScopes } from "./support/http/api-keys.ts";
import { type HttpResponse, serveForFile } from "./support/http/serve.ts";

/** The content of a refusal, which is the same whether the record exists or not. */
function refusal({ status, headers, body }: HttpResponse): unknown {
  const { instance: _, request_id: __, ...refusal } = body;
  return { status, refusal, challenge: headers.get("www-authenticate") };
}

for (const [domainName, declarations, settings] of [
  ["space", domain, {}],
  ["space, PUBLIC_READ=false", domain, { PUBLIC_READ: "false" }],
  ["second domain", secondDomain, {}],
] as const) {
  const served = await serveForFile(declarations, settings);
  const publicRead = !("PUBLIC_READ" in settings);
  const records = new RecordFactory(served);
  const keyWith = keysByScopes(served);
  const schema = served.catalog.resource("api-keys").fields.get("scopes")!.schema.items as { currentEnum: CurrentEnum };
  const all = schema.currentEnum.values;
  const expired = await createExpiredKey(served);
  const revoked = await createRevokedKey(served);

  /** Every scope except this one and those that include it. */
  const without = (scope: string) =>
    all.filter((each) => each !== scope && each !== "admin" && each !== scope.replace(/read$/, "write"));

  /** The path of an existing record and of a missing one, by a view's path or alias. */
  const placesOf = async (view: View, path: string, isItem: boolean): Promise<string[]> => {
    const made = await records.create(view.resource, "every");
    return [
      [idInPath(view, made), made.id],
      ["nobody", "nobody"],
    ].map(([above, own]) => `${path.replace(/\{\w+\}/, above!)}${isItem ? `/${own}` : ""}`);
  };

  const paths = served.catalog.views.flatMap((view) =>
    [view.path, ...view.aliases].map((path) => [view, path] as const),
  );
  for (const [view, path] of paths) {
    const single = view.resource.kind === "single";
    const { list, item } = methodsAt(view);
    const places = [
      [single, single ? item : list],
      [true, single || isReferenceList(view) ? [] : item],
    ] as const;
    for (const [at, [isItem, methods]] of places.entries()) {
      for (const method of methods.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each]))) {
        const template = `${path}${at === 1 ? "/{id}" : ""}`;
        test(`§5.3: ${domainName}: ${method} ${template} with each kind of credential`, async () => {
          const [there, missing] = (await placesOf(view, path, isItem && !single)) as [string, string];
          const body = /^[PQ]/.test(method) ? { body: {} } : {};
          const ask = (path: string, credential: string | false) =>
            served.request(method, path, { ...body, credential });
          const both = async (credential: string | false): Promise<HttpResponse> => {
            const [known, unknown] = [await ask(there, credential), await ask(missing, credential)];
            if (method === "HEAD") assert.equal(known.status, unknown.status);
            else assert.deepEqual(refusal(known), refusal(unknown));
            return known;
          };
          const read = ["GET", "HEAD", "QUERY"].includes(method);
          const open = publicRead && read && !view.resource.private;
          const needed = scopesNeeded(view, method);

          const anonymous = open ? await ask(there, false) : await both(false);
          assert.equal(anonymous.status, open ? 200 : 401, anonymous.text);
          for (const bad of ["smk_forged", "no.such.token", "nonsense", expired, revoked]) {
            const { status, headers } = await both(bad);
            assert.equal(status, 401);
            assert.match(headers.get("www-authenticate")!, /^Bearer .*error="invalid_token"/);
          }
          for (const scope of needed) {
            const credential = await keyWith(without(scope));
            const answer = open ? await ask(there, credential) : await both(credential);
            assert.equal(answer.status, open ? 200 : 403, answer.text);
            if (open) continue;
            const challenge = answer.headers.get("www-authenticate")!;
            assert.ok(challenge.endsWith(`scope="${scope}"`) && challenge.includes('error="insufficient_scope"'));
            if (method !== "HEAD") assert.ok(answer.body.detail.includes(scope), answer.text);
          }
          const writing = needed.map((scope) => scope.replace(/read$/, "write"));
          for (const scopes of [needed, writing.filter((scope) => all.includes(scope)), ["admin"]]) {
            if (scopes.length === 0) continue;
            const credential = await keyWith(scopes);
            for (const path of [there, missing]) {
              const { status, headers, text } = await ask(path, credential);
              // Whoever has the scopes may still not control a webhook that somebody else created (§6.3).
              const isAllowed = status !== 403 || text.includes('"code":"webhook_not_controlled"');
              assert.ok(isAllowed && !headers.has("www-authenticate"), `${scopes} ${path}: ${status} ${text}`);
            }
          }
        });
      }
    }
  }

  test(`§5.3: ${domainName}: the entry point takes any valid credential${publicRead ? ", and none" : ""}`, async () => {
    assert.equal((await served.get("/api", { credential: false })).status, publicRead ? 200 : 401);
    assert.equal((await served.get("/api", { credential: await keyWith([]) })).status, 200);
    for (const bad of ["smk_forged", expired, revoked])
      assert.equal((await served.get("/api", { credential: bad })).status, 401);
  });

  test(`§5.3: ${domainName}: the result of an operation needs a valid credential, and exists for its creator only`, async () => {
    for (const method of ["GET", "HEAD"]) {
      const ask = (credential: string | false) => served.request(method, "/api/operations/x/result", { credential });
      for (const credential of [false, "smk_forged", "no.such.token", "nonsense", expired, revoked] as const)
        assert.equal((await ask(credential)).status, 401);
      assert.equal((await ask(await keyWith([]))).status, 404);
    }
  });

  test(`§5.3: ${domainName}: an unknown path is 404 and an unsupported method 405 for every caller`, async () => {
    for (const credential of [false, "smk_forged", expired, revoked, await keyWith([])] as const) {
      assert.equal((await served.get("/api/nothing", { credential })).status, 404);
      assert.equal((await served.request("DELETE", "/api", { credential })).status, 405);
    }
  });
}
