/** The checks of a running service, over HTTP. */
import { type Answer, type Connection, NetworkError, Problem, Unauthorized } from "../../../client/index.ts";
import { VERSION } from "../../../engine/runtime/package.ts";
import { KEY_VARIABLE } from "../../console/connection.ts";
import { describeFailure } from "../../console/failure.ts";
import { formatCount } from "../../console/text.ts";
import type { Check } from "./finding.ts";

/** Above this, tokens and expiry dates are judged differently here and there. In seconds. */
const MAX_SKEW_S = 5;
/** The median of a request in milliseconds above which it is worth a look. */
const SLOW_MS = 200;
const LATENCY_REQUESTS = 9;
const EXPIRES_SOON_MS = 7 * 86_400_000;
/** The share of the quota below which a warning is due. */
const LOW_QUOTA = 0.1;

/**
 * The checks, by name, in this order. If the first one fails, the others make no sense.
 * @param anonymous a connection without a key, so that a wrong one fails one check
 */
export function serviceChecks(
  api: Connection,
  anonymous: Connection,
  now: () => number = Date.now,
): ReadonlyMap<string, Check> {
  return new Map<string, Check>([
    ["reachable", () => checkReachable(anonymous)],
    ["ready", () => checkReady(anonymous)],
    ["caller", () => checkCaller(api, now())],
    ["version", () => checkVersion(anonymous)],
    ["clock", () => checkClock(anonymous, now)],
    ["rate limit", () => checkRateLimit(api)],
    ["latency", () => checkLatency(anonymous)],
  ]);
}

async function checkReachable(api: Connection): ReturnType<Check> {
  try {
    await api.send("GET", "/livez");
    return { status: "ok", finding: "The service answers." };
  } catch (error) {
    const { line: finding = "" } = describeFailure(error);
    if (error instanceof NetworkError)
      return { status: "failed", finding, remedy: "Start the service, or name its address with --url." };
    return { status: "failed", finding, remedy: "Something else may be listening at this address; check --url." };
  }
}

async function checkReady(api: Connection): ReturnType<Check> {
  try {
    await api.send("GET", "/readyz");
    return { status: "ok", finding: "The database answers." };
  } catch (error) {
    const { line: finding = "" } = describeFailure(error);
    return { status: "failed", finding, remedy: "Check the database and its disk; the log of the service says more." };
  }
}

async function checkCaller(api: Connection, now: number): ReturnType<Check> {
  try {
    const { actor, kind, scopes, expires_at: expires } = await api.me();
    if (kind === "anonymous")
      return { status: "ok", finding: `No key is given: only public records can be read. ${KEY_VARIABLE} sets one.` };
    const allowed = scopes.includes("admin") ? "every scope" : scopes.join(", ") || "no scopes";
    const finding = `You are ${actor}, with ${allowed}.`;
    if (expires === null || Date.parse(expires) > now + EXPIRES_SOON_MS) return { status: "ok", finding };
    const remedy = "Create another key with `keys create`.";
    return { status: "warning", finding: `${finding} The credential expires at ${expires}.`, remedy };
  } catch (error) {
    const { line: finding = "" } = describeFailure(error);
    const remedy =
      error instanceof Unauthorized
        ? `List the keys with \`keys list\`, create one with \`keys create\`, and put it into ${KEY_VARIABLE}.`
        : "Check that --url is the address of this service.";
    return { status: "failed", finding, remedy };
  }
}

async function checkVersion(api: Connection): ReturnType<Check> {
  const version = String((await api.send("GET", "/api")).body?.version);
  if (version === VERSION) return { status: "ok", finding: `The service and this command have version ${version}.` };
  const remedy = "Run the command of the same version as the service: each may lack what another version expects.";
  return { status: "warning", finding: `The service has version ${version}, this command ${VERSION}.`, remedy };
}

async function checkClock(api: Connection, now: () => number): ReturnType<Check> {
  const before = now();
  const { headers } = await api.send("GET", "/livez");
  const date = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(date)) return { status: "skipped", finding: "The service, or a proxy, sends no date." };
  // The date has whole seconds: half of one is its average error.
  const skew = Math.round((date + 500 - (before + now()) / 2) / 1_000);
  if (Math.abs(skew) <= MAX_SKEW_S) return { status: "ok", finding: "Its clock agrees with this machine's." };
  const finding = `Its clock is ${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} this machine's.`;
  return {
    status: "warning",
    finding,
    remedy: "Synchronize both machines (NTP): expiry dates and tokens depend on it.",
  };
}

async function checkRateLimit(api: Connection): ReturnType<Check> {
  const { headers } = await api.send("GET", "/api/me").catch(answerOf);
  const policy = /q=(\d+);w=(\d+)/.exec(headers.get("ratelimit-policy") ?? "");
  if (!policy) return { status: "ok", finding: "There is none." };
  const left = Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1] ?? policy[1]);
  const finding = `${formatCount(left)} of ${formatCount(Number(policy[1]))} requests are left for the next ${policy[2]} s.`;
  if (left >= LOW_QUOTA * Number(policy[1])) return { status: "ok", finding };
  const remedy = "Find out what else sends requests with this credential, or from this address; give each its own key.";
  return { status: "warning", finding, remedy };
}

/** A refused request has no quota. @throws what is no problem of the service */
function answerOf(error: unknown): Pick<Answer, "headers"> {
  if (error instanceof Problem) return { headers: new Headers() };
  throw error;
}

async function checkLatency(api: Connection): ReturnType<Check> {
  const times: number[] = [];
  for (let request = 0; request < LATENCY_REQUESTS; request += 1) {
    const before = performance.now();
    await api.send("GET", "/livez");
    times.push(performance.now() - before);
  }
  times.sort((one, other) => one - other);
  const [median, slowest] = [times[Math.floor(times.length / 2)]!, times.at(-1)!];
  const finding = `${median.toFixed(1)} ms (median of ${LATENCY_REQUESTS}), ${slowest.toFixed(1)} ms at most.`;
  if (median <= SLOW_MS) return { status: "ok", finding };
  return {
    status: "warning",
    finding,
    remedy: "Check the network in between, and event_loop_lag_seconds in /metrics.",
  };
}
