/** Sends the query of a list as the content of QUERY, in both of its forms. */
import type { HttpResponse, RequestOptions, Served } from "./serve.ts";

/** A way to ask a list with QUERY. */
export interface Asking {
  readonly name: string;
  /** The content that asks for what a query string does, with its media type. */
  contentOf(query: string): Required<Pick<RequestOptions, "body" | "headers">>;
}

/** As a query string, and as JSON with arrays where lists are taken. */
export const FORMS: readonly Asking[] = [
  {
    name: "application/x-www-form-urlencoded",
    contentOf: (query) => ({ body: query, headers: { "content-type": "application/x-www-form-urlencoded" } }),
  },
  {
    name: "application/json",
    contentOf: (query) => ({ body: membersOf(query), headers: { "content-type": "application/json" } }),
  },
];

/** Asks a list. */
export function ask(
  served: Pick<Served, "request">,
  path: string,
  body: unknown,
  { headers, ...options }: Omit<RequestOptions, "body"> = {},
): Promise<HttpResponse> {
  const type = typeof body === "string" ? "application/x-www-form-urlencoded" : "application/json";
  return served.request("QUERY", path, { ...options, body, headers: { "content-type": type, ...headers } });
}

const LISTS = /^(?:sort|sort_by|order|fields|include|group_by|measure)$|_in$/;
const ELEMENT = /(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g;

/** The members of a JSON object that asks for what a query string does. */
function membersOf(query: string): Record<string, unknown> {
  const parameters = new URLSearchParams(query);
  const valueFor = (name: string): unknown => {
    const [text = "", ...more] = parameters.getAll(name);
    if (name === "filter") return [text, ...more];
    if (LISTS.test(name))
      return Array.from(text.matchAll(ELEMENT), ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare);
    // Only a number that is spelled as JSON would spell it stays the same.
    return /^-?\d/.test(text) && String(Number(text)) === text
      ? Number(text)
      : /^(?:true|false)$/.test(text)
        ? text === "true"
        : text;
  };
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, valueFor(name)]));
}
