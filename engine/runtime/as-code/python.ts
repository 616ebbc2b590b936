/** A request as Python, with nothing but its standard library. */
import { answerOf, type CodeRequest, inBraces, jsonIn } from "./code-request.ts";

/** What reads a body. */
const ANSWERS = { json: "json.load(response)", text: "response.read().decode()" };

/** Writes a script; `KEY` of its environment is the key. */
export function asPython(request: CodeRequest): string {
  const { origin, method, path, hasKey, headers, body } = request;
  const answer = answerOf(request);
  const fields = [
    ...(hasKey ? [`"Authorization": f"Bearer {os.environ['KEY']}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `${literal(name)}: ${literal(value)}`),
  ];
  const parts = [
    literal(asciiUrl(origin + path)),
    ...(method === "GET" ? [] : [`method=${literal(method)}`]),
    ...(fields.length > 0 ? [`headers=${inBraces(fields, "    ")}`] : []),
    ...(body === undefined ? [] : [`data=${dataOf(body)}.encode()`]),
  ];
  return [
    ...(answer === "json" || (body !== undefined && jsonIn(body)) ? ["import json"] : []),
    ...(hasKey ? ["import os"] : []),
    "from urllib.request import Request, urlopen",
    "",
    `request = Request(\n    ${parts.join(",\n    ")},\n)`,
    "with urlopen(request) as response:",
    `    print(response.status${answer ? `, ${ANSWERS[answer]}` : ""})`,
  ].join("\n");
}

function dataOf(body: string): string {
  const value = jsonIn(body);
  return value === undefined ? literal(body) : `json.dumps(${written(value, "    ")})`;
}

/** Writes a value of JSON as Python does. @param indent what its last line begins with */
function written(value: unknown, indent: string): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const deeper = `${indent}    `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Array.isArray(value)
    ? value.map((each) => written(each, deeper))
    : Object.entries(value).map(([name, each]) => `${literal(name)}: ${written(each, deeper)}`);
  return parts.length === 0
    ? `${open}${close}`
    : `${open}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close}`;
}

/** Returns an address as urllib sends it: it encodes nothing itself. */
function asciiUrl(url: string): string {
  return new URL(url).href;
}

/** Writes a text as Python does: the escapes of JSON are among those of Python. */
function literal(text: string): string {
  return JSON.stringify(text);
}
