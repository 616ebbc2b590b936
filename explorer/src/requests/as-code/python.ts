/** A request as Python, with httpx. */
import type { CodeRequest } from "./code-request.ts";

/** Writes a script; `KEY` of its environment is the key. */
export function asPython({ origin, method, path, hasKey, headers, body }: CodeRequest): string {
  const fields = [
    ...(hasKey ? [`"Authorization": f"Bearer {os.environ['KEY']}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `${literal(name)}: ${literal(value)}`),
  ];
  const parts = [
    literal(origin + path),
    ...(fields.length > 0 ? [`headers={${fields.join(", ")}}`] : []),
    ...(body === undefined ? [] : [`content=${literal(body)}`]),
  ];
  return [
    ...(hasKey ? ["import os", ""] : []),
    "import httpx",
    "",
    `response = httpx.request(\n    ${[literal(method), ...parts].join(",\n    ")},\n)`,
    "print(response.status_code, response.json())",
  ].join("\n");
}

/** Writes a text as Python does: the escapes of JSON are among those of Python. */
function literal(text: string): string {
  return JSON.stringify(text);
}
