/**
 * Proves the examples of the documents: each command, sent to a service with the built-in data, gets the response shown. The
 * service has the registry of the README, with one more resource and field: no example depends on which others there are.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertResponse, curlRequest } from "./support/documents/curl.ts";
import { serveBuiltIn } from "./support/domain/built-in.ts";
import { extendedDomain } from "./support/domain/readme-resource.ts";
import { ADMIN_KEY, type HttpResponse } from "./support/http/serve.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The documents, in the order in which somebody tries their examples on one service. */
const DOCUMENTS = ["README.md", "docs/http.md", "docs/security.md"];

const served = await serveBuiltIn({}, extendedDomain);
// Some ask what was changed since the start.
served.clock.advance(60_000);

/** The commands of a block, and the response that follows it, if any. */
interface Block {
  readonly commands: readonly string[];
  readonly answer: string | undefined;
}

/** The blocks of shell commands with a curl command. Other commands make the files that it sends. */
function blocksOf(text: string): Block[] {
  return [...text.matchAll(/^ *```sh\n(.*?)```(?:\n *```(?:json)?\n(.*?)```)?/gms)]
    .map(([, shell, answer]) => ({ commands: commandsOf(shell!), answer }))
    .filter(({ commands }) => commands.some((command) => command.startsWith("curl ")));
}

/** One command for each line that continues no other. */
function commandsOf(shell: string): string[] {
  return (
    shell
      .replaceAll("\\\n", " ")
      .match(/^ *(?:curl .*|node -p '[^']*' > \S+)$/gm)
      ?.map((line) => line.trim()) ?? []
  );
}

/** What the commands refer to: the admin key; the tag, location and secret of the latest response that had one. */
const variables = { KEY: ADMIN_KEY, ETAG: "", LOCATION: "", SECRET: "" };
/** The files that commands have made, by name. */
const files = new Map<string, string>();

/** Executes a command. Returns its response if it is a request. */
async function execute(command: string): Promise<HttpResponse | undefined> {
  const [, script, file] = /^node -p '([^']*)' > (\S+)$/.exec(command) ?? [];
  if (file !== undefined) {
    files.set(file, execFileSync(process.execPath, ["-p", script!], { encoding: "utf8", maxBuffer: 2 ** 24 }));
    return undefined;
  }
  const response = await send(command.replace(/\$([A-Z]+)/g, (_, name: keyof typeof variables) => variables[name]));
  variables.ETAG = response.headers.get("etag") ?? variables.ETAG;
  variables.SECRET = response.body?.secret ?? variables.SECRET;
  variables.LOCATION = response.headers.get("location") ?? variables.LOCATION;
  return response;
}

/** Sends the request of a curl command. */
function send(command: string): Promise<HttpResponse> {
  const { method, path, ...request } = curlRequest(command, files);
  return served.request(method, path, { ...request, credential: false });
}

for (const document of DOCUMENTS) {
  const blocks = blocksOf(readFileSync(`${ROOT}/${document}`, "utf8"));
  for (const { commands, answer: expected } of blocks) {
    test(`${document}: ${commands.at(-1)}`, async () => {
      const answers: HttpResponse[] = [];
      for (const command of commands) {
        const answer = await execute(command);
        if (answer) answers.push(answer);
      }
      const last = answers.pop()!;
      for (const { status, text } of answers) assert.ok(status < 300, text);
      assertResponse(expected, last);
    });
  }
  test(`${document}: there are commands to try`, () => assert.ok(blocks.length >= (document === "README.md" ? 5 : 1)));
}

for (const [, path = ""] of readFileSync(`${ROOT}/docs/queries.md`, "utf8").matchAll(
  /^\|.*`(\/(?:api\/|openapi)[^`]*)` *\|$/gm,
)) {
  test(`docs/queries.md: GET ${path} has results`, async () => {
    const { status, body, text } = await served.get(path, { credential: false });
    assert.equal(status, 200, text);
    // An export has a line for the names of the columns, and no total; nor has what is no list.
    assert.ok(body ? (body.total_count ?? 1) > 0 : text.split("\n").length > 2, text);
  });
}

// Last: changes show in the entity tags of later missions.
test("README.md: the registry that it declares is served with its filters and rules", async () => {
  const site = { id: "made-up", name: "Made-up", latitude_deg: 5.2, opened_on: "1968-04-09" };
  assert.equal((await served.post("/api/launch-sites", site)).status, 201);
  // Others may be among the built-in data.
  const totals = [5, 6].map(async (most) => {
    const { body } = await served.get(`/api/launch-sites?name=${site.name}&latitude_deg_max=${most}`);
    return body.total_count;
  });
  assert.deepEqual(await Promise.all(totals), [0, 1]);
  assert.equal((await served.patch("/api/missions/voyager-2", { launch_site: site.id })).status, 200);
  assert.equal((await served.get(`/api/missions?launch_site=${site.id}`)).body.total_count, 1);
  const closed = await served.patch(`/api/launch-sites/${site.id}`, { closed_on: "1960-01-01" });
  assert.deepEqual([closed.status, closed.body.errors[0].pointer], [422, "/closed_on"]);
});
