/** Addresses of pages: without `/api` in front, they are those of the API. */

const API = "/api";
/** The segment between a path and what is shown of it. It is neither an id nor the name of a collection. */
const MARK = "-";

/** The parts of an address. */
export interface Address {
  /** The path of the API: `/api/missions`. */
  readonly apiPath: string;
  /** The segments after `-`: `["timeline"]`; empty for the list or record itself. */
  readonly aspect: readonly string[];
}

/** Reads the path of a page. */
export function readAddress(pathname: string): Address {
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const mark = segments.indexOf(MARK);
  const [own, aspect] = mark === -1 ? [segments, []] : [segments.slice(0, mark), segments.slice(mark + 1)];
  return { apiPath: [API, ...own].join("/"), aspect };
}

/** Returns the page of a path of the API, with its query: `/api/missions?page=2` → `/missions?page=2`. */
export function pageOf(apiPath: string): string {
  if (!apiPath.startsWith(`${API}/`)) return apiPath === API ? "/" : apiPath;
  return apiPath.slice(API.length);
}

/** Returns a page that a list or a record has besides its own: `/missions/-/timeline`. */
export function aspectOf(apiPath: string, ...aspect: readonly string[]): string {
  const [path = "", query = ""] = apiPath.split(/(?=\?)/);
  return `${pageOf(path).replace(/\/$/, "")}/${[MARK, ...aspect].join("/")}${query}`;
}
