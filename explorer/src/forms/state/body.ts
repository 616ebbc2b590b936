/** Makes the body of a request from a form. */
import type { WritableField } from "../../../../kit/description/model.ts";
import { writtenValues } from "../../../../kit/description/writable.ts";
import { isPatchable, mergePatch } from "../../../../kit/values/merge-patch.ts";
import type { Write } from "../../requests/write-request.ts";
import type { Draft } from "./drafts.ts";
import { valuesOf } from "./form-values.ts";
import { suggestedValues } from "./suggested.ts";

/**
 * Returns the request that saves the changes of a record: a merge patch of the edited fields; or the whole record,
 * where no patch can say what was edited.
 * @param path of the record
 */
export function changeOf(path: string, fields: readonly WritableField[], draft: Draft): Write {
  const { base = {}, tag, edits } = draft;
  const edited = fields.filter(({ name }) => name in edits);
  const canPatch = edited.every(({ name, kind }) => kind !== "json" || isPatchable(edits[name]));
  if (canPatch) return { method: "PATCH", path, body: mergePatch(pick(base, edits), withNulls(edits)), ifMatch: tag };
  return { method: "PUT", path, body: given(valuesOf(fields, draft)), ifMatch: tag };
}

/** Returns a draft that also sends a value that was not changed, because the service asks to confirm it. */
export function withConfirmed(draft: Draft, name: string): Draft {
  const { [name]: value, ...others } = draft.base ?? {};
  return { ...draft, base: others, edits: { ...draft.edits, [name]: value } };
}

/**
 * Returns the request that creates a record. A record that exists is not replaced.
 * @param path of the list, or of the one-to-one itself
 * @param isPut whether the path of the record takes PUT
 * @param fields with what is suggested for them
 */
export function creationOf(
  path: string,
  isSingle: boolean,
  isPut: boolean,
  { fields, draft }: { readonly fields: readonly WritableField[]; readonly draft: Draft },
): Write {
  const body = given({ ...suggestedValues(fields), ...draft.edits });
  if (isSingle) return { method: "PUT", path, body, ifNoneMatch: "*" };
  const { id, ...rest } = body;
  if (typeof id !== "string" || !isPut) return { method: "POST", path, body };
  return { method: "PUT", path: `${path}/${encodeURIComponent(id)}`, body: rest, ifNoneMatch: "*" };
}

/**
 * Returns the request that creates a deleted record again, with its edits. If it exists again, it is not replaced.
 * @param path of the record
 * @param isCounted whether a number that is counted unless it is planned was counted
 */
export function restorationOf(
  path: string,
  fields: readonly WritableField[],
  { base = {}, edits }: Draft,
  isCounted: (field: WritableField) => boolean,
): Write {
  const written = fields.filter((field) => field.schema["x-counts"] === undefined || !isCounted(field));
  return { method: "PUT", path, body: given({ ...writtenValues(written, base), ...edits }), ifNoneMatch: "*" };
}

function pick(base: Record<string, unknown>, edits: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(edits).map((name) => [name, base[name]]));
}

function withNulls(edits: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(edits).map(([name, value]) => [name, value ?? null]));
}

/** Returns only the members that have a value. */
function given(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}
