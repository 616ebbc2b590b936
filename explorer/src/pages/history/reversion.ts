/** Reverting one change of a record: which fields can be put back, and what was done to them since. */

import type { View, WritableField } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { verbOf } from "../../../../kit/events/deletion.ts";
import { isSame } from "../../../../kit/values/same.ts";
import type { Draft } from "../../forms/state/drafts.ts";
import { compare, editsOn } from "../../forms/values/three-way.ts";
import type { Data } from "../../requests/data.ts";

/** A field that a change set. */
export interface Reversion {
  readonly field: WritableField;
  /** It, and how precisely it is known. */
  readonly names: readonly string[];
  /** The events that changed it since, oldest first. */
  readonly later: readonly Data[];
  /** The reason why it cannot be put back; undefined if it can. */
  readonly reason: string | undefined;
  /** A note for the reader before it is. */
  readonly note: string | undefined;
  /** Whether it is put back unless people choose otherwise. */
  readonly isChosen: boolean;
}

/** Returns whether an event is a change that shows its fields. */
export function isChange(event: Data): boolean {
  return verbOf(event.type) === "updated" && event.data?.before != null && event.data?.after != null;
}

/**
 * Returns the fields of a change that people can write, in the order of the form; without those that follow from
 * others.
 * @param later the events of the record since, in any order
 * @param now the record as it is
 */
export function reversionsOf(view: View, event: Data, later: readonly Data[], now: Data): Reversion[] {
  const { before, after } = event.data;
  const fields = view.writable.update;
  const precisions = new Set(fields.map(({ precision }) => precision));
  return fields.flatMap((field): Reversion[] => {
    const { name, precision } = field;
    const other = field.schema["x-set-while"];
    const isSet = other !== undefined && (before[other] ?? null) !== null;
    const names = precision === undefined ? [name] : [name, precision];
    if (precisions.has(name) || isSet || !differs(names, before, after)) return [];
    const touching = later.filter((each) => isChange(each) && differs(names, each.data.before, each.data.after));
    const reason = reasonAgainst(field, names, before, now);
    const note = noteOn(field);
    const isChosen = reason === undefined && note === undefined && touching.length === 0;
    const oldestFirst = touching.sort((a, b) => (a.id < b.id ? -1 : 1));
    return [{ field, names, later: oldestFirst, reason, note, isChosen }];
  });
}

/** Returns the numbers that a change moved and that are counted unless they are planned. */
export function countersOf({ writable }: View, event: Data): WritableField[] {
  if (!isChange(event)) return [];
  const { before, after } = event.data;
  return writable.update.filter(
    ({ name, schema }) => schema["x-counts"] !== undefined && differs([name], before, after),
  );
}

/** Returns a view in which a field was counted, so that nobody wrote it. */
export function withCounted(view: View, name: string): View {
  return {
    ...view,
    fields: view.fields.map((field) => (field.name === name ? { ...field, derived: true } : field)),
    writable: { ...view.writable, update: view.writable.update.filter((field) => field.name !== name) },
  };
}

function differs(names: readonly string[], one: Data, other: Data): boolean {
  return names.some((name) => !isSame(one[name] ?? null, other[name] ?? null));
}

function reasonAgainst(field: WritableField, names: readonly string[], before: Data, now: Data): string | undefined {
  if (!differs(names, before, now)) return "It has this value again.";
  const [current, former] = [now[field.name], before[field.name]];
  const next = typeof current === "string" ? field.transitions?.[current] : undefined;
  if (!next || typeof former !== "string" || next.includes(former)) return undefined;
  const state = words(current);
  if (next.length === 0) return `The state ${state} is final; it cannot become ${words(former)} again.`;
  return `From ${state}, it can only become ${next.map(words).join(" or ")}.`;
}

function noteOn({ schema }: WritableField): string | undefined {
  const through = schema["x-written-through"];
  if (through)
    return `It follows from the ${words(through.resource)} of the record that it names, which is changed too.`;
  if (schema["x-counts"] === undefined) return undefined;
  return "It is counted, unless it was planned. If you put it into the form, it is treated as planned.";
}

/** Returns the values that go into the form. */
export function valuesBefore(chosen: readonly Reversion[], event: Data): Record<string, unknown> {
  const names = chosen.flatMap((each) => each.names);
  return Object.fromEntries(names.map((name) => [name, event.data.before[name] ?? null]));
}

/**
 * Returns the form with values of then, as a draft.
 * @param now the record as it is, and its tag
 * @param held the draft that the form has already
 * @returns undefined if that draft is older than what somebody else changed in its fields since: that comes first
 */
export function staged(
  fields: readonly WritableField[],
  values: Readonly<Record<string, unknown>>,
  now: { readonly record: Data; readonly tag: string | undefined },
  held: Draft | undefined,
): Draft | undefined {
  const edits = held?.edits ?? {};
  const isOlder = held !== undefined && held.tag !== now.tag;
  if (isOlder && compare(fields, held.base ?? {}, edits, now.record).both.length > 0) return undefined;
  return { base: now.record, tag: now.tag, edits: editsOn(now.record, { ...edits, ...values }) };
}
