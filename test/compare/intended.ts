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

export const INTENDED: readonly Intended[] = [
  {
    why: "A URL over 8 KiB is 414 for every path, also where an id in it is longer than any can be (§8.1).",
    applies: (before, now) =>
      statusOf(now) === 414 && [204, 400, 404, 405].includes(statusOf(before)) && pathOf(now).length > MAX_PATH,
  },
];

function statusOf({ response }: Outcome): number {
  return typeof response === "string" ? Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]) : response.status;
}

function pathOf({ request }: Outcome): string {
  return typeof request === "string" ? (request.split(" ", 2)[1] ?? "") : request.path;
}
