/** Query strings. */

/** The value of a parameter. The elements of an array are separated by commas; undefined leaves the parameter out. */
export type QueryValue = string | number | boolean | readonly (string | number | boolean)[] | undefined;

/** Parameters by name. */
export type QueryParameters = Readonly<Record<string, QueryValue>>;

/** The parameter that may be repeated. */
const REPEATED = "filter";

/** Adds parameters to a path, which may have some already. @throws TypeError if a value cannot be sent */
export function withQuery(path: string, parameters: QueryParameters = {}): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => pairsOf(name, value));
  if (pairs.length === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(pairs)}`;
}

function pairsOf(name: string, value: QueryValue | null): [string, string][] {
  if (value === undefined) return [];
  if (value === null)
    throw new TypeError(`${name} is null. To find records without a value, use ${name}_exists: false.`);
  if (!Array.isArray(value)) return [[name, String(value)]];
  if (value.length === 0) throw new TypeError(`${name} is an empty array; it must have at least one element.`);
  if (name === REPEATED) return value.map((each) => [name, String(each)]);
  return [[name, value.map((each) => quote(String(each))).join(",")]];
}

/** An element of a comma-separated list (RFC 4180 §2). */
function quote(element: string): string {
  return /[",]/.test(element) ? `"${element.replaceAll('"', '""')}"` : element;
}
