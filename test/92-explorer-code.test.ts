/** Proves that the code of the request panel sends the request that it was made of, whatever characters that has. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { asClient } from "../engine/runtime/as-code/client.ts";
import type { CodeRequest } from "../engine/runtime/as-code/code-request.ts";
import { asCurl } from "../engine/runtime/as-code/curl.ts";
import { asHttp } from "../engine/runtime/as-code/http.ts";
import { asJavaScript } from "../engine/runtime/as-code/javascript.ts";
import { LANGUAGES } from "../engine/runtime/as-code/languages.ts";
import { asPython } from "../engine/runtime/as-code/python.ts";
import { codeRequestOf } from "../explorer/src/requests/as-code/code-request.ts";
import { removeAtExit } from "./support/cleanup.ts";
import { ADMIN_KEY, serveForFile } from "./support/http/serve.ts";

const run = promisify(execFile);
const KEY = "smk_of-a-test";
const CLIENT = new URL("../client/index.ts", import.meta.url).href;
const skip = spawnSync("curl", ["--version"]).error ? "there is no curl here" : false;

/** Answers with what it was sent. */
const echo = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    const { method, url, headers } = request;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(parts).toString() }));
  });
});
await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
after(() => void echo.close());
const origin = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;

const PLAIN: CodeRequest = { origin, method: "GET", path: "/api/x", hasKey: false, headers: {}, body: undefined };
/** Texts that a shell or a language would take for something else. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell would take it for a variable
const HOSTILE = ["it's", '"$(id)"', "`id`", "\\n", "!x", "a\nb", "${KEY}", "@file", "ü 人 🚀", "-H", "%s", "\u2028"];
const REQUESTS: readonly CodeRequest[] = [
  PLAIN,
  { ...PLAIN, path: "/api/x?name_contains=it's&filter=and(a:1,b:%22$(id)%22)&q=[1-3]{a,b}&c=`id`", hasKey: true },
  { ...PLAIN, path: "/api/x?a=1&b=2", headers: { prefer: "handling=strict", "x-odd": 'it\'s "$(id)" `id`' } },
  { ...PLAIN, method: "PUT", body: '{"a":null,"b":[],"c":{"d":[true,1.5,{"e":false}]}}' },
  ...HOSTILE.map((text) => ({
    ...PLAIN,
    method: "PATCH",
    hasKey: true,
    headers: { "content-type": "application/merge-patch+json" },
    body: JSON.stringify({ name: text }),
  })),
  { ...PLAIN, method: "POST", body: "@/etc/hostname" },
  { ...PLAIN, method: "DELETE", headers: { "if-match": '"1-abc"' }, hasKey: true },
];

/** What the server saw. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** JSON as its value: programs may write it in other ways. */
function bodyValue(body: string): unknown {
  return body.startsWith("{") ? JSON.parse(body) : body;
}

function assertSent(request: CodeRequest, { method, url, headers, body }: Seen): void {
  const [sent, asked] = [url, request.path].map((path) => new URL(path, origin).href);
  assert.deepEqual([method, sent, bodyValue(body)], [request.method, asked, bodyValue(request.body ?? "")]);
  assert.equal(headers.authorization, request.hasKey ? `Bearer ${KEY}` : undefined);
  for (const [name, value] of Object.entries(request.headers)) assert.equal(headers[name], value);
}

test("explorer, code: the curl line, run by a shell, sends the same request", { skip }, async () => {
  for (const request of REQUESTS) {
    const { stdout } = await run("sh", ["-c", `${asCurl(request)} --silent --show-error`], {
      env: { ...process.env, KEY },
    });
    assertSent(request, JSON.parse(stdout));
  }
});

test("explorer, code: the JavaScript, run by Node, sends the same request", async () => {
  for (const request of REQUESTS) {
    const code = asJavaScript(request).replace(
      /console\.log\(response\.status.*\);/,
      "console.log(JSON.stringify(await response.json()));",
    );
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], {
      env: { ...process.env, KEY },
    });
    assertSent(request, JSON.parse(stdout));
  }
});

const withoutPython = spawnSync("python3", ["--version"]).status === 0 ? false : "there is no Python here";

test("explorer, code: the Python, run with its standard library, sends the same request", {
  skip: withoutPython,
}, async () => {
  for (const request of REQUESTS) {
    const code = asPython(request).replace(/print\(.*\)$/, "print(response.read().decode())");
    const { stdout } = await run("python3", ["-c", code], { env: { ...process.env, KEY } });
    assertSent(request, JSON.parse(stdout));
  }
});

test("explorer, code: the raw message has its length in bytes, and no more lines than it says", () => {
  const message = asHttp({
    ...PLAIN,
    method: "POST",
    body: "ü",
    headers: { "content-type": "text/plain" },
    hasKey: true,
  });
  assert.deepEqual(message.split("\n"), [
    "POST /api/x HTTP/1.1",
    `Host: ${new URL(origin).host}`,
    "Authorization: Bearer $KEY",
    "content-type: text/plain",
    "Content-Length: 2",
    "",
    "ü",
  ]);
});

test("explorer, code: the call of the client gives what the API answers", async () => {
  const served = await serveForFile();
  await served.put("/api/planets/it-is", { name: 'It\'s "here"', planet_type: "dwarf" });
  await served.put("/api/planets/other", { name: "Other", planet_type: "dwarf" });
  const folder = mkdtempSync(join(tmpdir(), "space-missions-code-"));
  const unregister = removeAtExit({ folder });
  const asked = async (path: string, target: "list" | "record" | "groups" | undefined): Promise<unknown> => {
    const request = { ...PLAIN, origin: served.url, path, hasKey: true };
    const code = asClient(request, { name: "the-package", target })
      .replace('"the-package/client"', JSON.stringify(CLIENT))
      .replace(/console\.log\((?:total, )?(.*)\);$/, "console.log(JSON.stringify($1));");
    const file = join(folder, `${target}.ts`);
    writeFileSync(file, code);
    const { stdout } = await run(process.execPath, [file], { env: { ...process.env, KEY: ADMIN_KEY } });
    return JSON.parse(stdout);
  };
  const read = async (path: string) => (await served.get(path)).body;
  const list = `/api/planets?name_contains=${encodeURIComponent("it's \"h")}`;
  assert.deepEqual(await asked(list, "list"), (await read(list)).planets);
  assert.deepEqual(await asked("/api/planets/it-is", "record"), await read("/api/planets/it-is"));
  const groups = "/api/planets?group_by=planet_type";
  assert.deepEqual(await asked(groups, "groups"), (await read(groups)).groups);
  assert.deepEqual(await asked("/api/me", undefined), await read("/api/me"));
  rmSync(folder, { recursive: true, force: true });
  unregister();
});

test("explorer, code: no code has the key; what only a browser sends is left out", () => {
  const exchange = {
    ...{ id: 1, method: "GET", path: "/api/x", requestBody: undefined, status: 200, responseHeaders: {} },
    ...{ body: "{}", bytes: 2, milliseconds: 1, startedAt: 0 },
    requestHeaders: { accept: "application/json", authorization: "Bearer $KEY", "if-none-match": '"1"' },
  };
  const request = codeRequestOf(exchange, origin);
  assert.deepEqual(request, { ...PLAIN, hasKey: true });
  for (const { write } of LANGUAGES) assert.doesNotMatch(write(request, { name: "p", target: "list" }), /smk_/);
});
