/** Answers of the past: their links are those of the present, because the page itself says which moment it shows. */
import { withoutMoment } from "../../address/moment.ts";
import type { Data } from "../data.ts";

/** Returns an answer, or one record, without the moment in its links and in those of the records in it. */
export function undated<T>(body: T): T {
  if (Array.isArray(body)) return body.map(undated) as T;
  if (!isObject(body)) return body;
  const { _links: links, _embedded: embedded, ...rest } = body as Data;
  if (!isObject(links)) return body;
  return {
    // A list has records in it, each with links of its own.
    ...Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, hasRecords(value) ? undated(value) : value]),
    ),
    _links: Object.fromEntries(Object.entries(links).map(([name, link]) => [name, pathOf(link)])),
    ...(isObject(embedded) && {
      _embedded: Object.fromEntries(Object.entries(embedded).map(([name, value]) => [name, undated(value)])),
    }),
  } as T;
}

function hasRecords(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => isObject(each) && isObject(each._links));
}

function pathOf(link: unknown): unknown {
  return typeof link === "string" ? withoutMoment(link) : link;
}

function isObject(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
