/** A request as it is on the wire (RFC 9112 §3). */
import type { CodeRequest } from "./code-request.ts";

/** Writes the message, with `$KEY` where the key is. */
export function asHttp({ origin, method, path, hasKey, headers, body }: CodeRequest): string {
  const fields = [
    ["Host", new URL(origin).host],
    ...(hasKey ? [["Authorization", "Bearer $KEY"]] : []),
    ...Object.entries(headers),
    ...(body === undefined ? [] : [["Content-Length", String(new TextEncoder().encode(body).length)]]),
  ];
  return [`${method} ${path} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`), "", body ?? ""].join(
    "\n",
  );
}
