/** Makes two responses to the same request comparable: without times, generated ids and the wording of messages. */
import type { ExchangeResponse, Part } from "../support/documents/openapi-conformance.ts";
import type { PlainRequest } from "../support/fuzz/random-requests.ts";
import { GENERATED, numberGenerated } from "../support/http/generated.ts";
import type { Outcome } from "./steps.ts";

/** The id that the service gives a request. */
const REQUEST_ID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-z]+(?![\w-])/g;

const DURATION = /"duration_ms":\d+/g;
/** The receiver of webhooks. */
const RECEIVER = /http:\/\/127\.0\.0\.1:\d+/g;

/** Where responses differ. Only the wording may. */
export type Difference = "status" | "headers" | "body" | "wording";

export interface Comparable {
  readonly status: string;
  readonly headers: string;
  readonly body: string;
  /** Texts for people. */
  readonly wording: readonly string[];
}

/** The first part in which two outcomes differ; undefined if they are equal. */
export function differenceOf(one: Comparable, other: Comparable): Difference | undefined {
  if (one.status !== other.status) return "status";
  if (one.body !== other.body) return "body";
  const reworded = one.wording.join("\n") !== other.wording.join("\n");
  // The entity tag of a document depends on its wording.
  const [headers, others] = [one, other].map((each) =>
    reworded ? each.headers.replace(/^etag: .*$/m, "") : each.headers,
  );
  if (headers !== others) return "headers";
  return reworded ? "wording" : undefined;
}

/** @param delivered the deliveries to webhooks since the request */
export function comparable(
  { request, response }: Outcome,
  delivered: readonly string[],
  names: Map<string, string>,
): Comparable {
  if (typeof request === "string" || typeof response === "string") return ofText(response as string, names);
  const { body, wording } = partsOf(request, response);
  const normalize = (text: string): string =>
    numberGenerated(text, names).replace(REQUEST_ID, "<request id>").replace(RECEIVER, "<receiver>");
  return {
    status: String(response.status),
    headers: normalize(headersOf(request, response)),
    body: normalize([body, ...delivered].join("\n")),
    wording: wording.map(normalize),
  };
}

const DELIVERY = /\/deliveries\/[^/]+$/;

/** The wording in a challenge (RFC 6750 §3). */
const DESCRIPTION = /error_description="[^"]*"/;

/** Of dates and lengths, only the presence is compared. */
function headersOf({ path, headers: sent }: PlainRequest, { headers }: ExchangeResponse): string {
  // A tag's variant is a digest of path, query and caller.
  const generated = [path, sent.authorization ?? ""].some((text) => text.search(GENERATED) >= 0);
  const lines = [...headers].map(([name, value]) => {
    // The revisions of concurrent deliveries are in random order.
    if (name === "etag" && DELIVERY.test(path)) return name;
    if (name === "etag" && generated) return `etag: ${value.replace(/-[\w-]{10}(?=["._])/, "-variant")}`;
    if (name === "www-authenticate") return `${name}: ${value.replace(DESCRIPTION, "error_description")}`;
    return /^(?:date|content-length)$/.test(name) ? name : `${name}: ${value}`;
  });
  return lines.sort().join("\n");
}

/** The text that a connection returned. */
function ofText(text: string, names: Map<string, string>): Comparable {
  const wording: string[] = [];
  // Of pages and metrics, only the head is compared.
  const compared = /^content-type: text\//im.test(text) ? text.slice(0, text.indexOf("\r\n\r\n")) : text;
  const body = numberGenerated(compared, names)
    .replace(REQUEST_ID, "<request id>")
    .replace(RECEIVER, "<receiver>")
    .replace(DURATION, '"duration_ms":0')
    .replace(DESCRIPTION, "error_description")
    .replace(/^(date|content-length): .*$/gim, "$1")
    .replace(/"(title|detail|message)":("(?:[^"\\]|\\.)*")/g, (_, name, said) => {
      wording.push(said);
      return name;
    });
  return { status: /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? "none", headers: "", body, wording };
}

const PROBLEM = ["title", "detail", "message"];
const DOCUMENT = [...PROBLEM, "description", "summary"];

/** The JSON members that hold wording. */
function wordedMembers({ path }: PlainRequest, type: string): readonly string[] {
  if (type.startsWith("application/problem+json")) return PROBLEM;
  if (path.startsWith("/openapi.json")) return DOCUMENT;
  // The problem of a failed operation, and the error of a failed attempt.
  if (path.startsWith("/api/operations")) return PROBLEM;
  return path.includes("/deliveries") ? ["error"] : [];
}

function partsOf(
  request: PlainRequest,
  { headers, text, body }: ExchangeResponse,
): { body: string; wording: string[] } {
  const type = headers.get("content-type") ?? "";
  if (type.startsWith("text/html")) return { body: "", wording: text.split("\n") };
  if (type.startsWith("text/plain")) return { body: "", wording: metricsIn(text) };
  // Only the beginning of a stream is read.
  if (type.startsWith("text/event-stream")) return { body: text.split("\n", 1)[0]!, wording: [] };
  const members = wordedMembers(request, type);
  const measured = text.replace(DURATION, '"duration_ms":0');
  if (members.length === 0 || body === undefined) return { body: measured, wording: [] };
  const wording: string[] = [];
  const rest = JSON.stringify(JSON.parse(measured), (name: string, value: Part) => {
    if (!members.includes(name) || typeof value !== "string") return value;
    wording.push(value);
    return "";
  });
  return { body: rest, wording };
}

/** The names and types of metrics; their values differ from run to run. */
function metricsIn(text: string): string[] {
  return text.split("\n").filter((line) => line.startsWith("# TYPE"));
}
