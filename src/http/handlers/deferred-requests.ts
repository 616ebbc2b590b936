/** Carries out requests that were put off, as they would have been carried out at once. */
import { setImmediate } from "node:timers/promises";
import type { Values } from "../../declare/values.ts";
import type { RequestExecutor } from "../../operations/runner.ts";
import { notFound, Problem } from "../../problem.ts";
import { type HttpContext, requestPath } from "../context.ts";
import { preferredReturn, preferring } from "../request/prefer.ts";
import { problemDocument, problemOf } from "../response/problem.ts";
import { readCreation } from "./create.ts";
import { readRemoval } from "./delete.ts";
import type { StoredRequest } from "./respond-async.ts";

const READERS = { import: readCreation, delete: readRemoval };

/** How the operations of a service are carried out. */
export function carrierOf(service: HttpContext): RequestExecutor {
  const { catalog } = service.store;
  return {
    read: async (request) => {
      const [kept, text] = opened(request);
      const resource = catalog.resources.find(({ name }) => name === kept.resource);
      if (!resource) throw notFound(`There are no ${kept.resource} any more.`);
      const { name, scopes } = kept.caller;
      const body = text === "" ? undefined : JSON.parse(text);
      // Many records take their time to be read, and to be looked through: two turns of the event loop.
      await setImmediate();
      const asked = { ...kept, caller: { name, scopes: new Set(scopes) }, body };
      const write = await READERS[kept.kind](service, resource)(asked, []);
      return async (change) => preferring(preferredReturn(kept.headers), await write(change)).body.toString();
    },
    problemOf: (request, reason) => {
      const { url, id } = request === "" ? { url: "/", id: "" } : opened(request)[0];
      return problemDocument(problemOf(reason), requestPath({ url }), id) as Values;
    },
  };
}

/** What was asked, and the text of the body. */
function opened(request: string): [kept: StoredRequest, text: string] {
  const end = request.indexOf("\n");
  if (end < 0) throw new Problem("internal-error", "The request was not kept.");
  return [JSON.parse(request.slice(0, end)) as StoredRequest, request.slice(end + 1)];
}
