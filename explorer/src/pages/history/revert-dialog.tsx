/** Puts values of then into the form. Nothing is saved by that. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { View } from "../../../../kit/description/model.ts";
import { aspectOf } from "../../address/address.ts";
import { Button } from "../../components/button.tsx";
import { Difference } from "../../components/diff/change-rows.tsx";
import { Icon } from "../../components/icon.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { ProblemView } from "../../components/problem/problem-view.tsx";
import { draftOf, keepDraft } from "../../forms/state/drafts.ts";
import { type Data, useGet, withKey } from "../../requests/queries.ts";
import { agoText } from "../../units.ts";
import { type Reversion, reversionsOf, staged, valuesBefore } from "./reversion.ts";

/** Props of `RevertDialog`. */
export interface RevertDialogProps {
  readonly view: View;
  /** The record. */
  readonly path: string;
  /** The list of its events. */
  readonly log: string;
  /** The change. */
  readonly event: Data;
  readonly onClose: () => void;
}

/** Lets people choose the fields of a change to put back. */
export default function RevertDialog({ view, path, log, event, onClose }: RevertDialogProps) {
  const navigate = useNavigate();
  const current = useGet(path);
  const since = useQuery({
    queryKey: ["SINCE", path, event.id],
    queryFn: ({ signal }) => eventsSince(log, event.id, signal),
    refetchInterval: false,
  });
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({});
  const [isHeld, setIsHeld] = useState(false);
  const now = current.data?.data;
  const tag = current.data?.headers.get("etag") ?? undefined;
  const rows = now && since.data ? reversionsOf(view, event, since.data, now) : [];
  const isChosen = ({ field, isChosen: isUsual }: Reversion) => choices[field.name] ?? isUsual;
  const chosen = rows.filter((row) => row.reason === undefined && isChosen(row));
  const held = draftOf(path);
  const stage = () => {
    const draft = staged(view.writable.update, valuesBefore(chosen, event), { record: now!, tag }, held);
    if (!draft) return setIsHeld(true);
    keepDraft(path, draft);
    void navigate(aspectOf(path, "edit"));
  };
  const error = current.error ?? since.error;
  const touched = rows.filter(({ later }) => later.length > 0);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="wide"
      title="Revert this change"
      lead={
        <>
          <span className="mono">{event.data.actor}</span> made it{" "}
          <time dateTime={event.time} title={event.time}>
            {agoText(event.time)}
          </time>
          . The values from before go into the form; nothing is saved yet.
        </>
      }
      footer={
        <span className="end">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" autoFocus disabled={chosen.length === 0} onClick={stage}>
            {chosen.length === 1 ? "Put 1 value into the form" : `Put ${chosen.length} values into the form`}
          </Button>
        </span>
      }
    >
      {error && <ProblemView error={error} />}
      {touched.map((row) => (
        <Touched key={row.field.name} row={row} />
      ))}
      {held && Object.keys(held.edits).length > 0 && (
        <p className="small soft">
          The form has a draft with {Object.keys(held.edits).length === 1 ? "a change" : "changes"} of yours, which{" "}
          {Object.keys(held.edits).length === 1 ? "stays" : "stay"} in it.
        </p>
      )}
      {isHeld && (
        <div className="note is-fault" role="alert">
          <Icon name="warn" />
          <span>
            Somebody else has changed fields of that draft since. Open the form and save or discard the draft first.
          </span>
          <Button small className="end" onClick={() => void navigate(aspectOf(path, "edit"))}>
            Open the form
          </Button>
        </div>
      )}
      <ul className="reverted">
        {rows.map((row) => (
          <li key={row.field.name}>
            <label className="check">
              <input
                type="checkbox"
                checked={row.reason === undefined && isChosen(row)}
                disabled={row.reason !== undefined}
                onChange={({ target }) => setChoices({ ...choices, [row.field.name]: target.checked })}
              />
              <span>{row.field.label}</span>
            </label>
            <div>
              {row.reason === undefined && <Difference field={row.field} before={now!} after={event.data.before} />}
              {(row.reason ?? row.note) && <span className="small soft">{row.reason ?? row.note}</span>}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Shows the changes of a field since, with its values. */
function Touched({ row: { field, later } }: { readonly row: Reversion }) {
  return (
    <div className="note is-hold">
      <Icon name="warn" />
      <div>
        <p>
          <b>{field.label}</b> was changed again since. Look at that first, or leave the field out.
        </p>
        <ul>
          {later.map((event) => (
            <li key={event.id}>
              <Difference field={field} before={event.data.before} after={event.data.after} />{" "}
              <time dateTime={event.time} title={event.time}>
                {agoText(event.time)}
              </time>{" "}
              by <span className="mono">{event.data.actor}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/**
 * Reads the events of a record after one of them, newest first.
 * @param log the list of its events
 */
function eventsSince(log: string, id: string, signal?: AbortSignal): Promise<Data[]> {
  return withKey(async (api) => {
    const found: Data[] = [];
    for await (const event of api.at(log).all({ sort: "id:desc" }, { signal })) {
      if (event.id <= id) break;
      found.push(event);
    }
    return found;
  });
}
