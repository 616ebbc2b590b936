/** Waits for what a request leaves to be done after its answer, so that both sides stand alike before the next one. */
import { setTimeout } from "node:timers/promises";
import type { Part } from "../support/documents/openapi-conformance.ts";
import type { Phase } from "./phases.ts";
import type { Side } from "./side.ts";
import type { Outcome } from "./steps.ts";

const LOOK_MS = 10;
/** A delivery that is due is begun within this. */
const DISPATCH_MS = 600;
/** So many readings that are equal to the one before mean that nothing changes any more. */
const ENOUGH = 3;
/** The same where something is due, which may have to wait for an earlier event about the same record. */
const MOST = 10;
/** What takes longer is left as it is, and may differ. */
const LONGEST_MS = 10_000;

export async function settle(side: Side, { request, response }: Outcome, phase: Phase): Promise<void> {
  if (typeof request === "string" || typeof response === "string") {
    if (phase.delivers) await deliveriesEnd(side);
    return;
  }
  // A write waits for the writes before it, such as the one that notes the use of a key.
  if (request.headers.authorization?.startsWith("Bearer smk_")) await side.ask("DELETE", "/api/missions/none-such");
  if (response.status === 202) await operationEnds(side, response.body);
  const mayEmit = request.method !== "GET" && response.status >= 200 && response.status < 300;
  if (phase.delivers && mayEmit) await deliveriesEnd(side);
}

/** The same after time has gone on, when deliveries may be due again. */
export async function settleTime(side: Side, phase: Phase): Promise<void> {
  if (!phase.delivers) return;
  await setTimeout(DISPATCH_MS);
  await deliveriesEnd(side);
}

async function operationEnds(side: Side, operation: Part): Promise<void> {
  const path = operation._links.self;
  while (((await side.ask("GET", path)).body as Part)?.finished_at === null) await setTimeout(LOOK_MS);
}

/** Waits until nothing is due, and nothing changes any more. */
async function deliveriesEnd(side: Side): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  let [before, equal] = ["", 0];
  for (; performance.now() < until; await setTimeout(LOOK_MS)) {
    const { headers, body } = await side.ask("GET", "/api/webhooks?fields=*&limit=100");
    const active = (body as Part).webhooks.filter((each: Part) => each.active);
    if (active.length === 0) return;
    // The entity tag of one list changes with every delivery there is.
    const deliveries = await side.ask("HEAD", active[0]._links.deliveries);
    const state = `${headers.get("etag")} ${deliveries.headers.get("etag")}`;
    equal = state === before ? equal + 1 : 0;
    if (equal >= MOST || (equal >= ENOUGH && !(await isAnyDue(side, active)))) return;
    before = state;
  }
  console.log(`Deliveries of ${side.url} did not end.`);
}

async function isAnyDue(side: Side, active: readonly Part[]): Promise<boolean> {
  const now = new Date(side.now).toISOString();
  for (const { _links } of active.filter((webhook) => !webhook.failing)) {
    const path = `${_links.deliveries}?status=pending&next_attempt_at_before=${now}&limit=1`;
    if (((await side.ask("GET", path)).body as Part).total_count > 0) return true;
  }
  return false;
}
