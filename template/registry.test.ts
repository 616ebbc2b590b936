/** Starts the service on a database of its own, and sends it requests: `npm test`. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { serve } from "space-missions-api";
import registry from "./registry.ts";

const folder = mkdtempSync(join(tmpdir(), "registry-"));
const key = "a-key-for-this-test";
const service = await serve(registry, {
  PORT: "0",
  DATABASE_URL: `sqlite:${join(folder, "test.db")}`,
  ADMIN_API_KEY: key,
  LOG_LEVEL: "warn",
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

async function send(method: string, path: string, body?: object) {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test("the missions of a rocket are found by it", async () => {
  const { body } = await send("GET", "/api/missions?rocket=saturn-v");
  assert.deepEqual(
    body.missions.map(({ id }: { id: string }) => id),
    ["apollo-11"],
  );
});

test("a rocket does not stop flying before it starts", async () => {
  const wrong = { name: "Back in time", first_flight: "2026-02-01", last_flight: "2026-01-01" };
  const { status, body } = await send("POST", "/api/rockets", wrong);
  assert.deepEqual([status, body.errors[0].message], [422, "The last flight is not before the first."]);
});
