/** Waits for what a request leaves to be done after its answer, so that both sides stand alike before the next one. */
import { setTimeout } from "node:timers/promises";
import type { Part } from "../support/http/openapi-conformance.ts";
import type { Phase } from "./phases.ts";
import type { Side } from "./side.ts";
import type { Outcome } from "./steps.ts";

const LOOK_MS = 10;
/** A delivery that is due is begun within this. */
const DISPATCH_MS = 600;
/** So many readings that are equal to the one before mean that nothing changes any more. */
const ENOUGH = 3;
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
    const { text, due, active } = await deliveriesOf(side);
    equal = text === before && !due ? equal + 1 : 0;
    if (equal === ENOUGH || !active) return;
    before = text;
  }
  console.log(`Deliveries of ${side.url} did not end.`);
}

async function deliveriesOf(side: Side): Promise<{ text: string; due: boolean; active: boolean }> {
  const webhooks = await side.ask("GET", "/api/webhooks?fields=*&limit=100");
  let [text, due] = [webhooks.text, false];
  const active = (webhooks.body as Part).webhooks.filter((each: Part) => each.active);
  for (const webhook of active) {
    const all = await side.ask("GET", `${webhook._links.self}/deliveries?fields=*&limit=100&sort=updated_at:desc`);
    text += all.text;
    // Of a webhook that fails, all deliveries about a record wait for the first of them.
    if (webhook.failing) continue;
    const now = new Date(side.now).toISOString();
    due ||= (all.body as Part).deliveries.some(
      (each: Part) => each.status === "pending" && each.next_attempt_at <= now,
    );
  }
  return { text, due, active: active.length > 0 };
}
