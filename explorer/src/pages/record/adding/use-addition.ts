/** Adds an entry to a list, and says why that failed. */
import { useEffect, useRef, useState } from "react";
import { Problem, Unauthorized } from "../../../../../client/index.ts";
import type { View, WritableField } from "../../../../../kit/description/model.ts";
import { withArticle } from "../../../../../kit/description/words.ts";
import { usePermission } from "../../../components/key/use-permission.ts";
import { focusFirst } from "../../../forms/focus.ts";
import { creationOf } from "../../../forms/state/body.ts";
import { existingEntry } from "../../../forms/state/existing-entry.ts";
import { fieldOf } from "../../../forms/state/refused.ts";
import { useForm } from "../../../forms/state/use-form.ts";
import { usePlanned } from "../../../forms/state/use-planned.ts";
import { useSubmit } from "../../../forms/state/use-submit.ts";
import type { Data } from "../../../requests/data.ts";

const EMPTY = { base: undefined, tag: undefined, edits: {} };

/** Props of `useAddition`. */
interface Addition {
  readonly view: View;
  /** Of the list. */
  readonly path: string;
  /** Those that have a box in the row. */
  readonly shown: readonly WritableField[];
  /** Called with the new entry. */
  readonly onAdded: (record: Data) => void;
}

/** Returns the form of a new entry, and how it is sent. */
export function useAddition({ view, path, shown, onAdded }: Addition) {
  const form = useForm(`${path}/-/add`, view.writable.create, EMPTY);
  const submit = useSubmit();
  const request = creationOf(path, false, view.itemMethods.includes("PUT"), form);
  usePlanned(form.changed.length > 0 ? request : undefined);
  // The page is drawn again with another key: what was entered is kept as a draft.
  const permission = usePermission<undefined>({
    name: `add ${path}`,
    what: `Adding ${withArticle(view.noun)}`,
    scope: view.scopes.write,
    act: () => void create(),
  });
  // The boxes that were left before it was known what they refer to, and whether the form was sent since.
  const [waiting, setWaiting] = useState(0);
  const [isSent, setSent] = useState(false);
  const isBusy = useRef(false);
  const create = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const { data } = await submit.send(request);
      form.forget();
      onAdded(data ?? {});
    } catch (error) {
      if (error instanceof Unauthorized) permission.ask(undefined);
      else refuse(error as Error);
    } finally {
      isBusy.current = false;
    }
  };
  const refuse = (error: Error) => {
    const faults = error instanceof Problem ? error.errors : [];
    form.refuse(faults);
    submit.setError(error);
    // Once the faults are drawn.
    requestAnimationFrame(() => focusFirst(faults));
  };
  const send = () => {
    setSent(waiting > 0);
    if (waiting > 0) return;
    const faults = form.check();
    if (faults.length > 0) return void focusFirst(faults);
    permission.request(undefined);
  };
  useEffect(() => {
    if (isSent && waiting === 0) send();
  });
  const hasBox = (name: string) => shown.some((field) => field.name === name);
  const { error } = submit;
  const isAtBoxes =
    error instanceof Problem && error.errors.length > 0 && error.errors.every((fault) => hasBox(fieldOf(fault)));
  return {
    form,
    faults: waiting > 0 ? [] : form.faults,
    isPending: submit.isPending || isSent,
    permission,
    /** The reason why the last try failed, unless the boxes say it. */
    error: isAtBoxes ? undefined : error,
    existing: existingEntry(error, view, path, form.values),
    count: (by: 1 | -1) => setWaiting((number) => number + by),
    send,
  };
}
