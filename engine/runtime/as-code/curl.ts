/** A request as a curl command. */
import type { CodeRequest } from "./code-request.ts";

/** Writes the command. In a shell whose `KEY` is the key, it gives the same answer. */
export function asCurl({ origin, method, path, hasKey, headers, body }: CodeRequest): string {
  const url = origin + path;
  return [
    "curl",
    // curl would take brackets and braces as patterns.
    ...(/[[\]{}]/.test(url) ? ["--globoff"] : []),
    ...(method === "GET" && body === undefined ? [] : ["-X", shellWord(method)]),
    shellWord(url),
    ...(hasKey ? [`${CONTINUED}-H "Authorization: Bearer $KEY"`] : []),
    ...Object.entries(headers).map(([name, value]) => `${CONTINUED}-H ${shellWord(`${name}: ${value}`)}`),
    // Unlike `--data`, it takes a leading @ as it is.
    ...(body === undefined ? [] : [`${CONTINUED}--data-raw ${shellWord(body)}`]),
  ].join(" ");
}

const CONTINUED = "\\\n  ";

/** Quotes a word so that a shell takes it as it is. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
