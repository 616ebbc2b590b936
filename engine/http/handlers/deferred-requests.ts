/** Executes stored requests with the code, and so with the outcome, of synchronous ones. */
import { setImmediate } from "node:timers/promises";
import type { Values } from "../../declare/values.ts";
import type { RequestExecutor } from "../../operations/runner.ts";
import { notFound, Problem } from "../../problem.ts";
import { parseJson } from "../../runtime/json.ts";
import { requireSpace } from "../../store/health/disk-space.ts";
import type { HttpContext } from "../context.ts";
import { requestPath } from "../request/address.ts";
import { preferredReturn } from "../request/prefer.ts";
import { problemDocument, problemOf } from "../response/problem.ts";
import { applyReturnPreference, withoutChunks } from "../response/response.ts";
import { readCreate } from "./create.ts";
import { readDelete } from "./delete.ts";
import type { StoredRequest } from "./respond-async.ts";

const READERS = { import: readCreate, delete: readDelete };

/** The executor of a service's operations. */
export function requestExecutor(context: HttpContext): RequestExecutor {
  const { catalog } = context.store;
  return {
    read: async (request) => {
      const [stored, text] = parse(request);
      const resource = catalog.resources.find(({ name }) => name === stored.resource);
      if (!resource) throw notFound(`The collection ${stored.resource} no longer exists.`);
      const { name, scopes } = stored.caller;
      const body = text === "" ? undefined : parseJson(text);
      if (stored.kind === "import") requireSpace(context.diskSpace);
      // Parsing and validating a large array each block the event loop for a while: other requests run in between.
      await setImmediate();
      const data = { ...stored, caller: { name, scopes: new Set(scopes) }, body };
      const { execute } = await READERS[stored.kind](context, resource, data, []);
      const preference = preferredReturn(stored.headers);
      return async (tx) => {
        const { body } = await withoutChunks(applyReturnPreference(preference, await execute(tx)));
        return body.toString();
      };
    },
    problemOf: (request, reason) => {
      const { url, id } = request === "" ? { url: "/", id: "" } : parse(request)[0];
      return problemDocument(problemOf(reason), requestPath({ url }), id) as Values;
    },
  };
}

/** A stored request and the text of its body. */
function parse(request: string): [stored: StoredRequest, text: string] {
  const end = request.indexOf("\n");
  if (end < 0) throw new Problem("internal-error", "The stored request is malformed.");
  return [JSON.parse(request.slice(0, end)) as StoredRequest, request.slice(end + 1)];
}
