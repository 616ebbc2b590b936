/** PUT: a complete record at a path, new or in place of what is there. */
import { readPlainQuery } from "../../query/list-query.ts";
import type { Resource } from "../../resource/resource.ts";
import { inspected, submit } from "../../resource/submission.ts";
import { placeOf, queryOf, type Service } from "../context.ts";
import { readConditions } from "../request/conditions.ts";
import { written } from "../response/response.ts";
import { guardOf, permissionOf, writing } from "./write.ts";

export function replace(service: Service, resource: Resource) {
  return writing(service, (request, faults) => {
    readPlainQuery(queryOf(request), [], faults);
    const conditions = readConditions(request.headers, faults);
    const submission = submit(resource, "replace", request.body, request.caller, faults);
    const permission = permissionOf(service, request, resource, submission.body);
    const [place, guard] = [placeOf(request), guardOf(conditions, permission)];
    return inspected(resource, submission, (asked) => async (change) => {
      const { record, created } = await change.replace(resource, place, asked, guard);
      return written(resource, record, created, asked.issued);
    });
  });
}
