/** The page on which a record is created. */
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { AlreadyExists, Problem, Stale, Unauthorized } from "../../../../client/index.ts";
import type { Place, View } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import type { Values } from "../../../../kit/values/json.ts";
import { pageOf } from "../../address/address.ts";
import { NeedsScope } from "../../components/key/needs-scope.tsx";
import { usePermission } from "../../components/key/use-permission.ts";
import { focusFirst } from "../../forms/focus.ts";
import { FormFields } from "../../forms/form-fields.tsx";
import { LeaveGuard } from "../../forms/leave-guard.tsx";
import { Refusal } from "../../forms/refusal.tsx";
import { SecretDialog } from "../../forms/secret-dialog.tsx";
import { creationOf } from "../../forms/state/body.ts";
import { existingEntry } from "../../forms/state/existing-entry.ts";
import { useForm } from "../../forms/state/use-form.ts";
import { usePlanned } from "../../forms/state/use-planned.ts";
import { useSubmit } from "../../forms/state/use-submit.ts";
import type { Data } from "../../requests/data.ts";
import { DraftNote } from "./draft-note.tsx";
import { SubmitBar } from "./submit-bar.tsx";

/** Creates a record in the list at a path, or the one-to-one at it. */
export default function NewPage({ place, path }: { readonly place: Place; readonly path: string }) {
  return (
    <NeedsScope scope={place.view.scopes.write} what={`Creating ${words(place.view.plural)}`}>
      <NewForm place={place} path={path} />
    </NeedsScope>
  );
}

/** Returns the name that the address gives to the new record: `?name=Vulcan`. */
function titleIn(search: string, { title }: View): Values {
  const name = new URLSearchParams(search).get(title);
  return name ? { [title]: name } : {};
}

function NewForm({ place, path }: { readonly place: Place; readonly path: string }) {
  const { view } = place;
  const isSingle = place.kind === "record";
  const navigate = useNavigate();
  const [openedAt] = useState(Date.now);
  const { search } = useLocation();
  const form = useForm(
    `${path}/-/new`,
    view.writable.create,
    { base: undefined, tag: undefined, edits: titleIn(search, view) },
    { title: view.title, openedAt },
  );
  const submit = useSubmit();
  // Without a key, the form is not on the page: what was entered is kept as a draft.
  const permission = usePermission<undefined>({
    name: `create ${path}`,
    what: `Creating ${words(view.plural)}`,
    scope: view.scopes.write,
    act: () => void create(),
  });
  const [created, setCreated] = useState<Data>();
  // What is issued once is shown before the page is left.
  const [isStored, setIsStored] = useState(false);
  const isIssued = created !== undefined && view.issued !== undefined;
  const isDone = created !== undefined && (!isIssued || isStored);
  // The guard has to know first that nothing is left behind.
  useEffect(() => {
    if (isDone) void navigate(pageOf(created._links?.self ?? path), { replace: true });
  }, [isDone, created, path, navigate]);
  const request = creationOf(path, isSingle, view.itemMethods.includes("PUT"), form);
  usePlanned(form.changed.length > 0 ? request : undefined);
  const create = async () => {
    const faults = form.check();
    if (faults.length > 0) return void focusFirst(faults);
    try {
      const { data } = await submit.send({ ...request, issues: view.issued });
      form.forget();
      setCreated(data ?? {});
    } catch (error) {
      if (error instanceof Unauthorized) permission.ask(undefined);
      else refuse(error as Error);
    }
  };
  const refuse = (error: Error) => {
    const isTaken = error instanceof Stale || (error instanceof AlreadyExists && (form.values.id ?? null) !== null);
    const faults = isTaken
      ? [
          {
            pointer: isSingle ? "" : "/id",
            code: "already_exists",
            message: "There is one already. It was not replaced.",
          },
        ]
      : error instanceof Problem
        ? error.errors
        : [];
    form.refuse(faults);
    // Once the faults are drawn.
    requestAnimationFrame(() => focusFirst(faults));
    if (!isTaken || isSingle) submit.setError(error);
  };
  return (
    <article>
      <div className="rec-head">
        <div className="title">
          <h1>New {view.noun}</h1>
        </div>
      </div>
      <DraftNote form={form} />
      <Refusal
        error={submit.error}
        retry={() => void create()}
        existing={existingEntry(submit.error, view, path, form.values)}
      />
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <FormFields form={form} view={view} path={path} />
        <SubmitBar form={form} isPending={submit.isPending} verb="Create" cancel={pageOf(path)} />
      </form>
      {isIssued && !isStored && (
        <SecretDialog secret={created[view.issued!]} noun={view.noun} onStored={() => setIsStored(true)} />
      )}
      {!created && <LeaveGuard count={form.changed.length} discard={form.forget} />}
    </article>
  );
}
