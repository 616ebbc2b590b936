/** Paging: `page` and `limit`, and the links between the pages of a result. */
import type { Fault } from "../problem.ts";
import { formatParameters, type Parameter } from "./parameters.ts";

export interface Paging {
  readonly page: number;
  readonly limit: number;
  /** Whether the caller asked for pages at all; a whole list is paged only then. */
  readonly asked: boolean;
}

export interface PageSizes {
  readonly standard: number;
  readonly most: number;
}

export function readPaging(given: ReadonlyMap<string, string>, sizes: PageSizes, faults: Fault[]): Paging {
  const read = (parameter: string, standard: number, most: number): number => {
    const text = given.get(parameter);
    if (text === undefined) return standard;
    const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
    if (number >= 1 && number <= most) return number;
    const message = `${parameter} is an integer from 1 to ${most}.`;
    faults.push({ in: "shape", parameter, code: "out_of_range", message });
    return standard;
  };
  // The offset of the furthest page still fits an integer that a double holds exactly.
  const page = read("page", 1, Math.floor(Number.MAX_SAFE_INTEGER / sizes.most));
  return { page, limit: read("limit", sizes.standard, sizes.most), asked: given.has("page") || given.has("limit") };
}

/** The path of a page: every parameter that was given, with its number. */
export function pagePath(path: string, given: readonly Parameter[], page: number): string {
  const number: Parameter = ["page", String(page)];
  const numbered = given.some(([name]) => name === "page")
    ? given.map((parameter) => (parameter[0] === "page" ? number : parameter))
    : [...given, number];
  return `${path}?${formatParameters(numbered)}`;
}

/** The paths of this page and of those around it; `next` and `prev` only where there is such a page. */
export function pageLinks(
  path: string,
  given: readonly Parameter[],
  paging: Paging,
  total: number,
): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / paging.limit));
  const to = (page: number): string => pagePath(path, given, page);
  const { page } = paging;
  return {
    self: to(page),
    ...(page < last ? { next: to(page + 1) } : {}),
    ...(page > 1 ? { prev: to(Math.min(page - 1, last)) } : {}),
    first: to(1),
    last: to(last),
  };
}

/** The registered relations (RFC 8288, IANA) among a list's links. */
const RELATIONS = ["self", "next", "prev", "first", "last"];

/** The same links as a `Link` header field (RFC 8288); undefined when it would reach 4 KiB. */
export function linkHeader(links: Readonly<Record<string, string>>): string | undefined {
  const header = Object.entries(links)
    .filter(([rel]) => RELATIONS.includes(rel))
    .map(([rel, path]) => `<${path}>; rel="${rel}"`)
    .join(", ");
  return Buffer.byteLength(header) < 4096 ? header : undefined;
}
