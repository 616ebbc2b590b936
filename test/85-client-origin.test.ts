/** Proves that the client sends its key to one service only, whatever that service answers (docs/client.md, one service). */
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { connect, type Fetch, Problem, type UntypedApi } from "../client/index.ts";
import { runCommand } from "./support/commands/run-command.ts";
import { ClientClock } from "./support/http/client-clock.ts";

const KEY = "key-of-a-careful-caller";

/** Starts a server until the tests of the file have ended. Returns its origin. */
async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What the other service has received. */
const stolen: string[] = [];
const other = await listen(({ url = "", headers }, response) => {
  stolen.push(`${url} ${headers.authorization}`);
  response.end("{}");
});
const { host } = new URL(other);

/** Links away from the service. */
const FOREIGN = [`//${host}/api/missions`, `http://${host}/api/missions`, `\\\\${host}\\api`, "data:,x", "http://["];

/** A service with one list, whose next page is at `next`; every other page is the last. */
function listService(next: string): { send: Fetch; sent: string[] } {
  const sent: string[] = [];
  const send: Fetch = async (url) => {
    sent.push(url);
    const body = { missions: [], _links: sent.length === 1 ? { self: "/api/missions", next } : {} };
    return Response.json(body);
  };
  return { send, sent };
}

async function readAll(origin: string, send: Fetch): Promise<void> {
  const api = connect<UntypedApi>(origin, { key: KEY, fetch: send, clock: new ClientClock() });
  for await (const _ of api.missions.all()) assert.fail("there are no missions");
}

for (const next of FOREIGN) {
  test(`docs/client.md, one service: a link of another origin is refused before anything is sent: ${next.replace(host, "other")}`, async () => {
    const { send, sent } = listService(next);
    await assert.rejects(readAll("http://service.test", send), {
      name: "TypeError",
      message: `The link ${next} leads away from http://service.test, so it is not followed.`,
    });
    assert.equal(sent.length, 1);
  });
}

test("docs/client.md, one service: a link is resolved as a URL, so no text in it changes the host", async () => {
  for (const [next, expected] of [
    [`@${host}/api`, `http://service.test/@${host}/api`],
    ["http://service.test/api/missions?page=2", "http://service.test/api/missions?page=2"],
    ["/api/missions?q=%C3%A9#part", "http://service.test/api/missions?q=%C3%A9"],
  ] as const) {
    const { send, sent } = listService(next);
    await readAll("http://service.test", send);
    assert.equal(sent[1], expected);
  }
  const below = listService("/api/missions?page=2");
  await readAll("http://service.test/registry", below.send);
  assert.equal(below.sent[1], "http://service.test/registry/api/missions?page=2");
});

test("docs/client.md, one service: a redirect is not followed, and the error says where it leads", async () => {
  let requests = 0;
  const origin = await listen((_, response) => {
    requests += 1;
    response.writeHead(307, { location: `${other}/api/me` }).end();
  });
  const problem = await connect(origin, { key: KEY })
    .me()
    .catch((error: unknown) => error);
  assert.ok(problem instanceof Problem, String(problem));
  assert.equal(problem.status, 307);
  assert.match(
    problem.message,
    /^http\S+\/api\/me redirects to http\S+\/api\/me\. Redirects are not followed: connect/,
  );
  assert.deepEqual([requests, stolen], [1, []]);
});

test("docs/client.md, one service: a redirect that a browser hides is not followed either", async () => {
  const hidden = { type: "opaqueredirect", status: 0, ok: false, headers: new Headers() } as Response;
  const api = connect("http://service.test", { key: KEY, fetch: async () => hidden });
  await assert.rejects(api.me(), /^Problem: http:\/\/service\.test\/api\/me redirects\. Redirects are not followed/);
});

test("docs/cli.md, which service: a command refuses the links of a service that lead elsewhere", async () => {
  for (const next of [`@${host}/api/missions`, `//${host}/api/missions`]) {
    const url = await listen(({ url: path = "" }, response) => {
      const isFirst = path.startsWith("/api/missions?");
      response.writeHead(isFirst ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify({ missions: [{ id: "m" }], _links: { self: "/api/missions", next } }));
    });
    const { code, err } = await runCommand({ url }, "get", "missions", "--all", "--key", KEY);
    assert.deepEqual([code, stolen], [1, []], err);
  }
});
