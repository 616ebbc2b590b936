/** The patterns with which a webhook selects events: all, all of one kind of record, or one type. */

import { ADMIN } from "../declare/scopes.ts";
import type { Resource } from "../resource/resource.ts";
import { PURGED } from "../store/events/purge.ts";
import { LOG_EVENTS } from "../store/events/retention.ts";

const VERBS = ["created", "updated", "deleted", "batch_created", "batch_deleted"];

/** Matches every event; as a suffix, every event of one kind of record. */
export const ANY_EVENT = "*";

/** The message for an invalid pattern. */
export const PATTERN_RULE = `Allowed: ${ANY_EVENT}, <record>.${ANY_EVENT}, ${VERBS.map((verb) => `<record>.${verb}`).join(", ")}; for example, webhook.created.`;

/**
 * Every valid pattern.
 * @param singulars the kinds of records that have events
 */
export function eventTypePatterns(singulars: readonly string[]): string[] {
  return [ANY_EVENT, ...singulars.flatMap((one) => [`${one}.*`, ...VERBS.map((verb) => `${one}.${verb}`)])];
}

/** Whether any of these patterns matches an event type. */
export function matchesEventType(type: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith(ANY_EVENT) ? type.startsWith(pattern.slice(0, -ANY_EVENT.length)) : type === pattern,
  );
}

/** The scopes of the events that some patterns select, each once. */
export function scopesOfEvents(resources: readonly Resource[], patterns: readonly string[]): string[] {
  const kinds = new Set(patterns.map((pattern) => pattern.split(".")[0]!));
  const selected = kinds.has(ANY_EVENT) ? resources : resources.filter(({ one }) => kinds.has(one));
  return [...new Set(selected.flatMap(({ eventScope }) => eventScope ?? []))];
}

/** The types of security events: of what only the admin may read, of purges, and of the log itself. */
export function securityTypes(resources: readonly Resource[]): string[] {
  const verbsOf = ({ eventScope }: Resource) => (eventScope === ADMIN ? [...VERBS, "refused", PURGED] : [PURGED]);
  const logged = resources.filter(({ eventScope }) => eventScope !== undefined);
  return [
    ...logged.flatMap((resource) => verbsOf(resource).map((verb) => `${resource.one}.${verb}`)),
    `${LOG_EVENTS}.truncated`,
  ];
}
