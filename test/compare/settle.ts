/** Waits for work that goes on after a response, so that both sides are in the same state before the next request. */
import { setTimeout } from "node:timers/promises";
import type { Part } from "../support/documents/openapi-conformance.ts";
import type { Phase } from "./phases.ts";
import type { Side } from "./side.ts";
import type { Outcome } from "./steps.ts";

const POLL_MS = 10;
/** The dispatcher starts a due delivery within this time. */
const DISPATCH_MS = 600;
/** The number of equal readings in a row after which nothing is expected to change. */
const STABLE_READINGS = 3;
/** The same while a delivery is due: it may wait for an earlier event of the same record. */
const MAX_READINGS = 10;
const TIMEOUT_MS = 10_000;

export async function settle(side: Side, { request, response }: Outcome, phase: Phase): Promise<void> {
  if (typeof request === "string" || typeof response === "string") {
    if (phase.delivers) await waitForDeliveries(side);
    return;
  }
  // A write waits for the writes before it, such as the one that notes the use of a key.
  if (request.headers.authorization?.startsWith("Bearer smk_")) await side.ask("DELETE", "/api/missions/none-such");
  if (response.status === 202) await waitForOperation(side, response.body);
  const mayEmit = request.method !== "GET" && response.status >= 200 && response.status < 300;
  if (phase.delivers && mayEmit) await waitForDeliveries(side);
}

/** The same after a change of time, which may make deliveries due. */
export async function settleTime(side: Side, phase: Phase): Promise<void> {
  if (!phase.delivers) return;
  await setTimeout(DISPATCH_MS);
  await waitForDeliveries(side);
}

async function waitForOperation(side: Side, operation: Part): Promise<void> {
  const path = operation._links.self;
  while (((await side.ask("GET", path)).body as Part)?.finished_at === null) await setTimeout(POLL_MS);
}

/** Waits until no delivery is due or changes. */
async function waitForDeliveries(side: Side): Promise<void> {
  const until = performance.now() + TIMEOUT_MS;
  let [before, equal] = ["", 0];
  for (; performance.now() < until; await setTimeout(POLL_MS)) {
    const { headers, body } = await side.ask("GET", "/api/webhooks?fields=*&limit=100");
    const active = (body as Part).webhooks.filter((each: Part) => each.active);
    if (active.length === 0) return;
    // The entity tag of one list changes with every delivery there is.
    const deliveries = await side.ask("HEAD", active[0]._links.deliveries);
    const state = `${headers.get("etag")} ${deliveries.headers.get("etag")}`;
    equal = state === before ? equal + 1 : 0;
    if (equal >= MAX_READINGS || (equal >= STABLE_READINGS && !(await isAnyDue(side, active)))) return;
    before = state;
  }
  console.log(`Deliveries of ${side.url} did not settle.`);
}

async function isAnyDue(side: Side, active: readonly Part[]): Promise<boolean> {
  const now = new Date(side.now).toISOString();
  for (const { _links } of active.filter((webhook) => !webhook.failing)) {
    const path = `${_links.deliveries}?status=pending&next_attempt_at_before=${now}&limit=1`;
    if (((await side.ask("GET", path)).body as Part).total_count > 0) return true;
  }
  return false;
}
