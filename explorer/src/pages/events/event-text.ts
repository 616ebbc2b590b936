/** Events in words. */

import { lastSegment } from "../../../../kit/description/paths.ts";
import { sentenceCase, words } from "../../../../kit/description/words.ts";
import { verbOf } from "../../../../kit/events/deletion.ts";
import type { Data } from "../../requests/data.ts";
import { countText } from "../../units.ts";

/** The verbs of events, by the last part of their type. */
const VERBS: Readonly<Record<string, string>> = {
  created: "created",
  updated: "changed",
  deleted: "deleted",
  batch_created: "created together",
  batch_deleted: "deleted together",
  purged: "purged from the log",
};

/** Returns the verb of an event: `changed`. */
export function verbText(type: string): string {
  const last = verbOf(type);
  return VERBS[last] ?? words(last);
}

/** Returns the noun of its subject: `mission`. */
export function nounOf(type: string): string {
  return words(type.slice(0, type.lastIndexOf(".")));
}

/** Returns whether an event is of many records, without their contents. One of a purge counts events instead. */
export function isOfMany({ type, data }: Data): boolean {
  return data?.count !== undefined && verbOf(type) !== "purged";
}

/** Writes an event as a heading: `Mission changed`, `218 × sample created together`. */
export function headingOf(event: Data): string {
  const { type, data } = event;
  const text = `${nounOf(type)} ${verbText(type)}`;
  return isOfMany(event) ? `${countText(data.count)} × ${text}` : sentenceCase(text);
}

/** Returns the name of the subject: its title in the event, otherwise the end of its path. */
export function subjectName({ subject, data }: Data, title: string | undefined): string {
  const state = data?.after ?? data?.before;
  const name = title === undefined ? undefined : state?.[title];
  return typeof name === "string" ? name : lastSegment(String(subject));
}

/** Writes a path of the API with a query of its own after `?`, if it has one already. */
export function withQuery(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}
