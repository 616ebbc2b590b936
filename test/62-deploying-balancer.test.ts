/** Proves that the balancer of compose.yaml keeps metrics internal and lets idle clients wait, with HAProxy itself. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { removeAtExit } from "./support/cleanup.ts";
import { findFreePort } from "./support/http/free-port.ts";
import { sendBytes } from "./support/http/raw-http.ts";
import { serveForFile } from "./support/http/serve.ts";
import { isRequired } from "./support/store/required-servers.ts";

const CONFIGURATION = readFileSync(new URL("../deploy/haproxy.cfg", import.meta.url), "utf8");
const missing = spawnSync("haproxy", ["-v"]).error ? "haproxy is not installed" : false;
const skip = !isRequired("haproxy") && missing;
const served = await serveForFile();

/** Starts the balancer before the service of this file. Returns its URL. */
async function startBalancer(t: { after(end: () => void): void }): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "space-missions-balancer-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const port = await findFreePort();
  const file = join(folder, "haproxy.cfg");
  const { host } = new URL(served.url);
  const local = CONFIGURATION.replace("bind :3000", `bind 127.0.0.1:${port}`);
  // The server names resolve only in the network of compose.yaml.
  writeFileSync(file, local.replace(/(server \S+) \S+:3000/g, `$1 ${host}`));
  const balancer = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  const unregister = removeAtExit({ pid: balancer.pid! });
  balancer.once("exit", unregister);
  t.after(() => balancer.kill("SIGKILL"));
  for (let attempt = 0; attempt < 100_000 && balancer.exitCode === null; attempt += 1)
    if (await accepts(port)) return `http://127.0.0.1:${port}`;
  throw new Error(`HAProxy does not listen (exit code ${balancer.exitCode}).`);
}

/** Whether something listens on a port. */
async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const SPELLINGS = [
  ...["/metrics", "/metrics?x", "/metrics/", "/metrics;x", "/metrics;/x", "/METRICS"],
  ...["/%6detrics", "/%6Detrics", "/metric%73", "/%6d%65%74%72%69%63%73", "/%6detrics?a=b"],
  ...["/%256detrics", "/%25%36%64etrics", "/metrics%3b", "/metrics%2f", "/%2fmetrics"],
  ...["//metrics", "///metrics", "/./metrics", "/.//./metrics", "/%2e/metrics", "/api/../metrics", "/a/%2e%2e/metrics"],
  "http://balancer/metrics",
  "http://balancer/%6detrics",
];

test("§10.2: through the balancer, no spelling of /metrics returns metrics; other paths work", { skip }, async (t) => {
  const url = await startBalancer(t);
  const get = (path: string) => sendBytes(url, `GET ${path} HTTP/1.1\r\nHost: balancer\r\nConnection: close\r\n\r\n`);
  assert.match((await served.get("/%6detrics")).text, /http_requests_total/, "the service decodes paths");
  for (const path of SPELLINGS) {
    const response = await get(path);
    assert.match(response, /^HTTP\/1\.1 404 /, path);
    // Refused by the balancer itself: the service, which has problem documents, does not see it.
    assert.doesNotMatch(response, /http_requests_total|problem\+json/, path);
  }
  assert.match(await get("/api"), /^HTTP\/1\.1 200 /);
  for (const path of ["/api/missions/metrics", "/metrics-of-a-mission", "/api/missions?search=metrics"])
    assert.match(await get(path), /application\/(?:problem\+)?json/, path);
  // Many slashes cost no more than their length.
  assert.match(await get(`${"/".repeat(4_000)}x`), /^HTTP\/1\.1 404 /);
});

/** A time limit of the balancer, in seconds. */
function secondsOf(name: string): number {
  return Number(new RegExp(`^ *timeout ${name} (\\d+)s$`, "m").exec(CONFIGURATION)?.[1]);
}

test("the balancer lets clients wait between requests as long as responses promise", async () => {
  const promised = /^HTTP[\s\S]*?\r\nkeep-alive: timeout=(\d+)\r\n/i.exec(
    await sendBytes(
      served.url,
      `GET /livez HTTP/1.1\r\nHost: a\r\n\r\nGET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    ),
  );
  assert.ok(promised);
  for (const name of ["http-keep-alive", "client", "server"]) assert.ok(secondsOf(name) > Number(promised[1]), name);
});
