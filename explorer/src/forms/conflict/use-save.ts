/**
 * Saves the changes of a record, so that nobody's are lost: neither these nor those that somebody else saved meanwhile.
 */
import { useState } from "react";
import { NotFound, Problem, Stale, Unauthorized } from "../../../../client/index.ts";
import { readDeletion } from "../../components/events/read-deletion.ts";
import { useDescription } from "../../description/use-description.tsx";
import type { Data } from "../../requests/data.ts";
import { get } from "../../requests/queries.ts";
import { useRights } from "../../requests/rights/rights.ts";
import type { Written } from "../../requests/write.ts";
import { focusFirst } from "../focus.ts";
import { changeOf, restorationOf } from "../state/body.ts";
import type { Draft } from "../state/drafts.ts";
import type { Form } from "../state/use-form.ts";
import { useSubmit } from "../state/use-submit.ts";
import { countedAt } from "../values/counted.ts";
import { type Comparison, compare, editsOn } from "../values/three-way.ts";

/** The reason why the changes cannot simply be saved. */
export type Conflict =
  | {
      readonly kind: "changed";
      readonly theirs: Data;
      readonly tag: string | undefined;
      readonly comparison: Comparison;
    }
  | { readonly kind: "deleted" };

/** The saving of a form. */
export interface Save {
  readonly isPending: boolean;
  /** The reason why the last try failed, if it was no conflict. */
  readonly error: Error | undefined;
  readonly conflict: Conflict | undefined;
  /** Saves the changes, or those of another draft. Resolves to undefined if it failed. */
  readonly save: (draft?: Draft) => Promise<Written | undefined>;
  /** Creates the deleted record again, with the changes. */
  readonly restore: () => Promise<Written | undefined>;
  /** Shows or closes a conflict. */
  readonly setConflict: (conflict: Conflict | undefined) => void;
}

/** Options of a form's saving. */
interface SaveOptions {
  /** The member that only the answer to a creation has. */
  readonly issues: string | undefined;
  /** Asks for a key, and then saves again. */
  readonly askForKey: () => void;
}

/** Saves the form of the record at a path. */
export function useSave(path: string, form: Form, { issues, askForKey }: SaveOptions): Save {
  const submit = useSubmit();
  const [conflict, setConflict] = useState<Conflict>();
  const { at } = useDescription();
  const { mayRead } = useRights();
  const fail = (error: unknown): undefined => {
    if (error instanceof Unauthorized) return void askForKey();
    if (error instanceof Problem && error.errors.length > 0) {
      form.refuse(error.errors);
      // Once the faults are drawn.
      requestAnimationFrame(() => focusFirst(error.errors));
    }
    submit.setError(error as Error);
  };
  /** Returns the numbers of records deleted with this one; undefined if the caller may not know. */
  const deletedCounts = async () => {
    const log: string | undefined = form.draft.base?._links?.events;
    const view = log === undefined ? undefined : at(log)?.view;
    if (!view || !mayRead(view)) return undefined;
    return (await readDeletion(path, view))?.cascade.counts;
  };
  /** @param isAgain whether it was tried already on the state that is now */
  const save = async (draft: Draft, isAgain = false): Promise<Written | undefined> => {
    setConflict(undefined);
    try {
      return await submit.send(changeOf(path, form.fields, draft));
    } catch (error) {
      if (!(error instanceof Stale || error instanceof NotFound)) return fail(error);
    }
    const current = await get(path).catch((error: unknown) => error as Error);
    if (current instanceof NotFound) return void setConflict({ kind: "deleted" });
    if (current instanceof Error) return fail(current);
    const { data: theirs } = current;
    const tag = current.headers.get("etag") ?? undefined;
    const comparison = compare(form.fields, draft.base ?? {}, draft.edits, theirs);
    const isUntouched = comparison.theirs.length + comparison.both.length === 0;
    // Only what follows from other records has changed.
    if (isUntouched && !isAgain) return save({ base: theirs, tag, edits: editsOn(theirs, draft.edits) }, true);
    setConflict({ kind: "changed", theirs, tag, comparison });
  };
  return {
    isPending: submit.isPending,
    error: submit.error,
    conflict,
    save: (draft = form.draft) => save(draft),
    restore: async () => {
      setConflict(undefined);
      const counts = await deletedCounts().catch(() => undefined);
      return submit
        .send({ ...restorationOf(path, form.fields, form.draft, countedAt(path, form.draft.base, counts)), issues })
        .catch(fail);
    },
    setConflict,
  };
}
