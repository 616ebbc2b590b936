/** QUERY of a list (RFC 10008): its content is read as the query of a GET, which is then carried out. */
import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type Fault, refuseFaults } from "../../../problem.ts";
import { formatParameters, parseParameters } from "../../../query/parameters.ts";
import { jsonType } from "../../../resource/messages.ts";
import type { View } from "../../../resource/resource.ts";
import type { Handler } from "../../context.ts";
import { requestPlace, requestQuery } from "../../request/address.ts";
import { isForm } from "../../request/negotiation.ts";
import { jsonParameters } from "./json-parameters.ts";
import { wholePath } from "./list-paths.ts";
import type { Question } from "./question.ts";

/** A path of this length or more is too long for a response header, as the links of a page are. */
const MAX_LOCATION_LENGTH = 4 * 1024;

/**
 * Reads what a QUERY asks. Faults of parameters are refused later, with all others.
 * @throws Problem `invalid-request` if its content is not an object
 */
export function readQuestion(view: View, request: FastifyRequest): Question {
  const faults: Fault[] = [];
  const content = isForm(request) ? ((request.body as string | undefined) ?? "") : objectIn(request.body);
  const query = typeof content === "string" ? content : formatParameters(jsonParameters(view, content, faults));
  const { parameters, faults: malformed } = parseParameters(query);
  const path = wholePath(view, requestPlace(request).parentId, { parameters });
  return {
    // Spelled like the path, so that both have the same entity tag.
    query: malformed.length > 0 ? query : formatParameters(parameters),
    content,
    digest: hash("sha256", JSON.stringify(content), "base64url"),
    location: path.length < MAX_LOCATION_LENGTH ? path : undefined,
    faults: [...addressFaults(request), ...faults],
  };
}

/** A fault for each parameter in the URL. */
function addressFaults({ url }: FastifyRequest): Fault[] {
  const { parameters, faults } = parseParameters(requestQuery({ url }));
  const misplaced = parameters.map(([parameter]): Fault => {
    const message = `${parameter} is in the URL; the parameters of a QUERY belong in its content.`;
    return { in: "shape", parameter, code: "unknown_parameter", message };
  });
  return [...faults, ...misplaced];
}

function objectIn(body: unknown): object {
  const type = jsonType(body);
  if (type !== "an object")
    refuseFaults([{ in: "shape", pointer: "", code: "wrong_type", message: `Expected an object, not ${type}.` }]);
  return body as object;
}

/** The handler of QUERY. @param get that of GET */
export function query(get: Handler): Handler {
  return async (request) => {
    const { location } = request.question!;
    const response = await get(request);
    const { "content-location": _, ...headers } = response.headers;
    return { ...response, headers: location === undefined ? headers : { ...headers, "content-location": location } };
  };
}
