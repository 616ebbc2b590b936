/** PATCH: a JSON Merge Patch (RFC 7396) of a record. */
import { readParameters } from "../../query/parameters.ts";
import type { Resource } from "../../resource/resource.ts";
import { inspected, submit } from "../../resource/submission.ts";
import { type HttpContext, requestPlace, requestQuery } from "../context.ts";
import { readConditions } from "../request/conditions.ts";
import { writeResponse } from "../response/response.ts";
import { permissionOf, preconditionOf, writing } from "./write.ts";

export function update(service: HttpContext, resource: Resource) {
  return writing(service, (request, faults) => {
    readParameters(requestQuery(request), [], faults);
    const conditions = readConditions(request.headers, faults);
    const submission = submit(resource, "patch", request.body, request.caller, faults);
    const permission = permissionOf(service, request, resource, submission.body);
    const [place, guard] = [requestPlace(request), preconditionOf(conditions, permission)];
    return inspected(
      resource,
      submission,
      (asked) => async (change) => writeResponse(resource, await change.patch(resource, place, asked, guard), false),
    );
  });
}
