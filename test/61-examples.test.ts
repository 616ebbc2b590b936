/** Proves the examples of README.md: each command, sent to a service with the built-in data, gets the response shown. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadDataset } from "../src/app/dataset.ts";
import { ADMIN_KEY, type HttpResponse, serveForFile } from "./support/http/serve.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const README = readFileSync(`${ROOT}/README.md`, "utf8");
const ADDRESS = "http://127.0.0.1:3000";

const served = await serveForFile();
await loadDataset(served.store, `${ROOT}/data`, () => {});

/** Blocks of shell commands, each with the response that follows it, if any. */
const BLOCKS = [...README.matchAll(/```sh\n(.*?)```(?:\n```(?:json)?\n(.*?)```)?/gs)]
  .map(([, shell, answer]) => ({ commands: shell!.replaceAll("\\\n", " ").match(/^curl .*$/gm) ?? [], answer }))
  .filter(({ commands }) => commands.length > 0);

/** Sends the request of a curl command. */
function send(command: string): Promise<HttpResponse> {
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c!);
  const after = (option: string) => words.flatMap((word, at) => (word === option ? [words[at + 1]!] : []));
  const headers = after("-H").map((line) => line.replace("$KEY", ADMIN_KEY).split(/: */, 2) as [string, string]);
  const [body] = after("-d");
  const [method = body === undefined ? "GET" : "POST"] = after("-X");
  const url = words.find((word) => word.startsWith(ADDRESS))!;
  const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  return served.request(method, url.slice(ADDRESS.length), {
    headers: named,
    credential: false,
    ...(body === undefined ? {} : { body }),
  });
}

for (const { commands, answer: expected } of BLOCKS) {
  test(`README: ${commands.at(-1)}`, async () => {
    const answers: HttpResponse[] = [];
    for (const command of commands) answers.push(await send(command));
    const last = answers.pop()!;
    for (const { status, text } of answers) assert.ok(status < 300, text);
    const status = Number(/"status":(\d{3}),/.exec(expected ?? "")?.[1] ?? (last.status === 201 ? 201 : 200));
    assert.equal(last.status, status, last.text);
    const head = `HTTP/1.1 ${last.status} ${STATUS_CODES[last.status]}`;
    const whole = [head, ...[...last.headers].map(([name, value]) => `${name}: ${value}`), last.text].join("\n");
    // An ellipsis marks omissions; line breaks are for readability.
    for (const part of (expected ?? "").split(/…|\n/).map((each) => each.trim())) {
      assert.ok(whole.includes(part), `${part}\nis not in\n${whole}`);
    }
  });
}

for (const [, path = ""] of README.matchAll(/^\|.*`(\/api\/[^`]*)` *\|$/gm)) {
  test(`README: GET ${path} has results`, async () => {
    const { status, body, text } = await served.get(path, { credential: false });
    assert.equal(status, 200, text);
    assert.ok(body.total_count > 0, text);
  });
}

test("README: there are commands and recipes to try", () => {
  assert.ok(BLOCKS.length >= 5);
});
