/**
 * The names that fields had when events were stored. Nothing in the log is rewritten: events keep the names of their time, and
 * are shown with those of today.
 */
import type { Values } from "../../declare/values.ts";

/** A field that a migration has renamed. */
export interface FormerName {
  /** Of the field's resource. */
  readonly table: string;
  readonly from: string;
  readonly to: string;
  /** The integer key of the last event before that. */
  readonly until: number;
}

/** The metadata's name for the fields that migrations have renamed, as JSON, in the order in which they did. */
export const FORMER_NAMES = "events_former_names";

/** @param text of the service metadata, if there is one */
export function parseFormerNames(text: string | undefined): readonly FormerName[] {
  return JSON.parse(text ?? "[]");
}

/**
 * A record of an event, with the names that its fields have now.
 * @param key the integer key of the event
 */
export function withCurrentNames(names: readonly FormerName[], table: string, key: number, values: Values): Values {
  let renamed = values;
  for (const { from, to } of names.filter((name) => name.table === table && key <= name.until)) {
    if (!(from in renamed)) continue;
    const { [from]: value = null, ...others } = renamed;
    renamed = { ...others, [to]: value };
  }
  return renamed;
}
