/** A request as a call of the client. */
import { answerOf, bodyInJavaScript, type CodeRequest } from "./code-request.ts";

/** The target of the path, as the client reads it. */
export type ClientTarget = "list" | "record" | "groups" | undefined;

/** Writes a module that uses the client of this package. */
export function asClient(request: CodeRequest, { name, target }: { name: string; target: ClientTarget }): string {
  const { origin, hasKey } = request;
  const key = hasKey ? ", { key: process.env.KEY }" : "";
  return [
    `import { connect } from ${JSON.stringify(`${name}/client`)};`,
    "",
    `const api = connect<any>(${JSON.stringify(origin)}${key});`,
    ...callOf(request, target),
  ].join("\n");
}

function callOf(request: CodeRequest, target: ClientTarget): string[] {
  const { method, path, headers, body } = request;
  const [plain = "", query = ""] = path.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const isPlain = method === "GET" && Object.keys(headers).length === 0 && !parameters.has("format");
  // The client takes each parameter once.
  const isRepeated = new Set(parameters.keys()).size < [...parameters].length;
  const answer = answerOf(request) ? "body" : "status";
  if (!isPlain || isRepeated || target === undefined)
    return [`const { ${answer} } = ${sent(method, path, headers, body)};`, `console.log(${answer});`];
  const given = [...parameters].map(([name, value]) => `${propertyName(name)}: ${JSON.stringify(value)}`);
  const options = given.length > 0 ? `{ ${given.join(", ")} }` : "";
  const at = memberAt(plain);
  if (target === "record") return [`const record = await ${at}.get(${options});`, "console.log(record);"];
  if (target === "groups") return [`const groups = await ${at}.summarize(${options});`, "console.log(groups);"];
  return [`const { items, total } = await ${at}.list(${options});`, "console.log(total, items);"];
}

/** Writes `api.at("/api/missions")`: paths are as they are in the address. */
function memberAt(path: string): string {
  return `api.at(${JSON.stringify(path)})`;
}

function sent(method: string, path: string, headers: CodeRequest["headers"], body: string | undefined): string {
  const options = [
    ...(Object.keys(headers).length > 0 ? [`headers: ${JSON.stringify(headers)}`] : []),
    ...(body === undefined ? [] : [`body: ${bodyInJavaScript(body, "")}`]),
  ];
  const third = options.length > 0 ? `, { ${options.join(", ")} }` : "";
  return `await api.send(${JSON.stringify(method)}, ${JSON.stringify(path)}${third})`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
