/** The form of a record that exists. */
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Place } from "../../../../kit/description/model.ts";
import { words } from "../../../../kit/description/words.ts";
import { pageOf } from "../../address/address.ts";
import { usePermission } from "../../components/key/use-permission.ts";
import { ConflictDialog } from "../../forms/conflict/conflict-dialog.tsx";
import { DeletedDialog } from "../../forms/conflict/deleted-dialog.tsx";
import { useSave } from "../../forms/conflict/use-save.ts";
import { focusFirst, focusFirstLater } from "../../forms/focus.ts";
import { FormFields } from "../../forms/form-fields.tsx";
import { LeaveGuard } from "../../forms/leave-guard.tsx";
import { Refusal } from "../../forms/refusal.tsx";
import { SecretDialog } from "../../forms/secret-dialog.tsx";
import { changeOf, withConfirmed } from "../../forms/state/body.ts";
import type { Draft } from "../../forms/state/drafts.ts";
import { refusedIn } from "../../forms/state/refused.ts";
import { type Form, useForm } from "../../forms/state/use-form.ts";
import { usePlanned } from "../../forms/state/use-planned.ts";
import { compare } from "../../forms/values/three-way.ts";
import type { Data } from "../../requests/data.ts";
import type { Written } from "../../requests/write.ts";
import { RecordTitle } from "../record/head.tsx";
import { useRecordTitle } from "../record/use-record-title.ts";
import { DraftNote } from "./draft-note.tsx";
import { NewerNote } from "./newer-note.tsx";
import { ServiceFields } from "./service-fields.tsx";
import { SubmitBar } from "./submit-bar.tsx";

/** A record and its tag. */
export interface Loaded {
  readonly record: Data;
  readonly tag: string | undefined;
}

/** Props of `EditForm`. */
export interface EditFormProps {
  readonly place: Place;
  readonly path: string;
  /** The record from which editing starts. */
  readonly start: Loaded;
  /** The record as it is now; undefined if it was deleted. */
  readonly current: Loaded | undefined;
}

/** Edits a record. */
export function EditForm({ place, path, start, current }: EditFormProps) {
  const { view } = place;
  const navigate = useNavigate();
  const form = useForm(path, view.writable.update, { base: start.record, tag: start.tag, edits: {} });
  const { draft } = form;
  // Without a key, the form is not on the page: what was entered is kept as a draft.
  const permission = usePermission<undefined>({
    name: `save ${path}`,
    what: `Editing ${words(view.plural)}`,
    scope: view.scopes.write,
    act: () => void save(),
  });
  const saving = useSave(path, form, { issues: view.issued, askForKey: () => permission.ask(undefined) });
  useRefusedBefore(form);
  usePlanned(form.changed.length > 0 ? changeOf(path, form.fields, draft) : undefined);
  const [saved, setSaved] = useState<string>();
  // The guard has to know first that nothing is left behind.
  useEffect(() => {
    if (saved !== undefined) void navigate(pageOf(saved), { replace: true });
  }, [saved, navigate]);
  const leave = () => {
    form.forget();
    setSaved(path);
  };
  const finish = (written: Written | undefined) => {
    if (written) leave();
  };
  /** Created again, with a secret to show before the page is left. */
  const [restored, setRestored] = useState<Written>();
  const restore = async () => {
    const written = await saving.restore();
    if (view.issued === undefined) finish(written);
    else setRestored(written);
  };
  const save = async (next?: Draft) => {
    const faults = form.check();
    if (!next && faults.length > 0) return void focusFirst(faults);
    const state = next ?? draft;
    if (Object.keys(state.edits).length === 0) return leave();
    finish(await saving.save(state));
  };
  const name = useRecordTitle(view, draft.base ?? {});
  const { conflict } = saving;
  const comparison =
    current && current.tag !== draft.tag
      ? compare(form.fields, draft.base ?? {}, draft.edits, current.record)
      : undefined;
  const isNewer = comparison !== undefined && comparison.theirs.length + comparison.both.length > 0;
  return (
    <article>
      <div className="rec-head">
        <div className="title">
          <h1>
            Edit <RecordTitle view={view} record={draft.base ?? {}} />
          </h1>
          {draft.base?.id && view.title !== "id" && <span className="id">{draft.base.id}</span>}
        </div>
      </div>
      {isNewer && saved === undefined && (
        <NewerNote
          record={current!.record}
          fields={[...comparison.both, ...comparison.theirs]}
          action={form.changed.length > 0 ? "Review" : "Show"}
          onAction={() => {
            const { record: theirs, tag } = current!;
            if (form.changed.length > 0) saving.setConflict({ kind: "changed", theirs, tag, comparison });
            else form.restart({ base: theirs, tag, edits: {} });
          }}
        />
      )}
      <DraftNote form={form} />
      {!current && (
        <NewerNote
          record={draft.base ?? {}}
          fields={undefined}
          action="Review"
          onAction={() => saving.setConflict({ kind: "deleted" })}
        />
      )}
      <Refusal
        error={saving.error}
        retry={() => void save()}
        confirm={(name) => void save(withConfirmed(draft, name))}
      />
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormFields form={form} view={view} path={path} />
        <ServiceFields view={view} record={draft.base ?? {}} />
        <SubmitBar form={form} isPending={saving.isPending} verb="Save" cancel={pageOf(path)} />
      </form>
      {conflict?.kind === "changed" && (
        <ConflictDialog
          conflict={conflict}
          draft={draft}
          changed={form.changed.length}
          name={name}
          action="Save"
          onResolved={(next) => {
            form.restart(next);
            void save(next);
          }}
          onEdit={(next) => {
            form.restart(next);
            saving.setConflict(undefined);
            focusFirstLater(conflict.comparison.both.map(({ name }) => ({ pointer: `/${name}` })));
          }}
          onClose={() => saving.setConflict(undefined)}
        />
      )}
      {conflict?.kind === "deleted" && (
        <DeletedDialog
          base={draft.base ?? {}}
          name={name}
          onRestore={() => void restore()}
          onDiscard={leave}
          onClose={() => saving.setConflict(undefined)}
        />
      )}
      {restored && (
        <SecretDialog
          secret={restored.data?.[view.issued!]}
          noun={view.noun}
          onStored={() => {
            setRestored(undefined);
            leave();
          }}
        />
      )}
      {!restored && <LeaveGuard count={form.changed.length} discard={form.forget} />}
    </article>
  );
}

/** Shows why the service has refused what was staged in the form, from its beginning. */
function useRefusedBefore(form: Form): void {
  const faults = refusedIn(useLocation().state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (faults.length === 0) return;
    form.refuse(faults);
    focusFirstLater(faults);
  }, []);
}
