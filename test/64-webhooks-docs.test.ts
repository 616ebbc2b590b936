/** Runs the receiver of docs/webhooks.md against the service (§6). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertStatus } from "./support/http/assertions.ts";
import { findFreePort } from "./support/http/free-port.ts";
import { ADMIN_KEY, serve, TestClock } from "./support/http/serve.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

test("§6.3: the documented receiver of twenty lines accepts signed deliveries and refuses others", async (context) => {
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(readFileSync(at("../docs/webhooks.md"), "utf8")) ?? [];
  assert.ok(code.trim().split("\n").length <= 20);
  // In the repository, so that it finds the packages; the service's clock is not the machine's.
  const clock = new TestClock();
  clock.set(new Date().toISOString());
  const served = await serve(undefined, { WEBHOOK_ALLOW_PRIVATE: "true" }, clock);
  context.after(() => served.stop());
  const port = await findFreePort();
  const hook = { url: `http://127.0.0.1:${port}/`, event_types: ["mission.*"] };
  const { secret, _links } = assertStatus(await served.post("/api/webhooks", hook), 201).body;
  const file = at(`./support/receiver-${process.pid}.mjs`);
  writeFileSync(file, code);
  context.after(() => rmSync(file));
  const child = spawn(process.execPath, [file], { env: { WEBHOOK_SECRET: secret, PORT: String(port) } });
  context.after(() => child.kill());
  const lines = child.stdout.setEncoding("utf8")[Symbol.asyncIterator]();
  assertStatus(await served.put("/api/missions/documented", { name: "Documented" }), 201);
  for (;;) {
    await served.deliver();
    const { deliveries } = (await served.get(`${_links.self}/deliveries`)).body;
    if (deliveries[0].status === "succeeded") break;
    // It is starting.
    clock.advance(1_000);
  }
  assert.equal((await lines.next()).value, "mission.created /api/missions/documented admin\n");
  const forged = await fetch(hook.url, { method: "POST", body: "{}", headers: { "webhook-id": ADMIN_KEY } });
  assert.equal(forged.status, 400);
});
