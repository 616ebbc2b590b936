/** Deleting a record from its page. */

import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { HasDependents, Unauthorized } from "../../../../../client/index.ts";
import type { View } from "../../../../../kit/description/model.ts";
import { pathAbove } from "../../../../../kit/description/paths.ts";
import { aspectOf, pageOf } from "../../../address/address.ts";
import { doneState } from "../../../components/frame/done.ts";
import { type Outcome, writeOnSeen } from "../../../forms/conflict/write-on-seen.ts";
import { dropDraft } from "../../../forms/state/drafts.ts";
import { useSubmit } from "../../../forms/state/use-submit.ts";
import type { Data } from "../../../requests/data.ts";
import { beginDeleting, endDeleting } from "../../../requests/deleted.ts";
import { get, readAgainAll } from "../../../requests/queries.ts";
import type { Written } from "../../../requests/write.ts";
import { type Deleting, deletingState } from "../../operations/deleting-state.ts";
import { listBehind } from "../neighbors.tsx";
import { useRecordTitle } from "../use-record-title.ts";

/** The reason why a record was not deleted yet. */
export type Obstacle =
  /** Other records depend on it. */
  | { readonly kind: "blocked"; readonly problem: HasDependents }
  | {
      readonly kind: "changed";
      readonly outcome: Extract<Outcome<Written>, { kind: "changed" }>;
      /** True if the deletion was requested with all that belongs to the record. */
      readonly isCascade: boolean;
    }
  | { readonly kind: "failed"; readonly error: Error; readonly isCascade: boolean };

/** The deletion of a record. */
export interface Deletion {
  readonly isPending: boolean;
  readonly obstacle: Obstacle | undefined;
  /** Deletes it; with all that belongs to it, as an operation. The page is left if it succeeds. */
  readonly run: (isCascade: boolean, seen?: Data) => Promise<void>;
}

/**
 * Deletes a record, unless it is no longer the one on the page.
 * @param refuse is called if there is no valid key
 */
export function useDeletion(view: View, record: Data, refuse: () => void): Deletion {
  const path: string = record._links?.self;
  const navigate = useNavigate();
  const { state } = useLocation();
  const submit = useSubmit();
  const [obstacle, setObstacle] = useState<Obstacle>();
  const deleting: Deleting = {
    name: useRecordTitle(view, record),
    path,
    back: listBehind(state) ?? pageOf(pathAbove(path)),
    // The service's own records are not restored: a secret would not be the same again.
    history: view.log === undefined || view.isSystem ? undefined : aspectOf(path, "history"),
  };
  const leave = (written: Written | undefined) => {
    dropDraft(path);
    const operation = written?.status === 202 ? written.headers.get("location") : null;
    if (operation) return void navigate(pageOf(operation), { state: deletingState(deleting) });
    const done = doneState(wasDeleted(deleting, written === undefined));
    // Nothing is at the address any more: Back does not lead there.
    void navigate(deleting.back, { replace: true, state: done });
  };
  // It is left once it was deleted.
  useEffect(() => () => endDeleting(path), [path]);
  const stop = (why: Obstacle | undefined) => {
    endDeleting(path);
    readAgainAll();
    setObstacle(why);
  };
  const run = async (isCascade: boolean, seen = record) => {
    beginDeleting(path);
    try {
      const outcome = await writeOnSeen({
        fields: view.writable.update,
        seen,
        edits: {},
        read: () => get(path),
        send: (tag) =>
          submit.send({
            method: "DELETE",
            path: isCascade ? `${path}?cascade=true` : path,
            ifMatch: tag,
            asOperation: isCascade,
          }),
      });
      if (outcome.kind === "changed") return stop({ kind: "changed", outcome, isCascade });
      leave(outcome.kind === "done" ? outcome.written : undefined);
    } catch (error) {
      if (error instanceof Unauthorized) {
        stop(undefined);
        refuse();
      } else if (error instanceof HasDependents) stop({ kind: "blocked", problem: error });
      else stop({ kind: "failed", error: error as Error, isCascade });
    }
  };
  return { isPending: submit.isPending, obstacle, run };
}

/** Returns the message after a deletion. */
function wasDeleted({ name, history }: Deleting, isBySomebodyElse: boolean) {
  return {
    text: isBySomebodyElse ? `Somebody else had already deleted ${name}.` : `${name} was deleted.`,
    link: history === undefined ? undefined : { to: history, label: "Restore it from its history" },
  };
}
