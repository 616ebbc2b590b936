/** Intended differences between this version and the previous one. Empty this list when a version is released. */
import type { Outcome } from "./steps.ts";

export interface Intended {
  readonly why: string;
  /** @param before the outcome of the other version */
  applies(before: Outcome, now: Outcome): boolean;
}

export const RENAMED = "OpenAPI: the schemas …Walk are called …CursorPage.";

/** Replaces the schema names of the other version by those of this one, in the order of the names. */
export function withNewNames(body: string): string {
  if (!body.startsWith('{"openapi":')) return body;
  const document = JSON.parse(body.replace(/(?<="(?:#\/components\/schemas\/)?[A-Z]\w+)Walk"/g, 'CursorPage"'));
  const { schemas } = document.components;
  document.components.schemas = Object.fromEntries(
    Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  return JSON.stringify(document);
}

const MAX_PATH = 8_192;
/** A path with a capital in an id, before its query. */
const CAPITAL_IN_PATH = /^\/api\/[^?]*[A-Z]/;
const CAPITAL_IN_ID = /"(?:id|[a-z_]+_id|destination|part_of)"\s*:\s*"[^"]*[A-Z]/;
/** A sorted list, or a cursor, which holds sort values. */
const SORTED = /[?&](?:sort|sort_by|cursor)=/;

export const INTENDED: readonly Intended[] = [
  {
    why: "A URL over 8 KiB is 414 for every path, also where an id in it is longer than any can be (§8.1).",
    applies: (before, now) =>
      statusOf(now) === 414 && [204, 400, 404, 405].includes(statusOf(before)) && pathOf(now).length > MAX_PATH,
  },
  {
    why: "Records that are created or deleted together are one event, so the log and its deliveries are others (§6.1).",
    applies: (_, now) => /^\/api\/(?:events|webhooks\/[^/]+\/deliveries)\b/.test(pathOf(now)),
  },
  {
    why: "Ids are lower case: others are 422 in a body or PUT, and 404 in other paths (§12.2).",
    applies: (_, now) =>
      [404, 409, 422].includes(statusOf(now)) && (CAPITAL_IN_PATH.test(pathOf(now)) || CAPITAL_IN_ID.test(bodyOf(now))),
  },
  {
    why: "Text sorts by its folded form, so cursors hold it too (§4.6).",
    applies: (before, now) => statusOf(before) === 200 && statusOf(now) === 200 && SORTED.test(pathOf(now)),
  },
  {
    why: "Lists take group_by and measure (§4.8).",
    applies: (before, now) => statusOf(before) === 400 && /[?&](?:group_by|measure)=/.test(pathOf(now)),
  },
  {
    why: "Lists take search (§4.5).",
    applies: (before, now) => statusOf(before) === 400 && /[?&]search=/.test(pathOf(now)),
  },
  {
    why: "Lists take format, and offer CSV and NDJSON (§4.9).",
    applies: (before, now) =>
      (statusOf(before) === 400 && /[?&]format=/.test(pathOf(now))) ||
      (statusOf(before) === 406 && statusOf(now) === 200),
  },
  {
    why: "The version is another, and ids in the OpenAPI document have another pattern.",
    applies: (_, now) => statusOf(now) === 200 && /^\/(?:api|openapi\.json)\/?(?:\?|$)/.test(pathOf(now)),
  },
];

function statusOf({ response }: Outcome): number {
  return typeof response === "string" ? Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]) : response.status;
}

function pathOf({ request }: Outcome): string {
  return typeof request === "string" ? (request.split(" ", 2)[1] ?? "") : request.path;
}

function bodyOf({ request }: Outcome): string {
  return typeof request === "string" ? request : (request.body?.toString() ?? "");
}
