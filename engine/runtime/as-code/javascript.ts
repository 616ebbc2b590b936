/** A request as JavaScript, with `fetch`. */
import { answerOf, bodyInJavaScript, type CodeRequest, inBraces } from "./code-request.ts";

/** Writes a module for Node; `KEY` of its environment is the key. */
export function asJavaScript(request: CodeRequest): string {
  const { origin, method, path, hasKey, headers, body } = request;
  const answer = answerOf(request);
  const fields = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code that is shown has it
    ...(hasKey ? ["Authorization: `Bearer ${process.env.KEY}`"] : []),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(fields.length > 0 ? [`  headers: ${inBraces(fields, "  ")},`] : []),
    ...(body === undefined ? [] : [`  body: ${bodyInJavaScript(body, "  ")},`]),
  ];
  const second = options.length > 0 ? `, {\n${options.join("\n")}\n}` : "";
  return [
    `const response = await fetch(${JSON.stringify(origin + path)}${second});`,
    `console.log(response.status${answer ? `, await response.${answer}()` : ""});`,
  ].join("\n");
}
