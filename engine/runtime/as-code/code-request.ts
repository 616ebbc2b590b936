/** A request as programs send it. */

/** A request that a program sends. */
export interface CodeRequest {
  /** `http://127.0.0.1:3000`. */
  readonly origin: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Whether it is sent with a key. The key itself is never part of the code: `KEY` of the environment holds it. */
  readonly hasKey: boolean;
  /** Without the credential. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Set if the response is a text, and not JSON. */
  readonly readsText?: boolean;
}

/** Returns the body that the response to a request has, unless it asks for another; undefined if it has none. */
export function answerOf({ method, readsText }: CodeRequest): "json" | "text" | undefined {
  if (method === "DELETE" || method === "HEAD") return undefined;
  return readsText ? "text" : "json";
}

/** Reads a body that is a JSON object or array; undefined if it is something else. */
export function jsonIn(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a body as an expression of JavaScript, JSON as an object. @param indent what each of its lines begins with */
export function bodyInJavaScript(body: string, indent: string): string {
  const value = jsonIn(body);
  if (value === undefined) return JSON.stringify(body);
  return `JSON.stringify(${JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`)})`;
}

/** Writes what is in braces: in one line, or with several entries one on each. @param indent what its last line begins with */
export function inBraces(entries: readonly string[], indent: string): string {
  if (entries.length < 2) return `{ ${entries.join("")} }`;
  return `{\n${entries.map((entry) => `${indent}  ${entry},\n`).join("")}${indent}}`;
}
