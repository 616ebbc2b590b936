/** PATCH: a JSON Merge Patch (RFC 7396) of a record. */
import { readPlainQuery } from "../../query/list-query.ts";
import type { Resource } from "../../resource/resource.ts";
import { inspected, submit } from "../../resource/submission.ts";
import { placeOf, queryOf, type Service } from "../context.ts";
import { readConditions } from "../request/conditions.ts";
import { written } from "../response/response.ts";
import { guardOf, permissionOf, writing } from "./write.ts";

export function update(service: Service, resource: Resource) {
  return writing(service, (request, faults) => {
    readPlainQuery(queryOf(request), [], faults);
    const conditions = readConditions(request.headers, faults);
    const submission = submit(resource, "patch", request.body, request.caller, faults);
    const permission = permissionOf(service, request, resource, submission.body);
    const [place, guard] = [placeOf(request), guardOf(conditions, permission)];
    return inspected(
      resource,
      submission,
      (asked) => async (change) => written(resource, await change.patch(resource, place, asked, guard), false),
    );
  });
}
