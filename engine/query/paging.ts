/** Paging: `page` and `limit`, and the links between the pages. */
import type { Fault } from "../problem.ts";
import { formatParameters, type Parameter } from "./parameters.ts";

/** The requested page. */
export interface Paging {
  readonly page: number;
  readonly limit: number;
  /** Whether the caller sent `page` or `limit`; a membership is paged only then. */
  readonly requested: boolean;
}

/** How many items a page has, by default and at most. */
export interface PageSizes {
  readonly default: number;
  readonly max: number;
}

/** Reads `page` and `limit`. Adds a fault for each that is out of range. */
export function readPaging(parameters: ReadonlyMap<string, string>, sizes: PageSizes, faults: Fault[]): Paging {
  const read = (parameter: string, fallback: number, max: number): number => {
    const text = parameters.get(parameter);
    if (text === undefined) return fallback;
    const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
    if (number >= 1 && number <= max) return number;
    const message = `${parameter} must be an integer from 1 to ${max}.`;
    faults.push({ in: "shape", parameter, code: "out_of_range", message });
    return fallback;
  };
  // With this maximum, every offset is a safe integer.
  const page = read("page", 1, Math.floor(Number.MAX_SAFE_INTEGER / sizes.max));
  const limit = read("limit", sizes.default, sizes.max);
  return { page, limit, requested: parameters.has("page") || parameters.has("limit") };
}

/** The path of a page, with every parameter of the request. */
export function pagePath(path: string, parameters: readonly Parameter[], page: number): string {
  const pageParameter: Parameter = ["page", String(page)];
  const numbered = parameters.some(([name]) => name === "page")
    ? parameters.map((parameter) => (parameter[0] === "page" ? pageParameter : parameter))
    : [...parameters, pageParameter];
  return `${path}?${formatParameters(numbered)}`;
}

/** The links of a page; `next` and `prev` are left out if there is no such page. */
export function pageLinks(
  path: string,
  parameters: readonly Parameter[],
  { page, limit }: Paging,
  total: number,
): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / limit));
  const linkTo = (pageNumber: number): string => pagePath(path, parameters, pageNumber);
  const links: Record<string, string> = { self: linkTo(page) };
  if (page < last) links.next = linkTo(page + 1);
  if (page > 1) links.prev = linkTo(Math.min(page - 1, last));
  links.first = linkTo(1);
  links.last = linkTo(last);
  return links;
}

/** The link relations of a list that are registered with IANA (RFC 8288). */
const RELATIONS = ["self", "next", "prev", "first", "last"];

/** The same links as a `Link` header (RFC 8288); undefined if it would have 4 KiB or more. */
export function linkHeader(links: Readonly<Record<string, string>>): string | undefined {
  const header = Object.entries(links)
    .filter(([rel]) => RELATIONS.includes(rel))
    .map(([rel, path]) => `<${path}>; rel="${rel}"`)
    .join(", ");
  return Buffer.byteLength(header) < 4096 ? header : undefined;
}
