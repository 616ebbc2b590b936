/** Intended differences between this version and the previous one. Empty this list when a version is released. */
import type { Outcome } from "./steps.ts";

export interface Intended {
  readonly why: string;
  /** @param before the outcome of the other version */
  applies(before: Outcome, now: Outcome): boolean;
}

export const INTENDED: readonly Intended[] = [
  {
    why: "Pages are those of another build of the explorer.",
    applies: (before, now) =>
      !/^\/(?:api|docs|openapi|problems)/.test(pathOf(now)) &&
      [before, now].every((outcome) => /<div id="root">|^$/.test(responseOf(outcome))),
  },
  {
    why: "The OpenAPI document describes responses without fields, durations and duration_days; /docs names them, too.",
    applies: (_, now) => /^\/(?:openapi\.json|docs)(?:[?#]|$)/.test(pathOf(now)),
  },
  {
    why: "Missions have duration_days.",
    applies: (before, now) => hasDays(now) && !hasDays(before),
  },
];

/** Whether a response has missions, as JSON or CSV. */
function hasDays(outcome: Outcome): boolean {
  return /\bduration_days\b/.test(responseOf(outcome));
}

function responseOf({ response }: Outcome): string {
  return typeof response === "string" ? response : response.text;
}

function pathOf({ request }: Outcome): string {
  return typeof request === "string" ? (request.split(" ", 2)[1] ?? "") : request.path;
}
